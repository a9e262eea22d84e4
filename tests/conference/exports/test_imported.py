"""What imports have brought goes out in every format and comes back without a trace, and the imports still repeat themselves."""

import pytest

from conference.exports.formats import EXPORTS
from conference.importers.samples import sample_path
from conference.models import Conference, Lecture
from conference.services.imports.formats import of_subject
from tests import factories
from tests.conference.exports.programs import effect, exported, imported

pytestmark = pytest.mark.django_db
SAMPLES = sorted(
    {importer.sample for importer in of_subject("program").values()} | {"schedule.xml", "program-talks.tsv"}
)


@pytest.fixture
def hall() -> Conference:
    """All samples together, in one conference."""
    conference: Conference = factories.ConferenceFactory(time_zone="Asia/Tokyo")
    for name in SAMPLES:
        imported(conference, sample_path(name).read_bytes())
    return conference


@pytest.mark.parametrize("name", [name for name, export in EXPORTS.items() if export.subject == "program"])
def test_each_file_comes_back_and_does_nothing(hall: Conference, name: str) -> None:
    assert Lecture.objects.filter(conference=hall).count() == 9
    for _time in range(2):
        assert effect(imported(hall, exported(hall, name))) == {}
    for sample in SAMPLES:
        report = imported(hall, sample_path(sample).read_bytes())
        assert (sample, report["created"], report["changed"], report["changes"]) == (sample, 0, 0, [])

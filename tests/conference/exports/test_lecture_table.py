"""A table of lectures goes out and comes back as it was."""

import pytest

from conference.models import Conference, Lecture, Material
from tests import factories
from tests.conference.exports.programs import effect, exported, imported, lectures_of, rich

pytestmark = pytest.mark.django_db
FORMATS = ["lectures-csv", "lectures-xlsx"]


@pytest.fixture
def hall() -> Conference:
    conference: Conference = factories.ConferenceFactory(slug="hall-2025")
    rich(conference)
    return conference


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_exported_comes_back_and_does_nothing(hall: Conference, name: str) -> None:
    before = list(Lecture.objects.order_by("pk").values())
    report = imported(hall, exported(hall, name))
    assert (report["source"], report["read"], effect(report)) == ("posterhall", len(before), {})
    assert effect(imported(hall, exported(hall, name))) == {}
    assert list(Lecture.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_conference_becomes_an_equal_one(hall: Conference, name: str) -> None:
    copy = factories.ConferenceFactory()
    report = imported(copy, exported(hall, name))
    assert (report["created"], report["skipped"]) == (Lecture.objects.filter(conference=hall).count(), [])
    assert lectures_of(copy) == lectures_of(hall)
    assert not Material.objects.filter(lecture__conference=copy, url__endswith="/held").exists()
    assert effect(imported(copy, exported(hall, name))) == {}
    assert effect(imported(copy, exported(copy, name))) == {}

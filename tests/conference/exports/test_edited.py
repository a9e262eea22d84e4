"""An exported table that was edited in a spreadsheet comes back as what was edited, and nothing else."""

import io

import pytest

from conference.exports.formats import EXPORTS
from conference.models import Conference, Lecture
from conference.services.imports.formats import IMPORTERS
from conference.services.imports.plan import ALL
from conference.services.imports.runs import import_at_once
from tests import factories
from tests.conference.services.program_files import changed_fields, counts

pytestmark = pytest.mark.django_db


def edited(hall: Conference, old: str, new: str) -> bytes:
    file = io.BytesIO()
    EXPORTS["lectures-csv"].write(hall, file)
    return file.getvalue().replace(old.encode(), new.encode())


def test_edits_are_conflicts_at_first_and_changes_later() -> None:
    hall = factories.ConferenceFactory()
    for name in ("One", "Two"):
        factories.AuthorshipFactory(lecture__conference=hall, lecture__title=name)

    def take(content: bytes, **options: object) -> dict[str, object]:
        run = import_at_once(
            conference=hall,
            importer=IMPORTERS["table"],
            filename="l.csv",
            content=content,
            options=options,
            actor=None,
        )
        return dict(run.report)

    first = take(edited(hall, "One", "Edited"))
    assert (counts(first), changed_fields(first, "conflicts")) == ((0, 0, 2), [("title", "One", "Edited")])
    theirs = take(edited(hall, "One", "Edited once more"), theirs=[ALL])
    assert (counts(theirs), changed_fields(theirs)) == ((0, 1, 1), [("title", "One", "Edited once more")])
    later = take(edited(hall, "Two", "Too"))
    assert (counts(later), changed_fields(later)) == ((0, 1, 1), [("title", "Two", "Too")])
    assert sorted(Lecture.objects.values_list("title", flat=True)) == ["Edited once more", "Too"]

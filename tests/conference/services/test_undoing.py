"""An import can be undone as long as nothing was built on it, and leaves no trace."""

from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import connection
from pytest_django import Settings

from conference.importers.records import MaterialRecord, MessageRecord, ProgramReading, SlotRecord
from conference.models import (
    Conference,
    ImportRun,
    Keyword,
    Lecture,
    Material,
    Person,
    Session,
    Track,
    WelcomeMessage,
)
from conference.services import index
from conference.services.imports.runs import import_at_once, undo_import
from conference.services.materials import store_file
from tests import factories
from tests.conference.services.program_files import (
    ABSTRACT,
    author,
    importer_of,
    paper,
    publication,
    reading,
    session,
)

pytestmark = pytest.mark.django_db

TABLES = (
    *("lecture", "authorship", "person", "personidentifier", "keyword", "lecture_keywords", "publication"),
    *("track", "session", "slot", "material", "sourcerecord", "welcomemessage", "similarlecture"),
)
NOT_COMPARED = "'updated_at', 'indexed_at', 'seen_at', 'computed_at', 'renderer_version'"


def everything() -> dict[str, list[str]]:
    """All rows of all tables that imports write, but for moments. Similar lectures and authorships may be numbered anew."""
    rows = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            unnumbered = ", 'id'" if table in {"similarlecture", "authorship"} else ""
            cursor.execute(
                f"SELECT (to_jsonb(t) - ARRAY[{NOT_COMPARED}{unnumbered}])::text FROM conference_{table} AS t"
            )
            rows[table] = sorted(row for (row,) in cursor)
    return rows


def rich(number: int, **values: Any) -> Any:
    return paper(
        number,
        **{
            "authors": (author("Ana Velo", external_id="ana"), author("Bo Lio")),
            "keywords": ("Parsing", "LLMs"),
            "publication": publication(doi=f"10.1/{number}", bibkey=f"key-{number}"),
            "materials": (MaterialRecord("paper", f"https://papers.example/{number}.pdf"),),
            "slots": (SlotRecord("posters", board=str(number)),),
            **values,
        },
    )


def given(*records: Any, body: str = "Welcome", room: str = "A") -> ProgramReading:
    return reading(
        *records,
        sessions=(session("Posters", room=room, items=(SlotRecord("", title="Coffee"),)),),
        messages=(MessageRecord("chair", body, signed_by="Ana Velo", role="General Chair"),),
    )


def imported(hall: Conference, what: ProgramReading) -> ImportRun:
    return import_at_once(conference=hall, importer=importer_of(what), filename="f", content=b"x", actor=None)


def undo(run: ImportRun) -> None:
    undo_import(run=run, importer=importer_of(reading()), actor=None)


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory()


def test_a_small_picture_that_was_made_since_is_no_work_of_anybody(
    hall: Conference, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    imported(hall, given(rich(1)))
    poster = store_file(
        lecture=Lecture.objects.get(title="Paper 1"),
        kind="poster",
        upload=ContentFile(b"\x89PNG\r\n\x1a\n", "a.png"),
        actor=None,
    )
    run = imported(hall, given(rich(1, abstract="Another.")))
    Material.objects.filter(pk=poster.pk).update(
        previewed_file=poster.file.name, preview_width=3, preview_height=4, preview_tries=1
    )
    undo(run)
    assert Lecture.objects.get(title="Paper 1").abstract == ABSTRACT
    assert Material.objects.get(kind="poster").file.name == poster.file.name


def test_a_first_import_leaves_nothing(hall: Conference) -> None:
    other = factories.LectureFactory(title="Elsewhere")
    index.refresh([other.pk])
    before = everything()
    run = imported(hall, given(rich(1), rich(2)))
    assert (Lecture.objects.count(), Session.objects.count(), WelcomeMessage.objects.count()) == (3, 1, 1)
    undo(run)
    assert everything() == before
    assert ImportRun.objects.values_list("state", "undo").get() == ("undone", None)


def test_a_second_import_leaves_what_the_first_did(hall: Conference) -> None:
    imported(hall, given(rich(1), rich(2)))
    before = everything()
    run = imported(
        hall,
        given(
            rich(
                1,
                title="New title",
                abstract="New *abstract*.",
                authors=(author("Cy Rito"),),
                keywords=("Semantics",),
                track="Industry",
                publication=publication(doi="10.1/1", bibkey="key-1", pages="1-9"),
                materials=(),
                slots=(SlotRecord("posters", board="9"),),
            ),
            rich(2),
            rich(3),
            body="Hello",
            room="B",
        ),
    )
    assert (run.report["created"], run.report["changed"], run.report["sessions"]["changed"]) == (1, 1, 1)
    assert everything() != before
    undo(run)
    assert everything() == before


def test_what_was_withdrawn_because_it_was_gone_comes_back(hall: Conference) -> None:
    imported(hall, given(rich(1), rich(2)))
    before = everything()
    what = importer_of(given(rich(1)))
    run = import_at_once(
        conference=hall, importer=what, filename="f", content=b"x", options={"gone": True}, actor=None
    )
    assert Lecture.objects.get(position=2).state == "withdrawn"
    undo(run)
    assert everything() == before


def test_what_is_used_since_stays(hall: Conference) -> None:
    run = imported(hall, given(rich(1)))
    mine = factories.LectureFactory()
    mine.keywords.add(Keyword.objects.get(name="Parsing"))
    undo(run)
    assert list(Keyword.objects.values_list("name", flat=True)) == ["Parsing"]
    assert (
        Person.objects.filter(name="Ana Velo").count(),
        Track.objects.filter(conference=hall).count(),
    ) == (0, 0)


@pytest.mark.parametrize(
    ("built", "names"),
    [
        ("title", "“Paper 1”"),
        ("file", "“Paper 1”"),
        ("board", "“Paper 1”, “Posters”"),
        ("talk in the session", "“Posters”"),
        ("message", "“Ana Velo”"),
    ],
)
def test_nothing_is_undone_once_something_was_built_on_it(hall: Conference, built: str, names: str) -> None:
    run = imported(hall, given(rich(1), rich(2)))
    lecture = Lecture.objects.get(position=1)
    match built:
        case "title":
            Lecture.objects.filter(pk=lecture.pk).update(title="By hand")
        case "file":
            factories.MaterialFactory(lecture=lecture)
        case "board":
            lecture.slots.update(board="77")
        case "talk in the session":
            block, other = Session.objects.get(), factories.LectureFactory(conference=hall)
            factories.SlotFactory(conference=hall, session=block, lecture=other)
        case "message":
            WelcomeMessage.objects.update(body="By hand")
    before = everything()
    with pytest.raises(ValidationError, match=f"was not undone: {names}"):
        undo(run)
    assert everything() == before
    assert ImportRun.objects.get().state == "applied"


def test_nothing_is_undone_once_what_it_needs_is_gone(hall: Conference) -> None:
    imported(hall, given(rich(1, keywords=("Parsing", "Syntax"))))
    run = imported(hall, given(rich(1, keywords=("Parsing",))))
    Keyword.objects.get(name="Syntax").delete()
    before = everything()
    with pytest.raises(ValidationError, match="deleted since"):
        undo(run)
    assert everything() == before


def test_the_later_import_goes_first(hall: Conference) -> None:
    before = everything()
    first = imported(hall, given(rich(1)))
    second = imported(hall, given(rich(1, title="New")))
    with pytest.raises(ValidationError, match="“New”"):
        undo(first)
    undo(second)
    undo(first)
    assert everything() == before


def test_an_import_is_undone_once(hall: Conference) -> None:
    run = imported(hall, given(rich(1)))
    undo(run)
    with pytest.raises(ValidationError, match="undone already"):
        undo(run)


def test_a_file_that_only_repeats_keeps_the_first_undoable(hall: Conference) -> None:
    before = everything()
    first = imported(hall, given(rich(1)))
    imported(hall, given(rich(1)))
    undo(first)
    assert everything() == before


def test_an_import_of_an_earlier_version_is_not_undone_by_halves(hall: Conference) -> None:
    run = imported(hall, given(rich(1)))
    assert run.undo is not None
    run.undo["columns"]["conference_lecture"].remove("state")
    run.save()
    before = everything()
    with pytest.raises(ValidationError, match=r"^\['Posterhall was updated since this import"):
        undo(run)
    assert everything() == before

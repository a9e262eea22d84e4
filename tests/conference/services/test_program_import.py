"""Programs: what comes in, what changes, and what stays ours."""

import math
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from conference import progress
from conference.importers.records import LectureRecord, MaterialRecord, Problem
from conference.models import Conference, ImportRun, Keyword, Lecture, Material, Publication, SourceRecord
from conference.services import index
from conference.services.imports.formats import ANTHOLOGY
from conference.services.imports.memory import MANY
from conference.services.imports.runs import apply_import, confirm_import, preview_import, start_import
from tests import factories
from tests.conference.services.program_files import (
    author,
    changed_fields,
    counts,
    paper,
    publication,
    take,
)

pytestmark = pytest.mark.django_db

PDF = MaterialRecord("paper", "https://papers.example/1.pdf")
QUERIES = 62
VIDEO = MaterialRecord("video", "https://papers.example/1.mp4")


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(slug="hall-2025")


def the_lecture() -> Lecture:
    return Lecture.objects.get()


def test_a_paper_comes_in_with_all_that_hangs_on_it(hall: Conference) -> None:
    report = take(
        hall,
        paper(
            1,
            title="On $n^2$",
            authors=(author("Ana Velo", affiliation="Lareva"), author("Bo Lio")),
            keywords=("LLMs", "llms", "Parsing"),
            publication=publication(),
            materials=(PDF, VIDEO),
        ),
    )
    lecture = the_lecture()
    assert (counts(report), report["new"]) == ((1, 0, 0), [{"row": "Line 1", "label": "On n²"}])
    assert (lecture.title, lecture.kind, lecture.state, lecture.slug) == (
        "On $n^2$",
        "poster",
        "published",
        "on-n2",
    )
    assert (lecture.authors_text, lecture.has_video) == ("Ana Velo, Bo Lio", True)
    assert [(one.position, one.affiliation) for one in lecture.authorships.all()] == [(1, "Lareva"), (2, "")]
    assert (lecture.track and lecture.track.slug, lecture.track and lecture.track.name) == (
        "main-conference",
        "Main conference",
    )
    assert {one.name for one in lecture.keywords.all()} == {"LLMs", "Parsing"}
    assert lecture.publication
    assert lecture.publication.doi == "10.1/1"
    assert [(one.kind, one.url) for one in lecture.materials.all()] == [
        (PDF.kind, PDF.url),
        (VIDEO.kind, VIDEO.url),
    ]


def test_the_same_file_again_changes_nothing(hall: Conference) -> None:
    papers = [paper(1, publication=publication(), keywords=("a",), materials=(PDF,)), paper(2)]
    take(hall, *papers)
    before = list(Lecture.objects.order_by("pk").values())
    assert counts(take(hall, *papers)) == (0, 0, 2)
    assert list(Lecture.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(
    ("field", "first", "second", "told"),
    [
        ("title", "Old", "New", ("title", "Old", "New")),
        ("abstract", "An old text of some length.", "", ("abstract", "An old text of some length.", "")),
        ("kind", "poster", "oral", ("kind", "poster", "oral")),
        ("track", "Main conference", "Industry", ("track", "main-conference", "industry")),
        ("keywords", ("a", "b"), ("b", "C"), ("keywords", ["a", "b"], ["b", "c"])),
        ("authors", (author("Ana Velo"),), (author("Bo Lio"),), ("authors", ["Ana Velo"], ["Bo Lio"])),
        ("publication", publication(pages="1"), publication(pages="1-9"), ("publication_pages", "1", "1-9")),
    ],
)
def test_what_the_source_changes_is_taken_and_told(
    hall: Conference, field: str, first: Any, second: Any, told: tuple[str, Any, Any]
) -> None:
    take(hall, paper(1, **{field: first}))
    report = take(hall, paper(1, **{field: second}))
    assert (counts(report), changed_fields(report)) == ((0, 1, 0), [told])
    assert counts(take(hall, paper(1, **{field: second}))) == (0, 0, 1)
    assert counts(take(hall, paper(1, **{field: first}))) == (0, 1, 0)
    assert changed_fields(take(hall, paper(1, **{field: second}))) == [told]


def test_a_changed_title_is_shown_and_the_slug_stays(hall: Conference) -> None:
    take(hall, paper(1, title="Old words"))
    take(hall, paper(1, title="New words"))
    assert (the_lecture().title_text, the_lecture().slug) == ("New words", "old-words")


def test_a_hand_edit_stays_while_the_source_repeats_itself(hall: Conference) -> None:
    take(hall, paper(1, title="Source"))
    Lecture.objects.update(title="By hand")
    assert counts(take(hall, paper(1, title="Source"))) == (0, 0, 1)
    assert the_lecture().title == "By hand"


def test_a_hand_edit_that_the_source_contradicts_is_a_conflict_and_stays(hall: Conference) -> None:
    take(hall, paper(1, title="Source", abstract=""))
    Lecture.objects.update(title="By hand")
    report = take(hall, paper(1, title="Source, second", abstract="A text that came later on."))
    assert changed_fields(report, "conflicts") == [("title", "By hand", "Source, second")]
    assert (the_lecture().title, the_lecture().abstract) == ("By hand", "A text that came later on.")


def test_two_sources_in_turn_change_nothing_more(hall: Conference) -> None:
    first, second = (paper(1, title=title, publication=publication()) for title in ("A's title", "B's title"))
    take(hall, first, source="a")
    report = take(hall, second, source="b")
    assert (counts(report), changed_fields(report, "conflicts")) == (
        (0, 0, 1),
        [("title", "A's title", "B's title")],
    )
    for source, record in (("a", first), ("b", second), ("a", first)):
        report = take(hall, record, source=source)
        assert (counts(report), report["conflicts"]) == ((0, 0, 1), [])
    assert the_lecture().title == "A's title"


def test_members_added_and_removed_by_hand_stay_so(hall: Conference) -> None:
    take(hall, paper(1, keywords=("a", "b"), materials=(PDF,)))
    lecture = the_lecture()
    lecture.keywords.remove(Keyword.objects.get(key="a"))
    lecture.keywords.add(factories.KeywordFactory(name="hand"))
    factories.MaterialFactory(lecture=lecture, kind="slides", url="https://hand.example/s.pdf")
    take(hall, paper(1, keywords=("a", "b", "c"), materials=(VIDEO,)))
    assert {one.name for one in lecture.keywords.all()} == {"b", "c", "hand"}
    assert set(lecture.materials.values_list("kind", flat=True)) == {"slides", "video"}


def test_an_edited_author_list_stays(hall: Conference) -> None:
    take(hall, paper(1, authors=(author("Ana Velo"),)))
    factories.AuthorshipFactory(lecture=the_lecture(), person__name="Bo Lio", position=2)
    report = take(hall, paper(1, authors=(author("Ana Velo"), author("Cy Rao"))))
    assert changed_fields(report, "conflicts") == [
        ("authors", ["Ana Velo", "Bo Lio"], ["Ana Velo", "Cy Rao"])
    ]


def test_what_the_source_no_longer_holds_is_told_and_kept(hall: Conference) -> None:
    take(hall, paper(1), paper(2))
    report = take(hall, paper(1))
    assert report["gone"] == [{"id": "main.2", "label": "Paper 2"}]
    assert set(Lecture.objects.values_list("state", flat=True)) == {"published"}


def test_all_that_only_the_conference_has_are_told(hall: Conference) -> None:
    Lecture.objects.bulk_create(
        Lecture(conference=hall, title=f"Other {number}", title_text=f"Other {number}", position=number)
        for number in range(150)
    )
    take(hall, paper(1))
    report = take(hall, paper(1, title="Another"))
    assert [one["label"] for one in report["only_here"]] == [f"Other {number}" for number in range(150)]


def test_volumes_that_were_not_read_and_items_that_failed_are_not_gone(hall: Conference) -> None:
    demo = paper(7, volume="demo", external_id="demo.7")
    take(hall, paper(1), paper(2), demo)
    failed = Problem("error", "Line 2", "The paper has no title.", "Add a <title>.", item="main.2")
    report = take(hall, paper(1), problems=(failed,))
    assert report["gone"] == []
    assert report["skipped"] == [{"row": "Line 2", "reason": "The paper has no title. Add a <title>."}]


@pytest.mark.parametrize("how", ["DOI", "title"])
def test_a_lecture_made_by_hand_is_found_and_reported(hall: Conference, how: str) -> None:
    lecture = factories.LectureFactory(
        conference=hall,
        title="Paper 1" if how == "title" else "Another title",
        abstract="",
        publication=factories.PublicationFactory(doi="10.1/1") if how == "DOI" else None,
    )
    report = take(hall, paper(1, publication=publication()))
    assert counts(report) == (0, 1, 0)
    assert report["matched"] == [
        {"row": "Line 1", "reason": f"Its id is new here; it was found by its {how}: “Paper 1”."}
    ]
    assert SourceRecord.objects.get().lecture_id == lecture.pk


def test_a_title_is_found_whatever_its_case_accents_and_marks(hall: Conference) -> None:
    factories.LectureFactory(conference=hall, title="$n^2$-Résumés: A Study", abstract="")
    assert counts(take(hall, paper(1, title="n2 resumes – a study"))) == (0, 1, 0)


def test_a_title_that_two_lectures_have_finds_neither(hall: Conference) -> None:
    factories.LectureFactory.create_batch(2, conference=hall, title="Paper 1")
    assert counts(take(hall, paper(1))) == (1, 0, 0)


def test_what_is_gone_is_withdrawn_where_that_is_asked_for(hall: Conference) -> None:
    take(hall, paper(1), paper(2))
    report = take(hall, paper(1))
    assert [one["id"] for one in report["gone"]] == ["main.2"]
    assert list(Lecture.objects.values_list("state", flat=True)) == ["published", "published"]
    take(hall, paper(1), options={"gone": True})
    assert list(Lecture.objects.order_by("position").values_list("state", flat=True)) == [
        "published",
        "withdrawn",
    ]
    back = take(hall, paper(1), paper(2))
    assert back["notes"][-1] == "“Paper 2” is withdrawn here and stays so, though it is in the file."
    assert Lecture.objects.get(title="Paper 2").state == "withdrawn"


def test_the_same_title_in_another_volume_is_another_lecture(hall: Conference) -> None:
    take(hall, paper(1, title="One title"))
    demo = paper(1, title="One title", volume="demo", external_id="demo.1")
    assert counts(take(hall, demo)) == (1, 0, 0)


def test_a_renumbered_paper_is_found_again(hall: Conference) -> None:
    take(hall, paper(1, publication=publication()))
    report = take(hall, paper(1, external_id="main.100", title="New", publication=publication()))
    assert (counts(report), report["gone"]) == ((0, 1, 0), [])
    assert SourceRecord.objects.get().external_id == "main.100"


def test_lectures_of_one_paper_share_its_publication(hall: Conference) -> None:
    take(hall, paper(1, publication=publication()))
    annex = factories.ConferenceFactory()
    take(annex, paper(1, publication=publication()))
    assert (Publication.objects.count(), Lecture.objects.count()) == (1, 2)


def test_one_id_in_two_volumes_is_two_lectures(hall: Conference) -> None:
    report = take(hall, paper(12, external_id="12"), paper(12, external_id="12", volume="demo", title="Demo"))
    assert counts(report) == (2, 0, 0)


def test_volumes_stand_one_behind_the_other_also_when_they_come_apart(hall: Conference) -> None:
    demos = [paper(n, external_id=f"demo.{n}", title=f"Demo {n}", volume="demo") for n in (1, 2)]
    take(hall, paper(1), paper(2))
    take(hall, *demos)
    take(hall, paper(1), paper(2), paper(3), *demos)
    titles = list(Lecture.objects.in_program_order().values_list("title", flat=True))
    assert titles == ["Paper 1", "Paper 2", "Paper 3", "Demo 1", "Demo 2"]


def test_drafts_import_too() -> None:
    draft = factories.ConferenceFactory(state=Conference.State.DRAFT)
    assert counts(take(draft, paper(1))) == (1, 0, 0)


def test_a_preview_writes_nothing_and_says_the_same() -> None:
    hall = factories.ConferenceFactory()
    content = b'<collection id="2031.expo"><volume id="main"><paper id="1"><title>A title</title></paper></volume></collection>'
    given: dict[str, Any] = {"conference": hall, "importer": ANTHOLOGY, "content": content}
    preview = preview_import(options={}, **given)
    assert (Lecture.objects.count(), SourceRecord.objects.count(), ImportRun.objects.count()) == (0, 0, 0)
    run = start_import(filename="f.xml", actor=None, **given)
    confirm_import(run=run, actor=None)
    assert apply_import(run=run, importer=ANTHOLOGY).report == preview
    assert counts(preview) == (1, 0, 0)


def test_a_run_is_applied_once() -> None:
    hall = factories.ConferenceFactory()
    content = b'<collection id="2031.expo"><volume id="main"/></collection>'
    run = start_import(conference=hall, importer=ANTHOLOGY, filename="f", content=content, actor=None)
    confirm_import(run=run, actor=None)
    apply_import(run=run, importer=ANTHOLOGY)
    with pytest.raises(ValidationError, match="imported already"):
        apply_import(run=run, importer=ANTHOLOGY)


def test_material_uploaded_here_is_no_business_of_a_source(hall: Conference) -> None:
    take(hall, paper(1, materials=(PDF,)))
    Material.objects.create(lecture=the_lecture(), kind="slides", file="materials/1/x", filename="x.pdf")
    take(hall, paper(1, materials=()))
    assert list(the_lecture().materials.values_list("kind", flat=True)) == ["slides"]


def test_the_number_of_queries_does_not_grow(
    hall: Conference, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "refresh", list)  # has a test of its own
    monkeypatch.setattr(progress, "EVERY", math.inf)  # each phase is told once, however slow the machine is
    take(hall, paper(100))
    for count in (1, 3):
        fresh = [_rich(count * 10 + number) for number in range(count)]
        with django_assert_num_queries(QUERIES):
            take(hall, paper(100), *fresh)


def test_after_many_rows_the_database_knows_how_many_there_are(hall: Conference) -> None:
    take(hall, *(paper(number) for number in range(1, MANY + 1)))
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'conference_lecture'::regclass")
        assert cursor.fetchone() == (Lecture.objects.count(),)


def _rich(number: int) -> LectureRecord:
    behind = publication(doi=f"10.1/{number}", bibkey=f"key-{number}")
    return paper(number, publication=behind, materials=(PDF,), keywords=(f"k{number}",))

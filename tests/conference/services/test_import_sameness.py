"""What is no difference between a file and what stands here, and what files have no say in."""

from dataclasses import replace

import pytest

from conference.importers.records import LectureRecord, MaterialRecord
from conference.models import Conference, Lecture, Material, Session, Track
from tests import factories
from tests.conference.services.program_files import (
    ABSTRACT,
    author,
    changed_fields,
    counts,
    paper,
    publication,
    session,
    take,
)

pytestmark = pytest.mark.django_db
VIDEO = MaterialRecord("video", "https://papers.example/1.mp4")


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(slug="hall-2025")


def test_line_ends_of_a_browser_are_no_edit(hall: Conference) -> None:
    take(hall, paper(1, abstract=f"{ABSTRACT}\n\nMore."))
    Lecture.objects.update(abstract=f"{ABSTRACT}\r\n\r\nMore.")
    report = take(hall, paper(1, abstract="Another text of some length."))
    assert [field for field, _old, _new in changed_fields(report)] == ["abstract"]
    assert report["conflicts"] == []


def test_an_address_that_no_reader_takes_is_no_difference(hall: Conference) -> None:
    take(hall, paper(1, abstract="Write to us."), source="a")
    Lecture.objects.update(abstract="Write to ana@example.org us.")
    report = take(hall, paper(1, abstract="Write to  us."), source="b")
    assert (counts(report), report["conflicts"]) == ((0, 0, 1), [])


def test_an_affiliation_that_a_source_does_not_give_is_no_other_one(hall: Conference) -> None:
    take(hall, paper(1, authors=(author("Ana Velo", affiliation="Lareva"),)), source="a")
    report = take(hall, paper(1), source="b")
    assert (counts(report), report["conflicts"]) == ((0, 0, 1), [])
    other = take(hall, paper(1, authors=(author("Ana Velo", affiliation="Graz"),)), source="c")
    assert [field for field, _old, _new in changed_fields(other, "conflicts")] == ["authors"]


def test_a_link_that_was_withheld_is_neither_brought_again_nor_taken_away(hall: Conference) -> None:
    take(hall, paper(1, materials=(VIDEO,)), source="a")
    Material.objects.update(state="withheld")
    for source, links in (("a", ()), ("b", (VIDEO,)), ("b", (replace(VIDEO, title="Take 2"),))):
        assert counts(take(hall, paper(1, materials=links), source=source)) == (0, 0, 1)
    assert [(one.url, one.state) for one in Material.objects.all()] == [(VIDEO.url, "withheld")]


def titled(title: str) -> LectureRecord:
    return paper(1, title=title, publication=publication(title=title))


def test_a_paper_s_title_that_only_follows_changes_with_the_lecture_s(hall: Conference) -> None:
    implied = frozenset({"publication_title"})
    take(hall, titled("Old"), implied=implied)
    assert changed_fields(take(hall, titled("New"), implied=implied)) == [
        ("title", "Old", "New"),
        ("publication_title", "Old", "New"),
    ]
    Lecture.objects.update(title="By hand")
    repeated = take(hall, titled("By hand"), implied=implied)
    assert (counts(repeated), repeated["conflicts"]) == ((0, 0, 1), [])


def test_a_track_is_known_by_its_name(hall: Conference) -> None:
    factories.TrackFactory(conference=hall, name="Machine Learning", slug="ml")
    take(hall, paper(1, track="machine learning"), paper(2, track="言語処理"), paper(3, track="言語処理 "))
    assert list(Track.objects.order_by("slug").values_list("name", "slug")) == [
        ("Machine Learning", "ml"),
        ("言語処理", "track-691bfee3"),
    ]
    assert [one.track.name if one.track else "" for one in Lecture.objects.order_by("position")] == [
        "Machine Learning", "言語処理", "言語処理"
    ]  # fmt: skip


def test_a_conflict_about_a_session_may_be_theirs(hall: Conference) -> None:
    take(hall, sessions=(session("Talks", room="A"),))
    Session.objects.update(room="B")
    other = (session("Talks", room="C"),)
    report = take(hall, sessions=other, options={"theirs": ["session||talks|room"]})
    assert (changed_fields(report), Session.objects.get().room) == ([("room", "B", "C")], "C")


def test_a_state_that_a_source_says_is_that_of_the_lecture(hall: Conference) -> None:
    take(hall, paper(1, state="draft", access="organizers"), paper(2))
    assert list(Lecture.objects.order_by("position").values_list("state", "access")) == [
        ("draft", "organizers"),
        ("published", ""),
    ]
    report = take(hall, paper(1, state="published", access="organizers"), paper(2))
    assert changed_fields(report) == [("state", "draft", "published")]
    assert Lecture.objects.filter(state="published").count() == 2

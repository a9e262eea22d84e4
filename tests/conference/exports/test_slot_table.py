"""A table of sessions and places goes out and comes back as it was."""

import pytest

from conference.models import Conference, Session, Slot
from tests import factories
from tests.conference.exports.programs import (
    effect,
    exported,
    imported,
    lectures_of,
    rich,
    scheduled,
    sessions_of,
    slot,
)

pytestmark = pytest.mark.django_db
FORMATS = ["slots-csv", "slots-xlsx"]


@pytest.fixture
def hall() -> Conference:
    conference: Conference = factories.ConferenceFactory(slug="hall-2025", time_zone="Asia/Tokyo")
    rich(conference)
    scheduled(conference)
    return conference


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_exported_comes_back_and_does_nothing(hall: Conference, name: str) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Session, Slot)]
    for _time in range(2):
        report = imported(hall, exported(hall, name))
        assert (report["source"], report["read"], effect(report)) == ("posterhall:slots", 10, {})
        assert report["sessions"] == {"read": 4, "created": 0, "changed": 0, "unchanged": 4}
    assert [list(model.objects.order_by("pk").values()) for model in (Session, Slot)] == before


@pytest.mark.parametrize("name", FORMATS)
def test_a_conference_that_has_the_lectures_gets_the_same_program(hall: Conference, name: str) -> None:
    copy = factories.ConferenceFactory(time_zone="UTC")
    imported(copy, exported(hall, "lectures-csv"))
    report = imported(copy, exported(hall, name))
    assert (report["created"], report["sessions"]["created"], report["skipped"]) == (0, 4, [])
    assert (sessions_of(copy), lectures_of(copy)) == (sessions_of(hall), lectures_of(hall))
    for again in (exported(hall, name), exported(copy, name), exported(copy, "lectures-csv")):
        assert effect(imported(copy, again)) == {}


def test_without_the_lectures_there_are_sessions_alone(hall: Conference) -> None:
    copy = factories.ConferenceFactory()
    report = imported(copy, exported(hall, "slots-csv"))
    assert (report["created"], len(report["skipped"])) == (0, 6)
    assert report["skipped"][0]["reason"].endswith(
        "Import the file that gives the lectures their titles first."
    )
    assert Session.objects.filter(conference=copy).count() == 4


def test_a_moved_place_is_told_as_it_would_be_of_any_source(hall: Conference) -> None:
    imported(hall, exported(hall, "slots-csv"))
    moved = exported(hall, "slots-csv").replace(b",12,Mira", b",99,Mira", 1)
    assert moved != exported(hall, "slots-csv")
    changes = imported(hall, moved)["changes"]
    assert [(one["old"], one["new"]) for item in changes for one in item["fields"]] == [("12", "99")]


def test_a_lecture_that_stands_twice_in_one_session_is_told(hall: Conference) -> None:
    posters = Session.objects.get(conference=hall, room="Hall X")
    lecture = posters.slots.get(board="12").lecture
    slot(posters, lecture, board="14", position=9)
    report = imported(hall, exported(hall, "slots-csv"))
    assert effect(report) == {}
    assert [one["reason"] for one in report["warnings"]] == [
        "This stands twice in its session; the last place holds."
    ]

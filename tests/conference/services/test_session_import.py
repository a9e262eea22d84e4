"""Sessions, places in them and welcome messages that come with a program."""

from datetime import datetime
from typing import Any

import pytest

from conference.importers.records import MaterialRecord, MessageRecord, SlotRecord
from conference.models import Conference, Lecture, Session, Slot, WelcomeMessage
from tests import factories
from tests.conference.services.program_files import changed_fields, counts, paper, session, take

pytestmark = pytest.mark.django_db

NO_CHANGE = {"created": 0, "changed": 0, "unchanged": 1, "read": 1}


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(slug="hall-2031", time_zone="Asia/Singapore")


def in_session(number: int, name: str = "posters", **values: Any) -> Any:
    return paper(number, slots=(SlotRecord(name, **values),))


def boards(hall: Conference) -> list[tuple[str, str]]:
    slots = Slot.objects.filter(conference=hall, lecture__isnull=False).order_by("lecture__position")
    return list(slots.values_list("lecture__title", "board"))


def test_sessions_come_in_and_times_without_zone_are_the_conference_s(hall: Conference) -> None:
    talk = in_session(1, starts_at=datetime.fromisoformat("2031-07-28T09:15"), position=2, kind="oral")
    coffee = SlotRecord("", title="Coffee")
    report = take(hall, talk, sessions=(session("Posters", room="Hall B", items=(coffee,)),))
    stored = Session.objects.get()
    assert report["sessions"] == {"read": 1, "created": 1, "changed": 0, "unchanged": 0}
    assert (stored.room, stored.starts_at.isoformat()) == ("Hall B", "2031-07-28T01:00:00+00:00")
    slots = stored.slots.order_by("pk").values_list(
        "title", "lecture__title", "position", "kind", "starts_at"
    )
    assert [(*row[:4], row[4] and row[4].isoformat()) for row in slots] == [
        ("Coffee", None, 0, "", None),
        ("", "Paper 1", 2, "oral", "2031-07-28T01:15:00+00:00"),
    ]


def test_the_same_again_changes_nothing(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters", items=(SlotRecord("", title="Coffee"),)),)}
    take(hall, in_session(1, board="7"), **given)
    report = take(hall, in_session(1, board="7"), **given)
    assert (counts(report), report["sessions"]) == ((0, 0, 1), NO_CHANGE)
    assert Slot.objects.count() == 2


def test_what_the_source_changes_is_taken_and_what_a_hand_changed_is_a_conflict(hall: Conference) -> None:
    take(hall, sessions=(session("Posters", room="A", chair="Ana Velo"),))
    Session.objects.update(chair="Bo Lio")
    report = take(hall, sessions=(session("Posters", room="B", chair="Cy Rito"),))
    assert changed_fields(report) == [("room", "A", "B")]
    assert changed_fields(report, "conflicts") == [("chair", "Bo Lio", "Cy Rito")]
    assert Session.objects.values_list("room", "chair").get() == ("B", "Bo Lio")


def test_two_lectures_change_their_boards(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters"),)}
    take(hall, in_session(1, board="1"), in_session(2, board="2"), **given)
    report = take(hall, in_session(1, board="2"), in_session(2, board="1"), **given)
    assert (boards(hall), report["warnings"]) == ([("Paper 1", "2"), ("Paper 2", "1")], [])


def test_one_board_is_for_one_lecture(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters"),)}
    report = take(hall, in_session(1, board="1"), in_session(2, board="1"), **given)
    assert boards(hall) == [("Paper 1", "1"), ("Paper 2", "")]
    assert report["warnings"] == [
        {
            "row": "Line 2",
            "reason": "Board 1 is taken in its session; “Paper 2” was left without one. Correct the board.",
        }
    ]
    assert counts(take(hall, in_session(1, board="1"), in_session(2, board="1"), **given)) == (0, 0, 2)


def test_a_board_that_a_hand_gave_stays_with_its_lecture(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters"),)}
    take(hall, in_session(1, board="1"), in_session(2), **given)
    Slot.objects.filter(lecture__title="Paper 2").update(board="9")
    report = take(hall, in_session(1, board="9"), in_session(2), **given)
    assert boards(hall) == [("Paper 1", "1"), ("Paper 2", "9")]
    assert [one["row"] for one in report["warnings"]] == ["Line 1"]


def test_a_place_that_the_source_drops_goes(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters"), session("Talks"))}
    take(hall, in_session(1), **given)
    take(hall, in_session(1, "talks"), **given)
    assert list(Slot.objects.values_list("session__name", flat=True)) == ["Talks"]


def test_a_place_that_a_hand_took_away_stays_away(hall: Conference) -> None:
    given: dict[str, Any] = {"sessions": (session("Posters"),)}
    take(hall, in_session(1), **given)
    Slot.objects.all().delete()
    take(hall, in_session(1, board="3"), **given)
    assert Slot.objects.count() == 0


def test_a_session_of_the_same_name_and_start_is_found(hall: Conference) -> None:
    take(hall, sessions=(session("Posters", code="P1"),))
    report = take(hall, source="tsv", sessions=(session("POSTERS", external_id="16510", room="B"),))
    assert report["sessions"]["created"] == 0
    assert Session.objects.values_list("name", "code", "room").get() == ("Posters", "P1", "B")


def test_a_session_that_would_end_before_it_starts_is_left_out_with_its_places(hall: Conference) -> None:
    early = datetime.fromisoformat("2031-07-28T08:00")
    report = take(hall, in_session(1), sessions=(session("Posters", ends_at=early, where="Line 9"),))
    assert report["skipped"] == [
        {
            "row": "Line 9",
            "reason": "The session “Posters” would end before it starts. Correct its times.",
        }
    ]
    assert (counts(report), Session.objects.count(), Slot.objects.count()) == ((1, 0, 0), 0, 0)


def test_a_hand_s_time_and_a_file_s_that_do_not_fit_leave_the_session_as_it_is(hall: Conference) -> None:
    take(hall, sessions=(session("Posters"),))
    Session.objects.update(ends_at=datetime.fromisoformat("2031-07-28T02:00:00Z"))
    report = take(hall, sessions=(session("Posters", starts_at=datetime.fromisoformat("2031-07-28T10:15")),))
    assert len(report["skipped"]) == 1
    assert Session.objects.get().starts_at.isoformat() == "2031-07-28T01:00:00+00:00"


def test_a_place_that_would_end_before_it_starts_has_no_time_of_its_own(hall: Conference) -> None:
    nine, ten = datetime.fromisoformat("2031-07-28T09:00"), datetime.fromisoformat("2031-07-28T10:00")
    report = take(hall, in_session(1, starts_at=ten, ends_at=nine), sessions=(session("Posters"),))
    assert Slot.objects.values_list("starts_at", "ends_at").get() == (None, None)
    assert [one["row"] for one in report["warnings"]] == ["Line 1"]


def test_sources_combine(hall: Conference) -> None:
    """One has the abstracts, the other the sessions; what only one of them has is told."""
    take(hall, paper(1), paper(3), source="anthology:2031.expo")
    schedule: dict[str, Any] = {"sessions": (session("Posters"),), "unsaid": frozenset({"abstract"})}
    report = take(
        hall,
        paper(7, title="PAPER 1", abstract="", slots=(SlotRecord("posters"),)),
        paper(8, abstract=""),
        source="miniconf",
        **schedule,
    )
    assert (counts(report), [one["label"] for one in report["only_here"]]) == ((1, 1, 0), ["Paper 3"])
    assert [one["row"] for one in report["matched"]] == ["Line 7"]
    first = Lecture.objects.get(title="Paper 1")
    assert (first.abstract != "", first.slots.count()) == (True, 1)


def test_what_a_source_only_implies_does_not_contest_what_another_said(hall: Conference) -> None:
    schedule: dict[str, Any] = {"sessions": (session("Posters"),)}
    take(hall, in_session(1, position=4), source="miniconf", **schedule)
    Lecture.objects.update(kind="oral")
    other = paper(
        9, title="Paper 1", kind="poster", track="Findings", slots=(SlotRecord("posters", position=9),)
    )
    implied: dict[str, Any] = {
        "source": "anthology:2031.expo",
        "implied": frozenset({"kind", "track"}),
        **schedule,
    }
    report = take(hall, other, **implied)
    assert (report["conflicts"], counts(report)) == ([], (0, 0, 1))
    lecture = Lecture.objects.get()
    assert (lecture.kind, str(lecture.track), lecture.slots.get().position) == ("oral", "Main conference", 4)
    assert counts(take(hall, other, **implied)) == (0, 0, 1)


def test_a_record_without_a_title_adds_to_the_lecture_of_its_id(hall: Conference) -> None:
    take(hall, paper(1))
    video = (MaterialRecord("video", "https://videos.example/1"),)
    added = {"title": "", "abstract": "", "volume": "", "materials": video, "authors": (), "track": ""}
    unsaid = frozenset({"title", "abstract", "authors", "track", "position"})
    report = take(
        hall,
        paper(9, external_id="main.1", **added),
        paper(10, external_id="main.2", **added),
        source="platform",
        unsaid=unsaid,
    )
    assert counts(report) == (0, 1, 0)
    assert [one["row"] for one in report["skipped"]] == ["Line 10"]
    lecture = Lecture.objects.get()
    assert (lecture.title, [one.kind for one in lecture.materials.all()]) == ("Paper 1", ["video"])


def test_a_welcome_message_comes_changes_and_stays_ours_where_a_hand_wrote(hall: Conference) -> None:
    def said(body: str) -> dict[str, Any]:
        message = MessageRecord("chair", body, signed_by="Ana Velo", role="General Chair")
        return take(hall, messages=(message,))

    assert said("*Welcome*")["messages"]["created"] == 1
    assert said("**Welcome**")["messages"]["changed"] == 1
    assert "<strong>" in WelcomeMessage.objects.get().body_html
    assert said("**Welcome**")["messages"]["unchanged"] == 1
    WelcomeMessage.objects.update(body="Ours")
    assert changed_fields(said("Theirs"), "conflicts") == [("body", "Ours", "Theirs")]
    assert WelcomeMessage.objects.get().body == "Ours"

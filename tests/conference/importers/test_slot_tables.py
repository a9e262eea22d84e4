"""Tables of sessions and places that organizers make themselves."""

from datetime import datetime

import pytest

from conference.importers import lecture_tables, slot_tables
from conference.importers.columns import UnknownColumns
from conference.importers.recognition import recognise
from conference.importers.records import LectureRecord, ProgramReading, SessionRecord, SlotRecord
from tests.conference.importers.workbook_files import workbook

HEADER = "Session,Room,Starts,Ends,Title,Board\n"


def read(text: str, **columns: str) -> ProgramReading:
    return slot_tables.read(text.encode(), columns=columns)


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"2031-05-23T{clock}")


def problems(reading: ProgramReading) -> list[tuple[str, str, str]]:
    return [(one.level, one.where, f"{one.message} {one.mend}".strip()) for one in reading.problems]


def test_titles_are_lectures_where_there_are_no_ids() -> None:
    reading = read(
        f"{HEADER}Talks,Hall 1,2031-05-23 09:00,2031-05-23 09:20,Counting,\n"
        "Talks,Hall 2,2031-05-23 09:20,2031-05-23 09:40,Boards,\n"
        "Posters,,2031-05-23 11:00,2031-05-23 12:00,Counting,7\n"
    )
    assert reading.sessions == (
        SessionRecord("Talks", "Talks", at("09:00"), at("09:40"), room="Hall 1", where="Row 2"),
        SessionRecord("Posters", "Posters", at("11:00"), at("12:00"), where="Row 4"),
    )
    assert reading.records == (
        LectureRecord(
            "title:counting", "", 1, "Counting",
            slots=(SlotRecord("Talks", at("09:00"), at("09:20"), 1), SlotRecord("Posters", None, None, 1, "7")),
            where="Row 2",
        ),
        LectureRecord(
            "title:boards", "", 2, "Boards", slots=(SlotRecord("Talks", at("09:20"), at("09:40"), 2),), where="Row 3"
        ),
    )  # fmt: skip
    assert (reading.source, reading.read, problems(reading)) == ("slots", 3, [])


def test_with_ids_what_has_none_is_an_item() -> None:
    reading = read(
        "Session,Session kind,Start,End,Paper ID,Title,Kind,Order\n"
        "Opening,plenary,2031-05-23T09:00+02:00,2031-05-23T10:00+02:00,,Welcome,,1\n"
        "Opening,,2031-05-23T09:20+02:00,2031-05-23T10:00+02:00,17,Counting,keynote,2\n"
    )
    [session] = reading.sessions
    assert (session.kind, [(item.title, item.position) for item in session.items]) == (
        "plenary",
        [("Welcome", 1)],
    )
    [record] = reading.records
    assert (record.external_id, record.title, record.slots[0].kind) == ("17", "", "keynote")
    assert reading.unsaid >= {"title", "abstract", "authors", "kind", "state"}
    assert "slots" not in reading.unsaid


def test_a_bad_row_harms_no_other() -> None:
    reading = read(
        f"{HEADER},Hall 1,2031-05-23 09:00,2031-05-23 09:20,Nowhere,\n"
        "Talks,Hall 1,tomorrow,2031-05-23 09:20,Counting,\n"
        "Later,Hall 1,2031-05-23 09:00,2031-05-23 08:00,Backwards,\n"
        f"{'L' * 251},,2031-05-23 09:00,2031-05-23 09:30,Long,\n"
        "Good,,2031-05-23 09:00,2031-05-23 09:30,Fine,\n"
        "Good,,2031-05-23 09:00,2031-05-23 09:30,Fine,\n"
    )
    assert [session.name for session in reading.sessions] == ["Good"]
    assert [record.title for record in reading.records] == ["Fine"]
    without_time = (
        "has no beginning and end that can be read; it was left out. Write them as 2031-05-23 09:00."
    )
    assert problems(reading) == [
        ("warning", "Row 2", "The row names no session, and was left out."),
        (
            "warning",
            "Row 3",
            "“tomorrow” is no date and time, and was left out. Write it as 2031-05-23 09:00.",
        ),
        ("error", "Row 3", f"The session “Talks” {without_time}"),
        ("error", "Row 4", f"The session “Later” {without_time}"),
        (
            "error",
            "Row 5",
            f"The name has 251 characters, and no more than 250 fit: “{'L' * 40}…” Shorten it.",
        ),
        ("warning", "Row 7", "This stands twice in its session; the last place holds."),
    ]


def test_columns_may_be_said() -> None:
    text = "Block,von,bis,Vortrag\nTalks,2031-05-23 09:00,2031-05-23 10:00,Counting\n"
    with pytest.raises(UnknownColumns) as refusal:
        read(text)
    assert str(refusal.value) == (
        "Row 1: No column holds this: Session: name. Name the columns “Session”, “Starts” and “Ends”, or say which they are."
    )
    reading = read(text, session="Block", starts="2", ends="bis", title="4")
    assert [(record.title, record.slots) for record in reading.records] == [
        ("Counting", (SlotRecord("Talks", position=1),))
    ]
    look = slot_tables.look(text.encode(), columns={"session": "1"})
    assert (look.header, dict(look.columns)) == (("Block", "von", "bis", "Vortrag"), {"session": "1"})


def test_they_are_told_from_tables_of_lectures() -> None:
    found = {
        header: recognise(f"{header}\n".encode())
        for header in (
            "Session,Starts,Ends,Title",
            "Session name,Session start,Session end,Paper ID",
            "Title,Authors,Session,Start,End",
            "Session,Title",
        )
    }
    assert list(found.values()) == ["slots", "slots", "table", "table"]
    assert (
        recognise(workbook({"Plan": [["Session", "Start", "End", "Title"], ["T", "x", "y", "z"]]})) == "slots"
    )


def test_dates_of_a_workbook_are_read() -> None:
    row = ["Talks", at("09:00"), at("10:00"), "Counting"]
    reading = slot_tables.read(workbook({"Plan": [["Session", "Start", "End", "Title"], row]}))
    assert (reading.sessions[0].starts_at, reading.sessions[0].ends_at) == (at("09:00"), at("10:00"))


def test_an_apostrophe_is_taken_off_in_our_own_files_alone() -> None:
    foreign = lecture_tables.read(b"ID,Title\n1,'-ing forms\n")
    own = lecture_tables.read(b"Posterhall ID,Title\n1,'-ing forms\n2,'quoted'\n3,''=x\n")
    assert [record.title for record in (*foreign.records, *own.records)] == [
        "'-ing forms", "-ing forms", "'quoted'", "'=x"
    ]  # fmt: skip
    assert (foreign.source, own.source) == ("table", "posterhall")

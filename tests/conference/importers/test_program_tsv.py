"""The tables of talks and of posters that ACL conferences make their program with."""

from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from conference.importers import miniconf, program_tsv
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    Problem,
    ProgramReading,
    SessionRecord,
    SlotRecord,
    UnreadableFile,
)
from tests.shared import SHARED, needs_shared

SAMPLES = Path(program_tsv.__file__).parent / "samples"
DATA = SHARED / "data/miniconf"
POSTERS = "Session\tDate\tStart Time\tEnd Time\tPID\tTitle\tAuthor\tCategory\tAssigned Board"
DAY = "2031-05-23"


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"{DAY}T{clock}")


def posters(*rows: str) -> ProgramReading:
    lines = (row.replace("@", f"P1\t{DAY}\t9:00\t10:30") for row in rows)
    return program_tsv.read("\n".join((POSTERS, *lines)).encode())


def said(reading: ProgramReading) -> list[tuple[str, str, str]]:
    return [(problem.level, problem.where, problem.message) for problem in reading.problems]


def test_the_sample_of_talks_reads_without_problems() -> None:
    reading = program_tsv.read((SAMPLES / "program-talks.tsv").read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("miniconf:talks", 2, ())
    assert reading.unsaid == {"abstract", "keywords", "publication", "materials"}
    assert reading.notes == (
        "Columns are separated by: tab.",
        "1 sessions with 2 places were found.",
        "The times name no zone and are taken as the conference’s.",
    )
    assert reading.sessions == (
        SessionRecord(
            external_id="Session 1/Numbers 1",
            name="Numbers 1",
            starts_at=at("09:00"),
            ends_at=at("09:30"),
            kind="oral",
            code="Session 1",
            room="Hall A",
            track="Numbers 1",
            where="Row 2 (7)",
        ),
    )
    assert reading.records[0] == LectureRecord(
        external_id="7",
        volume="",
        position=1,
        title="Counting to $n^2$: A Study of Squares",
        kind="oral",
        track="Numbers 1",
        authors=(AuthorRecord("", "", "Ana Velo"), AuthorRecord("", "", "Lirano")),
        slots=(SlotRecord("Session 1/Numbers 1", at("09:00"), at("09:15"), 1),),
        where="Row 2 (7)",
    )


def test_the_sample_of_posters_reads_without_problems() -> None:
    reading = program_tsv.read((SAMPLES / "program-posters.tsv").read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("miniconf:posters", 2, ())
    assert [(one.external_id, one.name, one.kind, one.room, one.track) for one in reading.sessions] == [
        ("Posters 1", "Posters 1", "poster", "Foyer", "")
    ]
    assert [(one.external_id, one.kind, one.slots) for one in reading.records] == [
        ("Demo-2", "demo", (SlotRecord("Posters 1", position=1, board="B7"),)),
        ("7", "poster", (SlotRecord("Posters 1", position=2, board="B8"),)),
    ]


def test_a_row_that_contradicts_its_session_is_told_and_follows_it() -> None:
    reading = posters("@\t1\tA\tAna\t\t", "@\t2\tB\tAna\t\t", "P1\t2031-05-24\t9:00\t10:30\t3\tC\tAna\t\t")
    assert (reading.sessions[0].starts_at, reading.sessions[0].ends_at) == (at("09:00"), at("10:30"))
    assert reading.records[2].slots == (SlotRecord("P1", position=3),)
    message = "The time 2031-05-24 09:00–10:30 is not within that of the session, 2031-05-23 09:00–10:30, which was taken."
    assert said(reading) == [("warning", "Row 4 (3)", message)]


def test_a_row_without_a_time_follows_its_session() -> None:
    reading = posters("@\t1\tA\tAna\t\t", f"P1\t{DAY}\tsoon\t\t2\tB\tAna\t\t")
    assert reading.records[1].slots == (SlotRecord("P1", position=2),)
    message = "The time 2031-05-23 soon  is not within that of the session, 2031-05-23 09:00–10:30, which was taken."
    assert said(reading) == [("warning", "Row 3 (2)", message)]


def test_a_session_without_any_time_is_left_out_and_its_papers_are_not() -> None:
    reading = posters("P1\tFriday\t9:00\t10:30\t1\tA\tAna\t\t")
    assert (reading.sessions, [one.slots for one in reading.records]) == ((), [()])
    assert reading.problems == (
        Problem(
            "error",
            "Row 2 (1)",
            "No row of the session “P1” has a date and times that can be read; it was left out.",
            "Write them as 2031-05-23, 9:00 and 10:30.",
            "P1",
        ),
    )


def test_a_paper_in_two_sessions_is_one_lecture() -> None:
    reading = posters("@\t1\tA\tAna\tMain-Oral\t", f"P2\t{DAY}\t11:00\t12:30\t1\tA\tAna\tMain-Oral\t")
    assert [(one.external_id, one.kind, one.slots) for one in reading.records] == [
        ("1", "oral", (SlotRecord("P1", position=1), SlotRecord("P2", position=1)))
    ]


def test_what_cannot_be_placed_is_told() -> None:
    reading = posters(
        f"\t{DAY}\t9:00\t10:30\t1\tA\tAna\t\t",
        "@\t2\tB\tAna\t\tB1",
        "@\t3\tC\tAna\t\tB1",
        "@\t3\tC\tAna\t\tB2",
        "@\t\tD\tAna\t\tB3",
        "@\t5\t\tAna\t\tB4",
    )
    assert said(reading) == [
        ("warning", "Row 2 (1)", "The row names no session; the paper has no place in the program yet."),
        ("warning", "Row 4 (3)", "The board B1 is taken in this session; the paper was taken without one."),
        ("warning", "Row 5 (3)", "The paper stands twice in this session; the first place holds."),
        ("error", "Row 6 ()", "It has no id."),
        ("error", "Row 7 (5)", "The paper has no title."),
    ]
    assert [(one.external_id, [slot.board for slot in one.slots]) for one in reading.records] == [
        ("1", []),
        ("2", ["B1"]),
        ("3", [""]),
    ]
    assert reading.read == 5


def test_a_table_with_other_columns_is_refused() -> None:
    with pytest.raises(UnreadableFile) as refusal:
        program_tsv.read(b"PID\tTitle\n1\tA\n")
    assert (refusal.value.where, refusal.value.message) == ("Row 1", "The column “Author” is missing.")


@needs_shared
def test_real_tables_meet_the_real_conference() -> None:
    """The same papers, with the same sessions under the same names, as MiniConf has them."""
    whole = miniconf.read((DATA / "emnlp-2023-conference.json").read_bytes())
    talks, boards = (
        program_tsv.read((DATA / name).read_bytes()) for name in ("oral-papers.tsv", "poster-demo-papers.tsv")
    )
    assert [(one.read, len(one.records), len(one.sessions)) for one in (talks, boards)] == [
        (240, 240, 40),
        (1590, 1590, 21),
    ]
    assert Counter(one.kind for one in boards.records) == {"poster": 1538, "demo": 52}
    assert Counter(len(one.slots) for one in boards.records) == {1: 1587, 0: 3}
    assert [len(one.problems) for one in (talks, boards)] == [6, 8]
    known = {
        one.external_id: (one.title, one.authors, one.kind, [slot.session for slot in one.slots])
        for one in whole.records
    }
    ours = {
        one.external_id: (one.title, one.authors, one.kind, [slot.session for slot in one.slots])
        for one in (*talks.records, *boards.records)
    }
    assert sorted(ours.keys() - known.keys()) == ["2451", "Demo-160", "Demo-169"]
    assert {key: known[key] for key in ours if key in known} == {
        key: ours[key] for key in ours if key in known
    }
    sessions = {(one.external_id, one.name, one.starts_at.replace(tzinfo=None)) for one in whole.sessions}
    assert {
        (one.external_id, one.name, one.starts_at) for one in (*talks.sessions, *boards.sessions)
    } <= sessions

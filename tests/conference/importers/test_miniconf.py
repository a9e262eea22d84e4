"""MiniConf's conference.json and papers.csv."""

import json
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from conference.importers import miniconf, miniconf_csv
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    Problem,
    ProgramReading,
    SessionRecord,
    SlotRecord,
    UnreadableFile,
)
from tests.shared import SHARED, needs_shared

SAMPLES = Path(miniconf.__file__).parent / "samples"
DATA = SHARED / "data/miniconf"
DAY = {"start_time": "2031-05-23T09:00:00+02:00", "end_time": "2031-05-23T10:30:00+02:00"}
START, END = map(datetime.fromisoformat, DAY.values())


def read(papers: dict[str, Any], sessions: dict[str, Any], **others: Any) -> ProgramReading:
    return miniconf.read(json.dumps({"papers": papers, "sessions": sessions, **others}).encode())


def paper(title: str = "T", **others: Any) -> dict[str, Any]:
    return {"title": title, "authors": ["Ana Velo"], "category": "Main-Poster", **others}


def session(*events: dict[str, Any], kind: str = "Paper Sessions", **others: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "events": {str(number): event for number, event in enumerate(events)},
        **DAY,
        **others,
    }


def event(
    *papers: str, room: str = "Hall", track: str = "Numbers", kind: str = "Poster", **others: Any
) -> Any:
    return {"paper_ids": list(papers), "room": room, "track": track, "type": kind, **others}


def said(problems: tuple[Problem, ...]) -> list[tuple[str, str, str]]:
    return [(problem.level, problem.where, problem.message) for problem in problems]


def test_the_sample_reads_without_problems() -> None:
    reading = miniconf.read((SAMPLES / "miniconf.json").read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("miniconf", 4, ())
    assert reading.notes == ("2 papers, 2 other lectures and 5 sessions were found.",)
    assert reading.records[0] == LectureRecord(
        external_id="7",
        volume="",
        position=1,
        title="Counting to $n^2$: A Study of Squares",
        abstract="We count to $n^2$ and show that it takes longer than counting to its root.",
        kind="oral",
        track="Numbers 1",
        authors=(AuthorRecord("", "", "Ana Velo"), AuthorRecord("", "", "Lirano")),
        keywords=("counting", "squares"),
        materials=(MaterialRecord("paper", "https://posters.example/7.pdf"),),
        slots=(SlotRecord("Session 1/Numbers 1", position=1),),
        where="papers › 7",
    )
    assert [(one.external_id, one.kind, one.title, one.position) for one in reading.records[2:]] == [
        ("keynote:keynote", "keynote", "What Posters Want", 3),
        ("tutorial:t1", "tutorial", "Hanging Level", 4),
    ]
    assert reading.records[2].authors == (
        AuthorRecord("", "", "Mara Velino", affiliation="Lareva University"),
    )
    assert reading.records[2].abstract == (
        "They want to be read from two metres away, and to be taken home."
        "\n\nMara Velino has looked at posters for thirty years."
    )


def test_sessions_of_the_sample() -> None:
    sessions = miniconf.read((SAMPLES / "miniconf.json").read_bytes()).sessions
    assert sessions[0] == SessionRecord(
        external_id="Session 1/Numbers 1",
        name="Numbers 1",
        starts_at=START,
        ends_at=END,
        kind="oral",
        code="Session 1",
        room="Hall A",
        chair="Lena Toro",
        track="Numbers 1",
        live_url="https://live.example/hall-a",
        where="sessions › Session 1",
    )
    assert [(one.external_id, one.name, one.code, one.kind) for one in sessions[1:]] == [
        ("Session 1/Demo", "Demo", "Session 1", "demo"),
        ("keynote", "Plenary: What Posters Want", "", "plenary"),
        ("t1", "Hanging Level", "T01", "tutorial"),
        ("Coffee 1", "Coffee", "", "break"),
    ]


def test_tracks_in_one_room_are_one_session() -> None:
    reading = read(
        {"1": paper(), "2": paper("U")}, {"P1": session(event("1"), event("2", track="Words"), event("gone"))}
    )
    assert [(one.external_id, one.name, one.room, one.track) for one in reading.sessions] == [
        ("P1", "P1", "Hall", "")
    ]
    assert [one.slots for one in reading.records] == [
        (SlotRecord("P1", position=1),),
        (SlotRecord("P1", position=2),),
    ]
    assert said(reading.problems) == [
        ("warning", "sessions › P1", "The session has the paper gone, which the file does not hold.")
    ]


def test_rooms_with_one_track_are_told_apart_by_the_room() -> None:
    sessions = read({}, {"S": session(event(room="East"), event(room="West"))}).sessions
    assert [(one.external_id, one.name) for one in sessions] == [
        ("S/East", "S (East)"),
        ("S/West", "S (West)"),
    ]


def test_chairs_are_names_without_addresses() -> None:
    chairs = [
        "Lena Toro; lena@example.org",
        {"first_name": "Ana", "last_name": "Velo", "email": "a@example.org"},
    ]
    [one] = read({}, {"S": session(event(chairs=chairs))}).sessions
    assert one.chair == "Lena Toro, Ana Velo"


def test_an_event_has_its_own_time_within_its_session_only() -> None:
    inside = {"start_time": "2031-05-23T09:00:00+02:00", "end_time": "2031-05-23T09:30:00+02:00"}
    outside = {"start_time": "2031-05-24T09:00:00+02:00", "end_time": "2031-05-24T10:30:00+02:00"}
    reading = read(
        {"1": paper(), "2": paper("U")},
        {"S": session(event("1", **inside), event("2", track="B", **outside))},
    )
    half = datetime.fromisoformat(inside["end_time"])
    assert [one.slots[0] for one in reading.records] == [
        SlotRecord("S", START, half, 1),
        SlotRecord("S", None, None, 2),
    ]
    message = "“B” has the time 2031-05-24 09:00–10:30, outside its session’s 2031-05-23 09:00–10:30, which was taken."
    assert said(reading.problems) == [("warning", "sessions › S", message)]


def test_a_talk_among_posters_is_a_poster_there_and_a_demo_stays_one() -> None:
    papers = {
        "1": paper(category="Main-Oral"),
        "2": paper("U", category="Demo"),
        "3": paper("V", category=""),
    }
    records = read(papers, {"S": session(event("1", "2", "3"))}).records
    assert [(one.kind, one.slots[0].kind) for one in records] == [
        ("oral", "poster"),
        ("demo", ""),
        ("poster", ""),
    ]


def test_one_lecture_may_be_in_two_sessions_and_twice_in_none() -> None:
    sessions = {"A": session(event("1", "1")), "B": session(event("1", room="West"))}
    reading = read({"1": paper()}, sessions)
    assert reading.records[0].slots == (SlotRecord("A", position=1), SlotRecord("B", position=1))
    message = "The paper 1 stands twice in this session; the first place holds."
    assert said(reading.problems) == [("warning", "sessions › A", message)]


@pytest.mark.parametrize("times", [{"start_time": None}, {"end_time": "2031-05-23T09:00:00+02:00"}])
def test_a_session_without_a_span_is_left_out(times: dict[str, Any]) -> None:
    reading = read({"1": paper()}, {"S": session(event("1"), **times)})
    assert (reading.sessions, reading.records[0].slots) == ((), ())
    assert reading.problems == (
        Problem(
            "error",
            "sessions › S",
            "The session has no start and end, or ends before it starts; it was left out.",
            "Give it both, as 2031-05-23T09:00:00+02:00.",
            "S",
        ),
    )


def test_times_without_a_zone_stay_so_and_it_is_said() -> None:
    naive = {name: value.removesuffix("+02:00") for name, value in DAY.items()}
    reading = read({}, {"S": session(**naive)})
    assert reading.sessions[0].starts_at == START.replace(tzinfo=None)
    assert reading.notes[1] == "The times of 1 sessions name no zone and are taken as the conference’s."


def test_a_bad_paper_harms_no_other() -> None:
    reading = read({"1": {"authors": []}, "2": [], "3": paper("x" * 1001), "4": paper()}, {})
    assert [one.external_id for one in reading.records] == ["4"]
    assert [(problem.item, problem.message) for problem in reading.problems] == [
        ("1", "The paper has no title."),
        ("2", "This is no paper, but a value of another type."),
        ("3", f"The title has 1001 characters, and no more than 1000 fit: “{'x' * 40}…”"),
    ]
    assert reading.read == 4


def test_a_workshop_of_two_days_is_one_lecture() -> None:
    names = {"display_name": "W2: Counting", "type": "Workshops"}
    sessions = {
        key: session(**names, workshop_events={key: {"id": key, "room": "Hall"}}, kind="Workshops")
        for key in ("A", "A-2")
    }
    workshop = {
        "committee": [{"full_name": "Ana Velo; Lena Toro"}, {"full_name": "TBD"}],
        "description": "TBD",
    }
    reading = read({}, sessions, workshops={"A": {"id": "A", **workshop}, "A-2": {"id": "A-2", **workshop}})
    assert [
        (one.title, one.abstract, [author.name for author in one.authors]) for one in reading.records
    ] == [("Counting", "", ["Ana Velo", "Lena Toro"])]
    assert reading.records[0].slots == (SlotRecord("A"), SlotRecord("A-2"))
    assert (reading.records[0].external_id, reading.records[0].position) == ("workshop:A", 1)


def test_a_plenary_without_a_speaker_is_a_session_alone() -> None:
    opening = {
        "opening": {"title": "Plenary: Opening", "track": "Plenary", "bio": "TBD", "presenter": "Chairs"}
    }
    reading = read({}, {"opening": session(kind="Plenary Sessions")}, plenaries=opening)
    assert (reading.records, [one.kind for one in reading.sessions]) == ((), ["plenary"])


def test_a_link_that_is_none_is_left_out() -> None:
    reading = read({"1": paper(paper_pdf="javascript:alert(1)", slides_pdf="null")}, {})
    assert reading.records[0].materials == ()
    assert said(reading.problems) == [
        ("warning", "papers › 1", "The link “javascript:alert(1)” is no web address and was left out.")
    ]


@pytest.mark.parametrize("text", ["{}", '{"papers": [], "sessions": {}}', '{"papers": {}}'])
def test_another_json_file_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match=r"^This is no conference\.json of MiniConf"):
        miniconf.read(text.encode())


@needs_shared
def test_a_real_conference() -> None:
    reading = miniconf.read((DATA / "emnlp-2023-conference.json").read_bytes())
    assert (reading.read, len(reading.records), len(reading.sessions)) == (1856, 1856, 127)
    assert Counter(one.kind for one in reading.records) == {
        "poster": 1537,
        "oral": 240,
        "demo": 50,
        "workshop": 20,
        "tutorial": 6,
        "keynote": 3,
    }
    assert Counter(one.kind for one in reading.sessions) == {
        "oral": 40,
        "workshop": 23,
        "poster": 21,
        "social": 17,
        "break": 13,
        "plenary": 7,
        "tutorial": 6,
    }
    assert Counter(len(one.slots) for one in reading.records) == {1: 1853, 2: 3}
    assert [problem.where for problem in reading.problems] == [
        "papers › 3070",
        "sessions › Poster_Demo_Industry_Findings In-person 5",
        "sessions › Poster_Demo_Industry_Findings In-person 7",
    ]


def test_the_sample_of_papers_reads_without_problems() -> None:
    reading = miniconf_csv.read((SAMPLES / "miniconf-papers.csv").read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("miniconf:papers", 2, ())
    assert reading.notes == (
        "Columns are separated by: comma.",
        "1 papers name sessions, which this file gives no times; they were not read.",
    )
    assert reading.unsaid == {"kind", "track", "publication", "materials", "slots"}
    assert reading.records[1] == LectureRecord(
        external_id="8",
        volume="",
        position=2,
        title="A Machine that Hangs Posters",
        abstract="The machine takes a rolled poster and finds its board by number.\n\nIt hangs it level, within a minute.",
        authors=(AuthorRecord("", "", "Cara Boma"),),
        where="Row 3 (8)",
    )
    assert [one.name for one in reading.records[0].authors] == ["Ana Velo", "Lirano"]
    assert reading.records[0].keywords == ("counting", "squares")


def test_rows_that_cannot_be_taken_are_told() -> None:
    reading = miniconf_csv.read(b"UID,title,authors,stars\n1,A,Ana\n,B,Ana,5\n1,C,Ana,5\n4,,Ana,5\n5,E,,5\n")
    assert [(one.external_id, one.title) for one in reading.records] == [("1", "A"), ("5", "E")]
    assert said(reading.problems) == [
        ("warning", "Row 2", "The row has 3 cells instead of 4; the missing ones were taken as empty."),
        ("error", "Row 3 ()", "It has no id."),
        ("error", "Row 4 (1)", "The same id as the lecture at Row 2 (1); this one was left out."),
        ("error", "Row 5 (4)", "The paper has no title."),
    ]
    assert reading.notes[1] == "Columns that are not read: stars."
    assert reading.unsaid == {"kind", "track", "publication", "materials", "slots", "abstract", "keywords"}


def test_a_table_with_other_columns_is_refused() -> None:
    with pytest.raises(UnreadableFile) as refusal:
        miniconf_csv.read(b"id,title,authors\n1,A,Ana\n")
    assert (refusal.value.where, refusal.value.message) == ("Row 1", "The column “UID” is missing.")


@needs_shared
def test_real_papers_keep_the_line_ends_in_their_cells() -> None:
    reading = miniconf_csv.read((DATA / "mini-conf-papers.csv").read_bytes())
    assert (reading.read, len(reading.records)) == (687, 687)
    assert sum("\n" in one.abstract for one in reading.records) == 96
    assert not any("\r" in one.abstract for one in reading.records)
    assert [problem.level for problem in reading.problems] == ["warning"] * 4

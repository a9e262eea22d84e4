"""Schedules of pretalx, frab and their kin, as JSON and as XML."""

import json
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from conference.importers import frab
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

SAMPLES = Path(frab.__file__).parent / "samples"
DAY = "2031-05-23"


def at(clock: str, zone: str = "+02:00") -> datetime:
    return datetime.fromisoformat(f"{DAY}T{clock}{zone}")


def event(guid: str = "g1", *, clock: str = "09:00", **others: Any) -> dict[str, Any]:
    return {
        "guid": guid,
        "title": "T",
        "type": "Talk",
        "date": f"{DAY}T{clock}:00+02:00",
        "duration": "00:30",
        "persons": [{"public_name": "Ana Velo"}],
    } | others


def read(*events: object, **rooms: list[object]) -> ProgramReading:
    days = [{"date": DAY, "rooms": {"Hall": list(events)} | rooms}]
    return frab.read(json.dumps({"schedule": {"conference": {"days": days}}}).encode())


def said(reading: ProgramReading) -> list[tuple[str, str, str]]:
    return [(problem.level, problem.where, problem.message) for problem in reading.problems]


def test_the_samples_say_the_same_in_both_forms() -> None:
    as_json, as_xml = (frab.read((SAMPLES / name).read_bytes()) for name in ("schedule.json", "schedule.xml"))
    for reading, where in ((as_json, f"{DAY} › Hall A › 1"), (as_xml, "Line 12")):
        assert (reading.source, reading.read, reading.problems) == ("frab", 1, ())
        assert reading.notes == ("2 events in 1 sessions were found: one session for each room and day.",)
        assert reading.unsaid == {"keywords", "publication"}
        assert reading.records == (
            LectureRecord(
                external_id="6f0a8a6e-3b53-5d0e-9a53-0c5a4d6e9a01",
                volume="",
                position=1,
                title="Counting to Squares",
                abstract="We count to the square of a number.\n\nIt takes longer than counting to its root.",
                kind="oral",
                track="Numbers",
                authors=(
                    AuthorRecord("", "", "Ana Velo", external_id="ANAVEL"),
                    AuthorRecord("", "", "Lirano", external_id="LIRANO"),
                ),
                materials=(MaterialRecord("slides", "https://posters.example/media/squares.pdf", "Slides"),),
                slots=(SlotRecord(f"{DAY}/Hall A", at("09:00"), at("09:30"), 1),),
                where=where,
            ),
        )
        assert reading.sessions == (
            SessionRecord(
                external_id=f"{DAY}/Hall A",
                name="Hall A",
                starts_at=at("09:00"),
                ends_at=at("10:00"),
                room="Hall A",
                track="Numbers",
                items=(SlotRecord(f"{DAY}/Hall A", at("09:30"), at("10:00"), 2, title="Coffee"),),
                where=where,
            ),
        )


def test_a_talk_in_two_places_is_one_lecture_with_two_slots() -> None:
    reading = read(event("g2", id=79, clock="11:00"), Foyer=[event("g1", id=79)])
    assert [(one.external_id, one.slots) for one in reading.records] == [
        (
            "g1",
            (
                SlotRecord(f"{DAY}/Hall", at("11:00"), at("11:30"), 1),
                SlotRecord(f"{DAY}/Foyer", at("09:00"), at("09:30"), 1),
            ),
        )
    ]
    assert reading.problems == ()


def test_one_number_for_two_talks_leaves_two_lectures() -> None:
    reading = read(event("g1", id=79), event("g2", id=79, title="U", clock="10:00"))
    assert [(one.external_id, one.title) for one in reading.records] == [("g1", "T"), ("g2", "U")]


def test_one_guid_for_two_talks_is_refused() -> None:
    reading = read(event("g1"), event("g1", title="U", clock="10:00"))
    assert [one.title for one in reading.records] == ["T"]
    message = f"The same id as the lecture at {DAY} › Hall › 1; this one was left out."
    assert said(reading) == [("error", f"{DAY} › Hall › 2", message)]


def test_a_talk_twice_in_a_room_on_a_day_keeps_its_first_place() -> None:
    reading = read(event("g1", id=1), event("g2", id=1, clock="11:00"))
    assert reading.records[0].slots == (SlotRecord(f"{DAY}/Hall", at("09:00"), at("09:30"), 1),)
    message = "The talk stands twice in this room on this day; the first place was taken."
    assert said(reading) == [("warning", f"{DAY} › Hall › 2", message)]


def test_a_wish_not_to_be_recorded_is_told() -> None:
    reading = read(event(do_not_record=True))
    assert reading.problems == (
        Problem(
            "warning",
            f"{DAY} › Hall › 1",
            "The presenters do not want to be recorded.",
            "Withhold a video of it.",
        ),
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"title": ""}, "The event has no title."),
        ({"date": "soon"}, "The event has no start and duration that can be read."),
        ({"duration": "00:00"}, "The event has no start and duration that can be read."),
    ],
)
def test_a_bad_event_harms_no_other(wrong: dict[str, Any], message: str) -> None:
    reading = read(event(**wrong), "no event", event("g2"))
    assert [one.external_id for one in reading.records] == ["g2"]
    assert said(reading) == [
        ("error", f"{DAY} › Hall › 1", message),
        ("error", f"{DAY} › Hall › 2", "This is no event, but a value of another type."),
    ]
    assert reading.problems[0].item == "g1"
    assert reading.read == 3


def test_times_without_a_zone_stay_so_and_it_is_said() -> None:
    reading = read(event(date="", start="09:00"))
    assert reading.records[0].slots[0].starts_at == at("09:00", "")
    assert reading.sessions[0].starts_at == at("09:00", "")
    assert reading.notes[1] == "The times of 1 events name no zone and are taken as the conference’s."


def test_an_end_goes_before_a_duration_and_a_subtitle_behind_the_title() -> None:
    [record] = read(event(end=f"{DAY}T10:00:00+02:00", subtitle="S")).records
    assert (record.title, record.slots[0].ends_at) == ("T: S", at("10:00"))


def test_types_without_a_kind_are_listed() -> None:
    reading = read(event(type="Assembly"))
    assert reading.records[0].kind is None
    assert reading.notes[1] == "Types that are no kind of lecture here: Assembly."


def test_addresses_and_numbers_of_persons_are_not_taken() -> None:
    person = {"id": 26, "public_name": "Ana Velo", "email": "ana@example.org"}
    [record] = read(event(persons=[person])).records
    assert record.authors == (AuthorRecord("", "", "Ana Velo"),)


@pytest.mark.parametrize("text", ['{"schedule": {}}', "{}", '{"schedule": {"conference": {"days": 3}}}'])
def test_another_json_file_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match=r"^This is no schedule\.json"):
        frab.read(text.encode())


def test_another_xml_file_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="outermost element is <collection>, not <schedule>"):
        frab.read(b"<collection/>")


def test_an_opt_out_in_xml_and_a_video() -> None:
    sample = (SAMPLES / "schedule.xml").read_text()
    changed = sample.replace("<optout>false</optout>", "<optout>true</optout><url>https://v.example/1</url>")
    reading = frab.read(changed.encode())
    assert [problem.message for problem in reading.problems] == ["The presenters do not want to be recorded."]
    assert reading.records[0].materials[1] == MaterialRecord("video", "https://v.example/1")


@needs_shared
def test_a_real_schedule() -> None:
    reading = frab.read((SHARED / "data/frab/pretalx-democon.json").read_bytes())
    assert (reading.read, len(reading.records), len(reading.sessions)) == (36, 36, 6)
    assert Counter(one.kind for one in reading.records) == {"oral": 27, "workshop": 9}
    assert Counter(problem.message for problem in reading.problems) == {
        "The presenters do not want to be recorded.": 2
    }

"""The workbook of a virtual platform."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from conference.importers import virtual_platform
from conference.importers.columns import UnknownColumns
from conference.importers.records import (
    LectureRecord,
    MaterialRecord,
    Problem,
    ProgramReading,
    SessionRecord,
    UnreadableFile,
)
from tests.conference.importers.workbook_files import workbook

SAMPLE = Path(virtual_platform.__file__).parent / "samples/virtual-platform.xlsx"
NAMES = [
    "ID",
    "Paper number",
    "Video file link",
    "Poster URL",
    "Poster document URL",
    "Slideshow URL",
    "Frontend URI",
]
PLACES = ["ID", "Name", "Description", "Type", "Room", "Track", "Start", "End"]
TIMES = ("July 10, 2031 13:30", "July 10, 2031 15:00")


def read(lectures: Iterable[Any] = (), sessions: Iterable[Any] = ()) -> ProgramReading:
    sheets = {
        "Lectures": [NAMES, *lectures],
        "Tracks": [["ID", "Name"], [501, "Boards"]],
        "Event Sessions": [PLACES, *sessions],
    }
    return virtual_platform.read(workbook(sheets))


def session(number: int | None, name: str | None, *times: object, track: str = "") -> list[Any]:
    return [number, name, None, None, None, track, *(times or TIMES)]


def test_the_sample_reads_without_problems() -> None:
    reading = virtual_platform.read(SAMPLE.read_bytes())
    assert (reading.source, reading.read, reading.problems) == ("virtual-platform", 5, ())
    assert reading.records == (
        LectureRecord(
            external_id="12",
            volume="",
            position=1,
            title="",
            materials=(
                MaterialRecord("video", "https://videos.example.org/70001.mp4"),
                MaterialRecord("poster", "https://platform.example.org/70001.pdf"),
                MaterialRecord(
                    "supplement", "https://platform.example.org/lecture/70001", title="Virtual platform"
                ),
            ),
            where="Sheet “Lectures”, row 2",
        ),
        LectureRecord(
            external_id="13",
            volume="",
            position=2,
            title="",
            materials=(
                MaterialRecord("slides", "https://platform.example.org/70002-slides.pdf"),
                MaterialRecord(
                    "supplement", "https://platform.example.org/lecture/70002", title="Virtual platform"
                ),
            ),
            where="Sheet “Lectures”, row 3",
        ),
    )
    assert reading.sessions == (
        SessionRecord(
            external_id="9001",
            name="Poster Session 1",
            starts_at=datetime(2031, 7, 14, 13, 30, tzinfo=UTC),
            ends_at=datetime(2031, 7, 14, 15, tzinfo=UTC),
            kind="poster",
            track="Main conference",
            where="Sheet “Event Sessions”, row 2",
        ),
        SessionRecord(
            external_id="9002",
            name="Welcome Reception",
            starts_at=datetime(2031, 7, 14, 18, tzinfo=UTC),
            ends_at=datetime(2031, 7, 14, 21, tzinfo=UTC),
            kind="social",
            track="Social",
            where="Sheet “Event Sessions”, row 3",
        ),
    )
    assert reading.notes == (
        "Columns not used: ID, Title.",
        "1 lectures have no paper number and were left out.",
        "Times of sessions were taken as UTC; their descriptions were left out.",
    )


def test_it_speaks_of_links_alone() -> None:
    assert set(LectureRecord.__slots__) - read().unsaid == {"external_id", "volume", "materials", "where"}


def test_the_picture_of_a_poster_stands_in_for_its_document() -> None:
    reading = read([[1, 7, None, "https://a.example/7.png", None, None, None]])
    assert reading.records[0].materials == (MaterialRecord("poster", "https://a.example/7.png"),)


def test_a_link_that_is_none_and_a_number_twice_are_told() -> None:
    reading = read([[1, 7, "lost", None, None, None, None], [2, 7, None, None, None, None, None]])
    assert [(one.external_id, one.materials) for one in reading.records] == [("7", ())]
    assert reading.problems == (
        Problem("warning", "Sheet “Lectures”, row 2", "The link “lost” is no web address and was left out."),
        Problem(
            "error",
            "Sheet “Lectures”, row 3",
            "The same id as the lecture at Sheet “Lectures”, row 2; this one was left out.",
            "Give each lecture its own id.",
        ),
    )


def test_times_may_be_cells_of_that_type() -> None:
    starts, ends = datetime(2031, 7, 10, 13, 30), datetime(2031, 7, 10, 15)  # noqa: DTZ001 - a workbook knows no zones
    [record] = read(sessions=[session(1, "Talks on Boards", starts, ends)]).sessions
    assert (record.starts_at, record.ends_at) == (starts.replace(tzinfo=UTC), ends.replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (session(None, "Talks"), ("The session has no id or no name.", "Add it.", "")),
        (
            session(1, "Talks", "10 July", TIMES[1]),
            (
                "“10 July” to “July 10, 2031 15:00” is no time from a beginning to an end.",
                "Write July 10, 2023 13:30, in UTC.",
                "1",
            ),
        ),
        (
            session(1, "Talks", TIMES[1], TIMES[0]),
            (
                "“July 10, 2031 15:00” to “July 10, 2031 13:30” is no time from a beginning to an end.",
                "Write July 10, 2023 13:30, in UTC.",
                "1",
            ),
        ),
        (
            session(1, "T" * 251),
            (f"The name has 251 characters, and no more than 250 fit: “{'T' * 40}…”", "Shorten it.", "1"),
        ),
    ],
)
def test_a_bad_session_harms_no_other(row: list[Any], problem: tuple[str, str, str]) -> None:
    reading = read(sessions=[row, session(2, "More talks", track="501")])
    assert [(one.name, one.track, one.kind) for one in reading.sessions] == [("More talks", "Boards", "oral")]
    message, mend, item = problem
    assert reading.problems == (Problem("error", "Sheet “Event Sessions”, row 2", message, mend, item),)


def test_of_two_sessions_with_one_id_the_first_stays() -> None:
    reading = read(sessions=[session(1, "Talks"), session(1, "Posters")])
    assert [one.name for one in reading.sessions] == ["Talks"]
    assert [problem.message for problem in reading.problems] == [
        "The same id as the session at Sheet “Event Sessions”, row 2; this one was left out."
    ]


def test_links_alone_are_enough() -> None:
    data = workbook({"Lectures": [NAMES, [1, 7, "https://a.example/7.mp4"]]})
    reading = virtual_platform.read(data)
    assert ([one.external_id for one in reading.records], reading.sessions, reading.notes) == (
        ["7"],
        (),
        ("Columns not used: ID.",),
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"ID,Paper number\n",
            "This is not an Excel workbook (.xlsx). Export the workbook from the platform again.",
        ),
        (
            b"%PDF-1.7",
            "This is a PDF, not an Excel workbook (.xlsx). Export the workbook from the platform again.",
        ),
        (workbook({"Papers": [[1]]}), "There is no sheet “Lectures”. Choose one of these: Papers."),
    ],
)
def test_another_file_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        virtual_platform.read(data)
    assert str(refusal.value) == message


def test_lectures_without_a_column_of_numbers_are_refused() -> None:
    with pytest.raises(UnknownColumns) as refusal:
        virtual_platform.read(workbook({"Lectures": [["ID", "Title"], [1, "Boards"]]}))
    assert str(refusal.value) == "Row 1: No column holds paper numbers. Name one column “Paper number”."

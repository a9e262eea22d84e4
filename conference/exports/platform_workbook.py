"""A program as the workbook of a virtual platform, which conference/importers/virtual_platform.py reads back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO

from conference.exports.lecture_table import numbers_of
from conference.exports.program import Program, lecture_id, session_id
from conference.exports.workbooks import Rows, write_workbook
from conference.importers.own import ID_COLUMN
from conference.importers.virtual_platform import KIND, LECTURES, PAGE, SESSIONS, TRACKS
from conference.models import Lecture, Material, Session

_LECTURES = (
    "ID", "Paper number", "Video file link", "Poster URL", "Poster document URL", "Slideshow URL", "Frontend URI", ID_COLUMN
)  # fmt: skip
_SESSIONS = ("ID", "Name", "Description", "", "", "Track", "Start", "End", KIND)


def write(program: Program, file: IO[bytes]) -> None:
    write_workbook(
        file, {LECTURES: _lectures(program), TRACKS: _tracks(program), SESSIONS: _sessions(program)}
    )


def _lectures(program: Program) -> Rows:
    yield _LECTURES
    for lecture in program.lectures.values():
        links = dict(_links(lecture))
        number = next(iter(numbers_of(lecture)), "")
        yield [
            lecture.pk, number, links.get("video"), "", links.get("poster"), links.get("slides"),
            links.get("supplement"), lecture_id(lecture),
        ]  # fmt: skip


def _links(lecture: Lecture) -> Iterator[tuple[str, str]]:
    """One of each kind, the oldest: the workbook has room for no more, nor for a title."""
    links: list[Material] = sorted(lecture.materials.all(), key=lambda link: -link.pk)
    for link in links:
        if link.is_plain_link and link.title == (PAGE if link.kind == "supplement" else ""):
            yield link.kind, link.url


def _tracks(program: Program) -> Rows:
    yield ("ID", "Name")
    tracks = {one.track.pk: one.track.name for one in program.sessions if one.track}
    yield from tracks.items()


def _sessions(program: Program) -> Rows:
    yield _SESSIONS
    for session in program.sessions:
        yield [session_id(session), session.name, "", "", "", *_when(session), session.kind]


def _when(session: Session) -> list[object]:
    track = session.track.pk if session.track else ""
    return [track, _time(session.starts_at), _time(session.ends_at)]


def _time(moment: datetime) -> str:
    """As the platform writes it, unless there is more to say than minutes."""
    moment = moment.astimezone(UTC)
    is_even = not moment.second and not moment.microsecond
    return f"{moment:%B} {moment.day}, {moment:%Y %H:%M}" if is_even else moment.isoformat()

"""One day of the program as rooms and times."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from conference.models import Session
from conference.program import natural

# What static/css/schedule-grid.css has classes for. A day with more stays a list.
MAX_LINES = 40
MAX_COLUMNS = 15

_FOR_ALL = {Session.Kind.BREAK, Session.Kind.PLENARY, Session.Kind.SOCIAL}


@dataclass(frozen=True, slots=True)
class Placed:
    """A session with its place: lines `first` to `until`, `span` columns from `column`; all count from 1."""

    session: Session
    first: int
    until: int
    column: int
    span: int
    is_elsewhere: bool  # the heading of its column does not say where it is

    @property
    def is_long(self) -> bool:
        """Whether other things begin or end while it goes on, so that the grid does not show when it ends."""
        return self.until - self.first > 1


@dataclass(frozen=True, slots=True)
class Block:
    """What begins at one time."""

    starts_at: datetime
    line: int
    placed: list[Placed]
    is_now: bool


@dataclass(frozen=True, slots=True)
class Grid:
    rooms: list[str]
    blocks: list[Block]
    fits: bool

    @property
    def width(self) -> int:
        """Columns, that of the times included."""
        return len(self.rooms) + 1


@dataclass(slots=True)
class _Column:
    room: str
    sessions: list[Session]

    def is_free(self, session: Session) -> bool:
        return not any(_overlap(session, other) for other in self.sessions)


def grid_of(sessions: Sequence[Session], now: datetime) -> Grid:
    """Rooms as columns, times as lines.

    What is for all and meets nothing else spans the house, a break among other things spans the columns that are free then,
    and a room in which two sessions overlap gets a column for each.
    """
    columns = _columns_of(sessions)
    lines = sorted({moment for session in sessions for moment in (session.starts_at, session.ends_at)})
    number = {moment: line for line, moment in enumerate(lines, 1)}
    placed = []
    for session in sessions:
        at = [place for place, column in enumerate(columns, 1) if session in column.sessions]
        span = at[-1] - at[0] + 1
        is_elsewhere = bool(session.room) and (span > 1 or columns[at[0] - 1].room != session.room)
        placed.append(
            Placed(session, number[session.starts_at], number[session.ends_at], at[0], span, is_elsewhere)
        )
    placed.sort(key=lambda place: (place.first, place.column))
    current = max(
        (place.first for place in placed if place.session.starts_at <= now < place.session.ends_at), default=0
    )
    blocks = [
        Block(lines[line - 1], line, list(group), is_now=line == current)
        for line, group in groupby(placed, key=lambda place: place.first)
    ]
    fits = len(lines) <= MAX_LINES and len(columns) <= MAX_COLUMNS
    return Grid([column.room for column in columns], blocks, fits)


def _columns_of(sessions: Sequence[Session]) -> list[_Column]:
    columns: list[_Column] = []
    for_all = [session for session in sessions if _is_for_all(session, sessions)]
    homeless = [session for session in sessions if _has_no_room(session) and session not in for_all]
    for session in sorted(sessions, key=lambda session: (natural(session.room), session.starts_at)):
        if session not in for_all and session not in homeless:
            _settle(session, columns)
    for session in homeless:
        run = _longest_run([column.is_free(session) for column in columns])
        if not run:
            columns.append(_Column("", []))
            run = range(len(columns) - 1, len(columns))
        for place in run:
            columns[place].sessions.append(session)
    if not columns:
        columns.append(_Column("", []))
    for column in columns:
        column.sessions.extend(for_all)
    return columns


def _settle(session: Session, columns: list[_Column]) -> None:
    """Into the first column of its room that is free then, or into a new one behind it."""
    for column in columns:
        if column.room == session.room and column.is_free(session):
            column.sessions.append(session)
            return
    columns.append(_Column(session.room, [session]))


def _longest_run(free: list[bool]) -> range:
    """The longest stretch of neighbouring columns that are free, the first of equals."""
    best = range(0)
    start = 0
    for place, is_free in enumerate([*free, False]):
        if is_free:
            continue
        best = max(best, range(start, place), key=len)
        start = place + 1
    return best


def _is_for_all(session: Session, sessions: Sequence[Session]) -> bool:
    if session.kind not in _FOR_ALL and session.room:
        return False
    return not any(_overlap(session, other) for other in sessions if other is not session)


def _has_no_room(session: Session) -> bool:
    """A break is everywhere, even if its foyer is named."""
    return not session.room or session.kind == Session.Kind.BREAK


def _overlap(one: Session, other: Session) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at

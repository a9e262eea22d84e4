"""The sessions of a program table, gathered from its rows. Where a row contradicts its session, most rows are right."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from .kinds import lecture_kind, session_kind, session_kind_for
from .limits import LIMITS, MAX_POSITION, too_long
from .records import Problem, SessionRecord, SlotRecord
from .times import lies_within, shown


@dataclass(frozen=True, slots=True)
class Place:
    """One row. Its times are None where they cannot be read."""

    where: str
    cells: dict[str, str]
    starts_at: datetime | None
    ends_at: datetime | None

    @property
    def session(self) -> str:
        """The id; empty where the row names no session."""
        name, title = self.cells["Session"], self.cells["Session Title"]
        return f"{name}/{title}" if title and name else name

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        starts, ends = self.starts_at, self.ends_at
        return (starts, ends) if starts and ends and starts < ends else None


@dataclass(slots=True)
class Sessions:
    """Sessions by their id, slots by the row that they are from; a slot's kind is its session's."""

    records: dict[str, SessionRecord] = field(default_factory=dict)
    slots: dict[str, SlotRecord] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def sessions_of(places: Iterable[Place]) -> Sessions:
    sessions = Sessions()
    groups: dict[str, list[Place]] = {}
    for place in places:
        if place.session:
            groups.setdefault(place.session, []).append(place)
        else:
            message = _("The row names no session; the paper has no place in the program yet.")
            sessions.problems.append(Problem("warning", place.where, message))
    for key, own in groups.items():
        record = _record(key, own)
        if problems := _refusals(key, record, own[0]):
            sessions.problems += problems
        elif record:
            sessions.records[key] = record
            _add_slots(record, own, sessions)
    return sessions


def _record(key: str, places: Sequence[Place]) -> SessionRecord | None:
    """None where no row has a time."""
    span = _span([place.span for place in places if place.span])
    if span is None:
        return None
    first = places[0].cells
    name, title = first["Session"], first["Session Title"]
    kind = session_kind(name) or session_kind_for(lecture_kind(first["Category"]) or "")
    return SessionRecord(
        external_id=key,
        name=title or name,
        starts_at=span[0],
        ends_at=span[1],
        kind=kind,
        code=name if title and len(name) <= LIMITS[SessionRecord]["code"] else "",
        room=_most(place.cells["Location"] for place in places),
        track=first["Track"] if title else "",
        where=places[0].where,
    )


def _span(spans: Sequence[tuple[datetime, datetime]]) -> tuple[datetime, datetime] | None:
    """The span of most rows; of talks one after the other, from the first to the last on the day of most."""
    if not spans:
        return None
    commonest, count = Counter(spans).most_common(1)[0]
    if count * 2 > len(spans):
        return commonest
    day = Counter(starts.date() for starts, _ends in spans).most_common(1)[0][0]
    on_day = [(starts, ends) for starts, ends in spans if starts.date() == day]
    return min(starts for starts, _ends in on_day), max(ends for _starts, ends in on_day)


def _most(values: Iterable[str]) -> str:
    counts = Counter(filter(None, values))
    return counts.most_common(1)[0][0] if counts else ""


def _refusals(key: str, record: SessionRecord | None, first: Place) -> list[Problem]:
    if record:
        return [Problem("error", record.where, text, _("Shorten it."), key) for text in too_long(record)]
    message = _("No row of the session “%(name)s” has a date and times that can be read; it was left out.")
    mend = _("Write them as 2031-05-23, 9:00 and 10:30.")
    return [Problem("error", first.where, message % {"name": key}, mend, key)]


def _add_slots(session: SessionRecord, places: Sequence[Place], sessions: Sessions) -> None:
    papers: set[str] = set()
    boards: set[str] = set()
    for number, place in enumerate(places, start=1):
        board, paper = place.cells["Assigned Board"], place.cells["PID"]
        if paper in papers:
            message = _("The paper stands twice in this session; the first place holds.")
            sessions.problems.append(Problem("warning", place.where, message))
            continue
        if board and board in boards:
            message = _("The board %(board)s is taken in this session; the paper was taken without one.")
            sessions.problems.append(Problem("warning", place.where, message % {"board": board}))
            board = ""
        papers.add(paper)
        boards.add(board)
        starts, ends = _own_times(session, place, sessions)
        kind = session.kind if session.kind in {"oral", "poster"} else ""
        position = _position(place.cells["Presentation Order"], number)
        sessions.slots[place.where] = SlotRecord(session.external_id, starts, ends, position, board, kind)


def _own_times(
    session: SessionRecord, place: Place, sessions: Sessions
) -> tuple[datetime | None, datetime | None]:
    """None and None where the session's own hold."""
    if place.span == (session.starts_at, session.ends_at):
        return None, None
    if place.span and lies_within(*place.span, session.starts_at, session.ends_at):
        return place.span
    message = _("The time %(own)s is not within that of the session, %(session)s, which was taken.")
    texts = {
        "own": shown(*place.span)
        if place.span
        else " ".join(place.cells[name] for name in ("Date", "Start Time", "End Time")),
        "session": shown(session.starts_at, session.ends_at),
    }
    sessions.problems.append(Problem("warning", place.where, message % texts))
    return None, None


def _position(cell: str, number: int) -> int:
    return min(int(cell[:9]) if cell.isdecimal() else number, MAX_POSITION)

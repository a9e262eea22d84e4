"""The sessions of a table, and the places in them, gathered from its rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from .columns import MAX_SHOWN, Columns
from .kinds import lecture_kind, session_kind, session_kind_for
from .lecture_rows import title_id
from .limits import MAX_POSITION, too_long
from .links import web_address
from .records import Problem, SessionRecord, SlotRecord
from .slot_columns import FIELDS
from .tables import Row
from .times import is_span, is_zoned, moment

_TIMES = ("session_starts", "session_ends", "starts", "ends")


@dataclass(frozen=True, slots=True)
class Place:
    """One row. Its times are None where there are none, or none that can be read."""

    row: Row
    cells: Mapping[str, str]
    times: Mapping[str, datetime | None]

    @property
    def session(self) -> str:
        """The id; empty where the row names no session."""
        return self.cells["session_id"] or self.cells["session"]

    @property
    def title(self) -> str:
        return self.cells["title"]


@dataclass(slots=True)
class Program:
    """`slots` are those of lectures, by the lecture's id; `first` has the first row of each.

    With ids, what has a title and no id is an item of its session; without any, titles are those of lectures.
    """

    has_ids: bool
    sessions: dict[str, SessionRecord] = field(default_factory=dict)
    slots: dict[str, list[SlotRecord]] = field(default_factory=dict)
    first: dict[str, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def warn(self, row: Row, message: str, mend: str = "") -> None:
        self.problems.append(Problem("warning", row.where, message, mend))

    def refuse(self, key: str, row: Row, message: str, mend: str) -> None:
        self.problems.append(Problem("error", row.where, message, mend, key))

    def lecture(self, place: Place) -> str:
        """The id of the lecture in this place; empty where it is an item, or nothing."""
        by_title = "" if self.has_ids or not place.title else title_id(place.title)
        return place.cells["external_id"] or by_title


def program_of(columns: Columns) -> Program:
    program = Program(any(columns.cell(row, "external_id") for row in columns.rows))
    groups: dict[str, list[Place]] = {}
    for row in columns.rows:
        place = _place(columns, row, program)
        if place.session:
            groups.setdefault(place.session, []).append(place)
        else:
            program.warn(row, _("The row names no session, and was left out."))
    for key, places in groups.items():
        _add(key, places, program)
    return program


def _place(columns: Columns, row: Row, program: Program) -> Place:
    cells = {name: columns.cell(row, name) for name in FIELDS}
    times = {name: moment(cells[name]) for name in _TIMES}
    for name, time in times.items():
        if cells[name] and time is None:
            message = _("“%(time)s” is no date and time, and was left out.")
            program.warn(row, message % {"time": cells[name][:MAX_SHOWN]}, _("Write it as 2031-05-23 09:00."))
    return Place(row, cells, times)


def _add(key: str, places: Sequence[Place], program: Program) -> None:
    row = places[0].row
    record = _session(key, places)
    if record is None:
        message = _("The session “%(name)s” has no beginning and end that can be read; it was left out.")
        name = places[0].cells["session"] or key
        program.refuse(key, row, message % {"name": name}, _("Write them as 2031-05-23 09:00."))
        return
    record = replace(record, items=tuple(_items(record, places, program)))
    if refusals := too_long(record):
        for refusal in refusals:
            program.refuse(key, row, refusal, _("Shorten it."))
        return
    program.sessions[key] = record
    for number, place in enumerate(places, start=1):
        if lecture := program.lecture(place):
            program.first.setdefault(lecture, place)
            slots = program.slots.setdefault(lecture, [])
            if any(slot.session == key for slot in slots):
                _warn_of_twice(place, program)
            slots.append(_slot(record, place, number))


def _session(key: str, places: Sequence[Place]) -> SessionRecord | None:
    """Of each column the first cell that says anything. None where there is no time."""
    said = {name: next(filter(None, (place.cells[name] for place in places)), "") for name in FIELDS}
    starts = _first(places, "session_starts") or _bound(places, "starts", min)
    ends = _first(places, "session_ends") or _bound(places, "ends", max)
    if starts is None or ends is None or not is_span(starts, ends):
        return None
    return SessionRecord(
        external_id=key,
        name=said["session"] or key,
        starts_at=starts,
        ends_at=ends,
        kind=session_kind(said["session_kind"]) or session_kind_for(lecture_kind(said["kind"]) or ""),
        code=said["code"],
        room=said["room"],
        chair=said["chair"],
        track=said["session_track"],
        live_url=web_address(said["live_url"]),
        where=places[0].row.where,
    )


def _first(places: Iterable[Place], name: str) -> datetime | None:
    return next(filter(None, (place.times[name] for place in places)), None)


def _bound(
    places: Iterable[Place], name: str, choose: Callable[[Iterable[datetime]], datetime]
) -> datetime | None:
    """The first or last of those that tell the time as the first row does: with a zone, or without."""
    times = [time for place in places if (time := place.times[name])]
    return choose(time for time in times if is_zoned(time) == is_zoned(times[0])) if times else None


def _items(session: SessionRecord, places: Iterable[Place], program: Program) -> Iterable[SlotRecord]:
    """Of two with one title the last holds, as with lectures."""
    titles: set[str] = set()
    for number, place in enumerate(places, start=1):
        if place.title and not program.lecture(place):
            if place.title in titles:
                _warn_of_twice(place, program)
            titles.add(place.title)
            yield replace(_slot(session, place, number), title=place.title)


def _warn_of_twice(place: Place, program: Program) -> None:
    program.warn(place.row, _("This stands twice in its session; the last place holds."))


def _slot(session: SessionRecord, place: Place, number: int) -> SlotRecord:
    """None and None where the session's own times hold."""
    starts, ends = place.times["starts"], place.times["ends"]
    if (starts, ends) == (session.starts_at, session.ends_at):
        starts = ends = None
    position = place.cells["position"]
    number = int(position[:9]) if position.isascii() and position.isdecimal() else number
    kind = lecture_kind(place.cells["kind"]) or ""
    return SlotRecord(
        session.external_id, starts, ends, min(number, MAX_POSITION), place.cells["board"], kind
    )

"""Sessions of a schedule, which knows only rooms and days: a room on one day is a session, from its first event to its last."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _

from .frab_events import Event
from .kinds import session_kind_for
from .limits import MAX_POSITION, too_long
from .records import Problem, SessionRecord, SlotRecord
from .times import is_zoned


@dataclass(slots=True)
class Sessions:
    records: dict[str, SessionRecord] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def session_id(event: Event) -> str:
    return event.own.session.external_id if event.own else f"{event.day}/{event.room}"


def slot_of(event: Event, session: SessionRecord, position: int) -> SlotRecord:
    """`position` is that in the room. Times of sessions that only follow from their events hold for no event."""
    own = event.own
    if own is None:
        return SlotRecord(session.external_id, event.starts_at, event.ends_at, min(position, MAX_POSITION))
    return SlotRecord(
        session.external_id,
        None if event.starts_at == session.starts_at else event.starts_at,
        None if event.ends_at == session.ends_at else event.ends_at,
        own.position,
        own.board,
        own.here,
    )


def sessions_of(events: list[Event], own: Mapping[str, SessionRecord]) -> Sessions:
    """`own` are those that a schedule of ours names, with or without events."""
    sessions = Sessions()
    groups: dict[str, list[Event]] = {key: [] for key in own}
    for event in events:
        groups.setdefault(session_id(event), []).append(event)
    for key, found in groups.items():
        record = _record(key, found, sessions, own.get(key))
        if overlong := too_long(record):
            mend = _("Shorten it.")
            sessions.problems += [Problem("error", record.where, message, mend, key) for message in overlong]
        else:
            sessions.records[key] = record
    return sessions


def _record(key: str, events: list[Event], sessions: Sessions, own: SessionRecord | None) -> SessionRecord:
    record = own or _of_room(key, events)
    return replace(record, items=tuple(_items(events, record, sessions)))


def _of_room(key: str, events: list[Event]) -> SessionRecord:
    first = events[0]
    starts, ends = _span(events)
    kinds = {session_kind_for(event.kind or "") for event in events if not event.is_break}
    tracks = {event.fields["track"] for event in events if not event.is_break}
    return SessionRecord(
        external_id=key,
        name=first.room or first.day or "–",
        starts_at=starts,
        ends_at=ends,
        kind=kinds.pop() if len(kinds) == 1 else "oral" if kinds else "break",
        room=first.room,
        track=tracks.pop() if len(tracks) == 1 else "",
        where=first.where,
    )


def _span(events: list[Event]) -> tuple[datetime, datetime]:
    """Of the events that tell the time as the first does: with a zone, or without."""
    alike = [event for event in events if is_zoned(event.starts_at) == is_zoned(events[0].starts_at)]
    return min(event.starts_at for event in alike), max(event.ends_at for event in alike)


def _items(events: list[Event], session: SessionRecord, sessions: Sessions) -> list[SlotRecord]:
    """Breaks and the like. Two of one name are told apart by nothing, so the first is taken."""
    items: dict[str, SlotRecord] = {}
    for position, event in enumerate(events, start=1):
        if event.is_break:
            slot = replace(slot_of(event, session, position), title=event.title)
            if items.setdefault(event.title, slot) is not slot:
                message = _("“%(title)s” stands twice in this room on this day; the first was taken.")
                problem = Problem("warning", event.where, message % {"title": event.title})
                sessions.problems.append(problem)
    return list(items.values())

"""Sessions of a schedule, which knows only rooms and days: a room on one day is a session, from its first event to its last."""

from dataclasses import dataclass, field
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
    return f"{event.day}/{event.room}"


def sessions_of(events: list[Event]) -> Sessions:
    sessions = Sessions()
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(session_id(event), []).append(event)
    for key, own in groups.items():
        record = _record(key, own, sessions)
        if overlong := too_long(record):
            mend = _("Shorten it.")
            sessions.problems += [Problem("error", record.where, message, mend, key) for message in overlong]
        else:
            sessions.records[key] = record
    return sessions


def _record(key: str, events: list[Event], sessions: Sessions) -> SessionRecord:
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
        items=tuple(_items(events, key, sessions)),
        where=first.where,
    )


def _span(events: list[Event]) -> tuple[datetime, datetime]:
    """Of the events that tell the time as the first does: with a zone, or without."""
    alike = [event for event in events if is_zoned(event.starts_at) == is_zoned(events[0].starts_at)]
    return min(event.starts_at for event in alike), max(event.ends_at for event in alike)


def _items(events: list[Event], session: str, sessions: Sessions) -> list[SlotRecord]:
    """Breaks and the like. Two of one name are told apart by nothing, so the first is taken."""
    items: dict[str, SlotRecord] = {}
    for position, event in enumerate(events, start=1):
        if event.is_break:
            place = min(position, MAX_POSITION)
            slot = SlotRecord(session, event.starts_at, event.ends_at, place, title=event.title)
            if items.setdefault(event.title, slot) is not slot:
                message = _("“%(title)s” stands twice in this room on this day; the first was taken.")
                problem = Problem("warning", event.where, message % {"title": event.title})
                sessions.problems.append(problem)
    return list(items.values())

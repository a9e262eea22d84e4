"""Sessions and the places in them as a table, which conference/importers/slot_tables.py reads back."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from conference.exports.program import session_id
from conference.importers.slot_columns import OWN_NAMES
from conference.links import permanent_id
from conference.models import Conference, Session, Slot

HEADER = (*OWN_NAMES.values(), "Presenter")


def rows(conference: Conference, sessions: Iterable[Session]) -> Iterator[list[object]]:
    """One for each place, and one for a session in which there is nothing; times are those of the conference's place.

    Fetch the sessions by `with_export_data`.
    """
    for session in sessions:
        of_session = _session(conference, session)
        for slot in session.slots.all() or [None]:
            cells = of_session | _place(conference, slot)
            yield [*(cells.get(name, "") for name in OWN_NAMES), vars(slot)["presenter"] if slot else ""]


def _session(conference: Conference, session: Session) -> dict[str, object]:
    return {
        "session_id": session_id(session),
        "session": session.name,
        "session_kind": session.kind,
        "code": session.code,
        "room": session.room,
        "chair": session.chair,
        "session_track": session.track.name if session.track else "",
        "live_url": session.live_url,
        "session_starts": _time(conference, session.starts_at),
        "session_ends": _time(conference, session.ends_at),
    }


def _place(conference: Conference, slot: Slot | None) -> dict[str, object]:
    if slot is None:
        return {}
    return {
        "external_id": permanent_id("lecture", slot.lecture_id) if slot.lecture_id else "",
        "title": slot.lecture.title if slot.lecture else slot.title,
        "kind": slot.kind,
        "starts": _time(conference, slot.starts_at),
        "ends": _time(conference, slot.ends_at),
        "position": slot.position,
        "board": slot.board,
    }


def _time(conference: Conference, moment: datetime | None) -> str:
    return conference.local(moment).isoformat() if moment else ""

"""What our own schedules say of sessions and places beside what the format has words for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .json_files import Json, lines, text
from .kinds import lecture_kind, session_kind
from .limits import MAX_POSITION
from .records import SessionRecord
from .times import is_span, moment


@dataclass(frozen=True, slots=True)
class Place:
    """Of one event. `lecture` is the id of the lecture, empty for an item of the session; `links` are the kinds of the event's links."""

    session: SessionRecord
    lecture: str
    kind: str | None
    here: str
    position: int
    board: str
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    sessions: Mapping[str, SessionRecord] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)  # by the guid of the event


def own_of(meta: object) -> Own:
    """Nothing where it is not as we write it: then the schedule is read as any other."""
    if not isinstance(meta, dict):
        return Own()
    sessions = {
        key: record for key, item in _objects(meta, "sessions").items() if (record := _session(key, item))
    }
    events = _objects(meta, "events").items()
    return Own(sessions, {guid: place for guid, item in events if (place := _place(item, sessions))})


def _objects(meta: Json, name: str) -> dict[str, Json]:
    value = meta.get(name)
    return (
        {key: one for key, one in value.items() if isinstance(one, dict)} if isinstance(value, dict) else {}
    )


def _session(key: str, item: Json) -> SessionRecord | None:
    starts, ends = moment(text(item, "starts")), moment(text(item, "ends"))
    if not starts or not ends or not is_span(starts, ends):
        return None
    return SessionRecord(
        external_id=key,
        name=text(item, "name"),
        starts_at=starts,
        ends_at=ends,
        kind=session_kind(text(item, "kind")) or "oral",
        code=text(item, "code"),
        room=text(item, "room"),
        chair=text(item, "chair"),
        track=text(item, "track"),
        where=text(item, "name"),
    )


def _place(item: Json, sessions: Mapping[str, SessionRecord]) -> Place | None:
    session = sessions.get(text(item, "session"))
    if session is None:
        return None
    position = item.get("position")
    return Place(
        session,
        text(item, "lecture"),
        lecture_kind(text(item, "kind")),
        lecture_kind(text(item, "here")) or "",
        min(max(position, 0), MAX_POSITION) if type(position) is int else 0,
        text(item, "board"),
        lines(item.get("links")),
    )

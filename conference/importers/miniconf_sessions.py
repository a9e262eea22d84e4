"""The sessions of a MiniConf conference.json, and where in them each paper is.

What MiniConf calls a session may run in several rooms at once, one track in each; here each of these is a session.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from .addresses import without_addresses
from .json_files import Json, lines, objects, text
from .kinds import lecture_kind, session_kind
from .limits import LIMITS, MAX_POSITION, too_long
from .links import web_address
from .records import Problem, SessionRecord, SlotRecord
from .times import is_span, lies_within, moment, shown

EVENTS = ("events", "plenary_events", "tutorial_events", "workshop_events")
_NUMBERED = re.compile(r"([TW]\d{1,3}): *(.+)")


@dataclass(slots=True)
class Places:
    """Slots by the id of their paper and of their session, and by that of the plenary, tutorial or workshop.

    A slot's kind is its event's.
    """

    sessions: dict[str, SessionRecord] = field(default_factory=dict)
    papers: dict[str, dict[str, SlotRecord]] = field(default_factory=dict)
    events: dict[str, SlotRecord] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Block:
    """A session of the file: its own times hold, whatever its events say.

    `code` and `chair` are None where the file, as MiniConf's do, leaves them to names and events.
    """

    key: str
    name: str
    type: str
    code: str | None
    chair: str | None
    starts_at: datetime
    ends_at: datetime

    @property
    def where(self) -> str:
        return f"sessions › {self.key}"


def places_of(root: Json) -> Places:
    places = Places()
    for key, item in root["sessions"].items():
        block = _block(key, item) if isinstance(item, dict) else None
        if block is None:
            message = _("The session has no start and end, or ends before it starts; it was left out.")
            mend = _("Give it both, as 2031-05-23T09:00:00+02:00.")
            places.problems.append(Problem("error", f"sessions › {key}", message, mend, key))
        else:
            _add(block, item, places)
    return places


def without_number(name: str) -> str:
    """`T01: Counting` is called Counting, and T01 is its code."""
    match = _NUMBERED.fullmatch(name)
    return match[2] if match else name


def _block(key: str, item: Json) -> Block | None:
    starts, ends = moment(text(item, "start_time")), moment(text(item, "end_time"))
    if not starts or not ends or not is_span(starts, ends):
        return None
    name = text(item, "display_name", "name") or key
    code, chair = (text(item, name) if name in item else None for name in ("code", "chair"))
    return Block(key, name, text(item, "type"), code, chair, starts, ends)


def _add(block: Block, item: Json, places: Places) -> None:
    rooms: defaultdict[str, list[Json]] = defaultdict(list)
    for name in EVENTS:
        for event in objects(item.get(name)):
            rooms[text(event, "room")].append(event)
    parts = _parts(rooms) if len(rooms) > 1 else dict.fromkeys(rooms or [""], "")
    for room, part in parts.items():
        record = _record(block, room, part, rooms[room])
        if problems := _refusals(record, places):
            places.problems += problems
        else:
            places.sessions[record.external_id] = record
            _place(block, record, rooms[room], places)


def _parts(rooms: dict[str, list[Json]]) -> dict[str, str]:
    """What tells apart the rooms that a session runs in: their tracks, if each has one of its own."""
    tracks = {room: _track(events) for room, events in rooms.items()}
    return tracks if len(set(tracks.values()) - {""}) == len(rooms) else {room: room or "–" for room in rooms}


def _track(events: list[Json]) -> str:
    """That of all the events, if they have the same."""
    tracks = {text(event, "track") for event in events}
    return tracks.pop() if len(tracks) == 1 else ""


def _refusals(record: SessionRecord, places: Places) -> list[Problem]:
    messages = too_long(record)
    if record.external_id in places.sessions:
        messages.append(_("Another session has the same id, %(id)s.") % {"id": record.external_id})
    mend = _("Shorten or rename it.")
    return [Problem("error", record.where, message, mend, record.external_id) for message in messages]


def _record(block: Block, room: str, part: str, events: list[Json]) -> SessionRecord:
    track = _track(events)
    kinds = [kind for event in events if (kind := session_kind(text(event, "type")))]
    kind = session_kind(block.type) or (kinds[0] if kinds else "oral")
    links = {url for event in events if (url := web_address(text(event, "link")))}
    return SessionRecord(
        external_id=f"{block.key}/{part}" if part else block.key,
        name=_name(block, part, track, kind),
        starts_at=block.starts_at,
        ends_at=block.ends_at,
        kind=kind,
        code=_code(block, part),
        room=room,
        chair=_chairs(events) if block.chair is None else block.chair,
        track=track if kind in {"oral", "poster", "demo"} or block.code is not None else "",
        live_url=links.pop() if len(links) == 1 else "",
        where=block.where,
    )


def _chairs(events: list[Json]) -> str:
    return ", ".join(dict.fromkeys(name for event in events for name in people(event.get("chairs"))))


def _code(block: Block, part: str) -> str:
    """Such as T01 of a tutorial, or Session 2 of what runs in parallel."""
    if block.code is not None:
        return block.code
    number = _NUMBERED.fullmatch(block.name)
    code = number[1] if number else block.key if part else ""
    return code if len(code) <= LIMITS[SessionRecord]["code"] else ""


def _name(block: Block, part: str, track: str, kind: str) -> str:
    """Of a social event the track says what it is: `Birds of a Feather 2: Embeddings`."""
    if block.code is not None:
        return f"{block.name} ({part})" if part else block.name
    if part:
        return track if part == track else f"{block.name} ({part})"
    is_vague = kind == "social" and track.casefold() not in block.name.casefold()
    return f"{track}: {block.name}" if is_vague else without_number(block.name)


def _place(block: Block, session: SessionRecord, events: list[Json], places: Places) -> None:
    position = 0
    for event in events:
        starts, ends = _times(block, event, places)
        kind = lecture_kind(text(event, "type")) or ""
        places.events.setdefault(text(event, "id"), SlotRecord(session.external_id, starts, ends))
        papers = lines(event.get("paper_ids"))
        own = event if len(papers) == 1 else {}
        for paper in papers:
            position += 1
            place = min(_order(own, position), MAX_POSITION)
            slot = SlotRecord(session.external_id, starts, ends, place, text(own, "board"), kind)
            if places.papers.setdefault(paper, {}).setdefault(session.external_id, slot) is not slot:
                message = _("The paper %(paper)s stands twice in this session; the first place holds.")
                places.problems.append(Problem("warning", block.where, message % {"paper": paper}))


def _order(event: Json, position: int) -> int:
    """As the event says it, or else as the file has it."""
    said = event.get("position")
    return said if type(said) is int and said >= 0 else position


def _times(block: Block, event: Json, places: Places) -> tuple[datetime | None, datetime | None]:
    """None where the session's own hold."""
    own = moment(text(event, "start_time")), moment(text(event, "end_time"))
    starts, ends = own[0] or block.starts_at, own[1] or block.ends_at
    if (starts, ends) == (block.starts_at, block.ends_at):
        return None, None
    if lies_within(starts, ends, block.starts_at, block.ends_at):
        return own
    message = _("“%(event)s” has the time %(own)s, outside its session’s %(session)s, which was taken.")
    texts = {
        "event": text(event, "track", "id"),
        "own": shown(starts, ends),
        "session": shown(block.starts_at, block.ends_at),
    }
    places.problems.append(Problem("warning", block.where, message % texts))
    return None, None


def people(value: object) -> list[str]:
    """Names, whether they stand alone, in one text with semicolons, or in objects."""
    names = list(lines(value))
    for one in objects(value):
        divided = " ".join(filter(None, (text(one, "first_name"), text(one, "last_name"))))
        names.append(text(one, "full_name", "name") or divided)
    parts = (without_addresses(part).strip() for cell in names for part in cell.split(";"))
    return list(filter(None, parts))

"""Events of a schedule.json."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .frab_events import NAMES, Event, Link, Person, made
from .frab_own import Own, own_of
from .json_files import Json, body, objects, parse, text
from .links import web_address
from .own import is_own_json
from .records import Problem, UnreadableFile


def events(data: bytes) -> tuple[list[Event], list[Problem], Own]:
    """Those that can be taken, why the others cannot, and what a schedule of ours says besides."""
    root = parse(data)
    conference, base = _conference(root)
    meta = conference.get("meta")
    own = own_of(meta.get("posterhall")) if isinstance(meta, dict) and is_own_json(root) else Own()
    found: list[Event] = []
    problems: list[Problem] = []
    for day in objects(conference["days"]):
        for where, room, item in _items(day):
            event = (
                _event(where, text(day, "date"), room, item, base, own=own)
                if isinstance(item, dict)
                else None
            )
            if isinstance(event, Event):
                found.append(event)
            else:
                problems.append(
                    event or Problem("error", where, _("This is no event, but a value of another type."))
                )
    return found, problems, own


def _conference(root: Json) -> tuple[Json, str]:
    """And the address that links are relative to."""
    schedule = root.get("schedule")
    conference = schedule.get("conference") if isinstance(schedule, dict) else None
    if not isinstance(conference, dict) or not isinstance(conference.get("days"), list):
        raise UnreadableFile(
            _("This is no schedule.json: it has no “schedule” with a “conference” and its “days”."),
            mend=_("Choose another file or another format."),
        )
    return conference, web_address(text(schedule, "base_url")) if isinstance(schedule, dict) else ""


def _items(day: Json) -> Iterator[tuple[str, str, object]]:
    """Where each stands, its room, and what stands there."""
    rooms = day.get("rooms")
    for name, items in rooms.items() if isinstance(rooms, dict) else ():
        room = " ".join(name.split())
        for number, item in enumerate(items if isinstance(items, list) else (), start=1):
            yield f"{text(day, 'date')} › {room} › {number}", room, item


def _event(where: str, day: str, room: str, item: Json, base: str, *, own: Own) -> Event | Problem:
    fields = {name: text(item, name) for name in NAMES}
    fields |= {name: body(item, name) for name in ("abstract", "description")}
    persons = (
        Person(text(one, "name", "public_name", "full_public_name"), text(one, "guid", "code"))
        for one in objects(item.get("persons"))
    )
    links = [
        Link(web_address(text(one, "url", "href"), base) or text(one, "url", "href"), text(one, "title"))
        for name in ("links", "attachments")
        for one in objects(item.get(name))
    ]
    if video := text(item, "video_download_url"):
        links.append(Link(video, "", "video"))
    return made(
        where,
        day,
        room,
        fields,
        persons=tuple(persons),
        links=tuple(links),
        is_unrecorded=item.get("do_not_record") is True,
        own=own.places.get(fields["guid"]),
    )

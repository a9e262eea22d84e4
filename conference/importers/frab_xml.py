"""Events of a schedule.xml."""

from . import json_files
from .frab_events import NAMES, Event, Link, Person, made
from .frab_own import Own, own_of
from .links import web_address
from .records import Problem
from .xml_files import Element, all_text, parse_with, place_of, text_of

_ATTRIBUTES = ("guid", "id", "code")


def events(data: bytes) -> tuple[list[Event], list[Problem], Own]:
    """Those that can be taken, why the others cannot, and what a schedule of ours says besides."""
    root, instructions = parse_with(data, root="schedule", target="posterhall")
    own = own_of(json_files.parse(instructions[0].encode())) if instructions else Own()
    base = web_address(text_of(root.find("conference/base_url")))
    found: list[Event] = []
    problems: list[Problem] = []
    for day in root.iterfind("day"):
        for room in day.iterfind("room"):
            name = " ".join(room.get("name", "").split())
            for element in room.iterfind("event"):
                event = _event(element, day.get("date", ""), name, base, own)
                if isinstance(event, Event):
                    found.append(event)
                else:
                    problems.append(event)
    return found, problems, own


def _event(element: Element, day: str, room: str, base: str, own: Own) -> Event | Problem:
    fields = {name: text_of(element.find(name)) for name in NAMES}
    fields |= {name: element.get(name, "").strip() for name in _ATTRIBUTES}
    fields |= {name: _paragraphs(element.find(name)) for name in ("abstract", "description")}
    persons = (
        Person(text_of(one), one.get("guid") or one.get("code") or "")
        for one in element.iterfind("persons/person")
    )
    return made(
        place_of(element),
        day,
        room,
        fields,
        persons=tuple(persons),
        links=tuple(_links(element, base)),
        is_unrecorded=text_of(element.find("recording/optout")).lower() in {"true", "1"},
        own=own.places.get(fields["guid"]),
    )


def _paragraphs(element: Element | None) -> str:
    return "" if element is None else all_text(element).strip()


def _links(element: Element, base: str) -> list[Link]:
    links = [
        Link(web_address(href, base) or href, text_of(one))
        for path in ("links/link", "attachments/attachment")
        for one in element.iterfind(path)
        if (href := one.get("href", ""))
    ]
    videos = ("video_download_url", "recording/url", "recording/link")
    return [*links, *(Link(href, "", "video") for path in videos if (href := text_of(element.find(path))))]

"""A program as schedule.json and schedule.xml, as pretalx and frab write them; conference/importers/frab.py reads both back.

The formats know rooms and days, and no sessions. What they have no word for stands where their schemas leave room: in the `meta` of the
conference, or in XML in a processing instruction.
"""

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import IO, Any

from django.utils.text import slugify
from lxml import etree

from conference.exports.program import GENERATOR, Place, Program, lecture_id, links_of, session_id
from conference.links import absolute, permanent_id
from conference.models import Material, Session

JSON_TYPE = "application/json"
XML_TYPE = "application/xml"
_SCHEMA = "https://c3voc.de/schedule/schema.json"
_LINK_TYPES = {"paper": "paper", "slides": "slides", "video": "media"}
# What no XML may hold.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

type Json = dict[str, Any]
type Days = dict[date, dict[str, list[Place]]]
"""The places of each day by room, in the order of their times."""


@dataclass(frozen=True, slots=True)
class _Schedule:
    program: Program
    days: Days

    @classmethod
    def of(cls, program: Program) -> "_Schedule":
        places = [place for session in program.sessions for place in program.places(session)]
        days: defaultdict[date, defaultdict[str, list[Place]]] = defaultdict(lambda: defaultdict(list))
        for place in sorted(places, key=lambda one: (one.starts_at, one.slot.position, one.slot.pk)):
            day = program.conference.local(place.starts_at).date()
            days[day][place.session.room].append(place)
        return cls(program, {day: dict(days[day]) for day in sorted(days)})

    @property
    def conference(self) -> Json:
        conference = self.program.conference
        return {
            "title": conference.name,
            "acronym": conference.slug.replace("-", "_"),
            "start": conference.starts_on.isoformat(),
            "end": conference.ends_on.isoformat(),
            "timeslot_duration": "00:05",
            "time_zone_name": conference.time_zone,
        }

    @property
    def meta(self) -> Json:
        places = [place for rooms in self.days.values() for room in rooms.values() for place in room]
        return {
            "sessions": {session_id(one): _session(self.program, one) for one in self.program.sessions},
            "events": {_guid(place): _own(place) for place in places},
        }

    def bounds(self, day: date) -> tuple[str, str]:
        zone = self.program.conference.tz
        starts = datetime.combine(day, time.min, zone)
        ends = datetime.combine(day + timedelta(days=1), time.min, zone) - timedelta(minutes=1)
        return starts.isoformat(), ends.isoformat()


def write_json(program: Program, file: IO[bytes]) -> None:
    schedule = _Schedule.of(program)
    days = [_day(schedule, number, day) for number, day in enumerate(schedule.days, start=1)]
    conference = schedule.conference | {
        "daysCount": len(days),
        "meta": {"posterhall": schedule.meta},
        "days": days,
    }
    root = {
        "$schema": _SCHEMA,
        "generator": GENERATOR,
        "schedule": {"version": "1", "base_url": absolute("/"), "conference": conference},
    }
    file.write(json.dumps(root, ensure_ascii=False, indent=1).encode())


def _day(schedule: _Schedule, number: int, day: date) -> Json:
    starts, ends = schedule.bounds(day)
    rooms = {
        room: [_event(schedule.program, place) for place in places]
        for room, places in schedule.days[day].items()
    }
    return {"index": number, "date": day.isoformat(), "day_start": starts, "day_end": ends, "rooms": rooms}


def _event(program: Program, place: Place) -> Json:
    lecture, slot = place.lecture, place.slot
    track = lecture.track if lecture else None
    page = lecture if lecture and lecture.slug else place.session
    return {
        "guid": _guid(place),
        "id": slot.pk,
        "logo": "",
        "date": program.time(place.starts_at),
        "start": f"{program.conference.local(place.starts_at):%H:%M}",
        "duration": _duration(place),
        "room": place.session.room,
        "slug": f"{program.conference.slug}-{slot.pk}-{slugify(place.title)[:60].strip('-_') or 'event'}",
        "url": absolute(page.get_absolute_url()),
        "title": place.title,
        "subtitle": "",
        "track": track.name if track else "",
        "type": place.kind or place.session.kind,
        "language": None,
        "abstract": lecture.abstract if lecture else "",
        "description": "",
        "recording_license": "",
        "do_not_record": False,
        "persons": [
            {"id": one.person_id, "public_name": one.person.name}
            for one in (lecture.authorships.all() if lecture else ())
        ],
        "links": [_link(link) for link in _links(place)],
        "attachments": [],
    }


def _link(link: Material) -> Json:
    return {"url": link.url, "title": link.title, "type": _LINK_TYPES.get(link.kind, "related")}


def _links(place: Place) -> list[Material]:
    return list(links_of(place.lecture)) if place.lecture else []


def _guid(place: Place) -> str:
    """Of this very place: one talk in two places is two events."""
    return permanent_id("slots", place.slot.pk)


def _duration(place: Place) -> str:
    minutes = int((place.ends_at - place.starts_at).total_seconds() // 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _session(program: Program, session: Session) -> Json:
    names = ("name", "kind", "code", "room", "chair")
    return {name: getattr(session, name) for name in names} | {
        "track": session.track.name if session.track else "",
        "starts": program.time(session.starts_at),
        "ends": program.time(session.ends_at),
    }


def _own(place: Place) -> Json:
    return {
        "session": session_id(place.session),
        "lecture": lecture_id(place.lecture) if place.lecture else "",
        "kind": place.lecture.kind if place.lecture else "",
        "here": place.slot.kind,
        "position": place.slot.position,
        "board": place.slot.board,
        "links": [link.kind for link in _links(place)],
    }


def write_xml(program: Program, file: IO[bytes]) -> None:
    """What XML cannot hold is left out of texts."""
    schedule = _Schedule.of(program)
    root = etree.Element("schedule")
    etree.SubElement(root, "generator", GENERATOR)
    _add(root, "version", "1")
    conference = etree.SubElement(root, "conference")
    for name, value in schedule.conference.items():
        _add(conference, name, value)
    _add(conference, "days", str(len(schedule.days)))
    _add(conference, "base_url", absolute("/"))
    # In ASCII, so that it holds whatever JSON does; and what would end the instruction is written otherwise.
    conference.append(etree.PI("posterhall", json.dumps(schedule.meta).replace("?>", "?\\u003e")))
    for number, day in enumerate(schedule.days, start=1):
        root.append(_xml_day(schedule, number, day))
    etree.indent(root)
    file.write(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def _xml_day(schedule: _Schedule, number: int, day: date) -> etree._Element:
    starts, ends = schedule.bounds(day)
    element = etree.Element(
        "day", {"index": str(number), "date": day.isoformat(), "start": starts, "end": ends}
    )
    for room, places in schedule.days[day].items():
        inner = etree.SubElement(element, "room", {"name": _text(room)})
        for place in places:
            inner.append(_xml_event(schedule.program, place))
    return element


def _xml_event(program: Program, place: Place) -> etree._Element:
    event = _event(program, place)
    element = etree.Element("event", {"guid": event["guid"], "id": str(event["id"])})
    for name in (
        "room", "title", "subtitle", "type", "date", "start", "duration", "abstract", "slug", "track", "url"
    ):  # fmt: skip
        _add(element, name, event[name])
    persons = etree.SubElement(element, "persons")
    for person in event["persons"]:
        _add(persons, "person", person["public_name"], id=str(person["id"]))
    links = etree.SubElement(element, "links")
    for link in event["links"]:
        _add(links, "link", link["title"], href=link["url"], type=link["type"])
    return element


def _add(parent: etree._Element, name: str, text: str, **attributes: str) -> None:
    element = etree.SubElement(parent, name, {key: _text(value) for key, value in attributes.items()})
    element.text = _text(text)


def _text(text: str) -> str:
    return _NO_XML.sub("", text)

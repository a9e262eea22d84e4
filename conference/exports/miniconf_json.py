"""A program as MiniConf's conference.json, which conference/importers/miniconf.py reads back."""

import json
from collections.abc import Iterator
from typing import IO, Any

from conference.exports.program import GENERATOR, Place, Program, lecture_id, links_of, session_id
from conference.importers.links import kind_of
from conference.models import Lecture, Session

MEDIA_TYPE = "application/json"
_FILES = {"paper": "paper_pdf", "poster": "poster_pdf", "slides": "slides_pdf", "video": "video_url"}
_DEMO = ("supplement", "Demo")

type Json = dict[str, Any]


def write(program: Program, file: IO[bytes]) -> None:
    """Beside what MiniConf knows, sessions say their code and chair, and events the order and board of their one paper."""
    events: dict[int, list[str]] = {}
    sessions = {session_id(one): _session(program, one, events) for one in program.sessions}
    root = {
        "generator": GENERATOR,
        "papers": {lecture_id(one): _paper(one, events.get(one.pk, [])) for one in program.lectures.values()},
        "sessions": sessions,
        "events": {},
        "plenaries": {},
        "tutorials": {},
        "workshops": {},
    }
    file.write(json.dumps(root, ensure_ascii=False, indent=1).encode())


def _paper(lecture: Lecture, events: list[str]) -> Json:
    track = lecture.track.name if lecture.track else ""
    return {
        "id": lecture_id(lecture),
        "title": lecture.title,
        "abstract": lecture.abstract,
        "authors": [authorship.person.name for authorship in lecture.authorships.all()],
        "keywords": [keyword.name for keyword in lecture.keywords.all()],
        "category": lecture.kind,
        "track": track,
        "display_track": track,
        "is_paper": True,
        "event_ids": events,
        "anthology_url": lecture.publication.url if lecture.publication else "",
        **_links(lecture),
    }


def _links(lecture: Lecture) -> Json:
    """One address, or a list of several; without those whose kind or title MiniConf has no word for."""
    found: dict[str, list[str]] = {name: [] for name in (*_FILES.values(), "demo_url", "material")}
    for link in links_of(lecture):
        if (link.kind, link.title) == _DEMO:
            found["demo_url"].append(link.url)
        elif not link.title and link.kind in _FILES:
            found[_FILES[link.kind]].append(link.url)
        elif not link.title and link.kind == kind_of(link.url):
            found["material"].append(link.url)
    return {name: urls if len(urls) > 1 else urls[0] if urls else None for name, urls in found.items()}


def _session(program: Program, session: Session, events: dict[int, list[str]]) -> Json:
    found = dict(_events(program, session, events))
    return {
        "id": session_id(session),
        "name": session.name,
        "display_name": session.name,
        "type": session.kind,
        "code": session.code,
        "chair": session.chair,
        "start_time": program.time(session.starts_at),
        "end_time": program.time(session.ends_at),
        "events": found,
        "plenary_events": {},
        "tutorial_events": {},
        "workshop_events": {},
    }


def _events(program: Program, session: Session, events: dict[int, list[str]]) -> Iterator[tuple[str, Json]]:
    """One for each lecture; where there is none, one that says the room."""
    places: list[Place | None] = [place for place in program.places(session) if place.lecture]
    for place in places or [None]:
        name = f"{session_id(session)}-{place.slot.pk if place else 0}"
        if place and place.lecture:
            events.setdefault(place.lecture.pk, []).append(name)
        yield name, {"id": name, "session": session.name, **_event(program, session, place)}


def _event(program: Program, session: Session, place: Place | None) -> Json:
    slot = place.slot if place else None
    return {
        "type": place.kind if place else session.kind,
        "room": session.room,
        "track": session.track.name if session.track else "",
        "chairs": [session.chair] if session.chair else [],
        "start_time": program.time(slot.starts_at) if slot and slot.starts_at else None,
        "end_time": program.time(slot.ends_at) if slot and slot.ends_at else None,
        "paper_ids": [lecture_id(place.lecture)] if place and place.lecture else [],
        "position": slot.position if slot else 0,
        "board": slot.board if slot else "",
        "link": None,
    }

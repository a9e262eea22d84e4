"""A lecture as JSON."""

from typing import Any

from conference.citation import Citation, citation_of
from conference.links import absolute
from conference.models import Authorship, Conference, Lecture, Material, Publication, Slot

MEDIA_TYPE = "application/json"


def lecture_json(
    lecture: Lecture,
    *,
    abstract: str | None,
    slots: list[Slot] | None,
    materials: list[tuple[Material, bool]],
) -> dict[str, Any]:
    """What the lecture's page says, as data. All texts are plain; all times carry the conference's offset.

    id, url, title, kind, state ("published" or "withdrawn"), track
    conference      acronym, name, url, starts_on, ends_on, time_zone, place
    authors         in order: name, given, family, affiliation, orcid, url
    keywords        names
    abstract        null for those who may not read it
    slots           starts_at, ends_at, room, session, board, kind; null for those to whom the schedule is closed
    materials       kind, label, state, media_type, size in bytes, url; the url is null where it is not open
    publication     the paper, or null: title, booktitle, pages, year, doi, url, publisher, awards

    The caller asks the gate: `abstract` and `slots` are None, and a material's flag is False, where it is shut.
    E-mail addresses are in no record.
    """
    return {
        "id": lecture.pk,
        "url": absolute(lecture.get_absolute_url()),
        "title": lecture.title_text,
        "kind": lecture.kind,
        "state": lecture.state,
        "track": lecture.track.name if lecture.track else None,
        "conference": _conference(lecture.conference),
        "authors": [_author(authorship) for authorship in lecture.authorships.all()],
        "keywords": [keyword.name for keyword in lecture.keywords.all()],
        "abstract": abstract,
        "slots": None if slots is None else [_slot(slot, lecture) for slot in slots],
        "materials": [_material(material, is_open=is_open) for material, is_open in materials],
        "publication": _publication(lecture.publication, citation_of(lecture))
        if lecture.publication
        else None,
    }


def _conference(conference: Conference) -> dict[str, Any]:
    return {
        "acronym": conference.acronym,
        "name": conference.name,
        "url": absolute(conference.get_absolute_url()),
        "starts_on": conference.starts_on.isoformat(),
        "ends_on": conference.ends_on.isoformat(),
        "time_zone": conference.time_zone,
        "place": conference.place,
    }


def _author(authorship: Authorship) -> dict[str, Any]:
    person = authorship.person
    return {
        "name": person.name,
        "given": person.given,
        "family": person.family,
        "affiliation": authorship.affiliation,
        "orcid": person.orcid,
        "url": absolute(person.get_absolute_url()),
    }


def _slot(slot: Slot, lecture: Lecture) -> dict[str, Any]:
    return {
        "starts_at": lecture.conference.local(slot.begins).isoformat(),
        "ends_at": lecture.conference.local(slot.finishes).isoformat(),
        "room": slot.session.room,
        "session": slot.session.name,
        "board": slot.board,
        "kind": slot.kind or lecture.kind,
    }


def _material(material: Material, *, is_open: bool) -> dict[str, Any]:
    return {
        "kind": material.kind,
        "label": material.label,
        "state": material.state,
        "media_type": material.media_type,
        "size": material.size,
        "url": absolute(material.get_absolute_url()) if is_open else None,
    }


def _publication(paper: Publication, citation: Citation) -> dict[str, Any]:
    return {
        "title": citation.title_text,
        "booktitle": paper.booktitle,
        "pages": paper.pages,
        "year": paper.year,
        "doi": paper.doi,
        "url": paper.url,
        "publisher": paper.publisher,
        "awards": paper.awards,
    }

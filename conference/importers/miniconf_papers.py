"""One paper of a MiniConf conference.json."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from .gathering import FoundLecture
from .json_files import Json, body, lines, text
from .kinds import lecture_kind
from .links import material, web_address
from .miniconf_sessions import Places
from .people import named_record
from .records import AuthorRecord, LectureRecord, MaterialRecord, Problem, PublicationRecord, SlotRecord
from .texts import text_problems

NOT_SAID = frozenset({"null", "none", "tba", "tbd", "n/a"})
_MATERIALS = {
    "paper_pdf": "paper",
    "tutorial_pdf": "paper",
    "poster_pdf": "poster",
    "slides_pdf": "slides",
    "video_url": "video",
    "underline_url": "video",
    "demo_url": "supplement",
    "material": "",
    "workshop_site_url": "supplement",
}
_TITLES = {"demo_url": "Demo", "workshop_site_url": "Website"}


def paper_record(key: str, paper: Json, position: int, places: Places) -> FoundLecture:
    """None where the paper cannot be taken; one of the problems then says why."""
    where = f"papers › {key}"
    title = text(paper, "title")
    if not title:
        return None, [Problem("error", where, _("The paper has no title."), _("Add its title."), key)]
    authors, problems = authors_of(lines(paper.get("authors")), where)
    materials, material_problems = materials_of(paper, where)
    slots = places.papers.get(key, {}).values()
    kind = lecture_kind(text(paper, "category", "paper_type", "program"))
    kind = kind or next((slot.kind for slot in slots if slot.kind), None)
    record = LectureRecord(
        external_id=key,
        volume="",
        position=position,
        title=title,
        abstract=body(paper, "abstract"),
        kind=kind,
        track=text(paper, "display_track", "track"),
        authors=authors,
        keywords=lines(paper.get("keywords")),
        publication=publication_of(paper, title),
        materials=materials,
        slots=tuple(fitted_slots(slots, kind)),
        where=where,
    )
    return record, [*problems, *material_problems, *text_problems(record)]


def authors_of(
    names: Iterable[str], where: str, affiliation: str = ""
) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    authors, problems = [], []
    for name in names:
        author, found = named_record(name, where=where, affiliation=affiliation)
        problems += found
        if author:
            authors.append(author)
    return tuple(authors), problems


def materials_of(item: Json, where: str) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    found: dict[str, MaterialRecord] = {}
    problems = []
    for name, kind in _MATERIALS.items():
        for address in said(lines(item.get(name))):
            record, own_problems = material(address, where, kind=kind, title=_TITLES.get(name, ""))
            problems += own_problems
            if record:
                found.setdefault(record.url, record)
    return tuple(found.values()), problems


def publication_of(item: Json, title: str) -> PublicationRecord | None:
    url = web_address(text(item, "anthology_url"))
    return PublicationRecord(title, url=url) if url else None


def said(values: Iterable[str]) -> list[str]:
    """Without those that stand for nothing."""
    return [value for value in values if value.lower() not in NOT_SAID]


def fitted_slots(slots: Iterable[SlotRecord], kind: str | None) -> list[SlotRecord]:
    """Only a talk among posters, or a poster among talks, is of another kind here: a demo among posters stays one."""
    both = {"oral", "poster"}
    return [
        slot if {slot.kind, kind} == both else replace(slot, kind="" if kind else slot.kind) for slot in slots
    ]

"""Plenaries, tutorials and workshops of a MiniConf conference.json, as lectures."""

import re
from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from .json_files import Json, body, lines, text
from .miniconf_papers import authors_of, materials_of, publication_of, said
from .miniconf_sessions import Places, people, without_number
from .records import AuthorRecord, LectureRecord, Problem, SlotRecord
from .texts import text_problems

_ONLY_WHEN = re.compile(r"\w+, \w+ \d+ - Time: [\d :-]+")
_KINDS = {"plenaries": "keynote", "tutorials": "tutorial", "workshops": "workshop"}


def talk_records(root: Json, places: Places, *, first: int) -> tuple[list[LectureRecord], list[Problem]]:
    """A plenary whose speaker is not told is a session and no lecture. A workshop of two days is one lecture with two slots."""
    records: dict[tuple[str, str], LectureRecord] = {}
    slots: dict[tuple[str, str], dict[str, SlotRecord]] = {}
    problems: list[Problem] = []
    for key, item, field, kind in _items(root):
        record, found = _record(key, item, kind, places, f"{field} › {key}")
        same = kind, record.title
        slots.setdefault(same, {}).update({slot.session: slot for slot in record.slots})
        if same not in records:
            records[same] = replace(record, position=first + len(records))
            problems += found
    talks = [replace(one, slots=tuple(slots[same].values())) for same, one in records.items()]
    return talks, problems


def _items(root: Json) -> Iterator[tuple[str, Json, str, str]]:
    """Those that are lectures: id, what is said of it, and the field and kind that it is of."""
    for field, kind in _KINDS.items():
        items = root.get(field)
        for key, item in items.items() if isinstance(items, dict) else ():
            if isinstance(item, dict) and (kind != "keynote" or said(lines(item.get("bio")))):
                yield key, item, field, kind


def _record(
    key: str, item: Json, kind: str, places: Places, where: str
) -> tuple[LectureRecord, list[Problem]]:
    slot = places.events.get(key)
    session = places.sessions.get(slot.session) if slot else None
    track = text(item, "track")
    title = text(item, "title") or (session.name if session else "") or key
    title = without_number(title.removeprefix(f"{track}: "))
    authors, problems = _authors(item, where)
    materials, material_problems = materials_of(item, where)
    record = LectureRecord(
        external_id=f"{kind}:{key}",
        volume="",
        position=0,
        title=title,
        abstract="\n\n".join(_paragraphs(item)),
        kind=kind,
        track=track,
        authors=authors,
        publication=publication_of(item, title),
        materials=materials,
        slots=(slot,) if slot else (),
        where=where,
    )
    if not slot:
        problems.append(Problem("warning", where, _("It stands in no session of the program.")))
    return record, [*problems, *material_problems, *text_problems(record)]


def _authors(item: Json, where: str) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    names = [name for field in ("presenter", "organizers", "committee") for name in people(item.get(field))]
    return authors_of(said(names), where, text(item, "institution"))


def _paragraphs(item: Json) -> list[str]:
    """Without a placeholder, and without a line that only says when the talk is."""
    texts = said(body(item, name) for name in ("abstract", "description", "bio"))
    return [one for one in texts if one and not _ONLY_WHEN.fullmatch(one)]

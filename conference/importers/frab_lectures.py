"""Lectures of a schedule: the places of one talk together, under the guid of the first."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .frab_events import Event
from .frab_sessions import Sessions, session_id, slot_of
from .gathering import FoundLecture
from .links import material
from .people import named_record
from .records import AuthorRecord, LectureRecord, MaterialRecord, Problem, SlotRecord
from .texts import text_problems


def lectures_of(events: list[Event], sessions: Sessions) -> Iterator[FoundLecture]:
    talks: dict[tuple[str, str], list[tuple[int, Event]]] = {}
    positions: dict[str, int] = {}
    for event in events:
        positions[session_id(event)] = position = positions.get(session_id(event), 0) + 1
        if not event.is_break:
            talks.setdefault((event.talk, event.title), []).append((position, event))
    for number, places in enumerate(talks.values(), start=1):
        yield _lecture(places, number, sessions)


def _lecture(places: list[tuple[int, Event]], number: int, sessions: Sessions) -> FoundLecture:
    event = min((event for _position, event in places), key=lambda one: one.starts_at.isoformat())
    authors, problems = _authors(event)
    materials, material_problems = _materials(event)
    slots, slot_problems = _slots(places, sessions)
    fields = event.fields
    record = LectureRecord(
        external_id=event.talk if event.own else fields["guid"] or event.talk,
        volume="",
        position=number,
        title=event.title,
        abstract="\n\n".join(filter(None, (fields["abstract"], fields["description"]))),
        kind=event.kind,
        track=fields["track"],
        authors=authors,
        materials=materials,
        slots=slots,
        where=event.where,
    )
    problems += [*material_problems, *slot_problems, *text_problems(record)]
    if event.is_unrecorded:
        message = _("The presenters do not want to be recorded.")
        problems.append(Problem("warning", event.where, message, _("Withhold a video of it.")))
    return record, problems


def _authors(event: Event) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    authors, problems = [], []
    for person in event.persons:
        author, found = named_record(person.name, where=event.where, external_id=person.id)
        problems += found
        if author:
            authors.append(author)
    return tuple(authors), problems


def _materials(event: Event) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    materials: dict[str, MaterialRecord] = {}
    problems = []
    for link in event.links:
        record, found = material(link.address, event.where, kind=link.kind, title=link.title)
        problems += found
        if record:
            materials.setdefault(record.url, record)
    return tuple(materials.values()), problems


def _slots(
    places: list[tuple[int, Event]], sessions: Sessions
) -> tuple[tuple[SlotRecord, ...], list[Problem]]:
    slots: dict[str, SlotRecord] = {}
    problems = []
    for position, event in places:
        key = session_id(event)
        if key not in sessions.records:
            continue
        slot = slot_of(event, sessions.records[key], position)
        if slots.setdefault(key, slot) is not slot:
            message = _("The talk stands twice in this room on this day; the first place was taken.")
            problems.append(Problem("warning", event.where, message))
    return tuple(slots.values()), problems

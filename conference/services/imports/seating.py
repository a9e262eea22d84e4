"""Writing sessions, and who and what has which place in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from conference.importers.records import SessionRecord, Values
from conference.models import Conference, Lecture, Session, Slot, SourceRecord
from conference.services.imports.links import Writing
from conference.services.imports.memory import BATCH, remember_steps
from conference.services.imports.places import PRESENT, grouped, slot_values
from conference.services.imports.plan import Step
from conference.services.imports.program import ProgramPlan
from conference.services.imports.sessions import FIELDS, TIMES, SessionsPlan, said_of
from conference.services.imports.tracks import Tracks


def write_sessions(
    conference: Conference, source: str, plan: SessionsPlan, tracks: Tracks
) -> dict[str, Session]:
    """With the items of theirs that are no lectures. Gives all that the source speaks of, by its ids."""
    created = {id(step): Session(conference=conference) for step in plan.new}
    sessions = {}
    edits = []
    for step in plan.steps:
        session = created.get(id(step)) or plan.rows[step.target or 0]
        said = _taken(step, tracks)
        _change(session, said, tracks)
        sessions[step.record.external_id] = session
        edits += [Seat(None, session, title, values) for title, values in grouped(said.items()).items()]
    Session.objects.bulk_create(created.values(), batch_size=BATCH)
    changed = [plan.rows[step.target] for step in plan.changed if step.target]
    Session.objects.bulk_update(changed, [*FIELDS, *TIMES, "track"], batch_size=BATCH)
    write_seats(edits)
    ids = {key: session.pk for key, session in created.items()}
    remember_steps(conference, source, SourceRecord.Thing.SESSION, plan.steps, ids)
    return sessions


def _taken(step: Step[SessionRecord], tracks: Tracks) -> Values:
    if step.is_new:
        return said_of(step.values, tracks)
    return {change.field: change.new for change in step.merge.changes}


def _change(session: Session, said: Values, tracks: Tracks) -> None:
    for name in FIELDS:
        if name in said:
            setattr(session, name, said[name])
    for name in TIMES:
        if name in said:
            setattr(session, name, datetime.fromisoformat(said[name]))
    if "track" in said:
        session.track = tracks.get(said["track"])


def write_slots(plan: ProgramPlan, writings: Sequence[Writing], sessions: dict[str, Session]) -> None:
    write_seats(
        Seat(one.lecture, sessions[key], "", values)
        for one in writings
        for key, values in plan.places.get(id(one.step), {}).items()
    )


@dataclass(frozen=True, slots=True)
class Seat:
    """What is to be of one place: a lecture's, or that of an item with only a title."""

    lecture: Lecture | None
    session: Session
    title: str
    values: Values

    @property
    def key(self) -> tuple[int | None, int, str]:
        return (self.lecture.pk if self.lecture else None, self.session.pk, self.title)


def write_seats(seats: Iterable[Seat]) -> None:
    """Boards are given up before they are taken, so that two lectures may change theirs."""
    seats = list(seats)
    slots = _stored(seats)
    gone = [slots[seat.key].pk for seat in seats if seat.key in slots and seat.values.get(PRESENT) is False]
    Slot.objects.filter(pk__in=gone).delete()
    changed: list[Slot] = []
    created: list[Slot] = []
    for seat in seats:
        slot = slots.get(seat.key)
        if seat.values.get(PRESENT) is False or (slot is None and PRESENT not in seat.values):
            continue
        (created if slot is None else changed).append(_seated(seat, slot))
    moved = [slot.pk for slot in changed]
    Slot.objects.filter(pk__in=moved).update(board="")
    Slot.objects.bulk_update(changed, ["starts_at", "ends_at", "position", "board", "kind"], batch_size=BATCH)
    Slot.objects.bulk_create(created, batch_size=BATCH)


def _stored(seats: list[Seat]) -> dict[tuple[int | None, int, str], Slot]:
    """Of lectures, one in each session: the first."""
    slots = Slot.objects.filter(session__in={seat.session.pk for seat in seats}).order_by("-pk")
    return {(slot.lecture_id, slot.session_id, "" if slot.lecture_id else slot.title): slot for slot in slots}


def _seated(seat: Seat, slot: Slot | None) -> Slot:
    slot = slot or Slot(
        conference_id=seat.session.conference_id, session=seat.session, lecture=seat.lecture, title=seat.title
    )
    for name, value in slot_values(seat.values):
        setattr(slot, name, value)
    return slot

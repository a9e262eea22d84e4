"""Sessions: which one of the conference each record means, and what would change in it."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from conference.importers.records import Problem, ProgramReading, SessionRecord, Values
from conference.models import Conference, Session, Slot, SourceRecord
from conference.services.imports.comparing import line
from conference.services.imports.finding import own_ids
from conference.services.imports.merging import merge
from conference.services.imports.places import dropped_places, moment, ours_places, said_places
from conference.services.imports.plan import Step, missing_from
from conference.services.imports.tracks import Tracks

type _Known = dict[tuple[str, str], SourceRecord]

FIELDS = ("kind", "name", "code", "room", "chair", "live_url")
TIMES = ("starts_at", "ends_at")


@dataclass(slots=True)
class SessionsPlan:
    """`rows` are the stored sessions by primary key, `keys` the source's id of each that it speaks of."""

    steps: tuple[Step[SessionRecord], ...] = ()
    rows: dict[int, Session] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)
    gone: tuple[SourceRecord, ...] = ()
    problems: list[Problem] = field(default_factory=list)

    @property
    def new(self) -> list[Step[SessionRecord]]:
        return [step for step in self.steps if step.is_new]

    @property
    def changed(self) -> list[Step[SessionRecord]]:
        return [step for step in self.steps if step.merge.changes]

    @property
    def known(self) -> set[str]:
        """The ids that slots may name."""
        return {step.record.external_id for step in self.steps}


def plan_sessions(
    conference: Conference, reading: ProgramReading, tracks: Tracks, theirs: Collection[str]
) -> SessionsPlan:
    stored: _Known = {
        (one.volume, one.external_id): one
        for one in SourceRecord.objects.filter(
            conference=conference, source=reading.source, thing=SourceRecord.Thing.SESSION
        )
    }
    if not reading.sessions and not stored:
        return SessionsPlan()
    rows = Session.objects.filter(conference=conference).select_related("track").prefetch_related("slots")
    plan = SessionsPlan(rows={row.pk: row for row in rows})
    present = {(one.volume, one.external_id) for one in reading.sessions}
    gone = {one.session_id: one for one in missing_from(reading, stored.values(), present)}
    targets = _targets(conference, reading, stored, plan.rows)
    steps = []
    for record in reading.sessions:
        target = targets.get(record.external_id)
        known = stored.get((record.volume, record.external_id)) or gone.pop(target, None)
        step = _step(record, known, target, plan.rows, tracks).settled(theirs)
        if _is_sound(step, plan.rows, conference):
            steps.append(step)
            plan.keys |= {step.target: record.external_id} if step.target else {}
        else:
            plan.problems.append(_backwards(record))
    plan.steps, plan.gone = tuple(steps), tuple(gone.values())
    return plan


def _targets(
    conference: Conference, reading: ProgramReading, stored: _Known, rows: dict[int, Session]
) -> dict[str, int]:
    """By the id in the source: sessions that it knows, those that it calls by our own id, then those of the same name and start."""
    targets = {one.external_id: one.session_id for one in stored.values() if one.session_id}
    ours = own_ids("sessions", rows, reading.source)
    targets |= {
        one.external_id: ours[one.external_id]
        for one in reading.sessions
        if one.external_id not in targets and one.external_id in ours
    }
    free: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for pk, row in rows.items():
        if pk not in targets.values():
            free[row.name.casefold(), moment(row.starts_at, conference.tz)].append(pk)
    for record in reading.sessions:
        found = free.get((record.name.casefold(), moment(record.starts_at, conference.tz)), [])
        if record.external_id not in targets and len(found) == 1:
            targets[record.external_id] = found.pop()
    return targets


def _step(
    record: SessionRecord,
    stored: SourceRecord | None,
    target: int | None,
    rows: dict[int, Session],
    tracks: Tracks,
) -> Step[SessionRecord]:
    values = record.as_values()
    step = Step(record, record.name, values, target, stored, bool(stored and stored.values == values))
    if target is None or step.is_repeated:
        return step
    last = said_of(stored.values, tracks) if stored else {}
    said = said_of(values, tracks)
    said |= dropped_places("item", said, last)
    return replace(step, merge=merge(ours=_ours(rows[target], last), last=last, said=said))


def said_of(values: Values, tracks: Tracks) -> Values:
    zone = tracks.conference.tz
    said = {name: line(values[name]) for name in FIELDS}
    said |= {name: moment(values[name], zone) for name in TIMES}
    said["track"] = tracks.slug(values["track"])
    return said | said_places("item", ((item["title"], item) for item in values["items"]), zone)


def _ours(session: Session, last: Values) -> Values:
    ours = {name: line(getattr(session, name)) for name in FIELDS}
    ours |= {name: moment(getattr(session, name), session.conference.tz) for name in TIMES}
    ours["track"] = session.track.slug if session.track else ""
    items: list[Slot] = [slot for slot in session.slots.all() if slot.lecture_id is None]
    return ours | ours_places("item", ((item.title, item) for item in items), last)


def _is_sound(step: Step[SessionRecord], rows: dict[int, Session], conference: Conference) -> bool:
    """Whether the session would end after it starts: one of its times may be ours, and the other the file's."""
    times = {name: moment(getattr(step.record, name), conference.tz) for name in TIMES}
    if step.target:
        times = {name: moment(getattr(rows[step.target], name), conference.tz) for name in TIMES}
        times |= {change.field: change.new for change in step.merge.changes if change.field in TIMES}
    return times["starts_at"] < times["ends_at"]


def _backwards(record: SessionRecord) -> Problem:
    return Problem(
        "error",
        record.where,
        _("The session “%(name)s” would end before it starts.") % {"name": record.name},
        _("Correct its times."),
        record.external_id,
    )

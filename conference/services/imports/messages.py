"""Welcome messages that come with a program."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from conference.importers.records import MessageRecord, ProgramReading, Values
from conference.models import Conference, SourceRecord, WelcomeMessage
from conference.services.imports.memory import remember_steps
from conference.services.imports.merging import merge
from conference.services.imports.plan import Step, missing_from

FIELDS = ("body", "signed_by", "role", "affiliation", "position")


@dataclass(slots=True)
class MessagesPlan:
    steps: tuple[Step[MessageRecord], ...] = ()
    rows: dict[int, WelcomeMessage] = field(default_factory=dict)
    gone: tuple[SourceRecord, ...] = ()


def plan_messages(conference: Conference, reading: ProgramReading, theirs: Collection[str]) -> MessagesPlan:
    """A message is found by its id in the source, then by who signed it in which role."""
    stored = {
        (one.volume, one.external_id): one
        for one in SourceRecord.objects.filter(
            conference=conference, source=reading.source, thing=SourceRecord.Thing.MESSAGE
        )
    }
    if not reading.messages and not stored:
        return MessagesPlan()
    rows = {row.pk: row for row in WelcomeMessage.objects.filter(conference=conference)}
    claimed = {one.message_id for one in stored.values()}
    signed = {(row.signed_by, row.role): pk for pk, row in rows.items() if pk not in claimed}
    steps = []
    for record in reading.messages:
        known = stored.get((record.volume, record.external_id))
        target = known.message_id if known else signed.pop((record.signed_by, record.role), None)
        steps.append(_step(record, known, rows.get(target or 0)).settled(theirs))
    present = {(one.volume, one.external_id) for one in reading.messages}
    return MessagesPlan(tuple(steps), rows, tuple(missing_from(reading, stored.values(), present)))


def _step(
    record: MessageRecord, known: SourceRecord | None, row: WelcomeMessage | None
) -> Step[MessageRecord]:
    values = record.as_values()
    label = ", ".join(filter(None, [record.signed_by, record.role])) or record.external_id
    step = Step(record, label, values, row.pk if row else None, known, bool(known and known.values == values))
    if row is None or step.is_repeated:
        return step
    last = _said_of(known.values) if known else {}
    ours = {name: getattr(row, name) for name in FIELDS}
    return replace(step, merge=merge(ours=ours, last=last, said=_said_of(values)))


def _said_of(values: Values) -> Values:
    return {name: values[name] for name in FIELDS}


def write_messages(conference: Conference, source: str, plan: MessagesPlan) -> list[int]:
    """Gives the new ones."""
    targets: dict[int, int] = {}
    for step in plan.steps:
        if step.is_new:
            row = WelcomeMessage(conference=conference, **_said_of(step.values))
        elif step.merge.changes and step.target:
            row = plan.rows[step.target]
            for change in step.merge.changes:
                setattr(row, change.field, change.new)
        else:
            continue
        row.save()
        targets[id(step)] = row.pk
    remember_steps(conference, source, SourceRecord.Thing.MESSAGE, plan.steps, targets)
    return [targets[id(step)] for step in plan.steps if step.is_new]

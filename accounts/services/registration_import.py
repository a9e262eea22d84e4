"""Registration lists: what a list would do to who may enter a conference, and doing it."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from accounts.models import Mailing, Registration, TicketType
from accounts.services.registrations import RegistrationValues, write_registrations
from conference.importers import registrations as lists
from conference.importers.columns import TableLook
from conference.importers.records import Problem, Reading, RegistrationRecord, Values
from conference.importers.registration_columns import FIELDS
from conference.models import Conference, SourceRecord
from conference.progress import Phase, tell
from conference.services.imports.memory import count_rows, remember
from conference.services.imports.merging import merge
from conference.services.imports.plan import GONE, Plan, Step, met_by, missing_from
from conference.services.imports.runs import Importer, Options
from conference.services.imports.undoing import Part, Thing, Things, table_of

_NO_VOLUME = ""
_THING = "registration"
THINGS = Things(
    kinds={
        _THING: Thing(
            Registration,
            "email",
            ("status_changed_at",),
            (
                Part(
                    table_of(SourceRecord),
                    f"part.conference_id = thing.conference_id AND part.source = '{lists.SOURCE}'"
                    " AND part.volume = '' AND part.external_id = thing.email",
                ),
            ),
        )
    },
    newcomers={
        TicketType: Q(registrations=None, access_rules=None)
        & ~Q(Exists(Mailing.objects.filter(ticket_type=OuterRef("pk")))),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationPlan(Plan[RegistrationRecord]):
    stored: dict[str, Registration]  # by address, those that the list says something new of
    codes: "TicketCodes"

    @property
    def met(self) -> dict[str, list[int]]:
        return {_THING: met_by(self.steps)}


def plan_registrations(
    conference: Conference, reading: Reading[RegistrationRecord], theirs: Collection[str] = ()
) -> RegistrationPlan:
    """Compare a list with what is stored, found by address; nothing is written.

    In a transaction it also holds what is stored, so that nobody cancels a registration between the plan and its writing.
    """
    known = {
        one.external_id: one
        for one in SourceRecord.objects.filter(
            conference=conference, source=reading.source, thing=SourceRecord.Thing.REGISTRATION
        )
    }
    emails = [record.email for record in reading.records]
    registrations = Registration.objects.filter(conference=conference).select_related("ticket_type")
    if connection.in_atomic_block:
        registrations = registrations.order_by("pk").select_for_update(of=("self",))
    stored = {one.email: one for one in registrations}
    taken, deleted = [], []
    for record in reading.records:
        if record.email in known and record.email not in stored:
            deleted.append(record)
        else:
            taken.append(record)
    codes = TicketCodes.of(conference)
    steps = [
        _step(record, known.get(record.email), stored.get(record.email), codes, reading).settled(theirs)
        for record in taken
    ]
    present = {(_NO_VOLUME, email) for email in emails}
    gone = missing_from(reading, known.values(), present)
    if GONE in theirs:
        steps += [_cancelled(one, stored[one.external_id]) for one in gone if one.external_id in stored]
    return RegistrationPlan(
        reading=reading,
        steps=tuple(steps),
        gone=tuple(gone),
        findings=tuple(map(_deleted, deleted)),
        notes=_zone_notes(conference, reading.records),
        stored=stored,
        codes=codes,
    )


def _step(
    record: RegistrationRecord,
    known: SourceRecord | None,
    stored: Registration | None,
    codes: "TicketCodes",
    reading: Reading[RegistrationRecord],
) -> Step[RegistrationRecord]:
    said = _said(record, codes, reading.unsaid)
    last: Values = known.values if known else {}
    values = last | said
    if stored is None:
        return Step(record, record.email, values)
    if known and values == last:
        return Step(record, record.email, values, stored.pk, known, is_repeated=True)
    merged = merge(ours=_ours(stored), last=last, said=said)
    return Step(record, record.email, values, stored.pk, known, merge=merged)


def _cancelled(known: SourceRecord, stored: Registration) -> Step[RegistrationRecord]:
    """Of somebody who is no longer in the list."""
    record = RegistrationRecord(stored.email, status="cancelled", where=_("No longer in the list"))
    said = {"status": "cancelled"}
    merged = merge(ours=_ours(stored), last=known.values, said=said)
    return Step(record, record.email, known.values | said, stored.pk, known, merge=merged)


def _said(record: RegistrationRecord, codes: "TicketCodes", unsaid: Iterable[str]) -> Values:
    """Without the fields that the list has no column for: they are not empty, but unknown."""
    said = record.as_values() | {
        "ticket_type": codes.code(record.ticket_type),
        "registered_at": _moment(record.registered_at, codes.conference),
    }
    return {name: value for name, value in said.items() if name not in unsaid and name != "email"}


def _ours(stored: Registration) -> Values:
    names = ("name", "affiliation", "country", "status", "external_id")
    return {name: getattr(stored, name) for name in names} | {
        "ticket_type": stored.ticket_type.code if stored.ticket_type else "",
        "registered_at": stored.registered_at.astimezone(UTC).isoformat() if stored.registered_at else "",
    }


def _moment(moment: datetime | None, conference: Conference) -> str:
    """In UTC, so that one moment has one spelling. Without a zone it is a time of the conference's place."""
    if moment is None:
        return ""
    return (moment if moment.tzinfo else moment.replace(tzinfo=conference.tz)).astimezone(UTC).isoformat()


@dataclass(frozen=True, slots=True)
class TicketCodes:
    """Of the ticket types of a conference, by what lists call them: a name that only one of them has, or else the code."""

    conference: Conference
    tickets: dict[str, TicketType]  # by code
    _words: dict[str, str]

    @classmethod
    def of(cls, conference: Conference) -> "TicketCodes":
        tickets = list(TicketType.objects.filter(conference=conference))
        words = {one.code.casefold(): one.code for one in tickets}
        words |= {name.casefold(): code for code, name in ticket_names(tickets).items()}
        return cls(conference, {one.code: one for one in tickets}, words)

    def code(self, word: str) -> str:
        return self._words.get(word.casefold()) or ticket_code(word)

    def add(self, names: Iterable[str]) -> None:
        """Make those that are new. A name such as `organizer` is a ticket like any other, and no right."""
        for name in dict.fromkeys(names):
            code = self.code(name)
            if code and code not in self.tickets:
                ticket = TicketType.objects.create(conference=self.conference, code=code, name=name)
                self.tickets[code] = ticket


def ticket_names(tickets: Collection[TicketType]) -> dict[str, str]:
    """By code what to call each in a list: its name, unless others are called so, too."""
    uses = Counter(one.name.casefold() for one in tickets)
    codes = {one.code.casefold() for one in tickets}
    return {
        one.code: one.name if uses[name] == 1 and name not in codes - {one.code.casefold()} else one.code
        for one in tickets
        for name in [one.name.casefold()]
    }


def ticket_code(name: str) -> str:
    """`Virtual Student` -> `virtual-student`; a name without Latin letters keeps its own."""
    return (slugify(name) or slugify(name, allow_unicode=True))[:60]


def _deleted(record: RegistrationRecord) -> Problem:
    message = _("The registration of %(email)s was deleted here after it was imported, and stays so.")
    mend = _("Add it by hand if it is to come back.")
    return Problem("error", record.where, message % {"email": record.email}, mend, record.email)


def _zone_notes(conference: Conference, records: Iterable[RegistrationRecord]) -> tuple[str, ...]:
    if not any(one.registered_at and one.registered_at.tzinfo is None for one in records):
        return ()
    return (_("Times without a zone were taken as those of %(zone)s.") % {"zone": conference.time_zone},)


def write_registration_plan(conference: Conference, plan: RegistrationPlan) -> dict[str, list[int]]:
    """Call it in the transaction in which the plan was made. Accounts come with the registrations, and stay when it is undone."""
    touched = [*plan.new, *plan.changed]
    plan.codes.add(step.record.ticket_type for step in touched)
    rows = [_row(step, plan.stored.get(step.record.email), plan.codes.tickets) for step in touched]
    tell(Phase.REGISTRATIONS)
    write_registrations(conference=conference, rows=rows)
    fresh = []
    for step in plan.steps:
        if not step.is_repeated:
            said = step.stored or SourceRecord(
                conference=conference,
                source=plan.reading.source,
                volume=_NO_VOLUME,
                external_id=step.record.email,
                thing=SourceRecord.Thing.REGISTRATION,
            )
            said.values = step.values
            fresh.append(said)
    remember(fresh, [step.stored for step in plan.steps if step.is_repeated and step.stored])
    count_rows((Registration, SourceRecord), new=len(plan.new))
    new = Registration.objects.filter(
        conference=conference, email__in=[step.record.email for step in plan.new]
    )
    return {_THING: list(new.order_by("pk").values_list("pk", flat=True))}


def _row(
    step: Step[RegistrationRecord], stored: Registration | None, tickets: dict[str, TicketType]
) -> RegistrationValues:
    taken = {change.field: change.new for change in step.merge.changes} if stored else dict(step.values)
    values: dict[str, Any] = _ours(stored) | taken if stored else {"status": "confirmed"} | taken
    moment = values.pop("registered_at", "")
    return RegistrationValues(
        **values
        | {
            "email": step.record.email,
            "ticket_type": tickets.get(values.get("ticket_type", "")),
            "registered_at": datetime.fromisoformat(moment) if moment else None,
        }
    )


_OPTIONS = ("encoding", "sheet", "columns", "statuses", "ticket_types")


def _read(data: bytes, options: Options) -> Reading[RegistrationRecord]:
    return lists.read(data, **{name: options[name] for name in _OPTIONS if options.get(name)})


def _look(data: bytes, options: Options) -> TableLook:
    return lists.look(data, **{name: options[name] for name in _OPTIONS[:3] if options.get(name)})


REGISTRATIONS = Importer(
    name=lists.SOURCE,
    label=_lazy("Registration list: CSV, TSV or XLSX"),
    subject="registrations",
    read=_read,
    plan=plan_registrations,
    write=write_registration_plan,
    things=THINGS,
    sample="registrations.csv",
    look=_look,
    fields=FIELDS,
)

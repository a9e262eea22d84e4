"""Registration lists: any table with a column of e-mail addresses."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.addresses import InvalidAddress, normal_address

from .columns import Columns, TableLook, look_of, plain_key
from .limits import too_long
from .records import Problem, Reading, RegistrationRecord, Status
from .registration_columns import CANCELLED, CONFIRMED, STATUSES, find_columns, guess_columns
from .tables import Row, read_table
from .times import YEARS

SOURCE = "registrations"
_EXCERPT = 60  # characters of a cell that a message repeats
_NONE: Mapping[str, Any] = {}
_TITLE_BEHIND_NAME = re.compile(r"(?:jr|sr|ph\.? ?d|md|msc|ma|ba|esq|prof|dr|i{1,3}|iv)\.?", re.IGNORECASE)


class _RowError(ValueError):
    def __init__(self, message: str, mend: str) -> None:
        super().__init__(message)
        self.message = message
        self.mend = mend


@dataclass(frozen=True, slots=True)
class _Words:
    """What the list's words for statuses and ticket types mean; a ticket type without a meaning is its own."""

    statuses: Mapping[str, Status]
    ticket_types: Mapping[str, str]

    def ticket_type(self, cell: str) -> str:
        return self.ticket_types.get(plain_key(cell), cell)

    def status(self, cell: str) -> Status:
        if status := self.statuses.get(plain_key(cell)):
            return status
        raise _RowError(
            _("The status “%(status)s” says neither confirmed nor cancelled.") % {"status": cell[:_EXCERPT]},
            _("Write “confirmed” or “cancelled”."),
        )


def look(
    data: bytes, *, encoding: str | None = None, sheet: str | None = None, columns: Mapping[str, str] = _NONE
) -> TableLook:
    """What the list holds, for a person who says which column is which of FIELDS. Raises UnreadableFile."""
    table = read_table(data, encoding=encoding, sheet=sheet).unmarked()
    return look_of(table, guess_columns(table, columns), ("status", "ticket_type"))


def read(
    data: bytes,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    columns: Mapping[str, str] = _NONE,
    statuses: Mapping[str, Status] = _NONE,
    ticket_types: Mapping[str, str] = _NONE,
) -> Reading[RegistrationRecord]:
    """One record for each address; what else the list says of that address is reported.

    `columns` says which column is which where that is not recognised, as Columns.mapped takes it; `statuses` and `ticket_types` say
    what the list's words mean. Raises UnreadableFile if the list as a whole cannot be taken.
    """
    table = read_table(data, encoding=encoding, sheet=sheet).unmarked()
    found = find_columns(table, columns)
    words = _Words(STATUSES | _by_key(statuses), _by_key(ticket_types))
    records = []
    problems = [*table.problems, *_unread_times(found)]
    for row in found.rows:
        try:
            records.append(_record(found, row, words))
        except _RowError as refusal:
            item = _known_address(found.cell(row, "email"))
            problems.append(Problem("error", row.where, refusal.message, refusal.mend, item))
    records, repeats = _one_for_each_address(records)
    records, shared = _without_shared_ids(records)
    lost = sum(problem.level == "error" for problem in table.problems)
    return Reading(
        SOURCE,
        tuple(records),
        (*problems, *repeats, *shared),
        read=len(found.rows) + lost,
        notes=(*table.notes, *found.notes(), *_status_notes(found)),
        unsaid=_unsaid(found),
    )


def _by_key[V](meanings: Mapping[str, V]) -> dict[str, V]:
    return {plain_key(word): meaning for word, meaning in meanings.items()}


def _record(columns: Columns, row: Row, words: _Words) -> RegistrationRecord:
    record = RegistrationRecord(
        email=_email(columns.cell(row, "email")),
        name=_name(columns, row),
        ticket_type=words.ticket_type(columns.cell(row, "ticket_type")),
        status=words.status(columns.cell(row, "status")) if "status" in columns.places else CONFIRMED,
        affiliation=columns.cell(row, "affiliation"),
        country=columns.cell(row, "country"),
        external_id=columns.cell(row, "external_id"),
        registered_at=_time(columns.cell(row, "registered_at")),
        where=row.where,
    )
    for message in too_long(record):
        raise _RowError(message, _("Shorten it."))
    return record


def _email(cell: str) -> str:
    try:
        return normal_address(cell)
    except InvalidAddress as error:
        raise _RowError(str(error), _("Correct the address in this row.")) from error


def _known_address(cell: str) -> str:
    try:
        return normal_address(cell)
    except InvalidAddress:
        return ""


def _unsaid(columns: Columns) -> frozenset[str]:
    fields = {"name", "ticket_type", "status", "affiliation", "country", "external_id", "registered_at"}
    said = set(columns.places) | (
        {"name"} if {"given", "family", "shown_name"} & set(columns.places) else set()
    )
    return frozenset(fields - said)


def _name(columns: Columns, row: Row) -> str:
    """For display: `Velo, Ana` becomes `Ana Velo`, `Ana Velo, PhD` stays."""
    if shown := columns.cell(row, "shown_name"):
        return shown
    name = columns.cell(row, "name")
    if not name:
        return " ".join(f"{columns.cell(row, 'given')} {columns.cell(row, 'family')}".split())
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and family and given and "," not in given and not _TITLE_BEHIND_NAME.fullmatch(given):
        return f"{given} {family}"
    return name


def _status_notes(columns: Columns) -> tuple[str, ...]:
    if "status" in columns.places:
        return ()
    return (_("There is no column for the status: every row counts as confirmed."),)


def _time(cell: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(cell)
    except ValueError:
        return None
    return read if read.year in YEARS else None


def _unread_times(columns: Columns) -> list[Problem]:
    """One problem for the whole column: a list has either all its times in one form or none."""
    unread = [
        (row, cell)
        for row in columns.rows
        if (cell := columns.cell(row, "registered_at")) and not _time(cell)
    ]
    if not unread:
        return []
    row, cell = unread[0]
    message = _("The time “%(time)s” was not understood and left out, here and in %(others)d other rows.")
    return [
        Problem(
            "warning",
            row.where,
            message % {"time": cell[:_EXCERPT], "others": len(unread) - 1},
            _("Write 2025-07-28 09:00."),
        )
    ]


def _one_for_each_address(
    records: Sequence[RegistrationRecord],
) -> tuple[list[RegistrationRecord], list[Problem]]:
    """The first row of an address stands, unless it is cancelled and a later one is confirmed."""
    kept: dict[str, RegistrationRecord] = {}
    problems = []
    for record in records:
        first = kept.setdefault(record.email, record)
        if first is record:
            continue
        if first.status == CANCELLED and record.status == CONFIRMED:
            kept[record.email] = record
            message = _("The same address as in %(first)s, which is cancelled; this confirmed row counts.")
        else:
            message = _("The same address as in %(first)s; that row counts, this one does not.")
        problems.append(Problem("warning", record.where, message % {"first": first.where}))
    return list(kept.values()), problems


def _without_shared_ids(
    records: Sequence[RegistrationRecord],
) -> tuple[list[RegistrationRecord], list[Problem]]:
    """An id that stands at several addresses (an order of a group) finds no one again, so it is not taken."""
    uses = Counter(record.external_id for record in records)
    single, problems = [], []
    for record in records:
        if record.external_id and uses[record.external_id] > 1:
            message = _("The id “%(id)s” stands at several addresses and was left out.")
            problems.append(Problem("warning", record.where, message % {"id": record.external_id}))
            single.append(replace(record, external_id=""))
        else:
            single.append(record)
    return single, problems

"""Tables of sessions and of places in them: a row is the place of one lecture or item in one session, or a session alone."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from .columns import TableLook, look_of
from .gathering import FoundLecture, gather
from .kinds import lecture_kind
from .own import SOURCE as OWN
from .own import is_own_table
from .records import LectureRecord, ProgramReading
from .slot_columns import find_columns, guess_columns
from .slot_rows import Program, program_of
from .tables import Table, read_table

SOURCE = "slots"
OWN_SOURCE = f"{OWN}:{SOURCE}"
_UNSAID = frozenset(
    (
        "title", "position", "abstract", "kind", "track", "authors", "keywords", "publication", "materials",
        "state", "access",
    )
)  # fmt: skip
_NONE: Mapping[str, Any] = {}


def look(
    data: bytes, *, encoding: str | None = None, sheet: str | None = None, columns: Mapping[str, str] = _NONE
) -> TableLook:
    """What the table holds, for a person who says which column is which of FIELDS. Raises UnreadableFile."""
    table = _table(data, encoding, sheet)
    return look_of(table, guess_columns(table, columns), ("session_kind", "kind"))


def read(
    data: bytes, *, encoding: str | None = None, sheet: str | None = None, columns: Mapping[str, str] = _NONE
) -> ProgramReading:
    """Lectures have an id and no title, or a title where the table has no ids.

    A bad row is reported and harms no other. Raises UnknownColumns without sessions and times.
    """
    table = _table(data, encoding, sheet)
    found = find_columns(table, columns)
    program = program_of(found)
    records, problems = gather(_lectures(program))
    problems = [*table.problems, *program.problems, *problems]
    return ProgramReading(
        OWN_SOURCE if is_own_table(table) else SOURCE,
        tuple(records),
        tuple(problems),
        read=len(found.rows) + sum(problem.level == "error" for problem in table.problems),
        notes=(*table.notes, *found.notes(), *_notes(program)),
        unsaid=_UNSAID,
        sessions=tuple(program.sessions.values()),
    )


def _table(data: bytes, encoding: str | None, sheet: str | None) -> Table:
    table = read_table(data, encoding=encoding, sheet=sheet)
    return table.unmarked() if is_own_table(table) else table


def _lectures(program: Program) -> Iterator[FoundLecture]:
    for position, (number, slots) in enumerate(program.slots.items(), start=1):
        first = program.first[number]
        title = "" if first.cells["external_id"] else first.title
        kind = lecture_kind(first.cells["kind"])
        where = first.row.where
        yield LectureRecord(number, "", position, title, kind=kind, slots=tuple(slots), where=where), []


def _notes(program: Program) -> Iterator[str]:
    counts = {"sessions": len(program.sessions), "slots": sum(map(len, program.slots.values()))}
    yield _("%(sessions)d sessions with %(slots)d places were found.") % counts

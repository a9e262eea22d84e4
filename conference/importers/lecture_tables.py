"""Tables of lectures: CSV, TSV or a workbook, with EasyChair's and Softconf's names of columns or those that a person maps."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from .columns import MAX_NAMED, MAX_SHOWN, TableLook, look_of
from .gathering import gather
from .kinds import lecture_kind
from .lecture_columns import MATERIALS, PUBLICATION, LectureColumns, find_columns, guess_columns
from .lecture_rows import is_refused, lecture_record
from .own import SOURCE as OWN_SOURCE
from .own import is_own_table
from .records import ProgramReading
from .tables import Table, read_table

SOURCE = "table"
_NONE: Mapping[str, Any] = {}


def look(
    data: bytes, *, encoding: str | None = None, sheet: str | None = None, columns: Mapping[str, str] = _NONE
) -> TableLook:
    """What the table holds, for a person who says which column is which of FIELDS. Raises UnreadableFile."""
    table = _table(data, encoding, sheet)
    return look_of(table, guess_columns(table, columns).columns, ("kind", "status"))


def read(
    data: bytes,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    columns: Mapping[str, str] = _NONE,
    volume: str = "",
) -> ProgramReading:
    """One lecture a row. Rejected, withdrawn and deleted ones are counted and left out.

    `columns` says which column is which where that is not recognised, as Columns.mapped takes it; `volume` tells tables apart whose
    ids would clash. Raises UnknownColumns without titles, and UnreadableFile if the table as a whole cannot be taken.
    """
    table = _table(data, encoding, sheet)
    found = find_columns(table, columns)
    kept = [row for row in found.columns.rows if not is_refused(found, row)]
    records, problems = gather(
        lecture_record(found, row, position, volume) for position, row in enumerate(kept, start=1)
    )
    lost = sum(problem.level == "error" for problem in table.problems)
    return ProgramReading(
        OWN_SOURCE if found.is_own else SOURCE,
        tuple(records),
        (*table.problems, *problems),
        read=len(found.columns.rows) + lost,
        notes=(*table.notes, *found.notes(), *_notes(found, len(kept))),
        volumes=(volume,),
        unsaid=_unsaid(found),
        implied=frozenset() if found.has("publication_title") else frozenset({"publication_title"}),
    )


def _table(data: bytes, encoding: str | None, sheet: str | None) -> Table:
    table = read_table(data, encoding=encoding, sheet=sheet)
    return table.unmarked() if is_own_table(table) else table


def _notes(found: LectureColumns, kept: int) -> list[str]:
    notes = []
    if refused := len(found.columns.rows) - kept:
        notes.append(
            _("%(count)d rows are rejected, withdrawn or deleted and were left out.") % {"count": refused}
        )
    if not found.has("external_id"):
        notes.append(
            _("There is no column of ids: a lecture is known by its title, and is a new one if that changes.")
        )
    if unknown := [word[:MAX_SHOWN] for word in found.columns.values("kind") if not lecture_kind(word)]:
        notes.append(
            _("These say no kind of presentation: %(words)s.") % {"words": ", ".join(unknown[:MAX_NAMED])}
        )
    return notes


def _unsaid(found: LectureColumns) -> frozenset[str]:
    """Fields without a column; of a publication those that it lacks, if it has any."""
    columns = {
        "abstract": ("abstract",),
        "kind": ("kind", "status"),
        "track": ("track",),
        "keywords": ("keywords",),
        "materials": MATERIALS,
        "publication": PUBLICATION,
        **{f"publication_{name}": (name,) for name in PUBLICATION if name != "publication_title"},
    }
    unsaid = {name for name, fields in columns.items() if not found.has(*fields)}
    says_authors = bool(found.authors) or found.has("authors", "given", "family")
    return frozenset(unsaid | {"slots"} | (set() if says_authors else {"authors"}))

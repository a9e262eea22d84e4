"""MiniConf's papers.csv: one row for each paper, with authors, keywords and sessions between vertical bars."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .gathering import FoundLecture, gather
from .miniconf_papers import authors_of
from .records import LectureRecord, Problem, ProgramReading, UnreadableFile
from .tables import Row, Table, read_table
from .texts import text_problems

SOURCE = "miniconf:papers"
COLUMNS = ("UID", "title", "authors", "abstract", "keywords", "sessions")
_NEEDED = ("UID", "title", "authors")


def read(data: bytes, *, encoding: str | None = None) -> ProgramReading:
    """A bad row is reported and harms no other. Raises UnreadableFile if the columns are others."""
    table = read_table(data, encoding=encoding)
    columns = {name.strip(): index for index, name in reversed(list(enumerate(table.header.cells)))}
    if missing := [name for name in _NEEDED if name not in columns]:
        raise UnreadableFile(
            _("The column “%(name)s” is missing.") % {"name": missing[0]},
            table.header.where,
            _("Name the columns as MiniConf does: %(names)s.") % {"names": ", ".join(COLUMNS)},
        )
    records, problems = gather(_lectures(table, columns))
    others = [name for name in columns if name and name not in COLUMNS]
    return ProgramReading(
        SOURCE,
        tuple(records),
        (*table.problems, *problems),
        read=len(table.rows) + sum(problem.level == "error" for problem in table.problems),
        notes=(*table.notes, *_notes(table, columns, others)),
        unsaid=frozenset({"kind", "track", "publication", "materials", "slots"})
        | {name for name in ("abstract", "keywords") if name not in columns},
    )


def _lectures(table: Table, columns: dict[str, int]) -> Iterator[FoundLecture]:
    for position, row in enumerate(table.rows, start=1):
        cells = {name: row.cells[columns[name]].strip() if name in columns else "" for name in COLUMNS}
        yield _lecture(row, cells, position)


def _lecture(row: Row, cells: dict[str, str], position: int) -> FoundLecture:
    where = f"{row.where} ({cells['UID']})"
    title = " ".join(cells["title"].split())
    if not title:
        problem = Problem("error", where, _("The paper has no title."), _("Add its title."), cells["UID"])
        return None, [problem]
    authors, problems = authors_of(_divided(cells["authors"]), where)
    record = LectureRecord(
        external_id=cells["UID"],
        volume="",
        position=position,
        title=title,
        abstract=cells["abstract"].replace("\r\n", "\n"),
        authors=authors,
        keywords=tuple(_divided(cells["keywords"])),
        where=where,
    )
    return record, [*problems, *text_problems(record)]


def _divided(cell: str) -> list[str]:
    return [part for one in cell.split("|") if (part := " ".join(one.split()))]


def _notes(table: Table, columns: dict[str, int], others: list[str]) -> Iterator[str]:
    if others:
        yield _("Columns that are not read: %(names)s.") % {"names": ", ".join(others)}
    if "sessions" in columns:
        named = sum(bool(row.cells[columns["sessions"]].strip()) for row in table.rows)
        yield _("%(count)d papers name sessions, which this file gives no times; they were not read.") % {
            "count": named
        }

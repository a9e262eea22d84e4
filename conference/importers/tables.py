"""The one reader of tables in text form, whatever their encoding, delimiter and line ends."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from .encodings import decode
from .files import refuse_foreign
from .records import Problem, UnreadableFile

MAX_ROWS = 200_000
SNIFFED_ROWS = 50
# On a draw the comma loses: it also stands inside names and decimal numbers.
DELIMITERS = ("\t", ";", "|", ",")
DELIMITER_NAMES = {"\t": "tab", ";": "semicolon", "|": "vertical bar", ",": "comma"}
_SEPARATOR_LINE = re.compile(r'"?sep=([,;|\t])"?(?:\r\n|\r|\n)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """`number` is the one a spreadsheet shows; `cells` are as many as the header has."""

    number: int
    cells: tuple[str, ...]

    @property
    def where(self) -> str:
        return row_place(self.number)


@dataclass(frozen=True, slots=True)
class Table:
    """`problems` name the rows that were left out or mended; they are not in `rows`, or are there padded."""

    header: Row
    rows: tuple[Row, ...]
    encoding: str
    delimiter: str
    notes: tuple[str, ...]
    problems: tuple[Problem, ...]


def row_place(number: int) -> str:
    return _("Row %(row)d") % {"row": number}


def read_table(data: bytes, *, encoding: str | None = None) -> Table:
    """CSV and its kin. Raises UnreadableFile if the rows cannot be told apart."""
    refuse_foreign(
        data,
        wanted=_("a table in text form"),
        mend=_("Open it in a spreadsheet program and save it as “CSV UTF-8”."),
    )
    text, encoding, notes = decode(data, encoding)
    text, delimiter = _delimiter(text)
    rows = [Row(number, cells) for number, cells in _parse(text, delimiter) if any(map(str.strip, cells))]
    if not rows:
        raise UnreadableFile(_("The file holds no rows."), mend=_("Choose another file."))
    header, *body = rows
    if problem := _row_problem(header, len(header.cells)):
        raise UnreadableFile(problem.message, header.where, problem.mend)
    kept, problems = _fitted(body, len(header.cells))
    notes = (*notes, _("Columns are separated by: %(name)s.") % {"name": DELIMITER_NAMES[delimiter]})
    return Table(header, tuple(kept), encoding, delimiter, notes, tuple(problems))


def _delimiter(text: str) -> tuple[str, str]:
    """The text without Excel's `sep=` line, and the delimiter."""
    if named := _SEPARATOR_LINE.match(text):
        return text[named.end() :], named[1]
    fits = {delimiter: fit for delimiter in DELIMITERS if (fit := _fit(text, delimiter))}
    return text, max(fits, key=fits.__getitem__, default=",")


def _fit(text: str, delimiter: str) -> tuple[float, int] | None:
    """How evenly the delimiter divides the first rows, and into how many columns; None if it does not."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        widths = [len(cells) for cells in islice(reader, SNIFFED_ROWS) if cells]
    except csv.Error:
        return None
    if not widths or widths[0] == 1:
        return None
    return widths.count(widths[0]) / len(widths), widths[0]


def _parse(text: str, delimiter: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    number = 0
    try:
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            number += 1
            if number > MAX_ROWS:
                raise UnreadableFile(
                    _("The table has more than %(limit)d rows.") % {"limit": MAX_ROWS},
                    mend=_("Split it into several files."),
                )
            yield number, tuple(cells)
    except csv.Error as error:
        raise UnreadableFile(
            _("A quotation mark opens a cell here and is not closed as it should be (%(detail)s).")
            % {"detail": error},
            where=row_place(number + 1),
            mend=_("Close it, or write a quotation mark inside a quoted cell twice."),
        ) from error


def _fitted(rows: list[Row], width: int) -> tuple[list[Row], list[Problem]]:
    kept, problems = [], []
    for row in rows:
        problem = _row_problem(row, width)
        if problem:
            problems.append(problem)
        if not problem or problem.level == "warning":
            padding = ("",) * (width - len(row.cells))
            kept.append(Row(row.number, row.cells[:width] + padding))
    return kept, problems


def _row_problem(row: Row, width: int) -> Problem | None:
    if any("\0" in cell for cell in row.cells):
        return Problem(
            "error",
            row.where,
            _("The row holds a NUL byte."),
            _("Export the table again, or type the row anew."),
        )
    counts = {"cells": len(row.cells), "width": width}
    if len(row.cells) < width:
        message = _("The row has %(cells)d cells instead of %(width)d; the missing ones were taken as empty.")
        return Problem("warning", row.where, message % counts)
    if any(map(str.strip, row.cells[width:])):
        return Problem(
            "error",
            row.where,
            _("The row has %(cells)d cells instead of %(width)d.") % counts,
            _("Put cells that hold the delimiter between quotation marks."),
        )
    return None

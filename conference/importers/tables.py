"""The one reader of tables: text of whatever encoding, delimiter and line ends, or a sheet of a workbook."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from django.utils.translation import gettext as _

from conference.spreadsheets import unmarked

from .encodings import decode
from .files import refuse_foreign, refuse_size
from .records import Problem, UnreadableFile
from .workbooks import is_zip, read_sheet

MAX_ROWS = 200_000
MAX_COLUMNS = 1_000
# Short rows are padded to the width of the table.
MAX_CELLS = 10_000_000
# Above the header of a sheet there may be its title, and a line or two about it.
MAX_TITLE_ROWS = 5
SNIFFED_ROWS = 50
# On a draw the comma loses: it also stands inside names and decimal numbers.
DELIMITERS = ("\t", ";", "|", ",")
DELIMITER_NAMES = {"\t": "tab", ";": "semicolon", "|": "vertical bar", ",": "comma"}
_SEPARATOR_LINE = re.compile(r'"?sep=([,;|\t])"?(?:\r\n|\r|\n)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """`number` is the one a spreadsheet shows; `cells` are as many as the header has.

    `sheet` is named where a workbook has several.
    """

    number: int
    cells: tuple[str, ...]
    sheet: str = ""

    @property
    def where(self) -> str:
        return row_place(self.number, self.sheet)


@dataclass(frozen=True, slots=True)
class Table:
    """`problems` name the rows that were left out or mended; they are not in `rows`, or are there padded.

    Of text there are encoding and delimiter, of a workbook the sheet and the names of all sheets.
    """

    header: Row
    rows: tuple[Row, ...]
    encoding: str
    delimiter: str
    notes: tuple[str, ...]
    problems: tuple[Problem, ...]
    sheet: str = ""
    sheets: tuple[str, ...] = ()

    def unmarked(self) -> "Table":
        """Without the apostrophes by which text in CSV is no formula. In a workbook an apostrophe is one."""
        if self.sheets:
            return self
        rows = (replace(row, cells=tuple(map(unmarked, row.cells))) for row in self.rows)
        return replace(self, rows=tuple(rows))


def row_place(number: int, sheet: str = "") -> str:
    if sheet:
        return _("Sheet “%(sheet)s”, row %(row)d") % {"sheet": sheet, "row": number}
    return _("Row %(row)d") % {"row": number}


def read_table(data: bytes, *, encoding: str | None = None, sheet: str | None = None) -> Table:
    """CSV and its kin, or the sheet of that name, or else the first of a workbook.

    Raises UnreadableFile if the rows cannot be told apart.
    """
    return _of_workbook(data, sheet) if is_zip(data) else _of_text(data, encoding)


def _of_workbook(data: bytes, name: str | None) -> Table:
    refuse_size(data)
    sheet = read_sheet(data, name)
    shown = sheet.name if len(sheet.names) > 1 else ""
    rows = [Row(number, cells, shown) for number, cells in sheet.rows]
    titles = _title_rows(rows)
    notes = [_("Read from the sheet “%(name)s”.") % {"name": sheet.name}] if shown else []
    if titles:
        left_out = " / ".join(row.cells[-1].strip() for row in titles)
        notes.append(_("Above the header row was left out: %(titles)s.") % {"titles": left_out})
    rows = rows[len(titles) :]
    width = max((len(row.cells) for row in rows), default=0)
    _refuse_size(len(rows), width)
    padded = (Row(row.number, row.cells + ("",) * (width - len(row.cells)), shown) for row in rows)
    header = next(padded, None)
    if header is None:
        raise _no_rows()
    return Table(header, tuple(padded), "", "", tuple(notes), (), sheet.name, sheet.names)


def _title_rows(rows: list[Row]) -> list[Row]:
    """Those of one cell, if a row of several comes soon; a column that begins with addresses is a list."""
    titles = list(takewhile(_is_single, rows[: MAX_TITLE_ROWS + 1]))
    is_list = any("@" in row.cells[-1] for row in titles)
    return [] if is_list or len(titles) in {len(rows), MAX_TITLE_ROWS + 1} else titles


def _is_single(row: Row) -> bool:
    return sum(map(bool, map(str.strip, row.cells))) == 1


def _no_rows() -> UnreadableFile:
    return UnreadableFile(_("The file holds no rows."), mend=_("Choose another file."))


def _refuse_size(rows: int, width: int) -> None:
    if width > MAX_COLUMNS or rows * width > MAX_CELLS:
        raise UnreadableFile(
            _("The table has %(rows)d rows of %(width)d columns, which is more than can be read.")
            % {"rows": rows, "width": width},
            mend=_("Remove empty columns, or split it into several files."),
        )


def _of_text(data: bytes, encoding: str | None) -> Table:
    refuse_foreign(
        data,
        wanted=_("a table in text form"),
        mend=_("Open it in a spreadsheet program and save it as “CSV UTF-8”."),
    )
    text, encoding, notes = decode(data, encoding)
    text, delimiter = _delimiter(text)
    rows = [Row(number, cells) for number, cells in _parse(text, delimiter) if any(map(str.strip, cells))]
    if not rows:
        raise _no_rows()
    header, *body = rows
    _refuse_size(len(rows), len(header.cells))
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
        if "field limit" in str(error):
            raise UnreadableFile(
                _("A cell here has more than %(limit)d characters.") % {"limit": csv.field_size_limit()},
                where=row_place(number + 1),
                mend=_("Shorten it, or close the quotation mark that opens it."),
            ) from error
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

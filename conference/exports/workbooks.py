"""Excel workbooks (.xlsx) in which every cell is text, whatever it begins with."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

import openpyxl
from openpyxl.cell import Cell, WriteOnlyCell

from conference.exports.tables import text_of

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Excel opens no cell that holds more; what is cut would come back as another text, so nothing is there.
MAX_TEXT = 32_767

type Rows = Iterable[Sequence[object]]

# What XML cannot hold, Excel writes by its number; so a text that looks like that has its underscore written so.
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def write_workbook(file: IO[bytes], sheets: Mapping[str, Rows]) -> None:
    """The rows of each sheet, the header among them."""
    book = openpyxl.Workbook(write_only=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([_cell(sheet, text_of(value)) for value in row])
    book.save(file)


def _cell(sheet: Any, text: str) -> Cell | None:
    if not text:
        return None
    escaped = _NO_XML.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    cell = WriteOnlyCell(sheet, escaped if len(escaped) <= MAX_TEXT else None)
    cell.data_type = "s"
    return cell

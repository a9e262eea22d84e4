"""Excel workbooks (.xlsx): the cells of one sheet as text, as a table in text form would have them."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Protocol
from zipfile import ZipFile, ZipInfo

import openpyxl
from django.utils.translation import gettext as _

from .records import UnreadableFile

type Cells = tuple[str, ...]

# Measured before anything is parsed: each tag becomes an object, in the worst case all of them at one time.
MAX_UNPACKED_MEGABYTES = 64
MAX_TAGS = 1_000_000
MAX_ROW_NUMBER = 1_048_576
MAX_WIDTH = 16_384
_CHUNK = 1 << 20
# How Excel writes signs that XML cannot hold; NUL and halves of letters are none that a text may hold.
_NUMBERED = re.compile(r"_x(?!0000|[dD][89a-fA-F])([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class Sheet:
    """`rows` are those that hold something, with their numbers; `names` are those of all sheets."""

    name: str
    names: tuple[str, ...]
    rows: tuple[tuple[int, Cells], ...]


class _Worksheet(Protocol):
    title: str

    def reset_dimensions(self) -> None: ...
    def iter_rows(self, *, values_only: bool) -> Iterable[tuple[Any, ...]]: ...


def is_zip(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def read_sheet(data: bytes, name: str | None = None) -> Sheet:
    """The sheet of that name, or the first that holds anything. Raises UnreadableFile."""
    try:
        _measure(data)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets: list[_Worksheet] = list(book.worksheets)
        return _first_filled(sheets, name)
    except UnreadableFile:
        raise
    except Exception as error:  # openpyxl stumbles over damaged parts in too many ways to name
        raise UnreadableFile(
            _("This is no Excel workbook (.xlsx), or it is damaged."),
            mend=_("Open it in a spreadsheet program and save it as .xlsx or as “CSV UTF-8”."),
        ) from error


def _first_filled(sheets: list[_Worksheet], name: str | None) -> Sheet:
    if not sheets:
        raise UnreadableFile(_("The workbook has no sheet with cells."))
    names = tuple(sheet.title for sheet in sheets)
    chosen = [sheet for sheet in sheets if name is None or sheet.title == name]
    if not chosen:
        raise UnreadableFile(
            _("There is no sheet “%(name)s”.") % {"name": name or ""},
            mend=_("Choose one of these: %(names)s.") % {"names": ", ".join(names)},
        )
    for sheet in chosen:
        if rows := tuple(_rows(sheet)):
            return Sheet(sheet.title, names, rows)
    return Sheet(chosen[0].title, names, ())


def _rows(sheet: _Worksheet) -> Iterator[tuple[int, Cells]]:
    # What the sheet says of its own size is not to be trusted.
    sheet.reset_dimensions()
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > MAX_ROW_NUMBER or len(values) > MAX_WIDTH:
            raise UnreadableFile(_("A cell lies where no spreadsheet has one."))
        cells = list(map(_text, values))
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            yield number, tuple(cells)


def _text(value: object) -> str:
    match value:
        case None:
            text = ""
        case bool():
            text = "TRUE" if value else "FALSE"
        case float() if value.is_integer():
            text = str(int(value))
        case datetime() if value.time() == time.min:
            text = value.date().isoformat()
        case datetime():
            text = value.isoformat(sep=" ")
        case _:
            text = _NUMBERED.sub(lambda sign: chr(int(sign[1], 16)), str(value)).replace("\r", "")
    return text


def _measure(data: bytes) -> None:
    with ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if not any(part.filename.endswith("workbook.xml") for part in parts):
            raise UnreadableFile(
                _("This ZIP archive holds no Excel workbook (.xlsx)."),
                mend=_("Open the table in a spreadsheet program and save it as .xlsx or as “CSV UTF-8”."),
            )
        size = sum(part.file_size for part in parts)
        if size > MAX_UNPACKED_MEGABYTES << 20 or _tags(archive, parts) > MAX_TAGS:
            raise UnreadableFile(
                _("The workbook unpacks to more than can be read."),
                mend=_("Save the sheet as “CSV UTF-8”, or split it into several files."),
            )


def _tags(archive: ZipFile, parts: Iterable[ZipInfo]) -> int:
    count = 0
    for part in parts:
        with archive.open(part) as stream:
            while chunk := stream.read(_CHUNK):
                count += chunk.count(b"<")
    return count

"""Which format a program file is in, told from what it holds: its name may say anything."""

import io
import re
from zipfile import ZipFile

from django.utils.translation import gettext as _

from . import json_files
from .archives import DAMAGE
from .records import UnreadableFile
from .slot_columns import is_slot_table
from .tables import read_table
from .workbooks import is_zip

_START = 4_096  # bytes in which an XML file shows its outermost element
_ROOT = re.compile(rb"<(collection|schedule)[\s>/]")
_XML = {b"collection": "anthology", b"schedule": "schedule"}
_JSON = {"notes": "openreview", "schedule": "schedule", "papers": "miniconf", "sessions": "miniconf"}
_FOLDER = re.compile(r"(^|/)(conference_details|papers|program)\.yml$")
_PLATFORM = re.compile(rb'name="Event Sessions"')
_PROGRAM_TABLE = {"PID", "Session", "Start Time"}
_MINICONF_TABLE = {"UID", "title", "authors"}


def recognise(data: bytes) -> str:
    """The format's name. Raises UnreadableFile if it is none that is known."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:_START]
    if is_zip(data):
        return _of_archive(data)
    if start.startswith(b"<"):
        root = _ROOT.search(start)
        return _XML[root[1]] if root else _refuse(_("This XML is neither a collection nor a schedule."))
    if start.startswith((b"{", b"[")):
        keys = json_files.parse(data)
        found = next((name for key, name in _JSON.items() if key in keys), None)
        return found or _refuse(_("This JSON has neither “papers” nor “notes” nor a “schedule”."))
    table = read_table(data)
    header = {cell.strip() for cell in table.header.cells}
    if header >= _PROGRAM_TABLE:
        return "program-table"
    if header >= _MINICONF_TABLE:
        return "miniconf-papers"
    return "slots" if is_slot_table(table) else "table"


def _of_archive(data: bytes) -> str:
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if any(_FOLDER.search(name) for name in names):
                return "aclpub2"
            if "xl/workbook.xml" not in names:
                return _refuse(_("This archive is neither a folder of aclpub2 nor a workbook."))
            with archive.open("xl/workbook.xml") as workbook:
                if _PLATFORM.search(workbook.read(1_000_000)):
                    return "virtual-platform"
    except DAMAGE as error:
        raise UnreadableFile(
            _("The archive is damaged."), mend=_("Make it again, or download it again.")
        ) from error
    return _of_workbook(data)


def _of_workbook(data: bytes) -> str:
    """Which table is in it; one whose sheet has to be chosen first is of lectures."""
    try:
        return "slots" if is_slot_table(read_table(data)) else "table"
    except UnreadableFile:
        return "table"


def _refuse(message: str) -> str:
    raise UnreadableFile(message, mend=_("Choose another file, or say which format it is."))

"""Workbooks for tests."""

import io
from collections.abc import Iterable, Mapping
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl


def workbook(sheets: Mapping[str, Iterable[Iterable[Any]]]) -> bytes:
    """Of the rows of each sheet."""
    book = openpyxl.Workbook(write_only=True)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with one of its parts exchanged."""
    changed = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as old, ZipFile(changed, "w", ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, content if part == name else old.read(part))
    return changed.getvalue()

"""Tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

# A spreadsheet takes what begins with one of these for a formula, and runs it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Comma-separated; with a mark at the front by which Excel sees that it is UTF-8. No cell is a formula."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return "\ufeff" + table.getvalue()


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text

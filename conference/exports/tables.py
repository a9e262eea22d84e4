"""Tables for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from conference.spreadsheets import marked

_LINE_END = re.compile(r"\r\n?")


def as_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "".join(csv_lines(header, rows))


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Comma-separated; with a mark at the front by which Excel sees that it is UTF-8. No cell is a formula."""
    line = io.StringIO()
    writer = csv.writer(line)
    writer.writerow(header)
    line.seek(0)
    yield "\ufeff" + line.read()
    for row in rows:
        line.seek(0)
        line.truncate()
        writer.writerow([marked(text_of(value)) for value in row])
        yield line.getvalue()


def text_of(value: object) -> str:
    """Of a cell: lines end as they do everywhere but in browsers."""
    return "" if value is None else _LINE_END.sub("\n", str(value))

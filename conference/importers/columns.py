"""Which column of a table is which: by its name, or as a person says."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter

from django.utils.translation import gettext as _

from .records import UnreadableFile
from .tables import Row, Table

SHOWN_ROWS = 5
MAX_VALUES = 100
MAX_NAMED = 12
MAX_SHOWN = 60


class UnknownColumns(UnreadableFile):
    """A column that is needed was not found. `look` shows the table; a person can then say which it is."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands, and the rows below the header; a list without header has `titles` of None."""

    titles: tuple[str, ...] | None
    places: Mapping[str, int]
    rows: tuple[Row, ...]

    def cell(self, row: Row, field: str) -> str:
        """Trimmed; empty if the table has no such column."""
        place = self.places.get(field)
        return "" if place is None else row.cells[place].strip()

    def raw(self, row: Row, field: str) -> str:
        """Untrimmed, for cells of which each line counts."""
        place = self.places.get(field)
        return "" if place is None else row.cells[place]

    def values(self, field: str) -> tuple[str, ...]:
        """The first different ones."""
        found: dict[str, None] = {}
        for row in self.rows:
            if (cell := self.cell(row, field)) and len(found) < MAX_VALUES:
                found.setdefault(cell)
        return tuple(found)

    def notes(self, used: Collection[int] = ()) -> tuple[str, ...]:
        """`used` are places that serve another purpose than those of `places`."""
        if self.titles is None:
            note = _("There is no header row; columns were told apart by what they hold: %(columns)s.")
            listed = ", ".join(
                f"{place + 1} {name.replace('_', ' ')}"
                for name, place in sorted(self.places.items(), key=itemgetter(1))
            )
            return (note % {"columns": listed},)
        taken = {*self.places.values(), *used}
        unused = [title for place, title in enumerate(self.titles) if title and place not in taken]
        if not unused:
            return ()
        names = ", ".join(title[:MAX_SHOWN] for title in unused[:MAX_NAMED])
        if len(unused) > MAX_NAMED:
            note = _("Columns not used: %(names)s and %(others)d more.")
            return (note % {"names": names, "others": len(unused) - MAX_NAMED},)
        return (_("Columns not used: %(names)s.") % {"names": names},)

    def mapped(self, by_hand: Mapping[str, str], fields: Collection[str]) -> "Columns":
        """With the columns that a person names: `{"title": "Paper", "track": "3", "email": ""}` (by name, by number, none).

        Raises UnknownColumns if there is no such field or column.
        """
        chosen = {name: self._place(name, column.strip(), fields) for name, column in by_hand.items()}
        guessed = {
            name: place
            for name, place in self.places.items()
            if name not in chosen and place not in chosen.values()
        }
        said = {name: place for name, place in chosen.items() if place is not None}
        return replace(self, places=guessed | said)

    def _place(self, name: str, column: str, fields: Collection[str]) -> int | None:
        if name not in fields:
            message = _("“%(field)s” is no field; there are: %(fields)s.")
            raise UnknownColumns(message % {"field": name[:MAX_SHOWN], "fields": ", ".join(fields)})
        if not column:
            return None
        width = len(self.titles or (self.rows[0].cells if self.rows else ()))
        if column.isascii() and column.isdigit() and 1 <= int(column[:6]) <= width:
            return int(column) - 1
        if self.titles and column in self.titles:
            return self.titles.index(column)
        raise UnknownColumns(
            _("There is no column “%(column)s”.") % {"column": column[:MAX_SHOWN]},
            mend=_("Give its name, or a number from 1 to %(width)d.") % {"width": width},
        )


@dataclass(frozen=True, slots=True)
class TableLook:
    """What a person sees who says which column is which.

    `header` is None if the table has none. `columns` are those that were recognised, by number (from 1), as they may be said by hand;
    `values` are the first different ones of fields whose words may be mapped too.
    """

    header: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...]
    columns: Mapping[str, str]
    encoding: str
    delimiter: str
    sheet: str
    sheets: tuple[str, ...]
    notes: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def plain_key(text: str) -> str:
    """`E-mail address` -> `emailaddress`: what spellings of one word have in common."""
    return "".join(filter(str.isalnum, text.casefold()))


def words(names: Mapping[str, str]) -> dict[str, str]:
    """The field of each word, from the words of each field."""
    return {word: name for name, text in names.items() for word in text.split()}


def by_name(table: Table, field_of_name: Mapping[str, str]) -> Columns:
    """Of two columns with one meaning the first counts."""
    titles = tuple(map(str.strip, table.header.cells))
    places: dict[str, int] = {}
    for place, title in enumerate(titles):
        if name := field_of_name.get(plain_key(title.replace("#", " number "))):
            places.setdefault(name, place)
    return Columns(titles, places, table.rows)


def look_of(table: Table, columns: Columns, mappable: Iterable[str] = ()) -> TableLook:
    return TableLook(
        columns.titles,
        tuple(row.cells for row in columns.rows[:SHOWN_ROWS]),
        {name: str(place + 1) for name, place in columns.places.items()},
        table.encoding,
        table.delimiter,
        table.sheet,
        table.sheets,
        table.notes,
        {name: columns.values(name) for name in mappable if name in columns.places},
    )

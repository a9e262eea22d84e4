"""Files that Posterhall exported itself: they say so, call things by their permanent ids, and are read word for word."""

from .columns import plain_key
from .json_files import Json, text
from .tables import Table

SOURCE = "posterhall"
ID_COLUMN = "Posterhall ID"
_ID_KEY = plain_key(ID_COLUMN)


def is_own(source: str) -> bool:
    """`posterhall`, or a format of ours such as `posterhall:slots`."""
    return source.partition(":")[0] == SOURCE


def is_own_table(table: Table) -> bool:
    return any(plain_key(title) == _ID_KEY for title in table.header.cells)


def is_own_json(root: Json) -> bool:
    generator = root.get("generator")
    return isinstance(generator, dict) and is_own(text(generator, "name").casefold())

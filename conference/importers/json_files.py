"""JSON from strangers: bounded depth, one value for a name; and values of whatever type as text."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from .files import refuse_foreign
from .records import UnreadableFile
from .xml_files import line_place

type Json = dict[str, Any]

# A value takes up to a hundred bytes of memory, and may be two in the file.
MAX_VALUES = 2_000_000
# Escapes can write what no text may hold: NUL, and halves of characters.
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def parse(data: bytes) -> Json:
    """The outermost object. Raises UnreadableFile, naming the line."""
    refuse_foreign(data, wanted=_("a JSON file"), mend=_("Choose the JSON file."))
    if sum(map(data.count, (b"[", b"{", b","))) > MAX_VALUES:
        raise UnreadableFile(
            _("The file holds more than %(limit)d values.") % {"limit": MAX_VALUES},
            mend=_("Split it into several files."),
        )
    try:
        value = json.loads(data, object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise UnreadableFile(
            _("A byte here is no letter in the encoding %(name)s.") % {"name": error.encoding},
            line_place(data[: error.start].count(b"\n") + 1),
            _("Save the file as UTF-8."),
        ) from error
    except json.JSONDecodeError as error:
        raise UnreadableFile(
            _("The JSON is broken here: %(detail)s.") % {"detail": error.msg},
            line_place(error.lineno),
            _("Download the file again; it may have been cut off or edited."),
        ) from error
    except (RecursionError, ValueError) as error:
        raise UnreadableFile(
            _("The JSON is nested too deeply, or holds a number without end."), mend=_("Choose another file.")
        ) from error
    if not isinstance(value, dict):
        raise UnreadableFile(
            _("The outermost value is no object { … }."), line_place(1), _("Choose another file or format.")
        )
    return value


def _once(pairs: list[tuple[str, Any]]) -> Json:
    """Names as readable text. Of two values with one name, one would vanish without a word."""
    pairs = [(readable(name), value) for name, value in pairs]
    values = dict(pairs)
    if len(values) < len(pairs):
        [(twice, _count)] = Counter(name for name, _value in pairs).most_common(1)
        raise UnreadableFile(
            _("“%(name)s” stands twice in one object.") % {"name": twice},
            mend=_("Give each its own name, or remove one."),
        )
    return values


def _no_number(name: str) -> float:
    raise ValueError(name)


def readable(value: object) -> str:
    """Text or a number as text; empty for all else."""
    if isinstance(value, str):
        return _NO_TEXT.sub("\ufffd", value).strip()
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else ""


def text(item: Json, *names: str) -> str:
    """On one line: what the first of the names holds that holds anything."""
    return next((line for name in names if (line := " ".join(readable(item.get(name)).split()))), "")


def body(item: Json, name: str) -> str:
    """With its lines and paragraphs."""
    return readable(item.get(name)).replace("\r\n", "\n")


def lines(value: object) -> tuple[str, ...]:
    """The texts of a list, each on one line; a text alone is a list of one."""
    values = value if isinstance(value, list) else [value]
    return tuple(line for one in values if (line := " ".join(readable(one).split())))


def objects(value: object) -> Iterable[Json]:
    """Those of a list, or of an object by names."""
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in values if isinstance(one, dict)]

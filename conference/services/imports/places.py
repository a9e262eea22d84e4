"""Places in sessions in the flat form in which they are compared: `slot.board.S1` is a lecture's board in session S1.

A key is what tells the places of one thing apart: of a lecture, its sessions, by their id in the source; of a session, the titles of
what happens in it and is no lecture.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, tzinfo
from typing import Any, Literal

from conference.importers.records import Values
from conference.models import Slot

type What = Literal["slot", "item"]
type Places = dict[str, Values]
"""By key: the values of a place by their name; `present` says whether there is such a place."""

PRESENT = "present"
_TIMES = ("starts_at", "ends_at")
_NAMES = ("position", "board", "kind")


def moment(value: str | datetime | None, zone: tzinfo) -> str:
    """In UTC, so that one moment has one spelling; without a zone it is a time of the conference's place."""
    if not value:
        return ""
    read = datetime.fromisoformat(value) if isinstance(value, str) else value
    return (read if read.tzinfo else read.replace(tzinfo=zone)).astimezone(UTC).isoformat()


def said_places(what: What, places: Iterable[tuple[str, Values]], zone: tzinfo) -> Values:
    """What a source says of places; of two with one key, the last."""
    said: Values = {}
    for key, place in places:
        said[f"{what}.{PRESENT}.{key}"] = True
        said |= {f"{what}.{name}.{key}": moment(place[name], zone) for name in _TIMES}
        said |= {f"{what}.{name}.{key}": place[name] for name in _NAMES}
    return said


def ours_places(what: What, slots: Iterable[tuple[str, Slot]], last: Values) -> Values:
    """What is stored of them. A place that the source spoke of and that is not there was taken away by hand."""
    ours: Values = {field: False for field in last if field.startswith(f"{what}.{PRESENT}.")}
    for key, slot in slots:
        ours[f"{what}.{PRESENT}.{key}"] = True
        ours |= {f"{what}.{name}.{key}": moment(getattr(slot, name), UTC) for name in _TIMES}
        ours |= {f"{what}.{name}.{key}": getattr(slot, name) for name in _NAMES}
    return ours


def dropped_places(what: What, said: Values, last: Values) -> Values:
    """Places that the source spoke of last time and does not now."""
    return {field: False for field in last if field.startswith(f"{what}.{PRESENT}.") and field not in said}


def grouped(fields: Iterable[tuple[str, Any]]) -> Places:
    """Flat values by place; fields that are of no place are left out."""
    places: defaultdict[str, Values] = defaultdict(dict)
    for field, value in fields:
        if is_of_place(field):
            _, name, key = field.split(".", 2)
            places[key][name] = value
    return dict(places)


def is_of_place(field: str) -> bool:
    return field.startswith(("slot.", "item."))


def slot_values(place: Values) -> Iterator[tuple[str, Any]]:
    """As the columns of a Slot."""
    for name, value in place.items():
        if name in _TIMES:
            yield name, datetime.fromisoformat(value) if value else None
        elif name != PRESENT:
            yield name, value

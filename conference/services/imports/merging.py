"""Who wins when a source speaks again: what it said last time, what it says now, and what is ours."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from conference.importers.records import Values

_EMPTY: tuple[Any, ...] = ("", None, [])


@dataclass(frozen=True, slots=True)
class Change:
    """One field of one thing. In a change `new` replaces `old`; in a conflict `old` is ours, and stays."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Merge:
    changes: tuple[Change, ...] = ()
    conflicts: tuple[Change, ...] = ()


def merge(*, ours: Values, last: Values, said: Values, sets: Collection[str] = ()) -> Merge:
    """Field by field: what the source repeats stays ours, what it changed is taken where ours is still what it said last.

    A field that `last` lacks was never said: it fills what is empty here. Fields that `said` lacks are left alone. Of the lists
    named by `sets`, members come and go one by one, and those added or removed by hand stay so; they have no conflicts.
    """
    changes: list[Change] = []
    conflicts: list[Change] = []
    for field, new in said.items():
        mine, before = ours.get(field), last.get(field)
        if field in sets:
            new = _merged(mine or [], before or [], new)  # noqa: PLW2901 - what is taken of it
        elif new in (mine, before) if field in last else new == mine or new in _EMPTY:
            continue
        if new == mine:
            continue
        is_untouched = field in sets or (mine == before if field in last else mine in _EMPTY)
        (changes if is_untouched else conflicts).append(Change(field, mine, new))
    return Merge(tuple(changes), tuple(conflicts))


def _merged(mine: list[Any], before: list[Any], new: list[Any]) -> list[Any]:
    kept = [member for member in mine if member in new or member not in before]
    return kept + [member for member in new if member not in before and member not in mine]

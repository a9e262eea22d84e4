"""Two texts, and what of them differs: pure functions."""

import re
from dataclasses import dataclass
from itertools import takewhile

SHORT = 80  # characters; such values are shown whole
AROUND = 40  # characters of what stayed, before and after
LONGEST = 400  # characters of what went or came
COMPARED = 50_000  # characters from the beginning; a page shows a hundred such texts

_WORDS = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class Difference:
    """`before` and `after` stayed, `removed` and `added` stand between them."""

    removed: str
    added: str
    before: str = ""
    after: str = ""


def difference(old: str, new: str) -> Difference:
    """Short values stand whole; of long ones, what differs from the first word to the last, with a few words around it."""
    if max(len(old), len(new)) <= SHORT:
        return Difference(old, new)
    was, became = _WORDS.findall(old[:COMPARED]), _WORDS.findall(new[:COMPARED])
    start = _in_common(was, became)
    end = _in_common(was[start:][::-1], became[start:][::-1])
    return Difference(
        removed=_cut("".join(was[start : len(was) - end])),
        added=_cut("".join(became[start : len(became) - end])),
        before=_last("".join(was[:start])),
        after=_first("".join(was[len(was) - end :])),
    )


def _in_common(one: list[str], other: list[str]) -> int:
    """How many words are the same from the beginning on."""
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _last(text: str) -> str:
    return text if len(text) <= AROUND else "…" + text[-AROUND:].partition(" ")[2]


def _first(text: str) -> str:
    return text if len(text) <= AROUND else text[:AROUND].rpartition(" ")[0] + "…"

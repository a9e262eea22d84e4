"""Which names look as if they meant one thing: a suggestion for people to judge, never a reason to join by itself. Pure functions."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

from conference.keywords import keyword_key

_LETTERS = re.compile(r"[^\W_]+")
_KEPT_S = ("ss", "us", "is")  # class, corpus, analysis
_SHORT = 3  # letters of words too short to have a plural worth telling: LLMs is longer, its is not


def keyword_likeness(name: str) -> str:
    """One for `Multi-lingual language models`, `multilingual language model` and `Multilingual Language-Models`.

    Signs stay: C, C++ and C# are three.
    """
    return "".join(_singular(word) for word in _unaccented(keyword_key(name)).split())


def person_likeness(name: str) -> str:
    """One for `José M. García-López`, `Jose Garcia Lopez` and `Garcia Lopez, Jose`: initials beside full names do not count."""
    words = _LETTERS.findall(_unaccented(name.casefold()))
    full = [word for word in words if len(word) > 1 or not word.isascii()]
    return " ".join(sorted(full if len(full) > 1 else words))


def groups[T, K: Hashable](things: Iterable[T], likeness: Callable[[T], K]) -> list[list[T]]:
    """The things that look like another, together."""
    found: dict[K, list[T]] = defaultdict(list)
    for thing in things:
        found[likeness(thing)].append(thing)
    return [alike for alike in found.values() if len(alike) > 1]


def _singular(word: str) -> str:
    if len(word) <= _SHORT or not word.endswith("s") or word.endswith(_KEPT_S):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


def _unaccented(text: str) -> str:
    if text.isascii():
        return text  # most names are: a conference has thousands
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))

"""What the name of a file says: which lecture it is of, and what it is to it. Pure functions.

`2023.emnlp-main.17.mp4`, `17_poster.pdf`, `poster-17.pdf`, `posters/17.pdf` and `17/poster.pdf` are all understood.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from conference.filetypes import ALLOWED, FileType
from conference.models import Material

K = Material.Kind
# A word may mean more than one kind; the file's type decides between them.
WORDS: dict[str, tuple[str, ...]] = {
    "paper": (K.PAPER,),
    "slides": (K.SLIDES,),
    "slide": (K.SLIDES,),
    "deck": (K.SLIDES,),
    "presentation": (K.SLIDES, K.VIDEO),
    "poster": (K.POSTER,),
    "posters": (K.POSTER,),
    "video": (K.VIDEO,),
    "videos": (K.VIDEO,),
    "recording": (K.VIDEO,),
    "recordings": (K.VIDEO,),
    "talk": (K.VIDEO, K.SLIDES),
    "captions": (K.CAPTIONS,),
    "subtitles": (K.CAPTIONS,),
    "transcript": (K.TRANSCRIPT,),
    "code": (K.CODE,),
    "data": (K.DATA,),
    "dataset": (K.DATA,),
    "supplement": (K.SUPPLEMENT,),
    "supplementary": (K.SUPPLEMENT,),
    "appendix": (K.SUPPLEMENT,),
}
# What a file of a type is where its name has no such word; the first that may be of the type.
USUAL = (K.PAPER, K.VIDEO, K.CAPTIONS, K.SLIDES, K.POSTER, K.SUPPLEMENT)

_EXTENSION = re.compile(r"(?:\.tar)?\.[A-Za-z][A-Za-z0-9]{0,4}$")
_VERSION = re.compile(r"(?<![^\W_])v\d+(?![^\W_])", re.IGNORECASE)
_FIRST_WORD = re.compile(r"([^\W\d_]+)[\W_]+(?=[^\W_])")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Named:
    """What a name says: ids of the lectures that it may mean, and the words besides, nearest to the file first."""

    lectures: frozenset[int]
    words: tuple[str, ...]


def id_key(text: str) -> str:
    """One for all spellings of an id: case and leading zeros of a number do not count."""
    text = unicodedata.normalize("NFKC", text).casefold().strip()
    return (text.lstrip("0") or "0") if text.isascii() and text.isdigit() else text


def read_name(path: str, ids: Mapping[str, frozenset[int]]) -> Named:
    """`ids` has what each `id_key` stands for. The file's own name is asked first, then its name along with its folders'."""
    *folders, name = PurePosixPath(path.replace("\\", "/")).parts or ("",)
    stem = _EXTENSION.sub("", name)
    for start in range(len(folders), -1, -1):
        outside = tuple(word for folder in reversed(folders[:start]) for word in _words(folder))
        for said, rest in _readings("/".join([*folders[start:], stem])):
            if lectures := ids.get(id_key(said)):
                return Named(lectures, (*_words(rest), *outside))
    return Named(frozenset(), tuple(word for part in (stem, *reversed(folders)) for word in _words(part)))


def kind_of(words: tuple[str, ...], file_type: FileType, otherwise: str = "") -> str:
    """The kind that the words say of a file of that type; else `otherwise`; else what such a file usually is.

    Where the words say a kind that cannot be of that type, it is that kind all the same: the file does not fit its name.
    """
    said = [kind for word in words for kind in WORDS.get(word, ())]
    fitting = [kind for kind in said if _may_be(kind, file_type)]
    if said:
        return (fitting or said)[0]
    return otherwise or next((kind for kind in USUAL if _may_be(kind, file_type)), K.SUPPLEMENT)


def _may_be(kind: str, file_type: FileType) -> bool:
    return file_type in ALLOWED[kind][0]


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """The ways to take a name apart into an id and the rest, longest id first.

    A rest with a number in it is none: `2023.emnlp-main.99` is not of lecture 2023.
    """
    yield from _beginnings(text, "")
    first = _FIRST_WORD.match(text)
    if first and first[1].casefold() in WORDS:
        yield from _beginnings(text[first.end() :], first[1])


def _beginnings(text: str, before: str) -> Iterator[tuple[str, str]]:
    for end in range(len(text), 0, -1):
        rest = text[end:]
        if text[end - 1].isalnum() and not rest[:1].isalnum():
            if any(sign.isdigit() for sign in _VERSION.sub("", rest)):
                return
            yield text[:end], f"{rest} {before}"


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text.replace("_", " "))]

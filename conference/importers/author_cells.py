"""The authors in one cell of a table, however they are divided: `Ana Velo, Toro Nuri and Cara Boma`, `Velo, Ana; Boma, Cara`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_HARD = re.compile(r"[;|\r\n]")
_AND = re.compile(r" (?:and|AND|&) ")
_BRACKETS = re.compile(r"\(([^()]*)\)")
_BRACKET = re.compile("\0(\\d+)\0")
_BEHIND_NAME = re.compile(r"(?:jr|sr|ph\.? ?d|m\.?d|esq|i{2,3}|iv)\.?", re.IGNORECASE)
_PARTICLES = frozenset(
    "af al bin da de del della den der di dos du el ibn la le ten ter van von zu".split()  # noqa: SIM905 - words
)
_MARKS = " ,*†‡§¶"


@dataclass(frozen=True, slots=True)
class CellAuthor:
    """`given` and `family` where the cell divides them, else `name`."""

    name: str = ""
    given: str = ""
    family: str = ""
    affiliation: str = ""


def authors_in(cell: str) -> list[CellAuthor]:
    """In order. What stands in brackets is an affiliation; `Jr.`, `III` and `van der` belong to a name."""
    brackets: list[str] = []

    def aside(match: re.Match[str]) -> str:
        brackets.append(" ".join(match[1].split()))
        return f"\0{len(brackets) - 1}\0"

    text = _BRACKETS.sub(aside, cell.replace("\0", ""))
    return [_author(names, brackets) for names in _divided(text)]


def _divided(text: str) -> Iterator[list[str]]:
    """Of each author the name, or family and given names."""
    blocks = [" ".join(block.split()).strip(_MARKS) for block in _HARD.split(text)]
    groups = [[piece.strip(_MARKS) for piece in _AND.split(block)] for block in blocks if block]
    pieces = [[part.strip(_MARKS) for part in piece.split(",")] for group in groups for piece in group]
    family_first = _all_family_first(pieces, divided_by_more_than_and=len(groups) > 1)
    for parts in pieces:
        names = _with_titles(parts)
        if family_first or (len(groups) > 1 and _is_family_first(names)):
            yield names
        else:
            yield from ([name] for name in names)


def _all_family_first(pieces: Sequence[list[str]], *, divided_by_more_than_and: bool) -> bool:
    """A comma in each piece divides its name, unless two names may stand on its sides."""
    named = [_with_titles(parts) for parts in pieces]
    if not all(len(names) == 2 for names in named):  # noqa: PLR2004 - family and given names
        return False
    if len(named) == 1:
        return _has_particle(named[0][0]) or not any(" " in _bare(name) for name in named[0])
    return divided_by_more_than_and or all(map(_is_family_first, named))


def _is_family_first(names: Sequence[str]) -> bool:
    match names:
        case [family, given]:
            return _has_particle(family) or " " not in _bare(family) or " " not in _bare(given)
    return False


def _has_particle(name: str) -> bool:
    return name.split(" ", 1)[0] in _PARTICLES


def _bare(name: str) -> str:
    return _BRACKET.sub("", name).split(", ")[0].strip(_MARKS)


def _with_titles(parts: Sequence[str]) -> list[str]:
    """`Jr.` and its like stay with the name before them; in `Velo, Ana, Jr.` that is the family name."""
    match parts:
        case [family, given, title] if _BEHIND_NAME.fullmatch(title) and _is_family_first([family, given]):
            return [f"{family}, {title}", given]
    names: list[str] = []
    for part in parts:
        if names and _BEHIND_NAME.fullmatch(part):
            names[-1] = f"{names[-1]}, {part}"
        elif part:
            names.append(part)
    return names


def _author(names: Sequence[str], brackets: Sequence[str]) -> CellAuthor:
    affiliation = "; ".join(brackets[int(number)] for name in names for number in _BRACKET.findall(name))
    bare = [" ".join(_BRACKET.sub(" ", name).split()).strip(_MARKS) for name in names]
    match bare:
        case [family, given]:
            return CellAuthor("", given, family, affiliation)
    return CellAuthor(bare[0], affiliation=affiliation)

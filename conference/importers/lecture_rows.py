"""One row of a table of lectures."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from .author_cells import authors_in
from .author_lines import AUTHOR_LINES, authors_by_line
from .columns import MAX_SHOWN, plain_key
from .gathering import FoundLecture
from .kinds import lecture_kind
from .lecture_columns import FIELDS, MATERIALS, PUBLICATION, LectureColumns
from .links import material, web_address
from .people import Found, author_record, named_record
from .records import AuthorRecord, LectureRecord, MaterialRecord, Problem, PublicationRecord
from .tables import Row
from .texts import text_problems

MAX_ID = 254
MAX_PLACE = 2_000_000_000  # as the database has room
_NO = frozenset({"", "no", "n", "false", "0"})
_REFUSED = re.compile(r"\b(?:not|reject\w*|declin\w*|withdr\w*|retract\w*|cancel\w*)\b", re.IGNORECASE)
_ACCEPTED = re.compile(r"\b(?:accept\w*|confirmed)\b", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi: ?)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_CHOICES = {
    "state": frozenset({"draft", "published", "withdrawn"}),
    "access": frozenset({"everyone", "registered", "organizers"}),
}
_YEAR = re.compile(r"(?:19|20|21)\d\d")


def is_refused(found: LectureColumns, row: Row) -> bool:
    """Rejected, withdrawn or deleted."""
    withdrawn = found.columns.cell(row, "withdrawn").casefold()
    return withdrawn not in _NO or bool(_REFUSED.search(found.columns.cell(row, "status")))


def lecture_record(found: LectureColumns, row: Row, position: int, volume: str) -> FoundLecture:
    """None where the row cannot be taken; one of the problems then says why."""
    cell = found.columns.cell
    title = _tidy(found, cell(row, "title"))
    own_id = _line(cell(row, "external_id"))
    if refusal := _refusal(found, row, title):
        return None, [Problem("error", row.where, *refusal, own_id)]
    authors, problems = _authors(found, row)
    publication, publication_problems = _publication(found, row, title)
    materials, material_problems = _materials(found, row)
    record = LectureRecord(
        external_id=own_id or title_id(title),
        volume=volume,
        position=_position(cell(row, "position"), position),
        title=title,
        abstract=_paragraphs(found, cell(row, "abstract")),
        kind=lecture_kind(cell(row, "kind")) or lecture_kind(cell(row, "status")),
        track=_tidy(found, cell(row, "track")),
        authors=authors,
        keywords=_by_line(cell(row, "keywords")) if found.is_own else _keywords(cell(row, "keywords")),
        publication=publication,
        materials=materials,
        where=row.where,
    )
    choices = {name: cell(row, name).casefold() for name in _CHOICES}
    said = {name: word if word in _CHOICES[name] else "" for name, word in choices.items()}
    record = replace(record, state=said["state"], access=said["access"])
    missing = [] if own_id or not found.has("external_id") else [_no_id(row)]
    problems += [*missing, *publication_problems, *material_problems, *text_problems(record)]
    problems += [
        _odd(row, word, FIELDS[name]) for name, word in choices.items() if word and word not in _CHOICES[name]
    ]
    return record, problems


def title_id(title: str) -> str:
    """The id of a lecture that has none: the letters and digits of its title."""
    return f"title:{plain_key(title) or title}"[:MAX_ID]


def _no_id(row: Row) -> Problem:
    message = _("The id is empty: the lecture is known by its title, and is a new one if that changes.")
    return Problem("warning", row.where, message, _("Give it an id."))


def _refusal(found: LectureColumns, row: Row, title: str) -> tuple[str, str] | None:
    if not title:
        return _("The lecture has no title."), _("Add its title.")
    status = found.columns.cell(row, "status")
    if found.has("status") and not _ACCEPTED.search(status):
        message = _("The decision “%(status)s” says neither accepted nor rejected.")
        return message % {"status": status[:MAX_SHOWN]}, _(
            "Write “accept” or “reject”, or map no column to it."
        )
    return None


def _authors(found: LectureColumns, row: Row) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    if found.is_own or found.has("given_names", "family_names", "orcids"):
        cells = {name: found.columns.raw(row, name) for name in AUTHOR_LINES}
        return authors_by_line(cells, row.where)
    authors, problems = [], []
    for author, own in _found_authors(found, row):
        problems += own
        if author:
            authors.append(author)
    return tuple(authors), problems


def _found_authors(found: LectureColumns, row: Row) -> Iterator[Found]:
    """From the numbered columns; where they are empty from those of the only author, or else from the cell of all."""
    cell = found.columns.cell
    numbered = [parts for parts in found.numbered_authors(row) if _is_named(parts)]
    if numbered:
        yield from (_numbered(parts, row.where) for parts in numbered)
    elif cell(row, "given") or cell(row, "family"):
        yield author_record(
            cell(row, "given"), cell(row, "family"), where=row.where, affiliation=cell(row, "affiliation")
        )
    else:
        yield from _in_cell(cell(row, "authors"), cell(row, "affiliation"), row.where)


def _is_named(parts: dict[str, str]) -> bool:
    return any(parts.get(name) for name in ("given", "family", "name"))


def _numbered(parts: dict[str, str], where: str) -> Found:
    more = {name: parts.get(name, "") for name in ("affiliation", "orcid", "email")}
    given = " ".join(filter(None, (parts.get("given"), parts.get("middle"))))
    if given or parts.get("family"):
        return author_record(given, parts.get("family", ""), where=where, **more)
    return named_record(parts["name"], where=where, **more)


def _in_cell(cell: str, affiliations: str, where: str) -> Iterator[Found]:
    authors = authors_in(cell)
    places = [_line(place) for place in re.split(r"[;|\n]", affiliations)] if affiliations else []
    if places and len(places) != len(authors):
        message = _("There are %(places)d affiliations for %(authors)d authors; they were left out.")
        counts = {"places": len(places), "authors": len(authors)}
        yield None, [Problem("warning", where, message % counts, _("Separate them by “;”, one for each."))]
        places = []
    for author, place in zip(authors, places or [""] * len(authors), strict=True):
        affiliation = author.affiliation or place
        if author.name:
            yield named_record(author.name, where=where, affiliation=affiliation)
        else:
            yield author_record(author.given, author.family, where=where, affiliation=affiliation)


def _publication(
    found: LectureColumns, row: Row, title: str
) -> tuple[PublicationRecord | None, list[Problem]]:
    cells = {name: _tidy(found, found.columns.cell(row, name)) for name in PUBLICATION}
    if not any(cells.values()):
        return None, []
    doi, year = _DOI.fullmatch(cells["doi"]), _YEAR.fullmatch(cells["year"])
    url = web_address(cells["url"])
    record = PublicationRecord(
        cells["publication_title"] or title,
        year=int(year[0]) if year else None,
        doi=doi[1] if doi else "",
        url=url,
        awards=_by_line(found.columns.cell(row, "awards")),
        **{name: cells[name] for name in ("booktitle", "pages", "bibkey", "publisher")},
    )
    if found.is_own:
        year = re.fullmatch(r"\d{1,5}", cells["year"])
        record = replace(record, doi=cells["doi"], url=cells["url"], year=int(year[0]) if year else None)
        return record, []
    odd = {
        _("DOI"): "" if doi else cells["doi"],
        _("year"): "" if year else cells["year"],
        _("web address"): "" if url else cells["url"],
    }
    return record, [_odd(row, value, name) for name, value in odd.items() if value]


def _odd(row: Row, value: str, name: object) -> Problem:
    message = _("“%(value)s” is no %(name)s and was left out.")
    return Problem("warning", row.where, message % {"value": value[:MAX_SHOWN], "name": name})


def _materials(found: LectureColumns, row: Row) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    links = ((kind, found.columns.cell(row, kind)) for kind in MATERIALS)
    if found.is_own:
        lines = ((kind, line.partition(" ")) for kind, cell in links for line in _by_line(cell))
        return each_once(
            material(url, row.where, kind=kind, title=title) for kind, (url, _space, title) in lines
        )
    return each_once(material(link, row.where, kind=kind) for kind, link in links if link)


def each_once(
    links: Iterable[tuple[MaterialRecord | None, list[Problem]]],
) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    """Of two links to one address the first stays."""
    found: dict[str, MaterialRecord] = {}
    problems = []
    for record, own in links:
        problems += own
        if record:
            found.setdefault(record.url, record)
    return tuple(found.values()), problems


def _keywords(cell: str) -> tuple[str, ...]:
    """Commas divide them where nothing else does."""
    divider = r"[;|\r\n]" if re.search(r"[;|\r\n]", cell) else ","
    return tuple(dict.fromkeys(filter(None, map(_line, re.split(divider, cell)))))


def _by_line(cell: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(str.strip, cell.split("\n")))))


def _position(cell: str, number: int) -> int:
    return min(int(cell), MAX_PLACE) if re.fullmatch(r"[0-9]{1,9}", cell) else number


def _paragraphs(found: LectureColumns, cell: str) -> str:
    return cell if found.is_own else "\n".join(map(str.strip, cell.splitlines()))


def _tidy(found: LectureColumns, cell: str) -> str:
    """On one line; what we wrote ourselves stays as it is."""
    return cell if found.is_own else _line(cell)


def _line(text: str) -> str:
    return " ".join(text.split())

"""One row of a table of lectures."""

import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from .author_cells import authors_in
from .columns import MAX_SHOWN, plain_key
from .gathering import FoundLecture
from .kinds import lecture_kind
from .lecture_columns import MATERIALS, PUBLICATION, LectureColumns
from .links import material, web_address
from .people import Found, author_record, named_record
from .records import AuthorRecord, LectureRecord, MaterialRecord, Problem, PublicationRecord
from .tables import Row
from .texts import text_problems

MAX_ID = 254
_NO = frozenset({"", "no", "n", "false", "0"})
_REFUSED = re.compile(r"\b(?:not|reject\w*|declin\w*|withdr\w*|retract\w*|cancel\w*)\b", re.IGNORECASE)
_ACCEPTED = re.compile(r"\b(?:accept\w*|confirmed)\b", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi: ?)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20|21)\d\d")


def is_refused(found: LectureColumns, row: Row) -> bool:
    """Rejected, withdrawn or deleted."""
    withdrawn = found.columns.cell(row, "withdrawn").casefold()
    return withdrawn not in _NO or bool(_REFUSED.search(found.columns.cell(row, "status")))


def lecture_record(found: LectureColumns, row: Row, position: int, volume: str) -> FoundLecture:
    """None where the row cannot be taken; one of the problems then says why."""
    cell = found.columns.cell
    title = _line(cell(row, "title"))
    own_id = _line(cell(row, "external_id"))
    if refusal := _refusal(found, row, title):
        return None, [Problem("error", row.where, *refusal, own_id)]
    authors, problems = _authors(found, row)
    publication, publication_problems = _publication(found, row, title)
    materials, material_problems = _materials(found, row)
    record = LectureRecord(
        external_id=own_id or title_id(title),
        volume=volume,
        position=position,
        title=title,
        abstract="\n".join(map(str.strip, cell(row, "abstract").splitlines())),
        kind=lecture_kind(cell(row, "kind")) or lecture_kind(cell(row, "status")),
        track=_line(cell(row, "track")),
        authors=authors,
        keywords=_keywords(cell(row, "keywords")),
        publication=publication,
        materials=materials,
        where=row.where,
    )
    missing = [] if own_id or not found.has("external_id") else [_no_id(row)]
    problems += [*missing, *publication_problems, *material_problems, *text_problems(record)]
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
    cells = {name: _line(found.columns.cell(row, name)) for name in PUBLICATION}
    if not any(cells.values()):
        return None, []
    doi, year = _DOI.fullmatch(cells["doi"]), _YEAR.fullmatch(cells["year"])
    url = web_address(cells["url"])
    record = PublicationRecord(
        title,
        booktitle=cells["booktitle"],
        pages=cells["pages"],
        year=int(year[0]) if year else None,
        doi=doi[1] if doi else "",
        url=url,
    )
    message = _("“%(value)s” is no %(name)s and was left out.")
    odd = {
        _("DOI"): "" if doi else cells["doi"],
        _("year"): "" if year else cells["year"],
        _("web address"): "" if url else cells["url"],
    }
    return record, [
        Problem("warning", row.where, message % {"value": value[:MAX_SHOWN], "name": name})
        for name, value in odd.items()
        if value
    ]


def _materials(found: LectureColumns, row: Row) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    links = ((kind, found.columns.cell(row, kind)) for kind in MATERIALS)
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


def _line(text: str) -> str:
    return " ".join(text.split())

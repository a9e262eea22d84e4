"""One paper of an Anthology collection."""

import re

from django.utils.translation import gettext as _

from .anthology_materials import HOME, address, materials_of
from .anthology_text import source_text
from .anthology_volumes import Volume, volume_defaults
from .limits import too_long
from .people import author_record
from .records import AuthorRecord, LectureRecord, Problem, PublicationRecord
from .texts import text_problems
from .xml_files import Element, place_of, text_of

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def lecture_record(
    paper: Element, volume: Volume, position: int
) -> tuple[LectureRecord | None, list[Problem]]:
    """None where the paper cannot be taken; one of the problems then says why."""
    external_id = _external_id(paper, volume)
    where = f"{place_of(paper)} ({external_id})"
    title = source_text(paper.find("title"))
    if not title:
        return None, [Problem("error", where, _("The paper has no title."), _("Add a <title>."), external_id)]
    abstract = source_text(paper.find("abstract"))
    authors, author_problems = _authors(paper, where)
    materials, material_problems = materials_of(paper, where)
    defaults = volume_defaults(volume.id)
    record = LectureRecord(
        external_id=external_id,
        volume=volume.id,
        position=position,
        title=title,
        abstract=abstract,
        kind=defaults.kind,
        track=defaults.track,
        authors=authors,
        publication=_publication(paper, volume, title, external_id),
        materials=materials,
        where=where,
    )
    if overlong := too_long(record):
        return None, [Problem("error", where, text, _("Shorten it."), external_id) for text in overlong]
    return record, [
        *author_problems,
        *material_problems,
        *text_problems(record),
        *_missing_abstract(record),
        *_withdrawal(paper, where),
    ]


def _external_id(paper: Element, volume: Volume) -> str:
    """Such as `2023.emnlp-main.1`: the last part of its address, or built where it has none of its own."""
    own = text_of(paper.find("url"))
    return own if _ID.fullmatch(own) else f"{volume.collection}-{volume.id}.{paper.get('id', '')}"


def _publication(paper: Element, volume: Volume, title: str, external_id: str) -> PublicationRecord:
    own = text_of(paper.find("url"))
    return PublicationRecord(
        title=title,
        booktitle=volume.booktitle,
        pages=text_of(paper.find("pages")),
        year=volume.year,
        doi=text_of(paper.find("doi")),
        url=address(own) if "/" in own else f"{HOME}{external_id}",
        bibkey=text_of(paper.find("bibkey")),
        publisher=volume.publisher,
        awards=tuple(map(text_of, paper.iterfind("award"))),
    )


def _authors(paper: Element, where: str) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    authors, problems = [], []
    for element in paper.iterfind("author"):
        author, found = author_record(
            text_of(element.find("first")),
            text_of(element.find("last")),
            where=where,
            external_id=element.get("id", ""),
            orcid=element.get("orcid", ""),
            affiliation="; ".join(map(text_of, element.iterfind("affiliation"))),
        )
        problems += found
        if author:
            authors.append(author)
    if not authors:
        problems.append(Problem("warning", where, _("The paper has no authors.")))
    return tuple(authors), problems


def _missing_abstract(record: LectureRecord) -> list[Problem]:
    return [] if record.abstract else [Problem("warning", record.where, _("The paper has no abstract."))]


def _withdrawal(paper: Element, where: str) -> list[Problem]:
    """Retracted papers are taken: their page stays, and says so once an organizer withdraws it."""
    marks = [*paper.iterfind("retracted"), *paper.iterfind("removed")]
    message = _("The Anthology has withdrawn this paper: %(reason)s")
    return [
        Problem(
            "warning", where, message % {"reason": text_of(mark) or "–"}, _("Withdraw the lecture as well.")
        )
        for mark in marks
    ]

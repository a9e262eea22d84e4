"""papers.yml of an aclpub2 folder: a lecture each, and the publication behind it."""

import re
from collections import Counter
from collections.abc import Mapping as Lookup
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .aclpub2_files import Package
from .archives import inside
from .kinds import lecture_kind
from .links import web_address
from .people import author_record
from .records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    PublicationRecord,
    SlotRecord,
    UnreadableFile,
)
from .texts import text_problems
from .yaml_files import Mapping, Node, Scalar, place

FILE = "papers.yml"
_YEAR = re.compile(r"\d{4}")
_KINDS = {"software": "code", "code": "code", "data": "data", "dataset": "data", "presentation": "slides"}
_KINDS |= {kind: kind for kind in ("slides", "poster", "video")}


@dataclass(frozen=True, slots=True)
class Volume:
    """`key` tells it from other volumes of the conference."""

    key: str
    name: str
    booktitle: str
    publisher: str
    year: int | None

    @classmethod
    def of(cls, details: Mapping) -> "Volume":
        """From conference_details.yml, with its old keys or its new ones."""
        name = details.text("volume_name")
        venue = details.text("anthology_venue_id", "abbreviation")
        year = _YEAR.match(details.text("start_date"))
        return cls(
            "-".join(filter(None, [venue, name])).lower(),
            name,
            details.text("book_title", "name", "event_name"),
            details.text("publisher"),
            int(year[0]) if year else None,
        )


def by_id(entries: list[Mapping]) -> dict[str, Mapping]:
    """Those with an id. Raises UnreadableFile if two have the same."""
    papers: dict[str, Mapping] = {}
    for entry in entries:
        if not (key := entry.text("id")):
            continue
        first = papers.setdefault(key, entry)
        if first is not entry:
            raise UnreadableFile(
                _("The id %(id)s stands twice, in lines %(first)d and %(second)d.")
                % {"id": key, "first": first.line, "second": entry.line},
                place(FILE, entry.line),
                _("Give each paper its own id."),
            )
    return papers


def kind_of(entry: Mapping) -> str | None:
    attributes = _attributes(entry)
    return lecture_kind(attributes.text("presentation_type")) or lecture_kind(attributes.text("paper_type"))


def lectures_of(
    package: Package, entries: list[Mapping], volume: Volume, slots: Lookup[str, tuple[SlotRecord, ...]]
) -> list[LectureRecord]:
    lectures = []
    for position, entry in enumerate(entries, start=1):
        if record := _lecture(package, entry, position, volume, slots.get(entry.text("id"), ())):
            lectures.append(record)
            package.problems += text_problems(record)
            if not record.abstract:
                package.warn(record.where, _("The paper has no abstract."))
    _note_what_is_left(package, entries)
    return lectures


def _lecture(
    package: Package, entry: Mapping, position: int, volume: Volume, slots: tuple[SlotRecord, ...]
) -> LectureRecord | None:
    external_id, where = entry.text("id"), place(FILE, entry.line)
    title = package.public(entry.text("title"), where)
    for name, value in (("id", external_id), ("title", title)):
        if not value:
            message = _("The paper has no %(name)s; it was left out.") % {"name": name}
            package.fail(where, message, _("Add “%(name)s: …”.") % {"name": name}, external_id)
            return None
    return LectureRecord(
        external_id=external_id,
        volume=volume.name,
        position=position,
        title=title,
        abstract=package.public(entry.body("abstract"), where),
        kind=kind_of(entry),
        track=_attributes(entry).text("submitted_area"),
        authors=_authors(package, entry, where),
        publication=_publication(entry, title, volume),
        materials=_materials(package, entry, where),
        slots=slots,
        where=where,
    )


def _attributes(entry: Mapping) -> Mapping:
    node = entry.values.get("attributes")
    return node if isinstance(node, Mapping) else Mapping(entry.line)


def _authors(package: Package, entry: Mapping, where: str) -> tuple[AuthorRecord, ...]:
    authors = []
    for item in entry.mappings("authors"):
        author, found = author_record(
            " ".join(filter(None, [item.text("first_name"), item.text("middle_name")])),
            item.text("last_name") or ("" if item.text("first_name") else item.text("name")),
            where=place(FILE, item.line),
            external_id=_public_id(item.text("openreview")),
            orcid=item.text("orcid"),
            affiliation=item.text("institution", "affiliation"),
            email=item.text("email"),
        )
        package.problems += found
        if author:
            authors.append(author)
    if not authors:
        package.warn(where, _("The paper has no authors."))
    return tuple(authors)


def _public_id(text: str) -> str:
    return "" if "@" in text else text


def _publication(entry: Mapping, title: str, volume: Volume) -> PublicationRecord | None:
    """None for what is only presented; without a word papers are archival."""
    if entry.text("archival").lower() in {"false", "no", "off", "0"}:
        return None
    return PublicationRecord(title, booktitle=volume.booktitle, year=volume.year, publisher=volume.publisher)


def _materials(package: Package, entry: Mapping, where: str) -> tuple[MaterialRecord, ...]:
    """Attachments that are links; files in the archive are only counted."""
    materials = []
    for kind, path in map(_attachment, entry.items("attachments")):
        if url := web_address(path):
            materials.append(MaterialRecord(_KINDS.get(kind, "supplement"), url))
        elif path and inside("attachments", path) is None:
            message = _("The attachment “%(path)s” lies outside the folder and was left out.")
            package.warn(where, message % {"path": path[:100]})
    return tuple(materials)


def _attachment(node: Node) -> tuple[str, str]:
    if isinstance(node, Mapping):
        return node.text("type").lower(), node.text("file")
    return "", node.text.strip() if isinstance(node, Scalar) else ""


def _names_files(entry: Mapping) -> bool:
    paths = [
        entry.text("file", "pdf_file"),
        *(path for _kind, path in map(_attachment, entry.items("attachments"))),
    ]
    return any(path and not web_address(path) for path in paths)


def _note_what_is_left(package: Package, entries: list[Mapping]) -> None:
    counts = Counter(
        what
        for entry in entries
        for what, holds in (
            ("archival", not entry.text("archival")),
            ("files", _names_files(entry)),
        )
        if holds
    )
    package.note(
        _("%(count)d papers do not say whether they are archival and were taken to be."), counts["archival"]
    )
    package.note(
        _("%(count)d papers name files (PDF, attachments), which are not taken from the archive."),
        counts["files"],
    )

"""Lectures as a table, which conference/importers/lecture_tables.py reads back."""

from collections.abc import Iterable, Iterator

from conference.importers.lecture_columns import MATERIALS, OWN_NAMES
from conference.importers.own import is_own
from conference.links import permanent_id
from conference.models import Authorship, Lecture, Publication

HEADER = (*OWN_NAMES.values(), "Numbers in other files")


def rows(lectures: Iterable[Lecture]) -> Iterator[list[object]]:
    """One for each, with all that hangs on it: fetch it by `with_export_data`."""
    for lecture in lectures:
        cells = _cells(lecture)
        yield [*(cells[name] for name in OWN_NAMES), "\n".join(numbers_of(lecture))]


def numbers_of(lecture: Lecture) -> list[str]:
    """What other files call it."""
    ids = (one.external_id for one in lecture.source_records.all() if not is_own(one.source))
    return list(dict.fromkeys(number for number in ids if not number.startswith("title:")))


def _cells(lecture: Lecture) -> dict[str, object]:
    return {
        "external_id": permanent_id("lecture", lecture.pk),
        "title": lecture.title,
        "kind": lecture.kind,
        "state": lecture.state,
        "access": lecture.access,
        "track": lecture.track.name if lecture.track else "",
        "keywords": "\n".join(keyword.name for keyword in lecture.keywords.all()),
        "abstract": lecture.abstract,
        "position": lecture.position,
        **_authors(list(lecture.authorships.all())),
        **_publication(lecture.publication),
        **_links(lecture),
    }


def _authors(authorships: list[Authorship]) -> dict[str, str]:
    """A line for each author in every cell that says anything."""
    people = [authorship.person for authorship in authorships]
    lines = {
        "authors": [person.name for person in people],
        "given_names": [person.given for person in people],
        "family_names": [person.family for person in people],
        "affiliation": [authorship.affiliation for authorship in authorships],
        "orcids": [person.orcid or "" for person in people],
    }
    return {name: "\n".join(cell) if any(cell) else "" for name, cell in lines.items()}


def _publication(paper: Publication | None) -> dict[str, object]:
    names = ("booktitle", "pages", "year", "doi", "url", "bibkey", "publisher")
    return {
        "publication_title": paper.title if paper else "",
        "awards": "\n".join(paper.awards) if paper else "",
        **{name: getattr(paper, name) if paper else "" for name in names},
    }


def _links(lecture: Lecture) -> dict[str, str]:
    """Of each kind a line for each: the address, and its title if it has one."""
    lines: dict[str, list[str]] = {kind: [] for kind in MATERIALS}
    for link in lecture.materials.all():
        if link.is_plain_link:
            lines[link.kind].append(f"{link.url} {link.title}".strip())
    return {kind: "\n".join(cell) for kind, cell in lines.items()}

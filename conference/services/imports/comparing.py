"""Lectures and what sources say of them in one form, in which they can be compared field by field."""

import re
from typing import Any

from conference.importers.addresses import without_addresses
from conference.importers.records import AuthorRecord, Values
from conference.keywords import keyword_key
from conference.models import Authorship, Lecture, Material, Publication
from conference.services.imports.directory import means
from conference.services.imports.tracks import Tracks

SETS = frozenset({"keywords", "materials", "addresses"})
PUBLICATION_FIELDS = ("title", "booktitle", "pages", "year", "doi", "url", "bibkey", "publisher", "awards")
_PREFIX = "publication_"
PUBLICATION_TITLE = "publication_title"
_LINE_END = re.compile(r"\r\n?")


def line(text: str) -> str:
    """As readers read what stands on one line: how it is spaced is no difference."""
    return " ".join(text.split())


def text_of(source: str) -> str:
    """As readers read it: a browser's line ends, blanks around it and addresses that no reader takes are no difference."""
    return without_addresses(_LINE_END.sub("\n", source).strip())


def said_of(values: Values, tracks: Tracks) -> Values:
    """From a record's values. A kind, a state, an access or a publication that the source does not give is not said."""
    said = {name: values[name] for name in ("position", "materials")}
    said |= {"title": line(values["title"]), "abstract": text_of(values["abstract"])}
    said["authors"] = [{**author, "email": ""} for author in values["authors"]]
    said["addresses"] = addresses_of(values)
    said["track"] = tracks.slug(values["track"])
    said["keywords"] = keywords_of(values)
    said |= {name: values[name] for name in ("kind", "state", "access") if values.get(name)}
    if values["publication"]:
        said |= {f"{_PREFIX}{name}": values["publication"][name] for name in PUBLICATION_FIELDS}
    return said


def keywords_of(values: Values) -> list[str]:
    return list(dict.fromkeys(filter(None, map(keyword_key, values["keywords"]))))


def addresses_of(values: Values) -> list[str]:
    """The private addresses of a record's authors, which authors are compared without."""
    return list(dict.fromkeys(filter(None, (author.get("email", "") for author in values["authors"]))))


def ours_of(lecture: Lecture, *, first_position: int, last: Values, said: Values, source: str) -> Values:
    """From the database, with all that hangs on the lecture prefetched. Positions count within the volume.

    Authors compare equal to what the source says, or said, if the people are the same, whatever their spelling here.
    """
    authorships = list(lecture.authorships.all())
    ours = {
        "position": lecture.position - first_position,
        "title": line(without_addresses(lecture.title) or lecture.title),
        "abstract": text_of(lecture.abstract),
        "kind": lecture.kind,
        "state": lecture.state,
        "access": lecture.access,
        "track": lecture.track.slug if lecture.track else "",
        "keywords": [keyword.key for keyword in lecture.keywords.all()],
        "materials": [
            material_values(material) for material in lecture.materials.all() if material.is_plain_link
        ],
        "addresses": [authorship.email for authorship in authorships if authorship.email],
        "authors": next(
            (
                values["authors"]
                for values in (last, said)
                if "authors" in values and _are_same(values["authors"], authorships, source)
            ),
            [{"name": one.person.name, "affiliation": one.affiliation} for one in authorships],
        ),
    }
    return ours | _publication(lecture.publication)


def settled_links(lecture: Lecture) -> set[str]:
    """The addresses of links in which sources have no say."""
    return {one.url for one in lecture.materials.all() if one.url and not one.is_plain_link}


def material_values(material: Material) -> Values:
    return {"kind": material.kind, "url": material.url, "title": material.title}


def _publication(publication: Publication | None) -> Values:
    if publication is None:
        return {}
    values = {f"{_PREFIX}{name}": getattr(publication, name) for name in PUBLICATION_FIELDS}
    return values | {f"{_PREFIX}doi": publication.doi or ""}


def _are_same(entries: list[Values], authorships: list[Authorship], source: str) -> bool:
    """An affiliation that the source does not give is no other one."""
    return len(entries) == len(authorships) and all(
        entry["affiliation"] in {"", authorship.affiliation}
        and means(AuthorRecord(**entry), authorship, source)
        for entry, authorship in zip(entries, authorships, strict=True)
    )


def is_of_publication(field: str) -> bool:
    return field.startswith(_PREFIX)


def publication_value(field: str, value: Any) -> tuple[str, Any]:
    """A change of `publication_doi` to "" is one of `doi` to None."""
    name = field.removeprefix(_PREFIX)
    return name, (value or None) if name == "doi" else value

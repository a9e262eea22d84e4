"""Lectures and what sources say of them in one form, in which they can be compared field by field."""

from typing import Any

from django.utils.text import slugify

from conference.importers.records import AuthorRecord, Values
from conference.keywords import keyword_key
from conference.models import Authorship, Lecture, Material, Publication
from conference.services.imports.directory import means

SETS = frozenset({"keywords", "materials", "addresses"})
PUBLICATION_FIELDS = ("title", "booktitle", "pages", "year", "doi", "url", "bibkey", "publisher", "awards")
_PREFIX = "publication_"


def track_slug(name: str) -> str:
    return slugify(name)[:200]


def said_of(values: Values) -> Values:
    """From a record's values. A kind or a publication that the source does not give is not said."""
    said = {name: values[name] for name in ("position", "title", "abstract", "materials")}
    said["authors"] = [{**author, "email": ""} for author in values["authors"]]
    said["addresses"] = addresses_of(values)
    said["track"] = track_slug(values["track"])
    said["keywords"] = list(dict.fromkeys(filter(None, map(keyword_key, values["keywords"]))))
    if values["kind"]:
        said["kind"] = values["kind"]
    if values["publication"]:
        said |= {f"{_PREFIX}{name}": values["publication"][name] for name in PUBLICATION_FIELDS}
    return said


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
        "title": lecture.title,
        "abstract": lecture.abstract,
        "kind": lecture.kind,
        "track": lecture.track.slug if lecture.track else "",
        "keywords": [keyword.key for keyword in lecture.keywords.all()],
        "materials": [material_values(material) for material in lecture.materials.all() if material.url],
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


def material_values(material: Material) -> Values:
    return {"kind": material.kind, "url": material.url, "title": material.title}


def _publication(publication: Publication | None) -> Values:
    if publication is None:
        return {}
    values = {f"{_PREFIX}{name}": getattr(publication, name) for name in PUBLICATION_FIELDS}
    return values | {f"{_PREFIX}doi": publication.doi or ""}


def _are_same(entries: list[Values], authorships: list[Authorship], source: str) -> bool:
    return len(entries) == len(authorships) and all(
        entry["affiliation"] == authorship.affiliation and means(AuthorRecord(**entry), authorship, source)
        for entry, authorship in zip(entries, authorships, strict=True)
    )


def is_of_publication(field: str) -> bool:
    return field.startswith(_PREFIX)


def publication_value(field: str, value: Any) -> tuple[str, Any]:
    """A change of `publication_doi` to "" is one of `doi` to None."""
    name = field.removeprefix(_PREFIX)
    return name, (value or None) if name == "doi" else value

"""OpenReview's notes as its API gives them: version 1, version 2, and version 2 with authors as objects."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from .gathering import gather
from .json_files import Json, body, lines, objects, parse, text
from .kinds import lecture_kind
from .links import material
from .people import named_record
from .records import AuthorRecord, LectureRecord, MaterialRecord, Problem, ProgramReading, UnreadableFile
from .texts import text_problems

HOME = "https://openreview.net"
# What a note's venue says while it is no accepted paper.
_NOT_ACCEPTED = re.compile(
    r"\b(?:submitted to|blind submission|rejected|reject|withdrawn|desk[ -]reject|under review)\b",
    re.IGNORECASE,
)
_NOT_ACCEPTED_ID = re.compile(
    r"/(?:rejected_submission|withdrawn_submission|desk_rejected_submission|submission|under_review)$",
    re.IGNORECASE,
)
_SPOTLIGHT = re.compile(r"\bspotlight\b|\bnotable\b", re.IGNORECASE)
_MATERIALS = {
    "pdf": "paper",
    "code": "code",
    "data": "data",
    "dataset": "data",
    "poster": "poster",
    "slides": "slides",
    "video": "video",
    "supplementary_material": "supplement",
}
_UNSAID = frozenset({"publication", "slots", "track"})

type Found = tuple[LectureRecord | None, list[Problem]]


def read(data: bytes) -> ProgramReading:
    """The accepted papers; others are counted. Raises UnreadableFile if the file holds no notes."""
    notes = parse(data).get("notes")
    if not isinstance(notes, list):
        raise UnreadableFile(
            _("The file has no list of “notes”."), mend=_("Save the answer of OpenReview’s /notes as it is.")
        )
    submissions = [
        (number, note, _content(note))
        for number, note in enumerate(objects(notes), start=1)
        if _is_submission(note)
    ]
    accepted = [found for found in submissions if _is_accepted(found[2])]
    records, problems = gather(_lecture(*found) for found in accepted)
    return ProgramReading(
        "openreview",
        tuple(records),
        tuple(problems),
        read=len(notes),
        notes=tuple(_left_out(len(notes), len(submissions), [content for *_note, content in accepted])),
        unsaid=_UNSAID,
    )


def _is_submission(note: Json) -> bool:
    """Reviews and decisions are notes in the forum of another."""
    return text(note, "forum", "id") == text(note, "id")


def _content(note: Json) -> Json:
    """Version 2 wraps each value."""
    content = note.get("content")
    values = content if isinstance(content, dict) else {}
    return {
        name: value.get("value") if isinstance(value, dict) and "value" in value else value
        for name, value in values.items()
    }


def _is_accepted(content: Json) -> bool:
    """As long as nothing says otherwise: not every venue fills these in."""
    return not (
        _NOT_ACCEPTED.search(text(content, "venue")) or _NOT_ACCEPTED_ID.search(text(content, "venueid"))
    )


def _lecture(number: int, note: Json, content: Json) -> Found:
    external_id = text(note, "id")
    where = _("Note %(number)d (%(id)s)") % {"number": number, "id": external_id}
    title = text(content, "title")
    if not title:
        return None, [Problem("error", where, _("The note has no title; it was left out."), "", external_id)]
    authors, problems = _authors(content, where)
    materials, material_problems = _materials(content, where)
    abstract = body(content, "abstract")
    record = LectureRecord(
        external_id=external_id,
        volume="",
        position=number,
        title=title,
        abstract=abstract,
        kind=_kind(text(content, "venue")),
        authors=authors,
        keywords=_keywords(content),
        materials=materials,
        where=where,
    )
    if not abstract:
        problems.append(Problem("warning", where, _("The paper has no abstract.")))
    return record, [*problems, *material_problems, *text_problems(record)]


def _kind(venue: str) -> str | None:
    return lecture_kind(venue) or ("poster" if _SPOTLIGHT.search(venue) else None)


def _keywords(content: Json) -> tuple[str, ...]:
    """A list, or one line with commas or semicolons."""
    said = lines(content.get("keywords"))
    parts = re.split(r"[,;]", said[0]) if isinstance(content.get("keywords"), str) and said else said
    return tuple(dict.fromkeys(word for part in parts if (word := part.strip())))


def _materials(content: Json, where: str) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    found: dict[str, MaterialRecord] = {}
    problems = []
    for name, kind in _MATERIALS.items():
        for address in lines(content.get(name)):
            record, own = material(address, where, kind=kind, base=HOME)
            problems += own
            if record:
                found.setdefault(record.url, record)
    return tuple(found.values()), problems


def _authors(content: Json, where: str) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    authors, problems = [], []
    for name, identity, affiliation in _people(content):
        author, found = named_record(name, where=where, affiliation=affiliation, **identity)
        problems += found
        if author:
            authors.append(author)
    if not authors:
        problems.append(Problem("warning", where, _("The paper has no authors.")))
    return tuple(authors), problems


def _people(content: Json) -> Iterator[tuple[str, dict[str, str], str]]:
    """Name, profile such as `~Ana_Velo1` or else an address, and affiliation of each author."""
    authors, ids = content.get("authors"), content.get("authorids")
    authors = authors if isinstance(authors, list) else []
    # Without one for each, it is not known whose they are.
    ids = ids if isinstance(ids, list) and len(ids) == len(authors) else [""] * len(authors)
    for author, identity in zip(authors, ids, strict=True):
        one = author if isinstance(author, dict) else {"fullname": author, "username": identity}
        institutions = "; ".join(text(place, "name") for place in objects(one.get("institutions")))
        yield text(one, "fullname", "name"), _identity(text(one, "username")), institutions


def _identity(username: str) -> dict[str, str]:
    """People without a profile are named by their address."""
    if "@" in username:
        return {"email": username}
    return {"external_id": username} if username.startswith("~") else {}


def _left_out(notes: int, submissions: int, accepted: list[Json]) -> Iterator[str]:
    counts = {
        _("%(count)d notes are reviews, decisions or the like, and were skipped."): notes - submissions,
        _("%(count)d submissions are not accepted by what their venue says, and were left out."): submissions
        - len(accepted),
        _("%(count)d papers do not say how they are presented."): sum(
            _kind(text(content, "venue")) is None for content in accepted
        ),
    }
    return (message % {"count": count} for message, count in counts.items() if count)

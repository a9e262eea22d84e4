"""How long a value may be. What is longer is a mistake in the source, reported where it stands."""

from django.utils.translation import gettext as _

from conference.keywords import keyword_key

from .records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    MessageRecord,
    PublicationRecord,
    RegistrationRecord,
    SessionRecord,
    SlotRecord,
)

type Limited = LectureRecord | SessionRecord | MessageRecord | RegistrationRecord

# Of a place in a session, as a small integer of the database has room.
MAX_POSITION = 32_000
KEYWORD = 150
# In characters, as the database has room; a test holds the two together.
LIMITS: dict[type, dict[str, int]] = {
    LectureRecord: {"external_id": 254, "volume": 100, "title": 1000, "abstract": 50_000, "track": 200},
    AuthorRecord: {"external_id": 254, "given": 150, "family": 150, "name": 200, "affiliation": 300},
    PublicationRecord: {
        "title": 1000,
        "booktitle": 500,
        "pages": 40,
        "doi": 200,
        "url": 500,
        "bibkey": 150,
        "publisher": 200,
    },
    MaterialRecord: {"url": 500, "title": 200},
    SlotRecord: {"session": 254, "title": 500, "board": 20},
    SessionRecord: {
        "external_id": 254,
        "volume": 100,
        "name": 250,
        "code": 20,
        "room": 120,
        "chair": 200,
        "track": 200,
        "live_url": 500,
    },
    MessageRecord: {
        "external_id": 254,
        "volume": 100,
        "body": 50_000,
        "signed_by": 150,
        "role": 150,
        "affiliation": 250,
    },
    RegistrationRecord: {
        "name": 200,
        "ticket_type": 100,
        "affiliation": 300,
        "country": 100,
        "external_id": 100,
    },
}


def too_long(record: Limited) -> list[str]:
    """One message for each value of the record, or of what it holds, that is too long."""
    return [
        _message(name, value, limit)
        for part in _parts(record)
        for name, limit in LIMITS[type(part)].items()
        if len(value := getattr(part, name)) > limit
    ] + [
        _message("keyword", word, KEYWORD)
        for word in _keywords(record)
        if max(len(word), len(keyword_key(word))) > KEYWORD
    ]


def _keywords(record: Limited) -> tuple[str, ...]:
    return record.keywords if isinstance(record, LectureRecord) else ()


def _parts(record: Limited) -> list[object]:
    match record:
        case LectureRecord():
            publication = [record.publication] if record.publication else []
            return [record, *record.authors, *publication, *record.materials, *record.slots]
        case SessionRecord():
            return [record, *record.items]
        case _:
            return [record]


def _message(name: str, value: str, limit: int) -> str:
    return _("The %(name)s has %(length)d characters, and no more than %(limit)d fit: “%(start)s…”") % {
        "name": name.replace("_", " "),
        "length": len(value),
        "limit": limit,
        "start": value[:40],
    }

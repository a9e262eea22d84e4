"""Values that the database has no room for are found before they get there."""

from datetime import datetime

import pytest
from django.db.models import Model

from accounts.models import Registration, TicketType
from conference.importers.limits import KEYWORD, LIMITS, too_long
from conference.importers.records import (
    AuthorRecord,
    LectureRecord,
    MaterialRecord,
    MessageRecord,
    PublicationRecord,
    RegistrationRecord,
    SessionRecord,
    SlotRecord,
)
from conference.models import (
    Authorship,
    Keyword,
    Lecture,
    Material,
    Person,
    PersonIdentifier,
    Publication,
    Session,
    Slot,
    SourceRecord,
    Track,
    WelcomeMessage,
)

OF_SOURCE: dict[str, tuple[type[Model], str]] = {
    name: (SourceRecord, name) for name in ("external_id", "volume")
}
ROOM: dict[type, dict[str, tuple[type[Model], str]]] = {
    LectureRecord: {
        **OF_SOURCE,
        "title": (Lecture, "title"),
        "track": (Track, "name"),
    },
    AuthorRecord: {
        "external_id": (PersonIdentifier, "external_id"),
        "given": (Person, "given"),
        "family": (Person, "family"),
        "name": (Person, "name"),
        "affiliation": (Authorship, "affiliation"),
    },
    PublicationRecord: {name: (Publication, name) for name in LIMITS[PublicationRecord]},
    MaterialRecord: {name: (Material, name) for name in LIMITS[MaterialRecord]},
    SlotRecord: {
        "session": (SourceRecord, "external_id"),
        "title": (Slot, "title"),
        "board": (Slot, "board"),
    },
    SessionRecord: {
        **OF_SOURCE,
        **{name: (Session, name) for name in ("name", "code", "room", "chair", "live_url")},
        "track": (Track, "name"),
    },
    MessageRecord: {
        **OF_SOURCE,
        **{name: (WelcomeMessage, name) for name in ("signed_by", "role", "affiliation")},
    },
    RegistrationRecord: {name: (Registration, name) for name in LIMITS[RegistrationRecord]}
    | {"ticket_type": (TicketType, "name")},
}
CASES = [(record, name, *place) for record, places in ROOM.items() for name, place in places.items()]


@pytest.mark.parametrize(("record", "name", "model", "field"), CASES)
def test_every_limit_fits_the_database(record: type, name: str, model: type[Model], field: str) -> None:
    assert LIMITS[record][name] <= getattr(model._meta.get_field(field), "max_length")  # noqa: B009 - not on relations


def test_every_limited_value_has_its_place_in_the_database_or_is_a_text() -> None:
    limited = {(record, name) for record, limits in LIMITS.items() for name in limits}
    assert limited - {case[:2] for case in CASES} == {
        (LectureRecord, "abstract"),
        (MessageRecord, "body"),
    }


def test_parts_of_a_record_are_measured_too() -> None:
    lecture = LectureRecord(
        external_id="1",
        volume="main",
        position=1,
        title="t" * 1001,
        authors=(AuthorRecord("", "Velo", "Velo"), AuthorRecord("", "Velo", "Velo", affiliation="a" * 301)),
        publication=PublicationRecord("t", pages="1" * 41),
    )
    assert too_long(lecture) == [
        f"The title has 1001 characters, and no more than 1000 fit: “{'t' * 40}…”",
        f"The affiliation has 301 characters, and no more than 300 fit: “{'a' * 40}…”",
        f"The pages has 41 characters, and no more than 40 fit: “{'1' * 40}…”",
    ]


def test_keywords_are_measured_as_they_are_compared() -> None:
    assert min(getattr(Keyword._meta.get_field(name), "max_length") for name in ("name", "key")) >= KEYWORD  # noqa: B009 - not on relations
    swollen = "\ufdfa" * 10  # one letter, eighteen when it is compared
    lecture = LectureRecord("1", "main", 1, "T", keywords=("k" * 150, "k" * 151, swollen))
    assert [message[:32] for message in too_long(lecture)] == [
        "The keyword has 151 characters, ",
        "The keyword has 10 characters, a",
    ]


def test_what_fits_is_not_mentioned() -> None:
    assert too_long(RegistrationRecord("ana@example.org", name="x" * 200)) == []


def test_slots_are_measured_with_their_lecture_and_their_session() -> None:
    start, end = (datetime.fromisoformat(f"2031-07-01T{time}") for time in ("09:00", "10:00"))
    slot = SlotRecord("s1", board="b" * 21)
    message = f"The board has 21 characters, and no more than 20 fit: “{'b' * 21}…”"
    assert too_long(LectureRecord("1", "main", 1, "T", slots=(slot,))) == [message]
    assert too_long(SessionRecord("s1", "Posters", start, end, items=(slot,))) == [message]


def test_a_message_is_measured() -> None:
    assert too_long(MessageRecord("welcome", "w" * 50_001)) == [
        f"The body has 50001 characters, and no more than 50000 fit: “{'w' * 40}…”"
    ]

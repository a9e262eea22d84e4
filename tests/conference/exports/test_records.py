"""A paper's record is the paper's alone; a talk's says what was presented where."""

from datetime import UTC, datetime
from typing import Any

import icalendar
import pytest

from conference.citation import citation_of
from conference.exports.bibtex import bibtex
from conference.exports.ical import ical, uid
from conference.exports.ris import ris
from conference.models import Conference, Lecture, Slot
from conference.services import index
from tests.factories import (
    AuthorshipFactory,
    ConferenceFactory,
    LectureFactory,
    PersonFactory,
    PublicationFactory,
    SessionFactory,
    SlotFactory,
)

pytestmark = pytest.mark.django_db
ODD_TITLE = "Q&A <A,B> in R&D"


def _lecture(conference: Conference, **fields: Any) -> Lecture:
    lecture: Lecture = LectureFactory(conference=conference, **fields)
    for position, (given, family, name) in enumerate(
        [
            ("Ines", "Varga", "Ines Varga"),
            ("", "", "Lirano"),
            ("Tomáš", "de la Nube, Jr.", "Tomáš de la Nube, Jr."),
        ]
    ):
        person = PersonFactory(given=given, family=family, name=name)
        AuthorshipFactory(lecture=lecture, person=person, position=position)
    index.refresh([lecture.pk])
    return Lecture.objects.with_page_data().get(pk=lecture.pk)


@pytest.fixture
def vienna() -> Conference:
    conference: Conference = ConferenceFactory(acronym="ACL 2025", slug="acl-2025")
    return conference


@pytest.fixture
def talk(vienna: Conference) -> Lecture:
    return _lecture(vienna, title=ODD_TITLE, kind=Lecture.Kind.ORAL)


@pytest.fixture
def paper(vienna: Conference) -> Lecture:
    publication = PublicationFactory(
        title="A Paper, Renamed",
        booktitle="Proceedings of R&D",
        pages="1–14",
        year=2024,
        doi="10.1000/x_y",
        url="https://papers.example/1_a",
        bibkey="varga-2024-paper",
        publisher="Society",
    )
    return _lecture(vienna, title="A Talk", publication=publication)


def test_bibtex_of_a_talk(talk: Lecture) -> None:
    assert bibtex(citation_of(talk)) == (
        "@misc{varga-etal-2025-qa,\n"
        "  title        = {{Q\\&A} {\\textless}A,B{\\textgreater} in {R\\&D}},\n"
        "  author       = {Varga, Ines and {Lirano} and {de la Nube, Jr.}, Tom{\\'a}{\\v{s}}},\n"
        "  howpublished = {Oral, ACL 2025, Vienna, Austria},\n"
        "  month        = jul,\n"
        "  year         = {2025},\n"
        f"  url          = {{http://127.0.0.1:8000/lecture/{talk.pk}-{talk.slug}/}},\n"
        "}\n"
    )


def test_bibtex_of_a_paper_has_nothing_of_the_talk(paper: Lecture) -> None:
    assert bibtex(citation_of(paper)) == (
        "@inproceedings{varga-2024-paper,\n"
        "  title        = {A Paper, Renamed},\n"
        "  author       = {Varga, Ines and {Lirano} and {de la Nube, Jr.}, Tom{\\'a}{\\v{s}}},\n"
        "  booktitle    = {Proceedings of R\\&D},\n"
        "  year         = {2024},\n"
        "  publisher    = {Society},\n"
        "  pages        = {1--14},\n"
        "  doi          = {10.1000/x_y},\n"
        "  url          = {https://papers.example/1_a},\n"
        "}\n"
    )


def test_a_paper_of_which_nothing_is_known_gets_no_identifier_of_the_talk(vienna: Conference) -> None:
    lecture = _lecture(vienna, title="Bare", publication=PublicationFactory(title="Bare"))
    assert bibtex(citation_of(lecture)) == (
        "@misc{varga-etal-bare,\n"
        "  title        = {Bare},\n"
        "  author       = {Varga, Ines and {Lirano} and {de la Nube, Jr.}, Tom{\\'a}{\\v{s}}},\n"
        "}\n"
    )


def test_ris_of_a_talk(talk: Lecture) -> None:
    assert ris(citation_of(talk), abstract="One line\nand another.", keywords=["nlp", "c++"]) == (
        "TY  - SLIDE\r\n"
        "ID  - varga-etal-2025-qa\r\n"
        f"TI  - {ODD_TITLE}\r\n"
        "AU  - Varga, Ines\r\n"
        "AU  - Lirano\r\n"
        "AU  - de la Nube, Jr., Tomáš\r\n"
        "T2  - ACL 2025\r\n"
        "PY  - 2025\r\n"
        "DA  - 2025/07//\r\n"
        "M3  - Oral\r\n"
        "CY  - Vienna, Austria\r\n"
        f"UR  - http://127.0.0.1:8000/lecture/{talk.pk}-{talk.slug}/\r\n"
        "AB  - One line and another.\r\n"
        "KW  - nlp\r\n"
        "KW  - c++\r\n"
        "ER  - \r\n"
    )


def test_ris_of_a_paper(paper: Lecture) -> None:
    assert ris(citation_of(paper)).split("\r\n") == [
        "TY  - CPAPER",
        "ID  - varga-2024-paper",
        "TI  - A Paper, Renamed",
        "AU  - Varga, Ines",
        "AU  - Lirano",
        "AU  - de la Nube, Jr., Tomáš",
        "T2  - Proceedings of R&D",
        "PY  - 2024",
        "SP  - 1",
        "EP  - 14",
        "PB  - Society",
        "DO  - 10.1000/x_y",
        "UR  - https://papers.example/1_a",
        "ER  - ",
        "",
    ]


def _slots(lecture: Lecture) -> list[Slot]:
    return list(Lecture.objects.with_page_data().get(pk=lecture.pk).slots.all())


def test_a_calendar_has_one_event_for_each_slot_in_the_conferences_zone(talk: Lecture) -> None:
    session = SessionFactory(conference=talk.conference, name="Oral 1", room="Hall; B")
    first = SlotFactory(session=session, lecture=talk)
    second = SlotFactory(
        session=session,
        lecture=talk,
        board="P2-118",
        starts_at=datetime(2025, 7, 30, 5, 7, tzinfo=UTC),
        ends_at=datetime(2025, 7, 30, 5, 27, tzinfo=UTC),
    )
    calendar = icalendar.Calendar.from_ical(ical(_slots(talk), name="ACL 2025"))
    assert [zone["TZID"] for zone in calendar.walk("VTIMEZONE")] == ["Europe/Vienna"]
    found = [
        (
            str(event["UID"]),
            event["DTSTART"].params["TZID"],
            event.decoded("DTSTART").isoformat(),
            event.decoded("DTEND").isoformat(),
            str(event["SUMMARY"]),
            str(event["LOCATION"]),
            str(event["DESCRIPTION"]),
            str(event["STATUS"]),
        )
        for event in calendar.walk("VEVENT")
    ]
    common = (ODD_TITLE, "Hall; B, Vienna, Austria")
    assert found == [
        (
            uid(first),
            "Europe/Vienna",
            "2025-07-29T11:00:00+02:00",
            "2025-07-29T12:30:00+02:00",
            *common,
            f"Oral 1\n{talk.authors_text}",
            "CONFIRMED",
        ),
        (
            uid(second),
            "Europe/Vienna",
            "2025-07-30T07:07:00+02:00",
            "2025-07-30T07:27:00+02:00",
            *common,
            f"P2-118, Oral 1\n{talk.authors_text}",
            "CONFIRMED",
        ),
    ]
    assert uid(first) != uid(second)


def test_a_calendar_says_the_same_twice_and_cancels_what_was_withdrawn(talk: Lecture) -> None:
    SlotFactory(session=SessionFactory(conference=talk.conference), lecture=talk)
    assert ical(_slots(talk), name="x") == ical(_slots(talk), name="x")
    Lecture.objects.update(state=Lecture.State.WITHDRAWN)
    (event,) = icalendar.Calendar.from_ical(ical(_slots(talk), name="x")).walk("VEVENT")
    assert event["STATUS"] == "CANCELLED"

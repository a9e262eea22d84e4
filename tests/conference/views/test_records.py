"""Records say to a viewer what the page says, and no more."""

import icalendar
import pytest
from django.test import Client

from conference.models import Lecture, Subject
from conference.services import index
from tests.cast import Cast
from tests.factories import (
    AccessRuleFactory,
    AuthorshipFactory,
    ConferenceFactory,
    KeywordFactory,
    LectureFactory,
    MaterialFactory,
    PersonEmailFactory,
    PersonFactory,
    PublicationFactory,
    SessionFactory,
    SlotFactory,
)

pytestmark = pytest.mark.django_db
ODD_TITLE = "Q&A <A,B> in R&D"


@pytest.fixture
def first(cast: Cast) -> Lecture:
    return Lecture.objects.get(title="The first lecture")


def record(lecture: Lecture, extension: str) -> str:
    return f"{lecture.get_absolute_url().rstrip('/')}.{extension}"


@pytest.mark.parametrize(
    ("extension", "media_type", "is_saved"),
    [
        ("bib", "application/x-bibtex; charset=utf-8", True),
        ("ris", "application/x-research-info-systems; charset=utf-8", True),
        ("json", "application/json", False),
        ("ics", "text/calendar; charset=utf-8", True),
    ],
)
def test_each_record_has_its_media_type_and_its_extension(
    cast: Cast, first: Lecture, extension: str, media_type: str, is_saved: bool
) -> None:
    response = cast.client("registered").get(record(first, extension))
    saved_as = f'attachment; filename="the-first-lecture.{extension}"' if is_saved else None
    assert (response.status_code, response["Content-Type"], response.get("Content-Disposition")) == (
        200,
        media_type,
        saved_as,
    )


def test_a_browser_that_has_the_record_is_told_so(client: Client) -> None:
    address = record(LectureFactory(), "ris")
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_an_odd_title_comes_through_every_record(cast: Cast) -> None:
    lecture = LectureFactory(conference=cast.hall, title=ODD_TITLE)
    SlotFactory(session=SessionFactory(conference=cast.hall), lecture=lecture)
    client = cast.client("registered")
    assert client.get(record(lecture, "json")).json()["title"] == ODD_TITLE
    assert client.get(record(lecture, "ris")).content.decode().split("\r\n")[2] == f"TI  - {ODD_TITLE}"
    (event,) = icalendar.Calendar.from_ical(client.get(record(lecture, "ics")).content).walk("VEVENT")
    assert event["SUMMARY"] == ODD_TITLE
    assert (
        r"{{Q\&A} {\textless}A,B{\textgreater} in {R\&D}}"
        in client.get(record(lecture, "bib")).content.decode()
    )


def test_the_calendar_stands_behind_the_schedules_gate(cast: Cast, first: Lecture) -> None:
    found = {name: cast.client(name).get(record(first, "ics")).status_code for name in cast.people}
    assert found == {
        "visitor": 401,
        "registered": 200,
        "cancelled": 401,
        "stranger": 401,
        "presenter": 200,
        "organizer": 200,
        "outsider": 401,
        "administrator": 200,
    }


@pytest.mark.parametrize("name", ["visitor", "registered"])
def test_an_abstract_is_in_the_records_of_those_who_may_read_it(
    cast: Cast, first: Lecture, name: str
) -> None:
    AccessRuleFactory(conference=cast.hall, subject=Subject.ABSTRACTS, audience="registered")
    client, is_member = cast.client(name), name == "registered"
    abstract = "We measure a thing and find it so."
    assert client.get(record(first, "json")).json()["abstract"] == (abstract if is_member else None)
    assert (f"AB  - {abstract}" in client.get(record(first, "ris")).content.decode()) == is_member


def test_json_holds_all_that_the_page_shows(cast: Cast) -> None:
    conference = ConferenceFactory(acronym="ACL 2025", slug="acl-2025", name="The meeting")
    paper = PublicationFactory(
        title="Title", booktitle="Book", year=2025, doi="10.1000/x", awards=["Best paper"]
    )
    lecture = LectureFactory(conference=conference, title="Title", publication=paper)
    lecture.keywords.add(KeywordFactory(name="c++"))
    ana = PersonFactory(name="Ana Velo", given="Ana", family="Velo")
    PersonEmailFactory(person=ana, email="ana.private@example.org")
    AuthorshipFactory(lecture=lecture, person=ana, affiliation="Lakeside")
    SlotFactory(
        session=SessionFactory(conference=conference, name="Posters", room="Hall"),
        lecture=lecture,
        board="P1",
    )
    material = MaterialFactory(lecture=lecture, kind="paper", access="everyone")
    MaterialFactory(lecture=lecture, kind="video")
    AccessRuleFactory(conference=conference, subject=Subject.SCHEDULE, audience="everyone")
    index.refresh([lecture.pk])
    response = cast.client("visitor").get(record(lecture, "json"))
    site = "http://127.0.0.1:8000"
    unread = {"state": "ready", "media_type": "", "size": None}
    assert response.json() == {
        "id": lecture.pk,
        "url": f"{site}/lecture/{lecture.pk}-title/",
        "title": "Title",
        "kind": "poster",
        "state": "published",
        "track": None,
        "conference": {
            "acronym": "ACL 2025",
            "name": "The meeting",
            "url": f"{site}/events/acl-2025/",
            "starts_on": "2025-07-27",
            "ends_on": "2025-08-01",
            "time_zone": "Europe/Vienna",
            "place": "Vienna, Austria",
        },
        "authors": [
            {
                "name": "Ana Velo",
                "given": "Ana",
                "family": "Velo",
                "affiliation": "Lakeside",
                "orcid": None,
                "url": f"{site}/people/{ana.pk}-ana-velo/",
            }
        ],
        "keywords": ["c++"],
        "abstract": "We measure a thing and find it so.",
        "slots": [
            {
                "starts_at": "2025-07-29T11:00:00+02:00",
                "ends_at": "2025-07-29T12:30:00+02:00",
                "room": "Hall",
                "session": "Posters",
                "board": "P1",
                "kind": "poster",
            }
        ],
        "materials": [
            unread | {"kind": "paper", "label": "Paper", "url": f"{site}{material.get_absolute_url()}"},
            unread | {"kind": "video", "label": "Video", "url": None},
        ],
        "publication": {
            "title": "Title",
            "booktitle": "Book",
            "pages": "",
            "year": 2025,
            "doi": "10.1000/x",
            "url": "",
            "publisher": "",
            "awards": ["Best paper"],
        },
    }


def test_a_closed_schedule_is_no_slots_in_json(cast: Cast, first: Lecture) -> None:
    SlotFactory(session=SessionFactory(conference=cast.hall), lecture=first)
    found = {
        name: cast.client(name).get(record(first, "json")).json()["slots"] is None
        for name in ("visitor", "registered")
    }
    assert found == {"visitor": True, "registered": False}


def test_a_withdrawn_lecture_has_no_place_any_more(cast: Cast, first: Lecture) -> None:
    SlotFactory(session=SessionFactory(conference=cast.hall), lecture=first)
    Lecture.objects.update(state=Lecture.State.WITHDRAWN)
    record_of = cast.client("registered").get(record(first, "json")).json()
    assert (record_of["state"], record_of["slots"]) == ("withdrawn", [])


@pytest.mark.parametrize("extension", ["", "bib", "ris", "json", "ics"])
def test_no_page_and_no_record_holds_an_address_of_an_author(
    cast: Cast, first: Lecture, extension: str
) -> None:
    address = record(first, extension) if extension else first.get_absolute_url()
    SlotFactory(session=SessionFactory(conference=cast.hall), lecture=first)
    holding = {
        name for name in cast.people if "pia@example.org" in cast.client(name).get(address).content.decode()
    }
    # The presenter's own page may greet its reader by the address of the login.
    assert holding - {"presenter"} == set()

import re
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conference.models import Lecture, Person
from tests.cast import Cast
from tests.factories import (
    AuthorshipFactory,
    ConferenceFactory,
    KeywordFactory,
    LectureFactory,
    PersonEmailFactory,
    PersonFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Person:
    made: Person = PersonFactory(name="Ana Velo", orcid="0000-0002-1825-0097")
    return made


def _gave(person: Person, affiliation: str = "", **fields: object) -> Lecture:
    lecture: Lecture = LectureFactory(**fields)
    AuthorshipFactory(lecture=lecture, person=person, affiliation=affiliation)
    return lecture


def test_lectures_stand_under_their_conferences_newest_first(client: Client, ana: Person) -> None:
    older = ConferenceFactory(acronym="ACL 2023", starts_on=date(2023, 7, 9), ends_on=date(2023, 7, 14))
    newer = ConferenceFactory(acronym="ACL 2025")
    for conference, title, position in [(older, "Old", 1), (newer, "Second", 2), (newer, "First", 1)]:
        _gave(ana, conference=conference, title=title, position=position)
    LectureFactory(title="Of somebody else")
    html = client.get(ana.get_absolute_url()).content.decode()
    found = re.findall(r"<h2 id=[^>]+><a [^>]+>(.*?)</a>|<h3><a [^>]+>(.*?)</a></h3>", html)
    assert ["".join(pair) for pair in found] == ["ACL 2025", "First", "Second", "ACL 2023", "Old"]


def test_affiliations_are_those_of_lectures_that_the_viewer_sees_latest_first(
    client: Client, ana: Person
) -> None:
    older = ConferenceFactory(starts_on=date(2023, 7, 9), ends_on=date(2023, 7, 14))
    _gave(ana, "Lakeside University", conference=older)
    _gave(ana, "Harbour Institute")
    _gave(ana, "Harbour Institute")
    _gave(ana, "A secret new place", state="draft")
    html = client.get(ana.get_absolute_url()).content.decode()
    assert re.findall(r'<p class="soft" dir="auto">(.*?)</p>', html) == [
        "Harbour Institute",
        "Lakeside University",
    ]


def test_orcid_is_linked_and_no_address_is_shown_to_anybody(cast: Cast, ana: Person) -> None:
    _gave(ana, conference=cast.hall)
    PersonEmailFactory(person=ana, email="ana.private@example.org")
    pages = {name: cast.client(name).get(ana.get_absolute_url()).content.decode() for name in cast.people}
    assert {
        name
        for name, html in pages.items()
        if html.count('href="https://orcid.org/0000-0002-1825-0097"') == 1
    } == set(cast.people)
    assert {name for name, html in pages.items() if "ana.private" in html} == set()


def test_an_old_name_redirects_for_ever(client: Client, ana: Person) -> None:
    _gave(ana)
    response = client.get(f"/people/{ana.pk}-ana-maiden/?page=2")
    assert (response.status_code, response["Location"]) == (301, f"/people/{ana.pk}-ana-velo/?page=2")


def test_a_name_of_which_no_slug_can_be_made_has_a_page(client: Client) -> None:
    person = PersonFactory(name="王秀英")
    _gave(person)
    assert client.get(person.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("state", ["draft", None])
def test_somebody_without_a_visible_lecture_is_not_found(
    client: Client, ana: Person, state: str | None
) -> None:
    if state:
        _gave(ana, state=state)
    assert client.get(ana.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("visitor", 5), ("registered", 8)])
def test_the_page_costs_the_same_whatever_it_holds(
    cast: Cast, name: str, queries: int, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    person = PersonFactory()
    for number in range(count):
        _gave(person, f"Place {number}").keywords.add(KeywordFactory())
    client = cast.client(name)
    with django_assert_num_queries(queries):
        client.get(person.get_absolute_url())

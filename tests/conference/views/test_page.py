import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts

CONDUCT = "/events/hall-2025/pages/code-of-conduct/"


def test_a_page_shows_its_text_to_everyone(cast: Cast) -> None:
    factories.PageFactory(conference=cast.hall, title="Code of conduct", body="Be *kind*.")
    response = cast.client("visitor").get(CONDUCT)
    assert texts(response, "//h1") == ["Code of conduct"]
    assert texts(response, "//div[@class='prose']") == ["Be kind."]


def test_a_page_for_registered_people_stands_behind_the_gate(cast: Cast) -> None:
    factories.PageFactory(conference=cast.hall, body="The door code is 7.", registered_only=True)
    answers = {name: cast.client(name).get(CONDUCT) for name in cast.people}
    assert {name: answer.status_code for name, answer in answers.items()} == {
        "visitor": 401,
        "registered": 200,
        "cancelled": 401,
        "stranger": 401,
        "presenter": 200,
        "organizer": 200,
        "outsider": 401,
        "administrator": 200,
    }
    told = {name: "door code" in answer.text for name, answer in answers.items()}
    assert told == {name: answer.status_code == 200 for name, answer in answers.items()}


def test_an_unpublished_page_is_its_organizers_alone(cast: Cast) -> None:
    factories.PageFactory(conference=cast.hall, is_published=False)
    statuses = {
        name: cast.client(name).get(CONDUCT).status_code for name in ("registered", "outsider", "organizer")
    }
    assert statuses == {"registered": 404, "outsider": 404, "organizer": 200}


def test_a_page_of_another_conference_is_not_here(cast: Cast) -> None:
    factories.PageFactory(conference=cast.annex)
    assert cast.client("visitor").get(CONDUCT).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_a_page_takes_four_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    conference = factories.ConferenceFactory(slug="hall-2025")
    factories.PageFactory(conference=conference)
    for number in range(1, count):
        factories.PageFactory(conference=conference, title=f"Page {number}", slug=f"page-{number}")
    with django_assert_num_queries(4):  # conference, page, access rules, pages of the running head
        assert client.get(CONDUCT).status_code == 200

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conference.models import Conference
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts, values, words

SECTIONS = "//section[@aria-labelledby='{}']//h3"


@pytest.mark.django_db
def test_conferences_are_under_way_next_or_past_by_the_calendar_of_their_place(client: Client) -> None:
    for acronym, first, last, zone in [
        ("PAST 1", (2024, 7, 1), (2024, 7, 3), "UTC"),
        ("PAST 2", (2025, 7, 1), (2025, 7, 3), "UTC"),
        ("LATER", (2026, 7, 1), (2026, 7, 3), "UTC"),
        ("SOON", (2025, 8, 1), (2025, 8, 3), "UTC"),
        ("SINGAPORE", (2025, 7, 29), (2025, 7, 30), "Asia/Singapore"),
        ("HONOLULU", (2025, 7, 29), (2025, 7, 30), "Pacific/Honolulu"),
    ]:
        factories.ConferenceFactory(
            acronym=acronym, starts_on=date(*first), ends_on=date(*last), time_zone=zone
        )
    with time_machine.travel(datetime(2025, 7, 28, 17, tzinfo=UTC), tick=False):
        response = client.get("/")
    assert {name: texts(response, SECTIONS.format(name)) for name in ("under-way", "coming", "past")} == {
        "under-way": ["SINGAPORE"],
        "coming": ["HONOLULU", "SOON", "LATER"],
        "past": ["PAST 2", "PAST 1"],
    }


@pytest.mark.django_db
def test_without_conferences_the_page_says_how_they_come(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert texts(response, "//section[@class='nothing']/h2") == ["No conference is announced yet"]


def test_a_draft_is_shown_to_its_organizers_alone_and_says_so(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(state="draft")
    seen = {name: texts(cast.client(name).get("/"), "//h3").count("HALL 2025") for name in cast.people}
    assert seen == {name: int(name in {"organizer", "administrator"}) for name in cast.people}
    assert words(cast.client("organizer").get("/")).count("Draft: only organizers see it") == 1


@pytest.mark.django_db
def test_the_search_box_leads_to_the_library(client: Client) -> None:
    assert values(client.get("/"), "//search/form/@action") == ["/library/"]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_home_takes_one_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    factories.ConferenceFactory.create_batch(count)
    with django_assert_num_queries(1):
        client.get("/")


@pytest.mark.django_db
def test_home_may_be_kept_by_the_own_browser_alone(client: Client) -> None:
    response = client.get("/")
    assert response["Cache-Control"] == "private, no-cache"
    assert client.get("/", headers={"If-None-Match": response["ETag"]}).status_code == 304
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405

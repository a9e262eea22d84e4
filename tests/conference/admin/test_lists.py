"""Lists cost the same number of queries with one row and with three."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conference.models import Lecture
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, holdings

BUDGET = 12


def counted(cast: Cast, name: str, url: str) -> int:
    client = cast.client(name)
    client.get(url)  # content types and the like are remembered by the process
    with CaptureQueriesContext(connection) as queries:
        response = client.get(url)
    assert response.status_code == 200
    return len(queries)


@pytest.mark.parametrize("name", ["organizer", "administrator"])
def test_lists_keep_to_the_budget(cast: Cast, name: str) -> None:
    first = holdings(cast.hall)
    urls = [admin_url(row, "changelist") for row in first.rows]
    few = {url: counted(cast, name, url) for url in urls}
    again = factories.ConferenceFactory(acronym="ROOM 2025", slug="room-2025")
    factories.OrganizerFactory(conference=again, user=cast.organizer)
    third = factories.ConferenceFactory(acronym="LOFT 2025", slug="loft-2025")
    factories.OrganizerFactory(conference=third, user=cast.organizer)
    holdings(again)
    holdings(third)
    many = {url: counted(cast, name, url) for url in urls}
    assert few == many
    assert {url: number for url, number in few.items() if number > BUDGET} == {}
    assert len(few) == 17


def test_a_lectures_form_costs_the_same_with_one_and_three_of_everything(cast: Cast) -> None:
    lecture = holdings(cast.hall).one(Lecture)
    url = admin_url(lecture, "change")
    few = counted(cast, "organizer", url)
    for number in (1, 2):
        factories.AuthorshipFactory(lecture=lecture, position=number)
        factories.SlotFactory(session__conference=cast.hall, lecture=lecture)
        factories.MaterialFactory(lecture=lecture, position=number)
        lecture.keywords.add(factories.KeywordFactory())  # type: ignore[attr-defined]
    assert (few, counted(cast, "organizer", url)) == (16, 16)

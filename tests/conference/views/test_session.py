from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from conference.models import Audience, Session, Subject
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts, values, words

TITLES = "//ul[@class='program']/li/h3"


@pytest.fixture
def session(cast: Cast) -> Session:
    return factories.SessionFactory(conference=cast.hall, name="Parsing 2", code="11B", chair="R. Okafor")


def test_a_session_is_for_those_who_may_see_the_schedule(cast: Cast, session: Session) -> None:
    statuses = {name: cast.client(name).get(session.get_absolute_url()).status_code for name in cast.people}
    assert statuses == {
        "visitor": 401,
        "registered": 200,
        "cancelled": 401,
        "stranger": 401,
        "presenter": 200,
        "organizer": 200,
        "outsider": 401,
        "administrator": 200,
    }


def test_a_session_shows_what_it_holds_in_order(cast: Cast, session: Session) -> None:
    for title, minute in [("Second", 20), ("First", 0)]:
        factories.SlotFactory(
            session=session,
            lecture=factories.LectureFactory(conference=cast.hall, title=title, kind="oral"),
            starts_at=datetime(2025, 7, 29, 9, minute, tzinfo=UTC),
        )
    factories.SlotFactory(
        session=session, lecture=None, title="Guest item", starts_at=datetime(2025, 7, 29, 10, tzinfo=UTC)
    )
    response = cast.client("registered").get(session.get_absolute_url())
    assert texts(response, "//h1") == ["11B: Parsing 2"]
    assert texts(response, TITLES) == ["First", "Second", "Guest item"]
    assert texts(response, "//p[@class='program-where']") == ["11:00 Oral", "11:20 Oral", "12:00"]
    assert texts(response, "//section[@aria-labelledby='when']/p")[2:4] == ["Hall A", "Chair: R. Okafor"]


def test_posters_hang_in_the_order_of_their_boards(cast: Cast, session: Session) -> None:
    for board in ("P-10", "P-9", "P-1"):
        factories.SlotFactory(session=session, board=board, lecture__title=f"On {board}")
    response = cast.client("registered").get(session.get_absolute_url())
    assert texts(response, TITLES) == ["On P-1", "On P-9", "On P-10"]


def test_a_slot_says_its_own_kind_and_a_withdrawn_lecture_says_so(cast: Cast, session: Session) -> None:
    factories.SlotFactory(session=session, kind="oral", lecture__kind="poster", lecture__state="withdrawn")
    response = cast.client("registered").get(session.get_absolute_url())
    assert texts(response, "//p[@class='program-where']/span") == ["Oral", "Withdrawn"]


def test_a_draft_is_in_the_session_for_organizers_alone(cast: Cast, session: Session) -> None:
    factories.SlotFactory(session=session, lecture__state="draft")
    seen = {
        name: len(texts(cast.client(name).get(session.get_absolute_url()), TITLES))
        for name in ("registered", "organizer")
    }
    assert seen == {"registered": 0, "organizer": 1}


def test_the_live_link_is_for_those_who_may_join(cast: Cast, session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(live_url="https://live.example/11b")
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.SCHEDULE, audience=Audience.EVERYONE)
    links = {
        name: values(cast.client(name).get(session.get_absolute_url()), "//a[@class='button']/@href")
        for name in ("visitor", "registered")
    }
    assert links == {"visitor": [], "registered": ["https://live.example/11b"]}


def test_a_wrong_slug_leads_to_the_right_one(cast: Cast, session: Session) -> None:
    response = cast.client("registered").get(
        f"/events/hall-2025/sessions/{session.pk}-old-name/?utm_source=x"
    )
    assert (response.status_code, response["Location"]) == (301, f"{session.get_absolute_url()}?utm_source=x")


def test_the_slug_of_a_session_is_not_told_at_the_gate(cast: Cast, session: Session) -> None:
    response = cast.client("visitor").get(f"/events/hall-2025/sessions/{session.pk}-x/")
    assert (response.status_code, words(response).count("Parsing")) == (401, 0)


@pytest.mark.parametrize("number", ["999999999", "9" * 30])
def test_a_session_that_is_not_there_is_not_found(cast: Cast, number: str) -> None:
    assert cast.client("registered").get(f"/events/hall-2025/sessions/{number}-x/").status_code == 404


def test_a_session_of_another_conference_is_not_here(cast: Cast) -> None:
    other = factories.SessionFactory(conference=cast.annex)
    assert (
        cast.client("registered").get(f"/events/hall-2025/sessions/{other.pk}-{other.slug}/").status_code
        == 404
    )


@pytest.mark.parametrize("count", [1, 3])
def test_a_session_takes_a_fixed_number_of_queries(
    cast: Cast, session: Session, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for slot in factories.SlotFactory.create_batch(count, session=session):
        factories.AuthorshipFactory.create_batch(count, lecture=slot.lecture)
    client = cast.client("registered")
    # session, user, viewer; conference, session, access rules, slots with lectures, pages
    with django_assert_num_queries(8):
        assert client.get(session.get_absolute_url()).status_code == 200

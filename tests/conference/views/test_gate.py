from datetime import UTC, datetime

import pytest
import time_machine
from django.http import HttpResponse
from django.test import RequestFactory

from conference.access import Access
from conference.http import Request
from conference.models import Audience, Subject
from conference.views.gate import refuse
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import words


def asks(cast: Cast, name: str, method: str = "get") -> Request:
    request = getattr(RequestFactory(), method)("/events/hall-2025/schedule/?day=2025-07-29")
    request.__class__ = Request
    request.viewer = cast.viewer(name)
    request.access = Access(request.viewer)
    return request  # type: ignore[no-any-return]


def refused(cast: Cast, name: str, method: str = "get") -> HttpResponse:
    request = asks(cast, name, method)
    return refuse(request, request.access.gate(cast.hall, Subject.SCHEDULE))


def test_whoever_stands_outside_gets_401_and_how_to_log_in(cast: Cast) -> None:
    statuses = {name: refused(cast, name).status_code for name in ("visitor", "stranger", "cancelled")}
    assert statuses == {"visitor": 401, "stranger": 401, "cancelled": 401}
    response = refused(cast, "visitor")
    assert response["WWW-Authenticate"] == 'Code realm="HALL 2025"'
    assert response["Cache-Control"] == "no-store"


def test_a_quote_in_the_acronym_stays_inside_the_realm(cast: Cast) -> None:
    cast.hall.acronym = 'HALL "X"\n\\'
    assert refused(cast, "visitor")["WWW-Authenticate"] == r'Code realm="HALL \"X\" \\"'


@pytest.mark.parametrize(
    ("audience", "opens_at", "closes_at", "sentence"),
    [
        (Audience.ORGANIZERS, None, None, "your ticket does not cover this part"),
        (
            Audience.REGISTERED,
            datetime(2025, 7, 29, 7, tzinfo=UTC),
            None,
            "These pages open on Tuesday 29 July, 09:00, Vienna time.",
        ),
        (Audience.REGISTERED, None, datetime(2025, 7, 1, tzinfo=UTC), "is no longer shown"),
    ],
    ids=["no right", "too early", "closed"],
)
def test_a_member_without_the_right_gets_403_and_the_reason(
    cast: Cast, audience: str, opens_at: datetime | None, closes_at: datetime | None, sentence: str
) -> None:
    factories.AccessRuleFactory(
        conference=cast.hall,
        subject=Subject.SCHEDULE,
        audience=audience,
        opens_at=opens_at,
        closes_at=closes_at,
    )
    with time_machine.travel(datetime(2025, 7, 20, tzinfo=UTC), tick=False):
        response = refused(cast, "registered")
    assert response.status_code == 403
    assert response.has_header("WWW-Authenticate") is False
    assert words(response).count(sentence) == 1


def test_login_returns_to_the_page_that_was_asked_for(cast: Cast) -> None:
    field = '<input type="hidden" name="next" value="/events/hall-2025/schedule/?day=2025-07-29">'
    assert refused(cast, "visitor").text.count(field) == 1


def test_login_does_not_repeat_what_was_sent(cast: Cast) -> None:
    field = '<input type="hidden" name="next" value="/events/hall-2025/">'
    assert refused(cast, "visitor", "post").text.count(field) == 1


def test_an_address_that_is_not_registered_is_named(cast: Cast) -> None:
    sentence = "You are logged in as sten@example.org, and this address is not registered for HALL 2025."
    assert words(refused(cast, "stranger")).count(sentence) == 1


def test_the_gate_offers_only_pages_that_are_open(cast: Cast) -> None:
    factories.PageFactory(conference=cast.hall, title="FAQ", slug="faq")
    factories.PageFactory(conference=cast.hall, title="Handbook", slug="handbook", registered_only=True)
    factories.PageFactory(conference=cast.hall, title="Unfinished", slug="unfinished", is_published=False)
    text = words(refused(cast, "visitor"))
    assert [text.count(title) for title in ("FAQ", "Handbook", "Unfinished")] == [2, 0, 0]

"""A conference is copied as the start of its next edition."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.urls import reverse

from conference.models import Conference, OldSlug
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import holdings

FORM = {
    "acronym": "HALL 2026",
    "slug": "hall-2026",
    "name": "The HALL 2026 meeting",
    "starts_on": "2026-11-02",
    "ends_on": "2026-11-06",
}


def copy(cast: Cast, name: str = "administrator", **data: Any) -> Any:
    return cast.client(name).post(reverse("admin:conference-copy", args=[cast.hall.pk]), {**FORM, **data})


def held(conference: Conference) -> dict[str, int]:
    names = (
        "pages", "tracks", "ticket_types", "access_rules", "welcome_messages",
        "lectures", "sessions", "slots", "registrations", "organizers", "imports", "mails",
    )  # fmt: skip
    return {name: getattr(conference, name).count() for name in names}


@pytest.mark.parametrize(("ticked", "messages"), [({}, 0), ({"with_messages": "on"}, 1)])
def test_what_lasts_comes_along_and_what_does_not_stays(
    cast: Cast, ticked: dict[str, str], messages: int
) -> None:
    holdings(cast.hall)
    Conference.objects.filter(pk=cast.hall.pk).update(about="Come.", venue="A house", state="archived")
    before = held(cast.hall)
    response = copy(cast, **ticked)
    made = Conference.objects.get(slug="hall-2026")
    assert response["Location"] == reverse("admin:conference-overview", args=[made.pk])
    assert (made.state, made.starts_on, made.time_zone, made.about) == (
        "draft",
        date(2026, 11, 2),
        "Europe/Vienna",
        "Come.",
    )
    assert (made.about_html, made.venue, made.city) == ("<p>Come.</p>", "", "")
    assert {name: count for name, count in held(made).items() if count} == {
        "pages": 1,
        "tracks": 1,
        "ticket_types": 2,
        "access_rules": 1,
        **({"welcome_messages": messages} if messages else {}),
    }
    assert held(cast.hall) == before


def test_rules_open_as_long_before_or_after_the_first_day_to_the_copys_own_tickets(cast: Cast) -> None:
    opens = datetime(2025, 7, 26, 6, 0, tzinfo=UTC)  # 8 in Vienna's summer, the day before
    rule = factories.AccessRuleFactory(
        conference=cast.hall, subject="live", audience="tickets", opens_at=opens
    )
    rule.ticket_types.add(cast.regular)
    copy(cast)
    copied = Conference.objects.get(slug="hall-2026").access_rules.get()
    assert (copied.subject, copied.audience, copied.closes_at) == ("live", "tickets", None)
    assert copied.opens_at == datetime(2026, 11, 1, 7, 0, tzinfo=UTC)  # 8 in its winter
    ticket = copied.ticket_types.get()
    assert (ticket.code, ticket.conference) == (cast.regular.code, copied.conference)


def test_the_form_proposes_the_next_year(cast: Cast) -> None:
    page = cast.client("administrator").get(reverse("admin:conference-copy", args=[cast.hall.pk]))
    assert page.context["form"].initial == {
        "acronym": "HALL 2026",
        "slug": "hall-2026",
        "name": "The HALL 2026 meeting",
        "starts_on": date(2026, 7, 26),
        "ends_on": date(2026, 7, 31),
    }


def test_a_name_that_is_taken_and_a_slug_that_leads_elsewhere_are_refused(cast: Cast) -> None:
    OldSlug.objects.create(slug="hall-2026", conference=cast.annex)
    response = copy(cast, acronym="ANNEX 2025", ends_on="2026-11-01")
    assert set(response.context["form"].errors) == {"acronym", "slug", "__all__"}
    assert Conference.objects.count() == 2


def test_only_administrators_copy(cast: Cast) -> None:
    statuses = {
        name: copy(cast, name).status_code for name in ("visitor", "registered", "organizer", "outsider")
    }
    assert statuses == {"visitor": 302, "registered": 302, "organizer": 403, "outsider": 404}
    assert Conference.objects.count() == 2
    links = {
        name: reverse("admin:conference-copy", args=[cast.hall.pk])
        in cast.client(name).get(reverse("admin:conference-overview", args=[cast.hall.pk])).text
        for name in ("organizer", "administrator")
    }
    assert links == {"organizer": False, "administrator": True}


def test_years_of_an_edition_are_such_as_can_be(cast: Cast) -> None:
    response = copy(cast, ends_on="9999-12-31")
    assert response.context["form"].errors == {"ends_on": ["Give a year from 1900 to 2199."]}

from datetime import UTC, datetime

import pytest

from conference.models import AccessRule, Conference, Session
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url
from tests.conference.admin.forms import errors, filled

NINE_IN_VIENNA = datetime(2025, 7, 29, 7, 0, tzinfo=UTC)
NO_SLOTS = {"slots-TOTAL_FORMS": 0, "slots-INITIAL_FORMS": 0}
TYPED = {
    "name": "Opening", "kind": "plenary", "starts_at_0": "2025-07-29", "starts_at_1": "09:00",
    "ends_at_0": "2025-07-29", "ends_at_1": "10:00",
}  # fmt: skip


def test_a_new_sessions_times_are_those_of_the_place(cast: Cast) -> None:
    client, url = cast.client("organizer"), admin_url(Session, "add")
    assert "Times are those of the conference&#x27;s place." in client.get(url).text
    assert client.post(url, {**TYPED, **NO_SLOTS, "conference": cast.hall.pk}).status_code == 302
    assert Session.objects.get(name="Opening").starts_at == NINE_IN_VIENNA


def test_a_sessions_times_are_shown_as_those_of_the_place(cast: Cast) -> None:
    session = factories.SessionFactory(conference=cast.hall, starts_at=NINE_IN_VIENNA)
    client, url = cast.client("organizer"), admin_url(session, "change")
    page = client.get(url).text
    assert 'name="starts_at_1" value="09:00:00"' in page
    assert "Times are those of Europe/Vienna." in page
    client.post(url, filled(client, url) | {"starts_at_1": "08:30:00"})
    session.refresh_from_db()
    assert session.starts_at == datetime(2025, 7, 29, 6, 30, tzinfo=UTC)


def test_the_list_of_sessions_shows_the_time_of_the_place(cast: Cast) -> None:
    factories.SessionFactory(conference=cast.hall, starts_at=NINE_IN_VIENNA)
    assert "29 Jul 2025, 09:00" in cast.client("organizer").get(admin_url(Session, "changelist")).text


def new_conference(zone: str) -> dict[str, object]:
    return {
        "acronym": "Made 2026", "name": "Made", "slug": "made-2026", "state": "draft", "accent": "ink",
        "starts_on": "2026-03-01", "ends_on": "2026-03-02", "time_zone": zone,
        "welcome_messages-TOTAL_FORMS": 0, "welcome_messages-INITIAL_FORMS": 0,
        "access_rules-TOTAL_FORMS": 1, "access_rules-INITIAL_FORMS": 0,
        "access_rules-0-subject": "files", "access_rules-0-audience": "everyone",
        "access_rules-0-opens_at_0": "2026-03-01", "access_rules-0-opens_at_1": "09:00",
    }  # fmt: skip


def test_a_rule_made_with_its_conference_opens_by_its_clock(cast: Cast) -> None:
    response = cast.client("administrator").post(
        admin_url(Conference, "add"), new_conference("America/Toronto")
    )
    assert response.status_code == 302
    assert AccessRule.objects.get(conference__slug="made-2026").opens_at == datetime(
        2026, 3, 1, 14, tzinfo=UTC
    )


YEAR = ["Give a year from 1900 to 2199."]


@pytest.mark.parametrize(
    ("day", "clock"), [("9999-12-31", "23:59"), ("0001-01-01", "00:00"), ("2200-01-01", "00:00")]
)
def test_a_year_that_no_database_gives_back_is_refused_wherever_it_is_typed(
    cast: Cast, day: str, clock: str
) -> None:
    odd = {
        "starts_on": day, "ends_on": day, "materials_until_0": day, "materials_until_1": clock,
        "access_rules-0-opens_at_0": day, "access_rules-0-opens_at_1": clock,
    }  # fmt: skip
    made = new_conference("America/Toronto") | odd
    response = cast.client("administrator").post(admin_url(Conference, "add"), made)
    assert errors(response) == dict.fromkeys(("starts_on", "ends_on", "materials_until", "opens_at"), YEAR)
    typed = TYPED | NO_SLOTS | {"conference": cast.hall.pk, "ends_at_0": "9999-12-31"}
    assert errors(cast.client("organizer").post(admin_url(Session, "add"), typed)) == {"ends_at": YEAR}


@pytest.mark.parametrize("zone", ["Toronto", "../etc/passwd", ""])
def test_a_zone_that_is_none_is_named(cast: Cast, zone: str) -> None:
    response = cast.client("administrator").post(admin_url(Conference, "add"), new_conference(zone))
    said = (
        f"{zone} is no time zone of the IANA list: write it as Europe/Vienna."
        if zone
        else "This field is required."
    )
    assert errors(response) == {"time_zone": [said]}


def test_a_rule_for_some_tickets_names_them(cast: Cast) -> None:
    client, url = cast.client("organizer"), admin_url(cast.hall, "change")
    rule = {
        "access_rules-TOTAL_FORMS": 1, "access_rules-INITIAL_FORMS": 0,
        "access_rules-0-subject": "files", "access_rules-0-audience": "tickets",
    }  # fmt: skip
    page = filled(client, url) | rule
    assert errors(client.post(url, page)) == {"ticket_types": ["Choose ticket types, or another audience."]}
    assert client.post(url, page | {"access_rules-0-ticket_types": [cast.regular.pk]}).status_code == 302
    assert list(AccessRule.objects.get(conference=cast.hall).ticket_types.all()) == [cast.regular]

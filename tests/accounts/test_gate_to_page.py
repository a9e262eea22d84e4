"""From a page that is shut to the same page, open: what people at a conference do first."""

import re

import pytest
from django.test import Client

from accounts.models import Registration
from accounts.services.registrations import register, set_status
from tests.accounts.browsing import ASK, ENTER
from tests.accounts.mailbox import last_code
from tests.cast import Cast

pytestmark = pytest.mark.django_db

SCHEDULE = "/events/hall-2025/schedule/"


def hidden_field(page: str, name: str) -> str:
    found = re.search(f'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def test_a_visitor_logs_in_at_the_gate_and_lands_on_the_page_asked_for(cast: Cast, client: Client) -> None:
    gate = client.get(SCHEDULE)
    wanted = hidden_field(gate.content.decode(), "next")
    code_page = client.post(ASK, {"email": cast.registered.email, "next": wanted}, follow=True)
    kept = hidden_field(code_page.content.decode(), "next")
    landed = client.post(ENTER, {"code": last_code(), "next": kept}, follow=True)

    assert (gate.status_code, gate["WWW-Authenticate"]) == (401, 'Code realm="HALL 2025"')
    assert landed.redirect_chain == [(SCHEDULE, 302)]
    assert landed.status_code == 200


def test_who_is_not_registered_is_named_and_comes_back_with_another_address(cast: Cast) -> None:
    client = cast.client("stranger")
    refused = client.get(SCHEDULE)
    page = refused.content.decode()
    logged_out = client.post("/accounts/logout/", {"next": hidden_field(page, "next")}, follow=True)
    wanted = hidden_field(logged_out.content.decode(), "next")
    client.post(ASK, {"email": cast.registered.email, "next": wanted})
    landed = client.post(ENTER, {"code": last_code(), "next": wanted}, follow=True)

    assert refused.status_code == 401
    assert "sten@example.org" in page
    assert logged_out.redirect_chain == [(f"{ASK}?next={SCHEDULE}", 302)]
    assert (landed.redirect_chain, landed.status_code) == ([(SCHEDULE, 302)], 200)


def test_a_new_registration_opens_the_page_at_the_next_request(cast: Cast) -> None:
    client = cast.client("stranger")
    before = client.get(SCHEDULE).status_code
    register(conference=cast.hall, email=cast.stranger.email, actor=None)

    assert (before, client.get(SCHEDULE).status_code) == (401, 200)


def test_a_cancelled_registration_shuts_the_page_at_the_next_request(cast: Cast) -> None:
    client = cast.client("registered")
    before = client.get(SCHEDULE).status_code
    registration = Registration.objects.get(conference=cast.hall, email=cast.registered.email)
    set_status(registration=registration, status="cancelled", actor=None)

    assert (before, client.get(SCHEDULE).status_code) == (200, 401)

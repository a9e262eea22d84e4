"""Logging in by mailed code, from the gate to the page asked for."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.models import OutgoingMail, User
from accounts.services.registrations import register
from tests import factories
from tests.accounts.browsing import ASK, ENTER, WANTED, ask
from tests.accounts.mailbox import last_code, last_mail
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def log_in(client: Client, email: str) -> None:
    ask(client, email)
    assert client.post(ENTER, {"code": last_code()}).status_code == 302
    assert "_auth_user_id" in client.session


def shown(client: Client, url: str) -> str:
    return re.sub(r"\s+", " ", client.get(url, follow=True).content.decode())


def test_a_registered_address_works_at_first_log_in_and_is_proved_by_it(client: Client) -> None:
    register(conference=factories.ConferenceFactory(), email="nina@example.org", actor=None)

    log_in(client, "nina@example.org")

    assert EmailAddress.objects.get(email="nina@example.org").verified


@pytest.mark.parametrize(
    "typed",
    [
        " Mara.Velino@Example.ORG ",
        "mara.velino@example.org",
        "mara.velino@example.org\u00a0",
        "\u200bmara.velino@example.org",
        "MARA.VELINO@EXAMPLE.ORG",
    ],
)
def test_an_address_works_however_it_is_typed_and_listed(client: Client, typed: str) -> None:
    register(conference=factories.ConferenceFactory(), email="Mara.Velino@Example.ORG", actor=None)

    log_in(client, typed)

    assert list(EmailAddress.objects.values_list("email", "verified")) == [("mara.velino@example.org", True)]
    assert list(User.objects.values_list("email", flat=True)) == ["mara.velino@example.org"]


def test_dots_and_plus_signs_tell_addresses_apart(client: Client) -> None:
    register(conference=factories.ConferenceFactory(), email="ana.velo@gmail.example", actor=None)

    for other in ("anavelo@gmail.example", "ana.velo+x@gmail.example"):
        ask(client, other)
        assert last_mail().subject == "This address is on no list"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ana@example", "“example”, the part after the @ sign, has no ending such as .org."),
        (
            "an\u200ba@example.org",
            "The address contains a character that cannot be seen: zero width space (U+200B).",
        ),
        ("", "This field is required."),
    ],
)
def test_an_impossible_address_gets_its_reason_and_no_mail(client: Client, typed: str, said: str) -> None:
    response = ask(client, typed)

    assert response.context["form"].errors["email"] == [said]  # type: ignore[attr-defined]
    assert OutgoingMail.objects.count() == 0


def test_log_in_lands_on_the_page_asked_for(cast: Cast, client: Client) -> None:
    asked = ask(client, cast.registered.email, WANTED)
    entered = client.post(f"{ENTER}?next={quote(WANTED)}", {"code": last_code()})

    assert asked["Location"] == f"{ENTER}?next={quote(WANTED, safe='')}"
    assert entered["Location"] == WANTED


def test_the_page_asked_for_survives_wrong_codes_resending_and_another_address(
    cast: Cast, client: Client
) -> None:
    page = client.get(ask(client, "wrong@example.org", WANTED)["Location"]).content.decode()
    assert f'name="next" value="{WANTED}"' in page
    assert f'href="{ASK}?next={quote(WANTED)}"' in page

    resent = client.post(ENTER, {"action": "resend", "next": WANTED})
    assert resent["Location"] == f"{ENTER}?next={quote(WANTED, safe='')}"
    again = client.get(f"{ASK}?next={quote(WANTED)}").content.decode()
    assert f'name="next" value="{WANTED}"' in again

    ask(client, cast.registered.email, WANTED)
    wrong = client.post(ENTER, {"code": "wrong", "next": WANTED}).content.decode()
    assert f'name="next" value="{WANTED}"' in wrong
    assert client.post(ENTER, {"code": last_code(), "next": WANTED})["Location"] == WANTED


@pytest.mark.parametrize(
    "evil", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_the_page_asked_for_must_be_ours(cast: Cast, client: Client, evil: str) -> None:
    assert ask(client, cast.registered.email, evil)["Location"] == ENTER
    assert client.post(ENTER, {"code": last_code(), "next": evil})["Location"] == reverse("home")


def test_another_address_can_be_used_while_a_code_is_on_its_way(cast: Cast, client: Client) -> None:
    ask(client, "wrong@example.org")

    assert client.get(ASK).status_code == 200
    log_in(client, cast.registered.email)


def test_a_code_works_only_in_the_browser_that_asked_for_it(cast: Cast, client: Client) -> None:
    ask(client, cast.registered.email)
    code, other = last_code(), Client()

    assert other.post(ENTER, {"code": code})["Location"] == ASK
    ask(other, cast.stranger.email)
    other.post(ENTER, {"code": code})
    assert "_auth_user_id" not in other.session


def test_a_code_works_once(cast: Cast, client: Client) -> None:
    ask(client, cast.registered.email)
    code = last_code()
    client.post(ENTER, {"code": code})
    client.post("/accounts/logout/")

    assert client.post(ENTER, {"code": code})["Location"] == ASK
    assert "_auth_user_id" not in client.session


def test_a_code_is_good_for_fifteen_minutes(cast: Cast, client: Client) -> None:
    with time_machine.travel(timezone.now(), tick=False) as time:
        ask(client, cast.registered.email)
        code = last_code()
        time.shift(timedelta(minutes=15, seconds=1))
        late = client.post(ENTER, {"code": code, "next": WANTED}, follow=True)

    assert late.redirect_chain[0][0] == f"{ASK}?next={quote(WANTED, safe='')}"
    assert "This code is no longer good. Ask for a new one." in late.content.decode()


def test_a_resent_code_replaces_the_first(cast: Cast, client: Client) -> None:
    ask(client, cast.registered.email)
    first = last_code()
    client.post(ENTER, {"action": "resend"})

    assert client.post(ENTER, {"code": first}).status_code == 200
    assert client.post(ENTER, {"code": last_code()}).status_code == 302


def test_the_fifth_wrong_guess_kills_the_code(cast: Cast, client: Client) -> None:
    ask(client, cast.registered.email, WANTED)
    code = last_code()

    left = [client.post(ENTER, {"code": "wrong"}).context["attempts_left"] for _ in range(4)]
    fifth = client.post(ENTER, {"code": "wrong", "next": WANTED})

    assert left == [4, 3, 2, 1]
    assert fifth["Location"] == f"{ASK}?next={quote(WANTED, safe='')}"
    assert "the code is dead" in shown(client, ASK)
    assert client.post(ENTER, {"code": code})["Location"] == ASK


def test_the_fifth_guess_still_counts_if_it_is_right(cast: Cast, client: Client) -> None:
    ask(client, cast.registered.email)
    for _ in range(4):
        client.post(ENTER, {"code": "wrong"})

    assert client.post(ENTER, {"code": last_code()}).status_code == 302
    assert "_auth_user_id" in client.session


def test_an_account_that_was_switched_off_gets_no_code(cast: Cast, client: Client) -> None:
    User.objects.filter(pk=cast.registered.pk).update(is_active=False)

    ask(client, cast.registered.email)

    assert last_mail().subject == "This address is on no list"


def test_a_secondary_address_that_was_proved_logs_in_to_its_account(cast: Cast, client: Client) -> None:
    EmailAddress.objects.create(user=cast.registered, email="rea@home.example", verified=True)

    log_in(client, "rea@home.example")

    assert client.session["_auth_user_id"] == str(cast.registered.pk)


def test_the_password_log_in_leads_to_the_code(client: Client) -> None:
    assert client.get("/accounts/login/?next=/me/")["Location"] == f"{ASK}?next=/me/"


@pytest.mark.parametrize(
    "name",
    [
        "account_reset_password",
        "account_change_password",
        "account_set_password",
        "account_reauthenticate",
        "admin:password_change",
    ],
)
def test_nothing_about_passwords_is_mounted(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)


def test_nobody_signs_up(client: Client) -> None:
    assert "Nobody signs up here" in client.get("/accounts/signup/").content.decode()
    assert client.post("/accounts/signup/", {"email": "who@example.org"}).status_code == 405


def test_a_session_lives_for_thirty_days_out_of_reach_of_scripts(cast: Cast, client: Client) -> None:
    log_in(client, cast.registered.email)

    cookie = client.cookies["sessionid"]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (60 * 60 * 24 * 30, True, "Lax")
    assert settings.SESSION_EXPIRE_AT_BROWSER_CLOSE is False


def test_logging_out_comes_back_to_the_log_in_page_for_another_address(cast: Cast) -> None:
    client = cast.client("stranger")

    response = client.post("/accounts/logout/", {"next": f"{ASK}?next=/events/hall-2025/schedule/"})

    assert response["Location"] == f"{ASK}?next=/events/hall-2025/schedule/"
    assert "_auth_user_id" not in client.session


def test_the_admin_is_entered_the_same_way(cast: Cast, client: Client) -> None:
    first = client.get("/admin/accounts/user/")
    login = client.get(first["Location"])

    assert login["Location"] == f"{ASK}?next=/admin/accounts/user/"


def test_who_runs_nothing_is_refused_by_the_admin_without_a_loop(cast: Cast) -> None:
    client = cast.client("registered")

    response = client.get("/admin/", follow=True)

    assert (response.status_code, len(response.redirect_chain)) == (403, 1)
    assert cast.registered.email in response.content.decode()


@pytest.mark.parametrize("name", ["organizer", "administrator"])
def test_who_runs_something_enters_the_admin(cast: Cast, name: str) -> None:
    assert cast.client(name).get("/admin/login/")["Location"] == "/admin/"
    assert cast.client(name).get("/admin/").status_code == 200


def test_logging_in_says_one_thing(client: Client) -> None:
    register(conference=factories.ConferenceFactory(), email="nina@example.org", actor=None)
    ask(client, "nina@example.org", "/me/")

    landed = client.post(ENTER, {"code": last_code(), "next": "/me/"}, follow=True)

    assert [str(message) for message in landed.context["messages"]] == [
        "You are logged in as nina@example.org."
    ]

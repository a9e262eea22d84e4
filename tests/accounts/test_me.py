"""The viewer's own page, and the addresses of an account."""

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Organizer, User
from accounts.services.organizers import add_organizer, make_administrator
from accounts.services.registrations import register
from accounts.viewer import viewer_for
from tests import factories
from tests.accounts.browsing import ENTER, ask
from tests.accounts.mailbox import last_code, last_mail
from tests.cast import Cast

pytestmark = pytest.mark.django_db

ADDRESSES, CONFIRM = "/accounts/email/", "/accounts/confirm-email/"


def add(client: Client, email: str) -> None:
    assert client.post(ADDRESSES, {"email": email, "action_add": ""})["Location"] == CONFIRM


def test_a_visitor_is_asked_to_log_in_and_comes_back() -> None:
    assert Client().get("/me/")["Location"] == "/accounts/login/code/?next=/me/"


def test_it_shows_what_is_the_viewers_own(cast: Cast) -> None:
    response = cast.client("presenter").get("/me/")

    assert [registration.conference for registration in response.context["registrations"]] == [cast.hall]
    assert [lecture.title for lecture in response.context["lectures"]] == ["The first lecture"]
    assert [address.email for address in response.context["addresses"]] == ["pia@example.org"]
    assert list(response.context["organized"]) == []


def test_it_shows_what_the_viewer_organizes_and_what_was_cancelled(cast: Cast) -> None:
    assert list(cast.client("organizer").get("/me/").context["organized"]) == [cast.hall]
    assert "cancelled" in cast.client("cancelled").get("/me/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_it_costs_the_same_queries(
    cast: Cast, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(count):
        register(conference=factories.ConferenceFactory(), email=cast.presenter.email, actor=None)
        lecture = factories.LectureFactory(conference=cast.hall)
        factories.AuthorshipFactory(lecture=lecture, email=cast.presenter.email)
    client = cast.client("presenter")

    with django_assert_num_queries(7):
        client.get("/me/")


def test_a_second_address_opens_its_registrations_once_it_is_proved(cast: Cast) -> None:
    register(conference=cast.annex, email="rea@home.example", actor=None)
    client = cast.client("registered")

    add(client, " Rea@HOME.example ")
    assert viewer_for(cast.registered).registered_ids == {cast.hall.pk}
    assert client.post(CONFIRM, {"code": last_code()})["Location"] == "/me/"

    assert viewer_for(cast.registered).registered_ids == {cast.hall.pk, cast.annex.pk}
    assert not User.objects.filter(email="rea@home.example").exists()


def test_a_proved_address_brings_what_its_unused_account_organizes(cast: Cast) -> None:
    add_organizer(conference=cast.annex, email="rea@home.example", actor=None)
    client = cast.client("registered")

    add(client, "rea@home.example")
    client.post(CONFIRM, {"code": last_code()})

    assert Organizer.objects.filter(user=cast.registered, conference=cast.annex).count() == 1


@pytest.mark.parametrize("whose", ["stranger", "unused administrator", "switched off"])
def test_an_address_with_an_account_of_its_own_stays_there_and_says_so_only_to_its_owner(
    cast: Cast, whose: str
) -> None:
    email = cast.stranger.email if whose == "stranger" else make_administrator(email="boss@example.org").email
    if whose == "switched off":
        User.objects.filter(email=email).update(is_superuser=False, is_active=False)
    client = cast.client("registered")

    add(client, email)
    wrong = client.post(CONFIRM, {"code": "wrong"}).context["form"].errors["code"]
    right = client.post(CONFIRM, {"code": last_code()}, follow=True)

    assert wrong == ["Incorrect code."]
    assert right.redirect_chain == [(ADDRESSES, 302)]
    refusal = f"The code is right, but {email} has an account of its own. Log out, and log in with it."
    assert refusal in right.content.decode()
    assert list(EmailAddress.objects.filter(user=cast.registered).values_list("email", flat=True)) == [
        cast.registered.email
    ]


def test_an_address_that_was_removed_logs_in_again_to_an_account_of_its_own(cast: Cast) -> None:
    register(conference=cast.annex, email="rea@home.example", name="Rea", actor=None)
    client, other = cast.client("registered"), Client()
    for email in ("rea@home.example", "rea@work.example"):
        add(client, email)
        client.post(CONFIRM, {"code": last_code()})
        client.post(ADDRESSES, {"email": email, "action_remove": ""})

    ask(other, "rea@home.example")
    other.post(ENTER, {"code": last_code()})

    own = User.objects.get(pk=other.session["_auth_user_id"])
    assert (own.email, own.name) == ("rea@home.example", "Rea")
    assert viewer_for(own).registered_ids == {cast.annex.pk}
    assert viewer_for(cast.registered).registered_ids == {cast.hall.pk}
    assert not User.objects.filter(email="rea@work.example").exists()  # no list names it


def test_adding_an_address_looks_the_same_whether_it_is_known_or_not(cast: Cast) -> None:
    client = cast.client("registered")

    add(client, cast.stranger.email)
    known = last_mail()
    add(client, "nobody@example.org")
    unknown = last_mail()

    assert (known.recipient, unknown.recipient) == (cast.stranger.email, "nobody@example.org")
    assert known.subject == unknown.subject


def test_an_address_of_ones_own_and_an_impossible_one_are_refused(cast: Cast) -> None:
    client = cast.client("registered")

    own = client.post(ADDRESSES, {"email": cast.registered.email.upper(), "action_add": ""})
    impossible = client.post(ADDRESSES, {"email": "ana@example", "action_add": ""})

    assert own.context["form"].errors["email"] == ["This address is yours already."]
    assert impossible.context["form"].errors["email"] == [
        "“example”, the part after the @ sign, has no ending such as .org."
    ]


def test_adding_addresses_counts_as_asking_for_codes(cast: Cast) -> None:
    client = cast.client("registered")
    for _ in range(3):
        add(client, "rea@home.example")

    assert client.post(ADDRESSES, {"email": "rea@home.example", "action_add": ""}).status_code == 429


def test_the_fifth_wrong_guess_kills_the_code_of_a_new_address(cast: Cast) -> None:
    client = cast.client("registered")
    add(client, "rea@home.example")
    code = last_code()

    answers = [client.post(CONFIRM, {"code": "wrong"}).status_code for _ in range(5)]

    assert answers == [200, 200, 200, 200, 302]
    client.post(CONFIRM, {"code": code})
    assert not EmailAddress.objects.filter(email="rea@home.example").exists()

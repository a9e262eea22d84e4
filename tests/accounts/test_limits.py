"""Limits on mailed codes and on guesses, whatever runs in parallel."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts import limits
from accounts.models import Counter, OutgoingMail
from accounts.services.registrations import register
from tests import factories
from tests.accounts.mailbox import last_code

ASK, ENTER = "/accounts/login/code/", "/accounts/login/code/confirm/"


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


@pytest.mark.django_db
def test_the_fourth_code_in_a_minute_has_to_wait_and_is_told_how_long(
    client: Client, time: time_machine.Traveller
) -> None:
    for _ in range(3):
        assert client.post(ASK, {"email": "who@example.org"}).status_code == 302
    time.shift(20)

    refused = client.post(ASK, {"email": " WHO@example.org", "next": "/me/"})

    assert (refused.status_code, refused["Retry-After"]) == (429, "40")
    page = refused.content.decode()
    assert "Wait 40 seconds, then ask again." in page
    assert f'href="{ASK}?next=/me/"' in page
    assert OutgoingMail.objects.count() == 3
    time.shift(40)
    assert client.post(ASK, {"email": "who@example.org"}).status_code == 302


@pytest.mark.django_db
def test_resending_counts_as_asking(client: Client) -> None:
    client.post(ASK, {"email": "who@example.org"})
    client.post(ENTER, {"action": "resend"})
    Client().post(ASK, {"email": "who@example.org"})

    assert client.post(ENTER, {"action": "resend"}).status_code == 429


@pytest.mark.django_db
def test_a_network_and_the_site_have_limits_of_their_own(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory, time: time_machine.Traveller
) -> None:
    monkeypatch.setattr(limits, "CODES_FOR_NETWORK", 2)
    monkeypatch.setattr(limits, "CODES_IN_ALL", 3)
    hall, home, office = (
        rf.post(ASK, REMOTE_ADDR=address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3")
    )
    limits.count_code_request(hall, "a@example.org")
    limits.count_code_request(hall, "b@example.org")

    with pytest.raises(limits.LimitReached):
        limits.count_code_request(hall, "c@example.org")
    limits.count_code_request(home, "d@example.org")
    with pytest.raises(limits.LimitReached) as reached:
        limits.count_code_request(office, "e@example.org")
    assert reached.value.seconds == 60


def test_the_limits_are_those_of_the_design() -> None:
    assert (
        limits.CODES_FOR_ADDRESS,
        limits.CODES_FOR_NETWORK,
        limits.CODES_IN_ALL,
        limits.ATTEMPTS_FOR_CODE,
    ) == (
        3,
        400,
        1000,
        5,
    )
    assert timedelta(minutes=1) == limits.WINDOW


@pytest.mark.parametrize(
    ("proxies", "forwarded", "peer", "network"),
    [
        (0, "", "192.0.2.7", "192.0.2.7"),
        (0, "198.51.100.1", "192.0.2.7", "192.0.2.7"),  # nobody of ours wrote this header
        (1, "198.51.100.1", "10.0.0.1", "198.51.100.1"),
        (
            1,
            "203.0.113.9, 198.51.100.1",
            "10.0.0.1",
            "198.51.100.1",
        ),  # the first one is the visitor's invention
        (2, "203.0.113.9, 198.51.100.1, 10.0.0.2", "10.0.0.1", "198.51.100.1"),
        (2, "198.51.100.1", "10.0.0.1", "10.0.0.1"),  # fewer hops than proxies: the peer is all we know
        (0, "", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (0, "", "::ffff:192.0.2.7", "192.0.2.7"),
        (0, "", "", "unknown"),
        (1, "not an address", "10.0.0.1", "unknown"),
    ],
)
def test_the_network_is_that_of_the_visitor_behind_our_proxies(  # noqa: PLR0917 - pytest passes them by name
    rf: RequestFactory, settings: Settings, proxies: int, forwarded: str, peer: str, network: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    request = rf.get("/", headers={"X-Forwarded-For": forwarded} if forwarded else {}, REMOTE_ADDR=peer)

    assert limits.network_of(request) == network


@pytest.mark.django_db
def test_counters_keep_no_address_and_are_forgotten_after_a_day(
    client: Client, time: time_machine.Traveller
) -> None:
    client.post(ASK, {"email": "who@example.org"})
    assert [key for key in Counter.objects.values_list("key", flat=True) if "who" in key] == []

    time.shift(timedelta(hours=24))
    assert limits.purge() == 0
    time.shift(1)
    assert limits.purge() == 3


@pytest.mark.django_db(transaction=True)
def test_of_three_hundred_guesses_at_once_five_are_checked(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(conference=factories.ConferenceFactory(), email="rea@example.org", actor=None)
    client.post(ASK, {"email": "rea@example.org"})
    cookies, code = client.cookies.output(header="", sep=";"), last_code()
    checked: list[str] = []
    _note_checks(monkeypatch, checked)

    def guess(number: int) -> int:
        guesser = Client()
        guesser.cookies.load(cookies)
        try:
            return guesser.post(ENTER, {"code": f"GUESS-{number}"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(guess, range(300)))

    assert (len(answers), len(checked), len(set(checked))) == (300, 5, 5)
    assert client.post(ENTER, {"code": code}).status_code == 302
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_counting_in_parallel_loses_nothing() -> None:
    def count(_number: int) -> int:
        try:
            return limits._count("key", timedelta(minutes=1))[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as threads:
        assert sorted(threads.map(count, range(100))) == list(range(1, 101))


def _note_checks(monkeypatch: pytest.MonkeyPatch, checked: list[str]) -> None:
    from allauth.account import forms  # noqa: PLC0415 - where codes are compared

    compare = forms.compare_user_code

    def noting(*, actual: str, expected: str) -> bool:
        checked.append(actual)
        return bool(compare(actual=actual, expected=expected))

    monkeypatch.setattr(forms, "compare_user_code", noting)

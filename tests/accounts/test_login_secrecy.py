"""What somebody who types other people's addresses can learn: nothing."""

import re

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import OutgoingMail
from accounts.services.registrations import register
from tests.accounts.browsing import ENTER, WANTED, ask
from tests.accounts.mailbox import last_mail
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def observed(email: str) -> list[tuple[int, dict[str, str], list[tuple[str, int]], str]]:
    """Everything that a browser sees from asking to the last guess, without what differs for everybody."""
    client, seen = Client(), []

    def note(response: HttpResponse) -> None:
        body = re.sub(r'value="[A-Za-z0-9]{64}"', "", response.content.decode()).replace(email, "ADDRESS")
        cookies = [(name, len(cookie.value)) for name, cookie in sorted(response.cookies.items())]
        seen.append((response.status_code, dict(response.headers), cookies, body))

    note(ask(client, email, WANTED))
    note(client.get(f"{ENTER}?next={WANTED}"))  # type: ignore[arg-type]
    for form in [{"action": "resend"}, {"action": "resend"}, {"action": "resend"}, *[{"code": "wrong"}] * 6]:
        note(client.post(ENTER, form, follow=True))  # type: ignore[arg-type]
    note(ask(client, email))
    return seen


def test_known_and_unknown_addresses_look_the_same_in_every_byte(cast: Cast) -> None:
    register(conference=cast.hall, email="new@example.org", actor=None)
    with time_machine.travel(timezone.now(), tick=False):
        known, unproved, unknown = (
            observed(email) for email in (cast.registered.email, "new@example.org", "who@example.org")
        )

    assert len(known) == 12
    assert unknown == known
    assert unproved == known


def test_known_and_unknown_addresses_cost_the_same_mails_and_queries(cast: Cast) -> None:
    counts = []
    for email in (cast.registered.email, "who@example.org"):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            ask(Client(), email)
        counts.append((len(queries), OutgoingMail.objects.filter(recipient=email).count()))

    assert counts[0] == counts[1]


def test_the_mail_to_an_unknown_address_says_so_and_names_no_conference(cast: Cast, client: Client) -> None:
    ask(client, "who@example.org")

    mail = last_mail()
    assert (mail.recipient, mail.subject, mail.queue) == (
        "who@example.org",
        "This address is on no list",
        "login",
    )
    assert "who@example.org" in mail.text
    assert "It is on no registration list" in mail.text
    assert [name for name in ("HALL", "ANNEX") if name in mail.text + mail.html] == []

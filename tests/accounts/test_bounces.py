"""Mails that come back: what providers report, to the state that organizers see."""

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from anymail.webhooks import amazon_ses
from django.core import mail as django_mail
from django.core.mail.backends import locmem
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import OutgoingMail
from accounts.services import bounces, delivery
from accounts.services.bounces import note_bounce
from accounts.services.mail import queue_mail
from accounts.services.resending import send_again
from accounts.views import mail_reports
from config.services import MAIL_PROVIDERS
from tests import factories
from tests.accounts import report_urls

SECRET = "reports:0123456789abcdef0123456789abcdef"
SIGNING_KEY = "key-0123456789"
State, Queue = OutgoingMail.State, OutgoingMail.Queue
pytestmark = [pytest.mark.django_db, pytest.mark.urls(report_urls.__name__)]


@pytest.fixture(autouse=True)
def reported(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL_PROVIDER = "postmark"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
    # boto3 is asked for by whoever chooses Amazon, and is needed to confirm the subscription alone.
    monkeypatch.setattr(amazon_ses, "_get_anymail_boto3_params", lambda **_kwargs: ({}, {}))


@pytest.fixture
def mail() -> OutgoingMail:
    mail = queue_mail(to="rea@example.org", subject="S", text="T")
    delivery.deliver(mail.pk)
    return mail


def report(provider: str, body: bytes, secret: str = SECRET, **headers: str) -> HttpResponse:
    """As the provider posts it, to a browser that would insist on CSRF tokens."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    authorization = "Basic " + base64.b64encode(secret.encode()).decode()
    return client.post(
        f"/mail/reports/{provider}/",
        body,
        content_type="application/json",
        headers={"Authorization": authorization, **headers},
    )  # type: ignore[return-value]


def mark_of(mail: OutgoingMail) -> str:
    return mail.message_id[1:].partition("@")[0]


def postmark(mark: str, **fields: Any) -> HttpResponse:
    body = {
        "RecordType": "Bounce", "Type": "HardBounce", "TypeCode": 1, "ID": 692560173, "Name": "Hard bounce",
        "MessageID": "b7bc2f4a-e38e-4336-af7d-e6c392c2f817", "Metadata": {"mail": mark}, "MessageStream": "outbound",
        "Description": "The server was unable to deliver your message.", "Details": "smtp;550 5.1.1 User unknown",
        "Email": "rea@example.org", "BouncedAt": "2025-07-20T08:15:30Z", "Inactive": True, **fields,
    }  # fmt: skip
    return report("postmark", json.dumps(body).encode())


def mailgun(mark: str, key: str = SIGNING_KEY, **fields: Any) -> HttpResponse:
    stamp, token = "1753000000", "c0ffee" * 8
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    body = {
        "signature": {"timestamp": stamp, "token": token, "signature": signature},
        "event-data": {
            "event": "failed", "severity": "permanent", "reason": "bounce", "timestamp": 1753000000.5,
            "recipient": "rea@example.org", "user-variables": {"mail": mark}, "id": "G9Bn5sl1TC6nu79C8C0bwg",
            "delivery-status": {"code": 550, "message": "5.1.1 no such user", "description": "Not delivering"},
            "message": {"headers": {"message-id": "somebody.elses@relay.example"}}, **fields,
        },
    }  # fmt: skip
    return report("mailgun", json.dumps(body).encode())


def amazon(mark: str, secret: str = SECRET, **fields: Any) -> HttpResponse:
    event = {
        "notificationType": "Bounce",
        "bounce": {
            "bounceType": "Permanent", "bounceSubType": "General",
            "bouncedRecipients": [{"emailAddress": "rea@example.org", "diagnosticCode": "smtp; 550 unknown"}],
        },
        "mail": {
            "messageId": "00000137860315fd-34208509", "destination": ["rea@example.org"],
            "headers": [{"name": "To", "value": "rea@example.org"}, {"name": "X-Metadata", "value": json.dumps({"mail": mark})}],
        },
        **fields,
    }  # fmt: skip
    body = {"Type": "Notification", "MessageId": "22b8", "Message": json.dumps(event)}
    headers = {"x-amz-sns-message-type": "Notification", "x-amz-sns-message-id": "22b8"}
    return report("amazon_ses", json.dumps(body).encode(), secret, **headers)


def brevo(mark: str, **fields: Any) -> HttpResponse:
    body = {
        "event": "hard_bounce", "email": "rea@example.org", "id": 26224, "ts_epoch": 1753000000500,
        "message-id": "<201798300811.5787683@relay.example>", "subject": "S", "reason": "550 no such user",
        "X-Mailin-custom": json.dumps({"mail": mark}), **fields,
    }  # fmt: skip
    return report("brevo", json.dumps(body).encode())


def fate(mail: OutgoingMail) -> tuple[str, str]:
    mail.refresh_from_db()
    return mail.state, mail.reason


@pytest.mark.parametrize(
    ("provider", "header", "value"),
    [
        ("", None, None),
        ("postmark", "X-PM-Metadata-mail", "{}"),
        ("mailgun", "X-Mailgun-Variables", '{{"mail":"{}"}}'),
        ("amazon_ses", "X-Metadata", '{{"mail":"{}"}}'),
        ("brevo", "X-Mailin-custom", '{{"mail":"{}"}}'),
    ],
)
def test_mail_carries_the_mark_that_its_provider_hands_back(
    settings: Settings, provider: str, header: str | None, value: str | None
) -> None:
    settings.MAIL_PROVIDER = provider
    mail = queue_mail(to="rea@example.org", subject="S", text="T")
    delivery.deliver(mail.pk)

    headers = dict(django_mail.outbox[0].extra_headers)
    assert headers.pop("Message-ID") == mail.message_id
    assert headers.pop("Auto-Submitted") == "auto-generated"
    assert headers == ({header: value.format(mark_of(mail))} if header and value else {})


def test_every_provider_of_the_settings_is_known() -> None:
    assert sorted(mail_reports.REPORTS) == sorted(bounces._HEADERS) == sorted(MAIL_PROVIDERS)


@pytest.mark.parametrize(
    ("tell", "reason"),
    [
        (postmark, "came back: smtp;550 5.1.1 User unknown"),
        (mailgun, "came back: 5.1.1 no such user"),
        (amazon, "came back: smtp; 550 unknown"),
        (brevo, "came back: 550 no such user"),
    ],
)
def test_a_bounce_is_noted_with_its_reason(
    mail: OutgoingMail, tell: Callable[[str], HttpResponse], reason: str
) -> None:
    other = queue_mail(to="nina@example.org", subject="S", text="T")
    delivery.deliver(other.pk)

    assert tell(mark_of(mail)).status_code == 200

    assert (fate(mail), fate(other)) == ((State.BOUNCED, reason), (State.SENT, ""))


@pytest.mark.parametrize(
    ("fields", "state", "reason"),
    [
        ({"Type": "BadEmailAddress"}, State.BOUNCED, "not sent by the provider: smtp;550 5.1.1 User unknown"),
        ({"Type": "SMTPApiError", "Details": ""}, State.BOUNCED,
         "not sent by the provider: The server was unable to deliver your message."),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Details": None, "Description": None}, State.BOUNCED,
         "reported as spam by its reader"),
        ({"Type": "Transient"}, State.SENT, ""),
        ({"Type": "AutoResponder"}, State.SENT, ""),
        ({"RecordType": "Delivery"}, State.SENT, ""),
        ({"RecordType": "Open"}, State.SENT, ""),
        ({"RecordType": "Something new"}, State.SENT, ""),
        ({"Details": "5\0 \ud800" + "x" * 600}, State.BOUNCED, "came back: 5 ?" + "x" * 486),
    ],
)  # fmt: skip
def test_what_was_reported_decides(
    mail: OutgoingMail, fields: dict[str, Any], state: str, reason: str
) -> None:
    assert postmark(mark_of(mail), **fields).status_code == 200
    assert fate(mail) == (state, reason)


def test_reports_come_twice_and_in_any_order(mail: OutgoingMail) -> None:
    for fields in ({}, {"Details": "again"}, {"RecordType": "Delivery"}, {"RecordType": "SpamComplaint"}):
        assert postmark(mark_of(mail), **fields).status_code == 200

    assert fate(mail) == (State.BOUNCED, "came back: smtp;550 5.1.1 User unknown")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("sending", "bounced"), ("sent", "bounced"), ("uncertain", "bounced"), ("bounced", "bounced"),
        ("queued", "queued"), ("failed", "failed"), ("withdrawn", "withdrawn"),
    ],
)  # fmt: skip
def test_only_what_had_left_comes_back(mail: OutgoingMail, before: str, after: str) -> None:
    OutgoingMail.objects.update(state=before)

    assert note_bounce(mark=mark_of(mail), reason="no") is True

    mail.refresh_from_db()
    assert mail.state == after


def test_a_bounce_that_is_faster_than_we_are_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = queue_mail(to="rea@example.org", subject="S", text="T")
    monkeypatch.setattr(
        locmem.EmailBackend, "send_messages", lambda *_: note_bounce(mark=mark_of(mail), reason="no")
    )

    delivery.deliver(mail.pk)

    assert fate(mail) == (State.BOUNCED, "no")


def test_nor_does_it_keep_the_code_of_a_log_in_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = queue_mail(to="rea@example.org", subject="S", text="123456", queue=Queue.LOGIN)
    monkeypatch.setattr(
        locmem.EmailBackend, "send_messages", lambda *_: note_bounce(mark=mark_of(mail), reason="no")
    )

    delivery.deliver(mail.pk)

    assert (fate(mail), mail.text) == ((State.BOUNCED, "no"), "")


@pytest.mark.parametrize(
    "mark", ["", "1.2.3", "%", "1.2.3@elsewhere", "1\0", "\ud800", 7, None, ["1"], {"a": 1}, "9" * 5000]
)
def test_mail_that_is_not_ours_is_logged_without_an_address(
    mail: OutgoingMail, mark: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert postmark(mark).status_code == 200

    assert fate(mail) == (State.SENT, "")
    assert caplog.messages == [
        "The mail provider reports a mail that came back, and that is not of our outbox."
    ]


def test_who_does_not_know_the_secret_is_refused(
    mail: OutgoingMail, caplog: pytest.LogCaptureFixture
) -> None:
    body = json.dumps({"RecordType": "Bounce", "Metadata": {"mail": mark_of(mail)}, "Email": "rea@x.org"})
    refused = [report("postmark", body.encode(), secret) for secret in ("reports:wrong", "", "é:\0")]
    anonymous = Client().post("/mail/reports/postmark/", body, content_type="application/json")
    signed_by_another = mailgun(mark_of(mail), key="another key")
    by_amazon = amazon(mark_of(mail), secret="reports:wrong")

    answers = [*refused, anonymous, signed_by_another, by_amazon]
    assert [answer.status_code for answer in answers] == [400] * 6
    assert fate(mail) == (State.SENT, "")
    assert "rea@" not in caplog.text


def test_amazon_is_asked_for_the_secret_before_it_sends_it() -> None:
    answer = Client().post("/mail/reports/amazon_ses/", "{}", content_type="application/json")
    assert (answer.status_code, answer.headers["WWW-Authenticate"][:5]) == (401, "Basic")


JUNK = [
    b"", b"{", b"[]", b"[1]", b"7", b"null", b'"rea@example.org"', b"\xff\xfe", b'{"event-data": []}', b'{"signature": 7}',
    b'{"RecordType": ["rea@example.org"]}', b'{"RecordType": "Inbound"}', b'{"Metadata": [], "Email": "rea@example.org"}',
    b'{"items": "rea@example.org"}', b'{"event": {}}', b'{"Type": "Notification", "Message": "rea@example.org"}',
    b'{"BouncedAt": 7}', b"1e999", b"[" * 100_000,
]  # fmt: skip


@pytest.mark.parametrize("provider", sorted(mail_reports.REPORTS))
def test_junk_is_a_bad_request_and_stays_out_of_the_log(
    provider: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = {body[:60]: report(provider, body).status_code for body in JUNK}

    assert {body: status for body, status in answers.items() if status not in {200, 400}} == {}
    assert [answers[body[:60]] for body in JUNK[:8]] == [400] * 8
    assert "rea@example.org" not in caplog.text


def test_a_database_that_is_away_lets_the_provider_ask_again(
    mail: OutgoingMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_kwargs: object) -> bool:
        raise OperationalError

    monkeypatch.setattr(mail_reports, "note_bounce", fail)
    assert postmark(mark_of(mail)).status_code == 503


def test_a_report_costs_a_literal_number_of_queries(
    mail: OutgoingMail, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):  # savepoint, look, write, release
        postmark(mark_of(mail))
    with django_assert_num_queries(0):
        postmark(mark_of(mail), RecordType="Delivery")


def test_only_reports_are_exempt_from_csrf_and_nothing_is_read_there() -> None:
    assert Client().get("/mail/reports/postmark/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/accounts/login/code/").status_code == 403


@pytest.mark.urls("config.urls")
def test_there_is_no_such_page_where_no_provider_reports() -> None:
    with pytest.raises(NoReverseMatch):
        reverse("mail-reports")
    assert Client().post("/mail/reports/").status_code == 404


def test_a_person_may_send_a_bounced_mail_again_but_not_a_code(mail: OutgoingMail) -> None:
    actor = factories.UserFactory()
    code = queue_mail(to="rea@example.org", subject="S", text="T", queue=Queue.LOGIN)
    delivery.deliver(code.pk)
    for one in (mail, code):
        note_bounce(mark=mark_of(one), reason="550")
        one.refresh_from_db()

    assert (mail.state, code.state, code.text) == (State.BOUNCED, State.BOUNCED, "")
    assert send_again(mails=OutgoingMail.objects.all(), actor=actor) == 1
    assert OutgoingMail.objects.get(state=State.QUEUED).original == mail

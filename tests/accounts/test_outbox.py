"""Mail on its way: from the outbox through the worker to the server, and what becomes of it when things break."""

import smtplib
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as django_mail
from django.core.mail.backends import locmem
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts import tasks
from accounts.models import OutgoingMail
from accounts.services import delivery
from accounts.services.mail import queue_mail
from accounts.services.registrations import register
from accounts.services.resending import send_again
from tests import factories
from tests.accounts.mailbox import last_mail

State, Queue = OutgoingMail.State, OutgoingMail.Queue
pytestmark = pytest.mark.django_db


@pytest.fixture
def time() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as traveller:
        yield traveller


def a_mail(queue: OutgoingMail.Queue = Queue.DEFAULT) -> OutgoingMail:
    return queue_mail(
        to="Rea@Example.org", subject="A\nsubject", text="Text", html="<p>Text</p>", queue=queue
    )


def break_server(monkeypatch: pytest.MonkeyPatch, error: Exception, method: str = "send_messages") -> None:
    def fail(*_arguments: object) -> int:
        raise error

    monkeypatch.setattr(locmem.EmailBackend, method, fail)


def test_a_mail_leaves_with_its_headers() -> None:
    mail = queue_mail(
        to="rea@example.org", subject="S", text="T", html="<b>T</b>", reply_to="desk@hall.example"
    )

    assert delivery.deliver(mail.pk) is None

    mail.refresh_from_db()
    message = django_mail.outbox[0].message()
    assert (mail.state, mail.attempts, mail.reason) == (State.SENT, 1, "")
    assert {
        name: message[name] for name in ("To", "Subject", "Reply-To", "Auto-Submitted", "Message-ID")
    } == {
        "To": "rea@example.org",
        "Subject": "S",
        "Reply-To": "desk@hall.example",
        "Auto-Submitted": "auto-generated",
        "Message-ID": mail.message_id,
    }
    assert mail.message_id.endswith("@127.0.0.1>")
    html = message.get_body(("html",))
    assert html is not None
    assert html.get_content() == "<b>T</b>\n"


def test_a_subject_keeps_to_one_line_and_an_address_to_its_normal_form() -> None:
    mail = a_mail()

    assert (mail.subject, mail.recipient) == ("A subject", "rea@example.org")


def test_a_mail_is_sent_once_however_often_its_task_runs() -> None:
    mail = a_mail()

    for _ in range(3):
        delivery.deliver(mail.pk)

    assert len(django_mail.outbox) == 1


def test_sending_is_committed_before_the_first_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    mail, seen = a_mail(), []

    def look(*_arguments: object) -> int:
        seen.append(OutgoingMail.objects.get(pk=mail.pk).state)
        return 1

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", look)
    delivery.deliver(mail.pk)

    assert seen == [State.SENDING]


@pytest.mark.parametrize(
    ("error", "method", "state", "reason"),
    [
        (
            ConnectionRefusedError(111, "refused"),
            "open",
            State.QUEUED,
            "ConnectionRefusedError: [Errno 111] refused",
        ),
        (smtplib.SMTPConnectError(421, b"busy"), "open", State.QUEUED, "421 busy"),
        (smtplib.SMTPDataError(451, b"later"), "send_messages", State.QUEUED, "451 later"),
        (smtplib.SMTPDataError(554, b"spam"), "send_messages", State.FAILED, "554 spam"),
        (
            smtplib.SMTPRecipientsRefused({"rea@example.org": (550, b"no such user")}),
            "send_messages",
            State.FAILED,
            "550 no such user",
        ),
        (
            smtplib.SMTPRecipientsRefused({"rea@example.org": (450, b"greylisted")}),
            "send_messages",
            State.QUEUED,
            "450 greylisted",
        ),
        (TimeoutError("timed out"), "send_messages", State.UNCERTAIN, "TimeoutError: timed out"),
        (ValueError("no address"), "send_messages", State.FAILED, "ValueError: no address"),
    ],
)
def test_what_goes_wrong_decides_what_happens_next(
    monkeypatch: pytest.MonkeyPatch, error: Exception, method: str, state: str, reason: str
) -> None:
    mail = a_mail()
    break_server(monkeypatch, error, method)

    delivery.deliver(mail.pk)

    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (state, reason)


def test_a_temporary_failure_is_tried_again_later_each_time_and_given_up_at_last(
    monkeypatch: pytest.MonkeyPatch, time: time_machine.Traveller
) -> None:
    mail, waits = a_mail(), []
    break_server(monkeypatch, ConnectionRefusedError(), "open")

    while (again := delivery.deliver(mail.pk)) is not None:
        assert delivery.deliver(mail.pk) is None  # not due yet
        waits.append(again - timezone.now())
        time.move_to(again)

    assert waits == [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)]
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (State.FAILED, 6)


def test_the_task_of_a_mail_that_must_wait_is_queued_for_then(monkeypatch: pytest.MonkeyPatch) -> None:
    mail = a_mail()
    DBTaskResult.objects.all().delete()
    break_server(monkeypatch, ConnectionRefusedError(), "open")

    tasks.deliver.call(mail.pk)

    mail.refresh_from_db()
    assert [(task.args_kwargs["args"], task.run_after) for task in DBTaskResult.objects.all()] == [
        ([mail.pk], mail.due_at)
    ]


@pytest.mark.parametrize("state", [State.SENT, State.FAILED])
def test_a_code_is_forgotten_once_its_mail_is_gone(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    mail = a_mail(Queue.LOGIN)
    if state == State.FAILED:
        break_server(monkeypatch, smtplib.SMTPDataError(554, b"no"))

    delivery.deliver(mail.pk)

    mail.refresh_from_db()
    assert (mail.state, mail.text, mail.html) == (state, "", "")


def test_other_mail_keeps_its_text() -> None:
    mail = a_mail()
    delivery.deliver(mail.pk)

    mail.refresh_from_db()
    assert (mail.text, mail.html) == ("Text", "<p>Text</p>")


def test_a_code_that_is_too_old_is_not_mailed_any_more(time: time_machine.Traveller) -> None:
    mail = a_mail(Queue.LOGIN)
    time.shift(timedelta(minutes=15, seconds=1))

    delivery.deliver(mail.pk)

    mail.refresh_from_db()
    assert (mail.state, mail.text, django_mail.outbox) == (State.FAILED, "", [])


def test_what_a_killed_worker_left_half_sent_becomes_uncertain_and_is_not_sent_again(
    time: time_machine.Traveller,
) -> None:
    mail = a_mail(Queue.LOGIN)
    delivery._claim(mail.pk)
    delivery.recover()
    mail.refresh_from_db()
    assert mail.state == State.SENDING  # another worker may be at it

    time.shift(timedelta(minutes=5, seconds=1))
    delivery.recover()
    delivery.deliver(mail.pk)

    mail.refresh_from_db()
    assert (mail.state, mail.text, django_mail.outbox) == (State.UNCERTAIN, "", [])


def test_housekeeping_finds_mail_whose_task_got_lost_and_leaves_the_rest(
    time: time_machine.Traveller,
) -> None:
    lost = a_mail()
    DBTaskResult.objects.all().delete()
    waiting = a_mail()
    time.shift(timedelta(minutes=2))

    tasks.keep_house.call()

    carried = DBTaskResult.objects.filter(task_path=tasks.deliver.module_path)
    assert sorted(task.args_kwargs["args"][0] for task in carried) == [lost.pk, waiting.pk]


def test_one_housekeeping_task_waits_however_many_workers_start() -> None:
    for _ in range(3):
        tasks.ensure_housekeeping()
    tasks.keep_house.call()

    assert DBTaskResult.objects.filter(task_path=tasks.keep_house.module_path).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_worker_sends_log_in_mail_first(client: Client) -> None:
    a_mail()
    register(conference=factories.ConferenceFactory(), email="nina@example.org", actor=None)
    client.post("/accounts/login/code/", {"email": "nina@example.org"})

    call_command(
        "worker", batch=True, interval=0, verbosity=0, max_tasks=2, reload=False, startup_delay=False
    )

    assert [message.to for message in django_mail.outbox] == [["nina@example.org"], ["rea@example.org"]]


def test_a_mail_server_that_is_down_breaks_no_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    break_server(monkeypatch, ConnectionRefusedError(), "open")
    break_server(monkeypatch, ConnectionRefusedError())

    assert client.post("/accounts/login/code/", {"email": "who@example.org"}).status_code == 302
    assert last_mail().state == State.QUEUED


def test_a_person_may_send_a_failed_mail_again_but_not_a_code() -> None:
    mail, code, actor, mails = (
        a_mail(),
        a_mail(Queue.LOGIN),
        factories.UserFactory(),
        OutgoingMail.objects.all(),
    )
    assert send_again(mails=mails, actor=actor) == 0
    OutgoingMail.objects.update(state=State.FAILED)

    assert send_again(mails=mails, actor=actor) == 1

    again = OutgoingMail.objects.get(original=mail)
    assert (again.state, again.text, again.message_id != mail.message_id) == (State.QUEUED, "Text", True)
    assert not code.copies.exists()


def test_housekeeping_comes_again_even_if_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[OutgoingMail]:
        raise RuntimeError

    monkeypatch.setattr(delivery, "recover", fail)
    with pytest.raises(RuntimeError):
        tasks.keep_house.call()

    [again] = DBTaskResult.objects.filter(task_path=tasks.keep_house.module_path)
    assert again.run_after > timezone.now()

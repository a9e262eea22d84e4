"""Mails that a person has sent again: which ones, to whom, how fast; and many at once."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core import mail as django_mail
from django.db import connection
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration, User
from accounts.services import delivery, mailings, pace, resending
from accounts.services.mailings import abort_mailing, send_mailing
from accounts.services.resending import send_again
from conference.models import Conference
from tests import factories

State, Queue = OutgoingMail.State, OutgoingMail.Queue
pytestmark = pytest.mark.django_db


@pytest.fixture
def actor() -> User:
    return factories.UserFactory(email="olga@example.org")


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(acronym="HALL 2025", slug="hall-2025", help_email="desk@hall.example")


def a_sent_mailing(hall: Conference, actor: User, *names: str) -> Mailing:
    for name in names:
        factories.RegistrationFactory(conference=hall, email=f"{name}@example.org", name=name.title())
    mailing = Mailing.objects.create(conference=hall, subject="Welcome", body="Dear {name}, as {address}")
    send_mailing(mailing=mailing, actor=actor)
    pace.send_some()
    mailing.refresh_from_db()
    django_mail.outbox.clear()
    DBTaskResult.objects.all().delete()
    return mailing


def sent_to() -> list[str]:
    return sorted(message.to[0].partition("@")[0] for message in django_mail.outbox)


def known_mails() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'accounts_outgoingmail'::regclass")
        return int(cursor.fetchone()[0])


def send_few() -> None:
    for mail in OutgoingMail.objects.filter(state=State.QUEUED, queue=Queue.DEFAULT):
        delivery.deliver(mail.pk)


def test_a_mail_of_a_mailing_is_written_anew_to_the_address_of_now(hall: Conference, actor: User) -> None:
    mailing = a_sent_mailing(hall, actor, "anna")
    mailing.mails.update(state=State.BOUNCED)
    Registration.objects.update(email="ana@example.org", name="Ana")

    assert send_again(mails=mailing.mails.all(), actor=actor) == 1

    first, copy = mailing.mails.order_by("pk")
    assert (first.recipient, first.state) == ("anna@example.org", State.BOUNCED)
    assert (copy.recipient, copy.state, copy.queue, copy.original) == (
        "ana@example.org",
        State.QUEUED,
        Queue.DEFAULT,
        first,
    )
    assert "Dear Ana, as ana@example.org" in copy.text
    waiting = DBTaskResult.objects.get(task_path=tasks.deliver.module_path)
    assert waiting.args_kwargs["args"] == [copy.pk]


def test_without_its_registration_a_mail_is_copied_as_it_was(hall: Conference, actor: User) -> None:
    mailing = a_sent_mailing(hall, actor, "ana")
    Registration.objects.all().delete()

    assert send_again(mails=mailing.mails.all(), actor=actor) == 1

    first, copy = mailing.mails.order_by("pk")
    assert (copy.recipient, copy.subject, copy.text, copy.html, copy.reply_to) == (
        first.recipient,
        first.subject,
        first.text,
        first.html,
        "desk@hall.example",
    )


def test_whoever_presses_twice_or_chooses_a_mail_with_its_copies_sends_one(
    hall: Conference, actor: User
) -> None:
    mailing = a_sent_mailing(hall, actor, "ana")
    everything = mailing.mails.all()
    presses = [send_again(mails=everything, actor=actor) for _ in range(2)]
    send_few()
    presses.append(send_again(mails=everything, actor=actor))
    send_few()

    assert (presses, sent_to()) == ([1, 0, 1], ["ana", "ana"])
    assert [mail.original_id for mail in mailing.mails.order_by("pk")] == [
        None,
        mailing.mails.earliest("pk").pk,
        mailing.mails.earliest("pk").pk,
    ]


@pytest.mark.parametrize(
    ("state", "count"),
    [
        ("sent", 1), ("failed", 1), ("bounced", 1), ("uncertain", 1),
        ("queued", 0), ("sending", 0), ("withdrawn", 0),
    ],
)  # fmt: skip
def test_only_what_is_done_is_sent_again(hall: Conference, actor: User, state: str, count: int) -> None:
    mailing = a_sent_mailing(hall, actor, "ana")
    mailing.mails.update(state=state)

    assert send_again(mails=mailing.mails.all(), actor=actor) == count


def test_whoever_has_cancelled_gets_none(hall: Conference, actor: User) -> None:
    mailing = a_sent_mailing(hall, actor, "ana", "ben")
    Registration.objects.filter(email="ben@example.org").update(status="cancelled")

    assert send_again(mails=mailing.mails.all(), actor=actor) == 1
    send_few()
    assert sent_to() == ["ana"]


def test_many_keep_to_the_pace_and_are_aborted_as_one(
    hall: Conference, actor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resending, "FEW", 2)
    mailing = a_sent_mailing(hall, actor, "ana", "ben", "cy")

    assert send_again(mails=mailing.mails.all(), actor=actor) == 3
    mailing.refresh_from_db()
    assert (mailing.state, [task.task_path for task in DBTaskResult.objects.all()]) == (
        "sending",
        [tasks.send_mailings.module_path],
    )
    assert abort_mailing(mailing=mailing, actor=actor) == 3
    assert send_again(mails=mailing.mails.all(), actor=actor) == 3
    assert pace.send_some() is None

    mailing.refresh_from_db()
    assert (mailing.state, sent_to()) == ("done", ["ana", "ben", "cy"])


@pytest.mark.parametrize("people", [3, 9])
def test_many_cost_no_more_queries_than_a_few(
    hall: Conference,
    actor: User,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
    people: int,
) -> None:
    monkeypatch.setattr(resending, "FEW", 2)
    mailing = a_sent_mailing(hall, actor, *(f"person{number}" for number in range(people)))

    ContentType.objects.get_for_model(OutgoingMail)  # the log's, which is kept from then on
    # Savepoint (2); lock, which, those; mailing, first session; copies, log; mailing's state, task that waits, task.
    with django_assert_num_queries(12):
        assert send_again(mails=mailing.mails.all(), actor=actor) == people


def test_after_many_mails_the_database_knows_how_many_there_are(
    hall: Conference, actor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (mailings, resending):
        monkeypatch.setattr(module, "BATCH", 3)

    mailing = a_sent_mailing(hall, actor, "ana", "ben", "cy")
    known = [known_mails()]
    send_again(mails=mailing.mails.all(), actor=actor)
    known.append(known_mails())

    assert known == [3, 6]

"""Mailings: who gets one, once; what aborting and a killed worker leave; how fast they leave."""

import smtplib
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.contrib.contenttypes.models import ContentType
from django.core import mail as django_mail
from django.core.exceptions import ValidationError
from django.core.mail.backends import locmem
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration, User
from accounts.services import delivery, pace
from accounts.services.audiences import Reach, Recipient, reach
from accounts.services.letters import Letters
from accounts.services.mailings import (
    abort_mailing,
    resend_welcome,
    send_mailing,
    send_test,
)
from accounts.services.registration_status import set_statuses
from accounts.services.resending import send_again
from conference.models import Conference
from tests import factories

State, Queue = OutgoingMail.State, OutgoingMail.Queue
pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Conference:
    hall = factories.ConferenceFactory(acronym="HALL 2025", slug="hall-2025", help_email="desk@hall.example")
    for name in ("ana", "ben", "cy"):
        factories.RegistrationFactory(conference=hall, email=f"{name}@example.org", name=name.title())
    factories.RegistrationFactory(conference=hall, email="gone@example.org", status="cancelled")
    factories.RegistrationFactory(email="elsewhere@example.org")
    return hall


@pytest.fixture
def actor() -> User:
    return factories.UserFactory(email="olga@example.org")


def a_mailing(hall: Conference, **fields: object) -> Mailing:
    values = {"subject": "Welcome to {conference}", "body": "Dear {name}", **fields}
    return Mailing.objects.create(conference=hall, **values)


def states(mailing: Mailing) -> dict[str, str]:
    return {mail.recipient.partition("@")[0]: mail.state for mail in mailing.mails.filter(original=None)}


def state_of(mailing: Mailing) -> str:
    return Mailing.objects.get(pk=mailing.pk).state


def test_everybody_confirmed_gets_one_mail_and_the_worker_sends_it(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)

    assert reach(mailing) == Reach(waiting=3, have_it=0)
    assert send_mailing(mailing=mailing, actor=actor) == 3
    assert (state_of(mailing), states(mailing)) == ("sending", dict.fromkeys(["ana", "ben", "cy"], "queued"))
    assert DBTaskResult.objects.filter(task_path=tasks.send_mailings.module_path).count() == 1

    assert pace.send_some() is None
    assert (state_of(mailing), states(mailing)) == ("done", dict.fromkeys(["ana", "ben", "cy"], "sent"))
    message = django_mail.outbox[0].message()
    assert {name: message[name] for name in ("To", "Subject", "Reply-To", "Auto-Submitted")} == {
        "To": "ana@example.org",
        "Subject": "Welcome to HALL 2025",
        "Reply-To": "desk@hall.example",
        "Auto-Submitted": "auto-generated",
    }
    assert len({mail.message()["Message-ID"] for mail in django_mail.outbox}) == 3


def test_of_two_who_press_at_once_the_second_is_refused(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)

    with pytest.raises(ValidationError, match="being sent already"):
        send_mailing(mailing=mailing, actor=actor)
    assert OutgoingMail.objects.count() == 3


def test_the_database_holds_one_mail_for_a_registration(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    mail = mailing.mails.earliest("pk")
    mail.pk, mail.message_id = None, "<another@example.org>"

    with pytest.raises(IntegrityError, match="mail_once_for_registration"), transaction.atomic():
        mail.save(force_insert=True)


def test_a_registration_that_comes_and_goes_twice_leaves_its_two_mails(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    for _time in range(2):
        factories.RegistrationFactory(conference=hall, email="dee@example.org")
        send_mailing(mailing=mailing, actor=actor)
        pace.send_some()
        Registration.objects.filter(email="dee@example.org").delete()
    mails = mailing.mails.filter(recipient="dee@example.org")
    assert [(mail.registration, mail.state) for mail in mails] == [(None, "sent")] * 2


def test_a_mailing_that_is_done_goes_to_those_who_came_since_and_to_nobody_else(
    hall: Conference, actor: User
) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    pace.send_some()
    with pytest.raises(ValidationError, match="has it"):
        send_mailing(mailing=mailing, actor=actor)
    factories.RegistrationFactory(conference=hall, email="late@example.org")

    assert reach(mailing) == Reach(waiting=1, have_it=3)
    assert send_mailing(mailing=mailing, actor=actor) == 1
    pace.send_some()
    assert sorted(mail.to[0].partition("@")[0] for mail in django_mail.outbox) == ["ana", "ben", "cy", "late"]


def test_new_ones_are_those_without_a_mail_of_this_kind(hall: Conference, actor: User) -> None:
    send_mailing(mailing=a_mailing(hall), actor=actor)
    factories.RegistrationFactory(conference=hall, email="late@example.org")

    assert reach(a_mailing(hall, audience="new")) == Reach(waiting=1, have_it=3)
    assert reach(a_mailing(hall, audience="new", kind="update")) == Reach(waiting=4, have_it=0)


def test_a_ticket_type_is_an_audience(hall: Conference, actor: User) -> None:
    ticket = factories.TicketTypeFactory(conference=hall)
    Registration.objects.filter(email="ben@example.org").update(ticket_type=ticket)
    mailing = a_mailing(hall, audience="ticket", ticket_type=ticket)

    send_mailing(mailing=mailing, actor=actor)

    assert states(mailing) == {"ben": "queued"}


def test_aborting_withdraws_what_has_not_left_and_sending_goes_on_from_there(
    hall: Conference, actor: User
) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    mailing.mails.filter(recipient="ana@example.org").update(state=State.SENT)

    assert abort_mailing(mailing=mailing, actor=actor) == 2
    assert pace.send_some() is None
    assert (state_of(mailing), django_mail.outbox) == ("aborted", [])
    assert states(mailing) == {"ana": "sent", "ben": "withdrawn", "cy": "withdrawn"}
    with pytest.raises(ValidationError, match="is not being sent"):
        abort_mailing(mailing=mailing, actor=actor)

    assert send_mailing(mailing=mailing, actor=actor) == 2
    pace.send_some()
    assert sorted(mail.to[0] for mail in django_mail.outbox) == ["ben@example.org", "cy@example.org"]


def test_who_cancels_meanwhile_gets_no_mail(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    ben = Registration.objects.get(email="ben@example.org")
    set_statuses(registration_ids=[ben.pk], status=Registration.Status.CANCELLED, actor=None)

    assert pace.send_some() is None
    assert states(mailing) == {"ana": "sent", "ben": "withdrawn", "cy": "sent"}
    assert mailing.mails.get(recipient="ben@example.org").reason == "The registration was cancelled."


def test_a_kill_leaves_one_uncertain_mail_that_only_a_person_sends_again(
    hall: Conference, actor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)

    def killed(*_arguments: object) -> int:
        raise SystemExit  # as a kill: nothing behind it runs

    with monkeypatch.context() as patch:
        patch.setattr(locmem.EmailBackend, "send_messages", killed)
        with pytest.raises(SystemExit):
            pace.send_some()
    assert sorted(states(mailing).values()) == ["queued", "queued", "sending"]

    DBTaskResult.objects.all().delete()
    assert pace.send_some() is not None  # the half-sent one is waited for
    assert sorted(states(mailing).values()) == ["sending", "sent", "sent"]
    tasks.keep_house.func()
    assert DBTaskResult.objects.filter(task_path=tasks.send_mailings.module_path).count() == 1

    with time_machine.travel(timezone.now() + delivery.ABANDONED + timedelta(seconds=1)):
        delivery.recover()
        assert pace.send_some() is None
    assert sorted(states(mailing).values()) == ["sent", "sent", "uncertain"]
    assert (state_of(mailing), len(django_mail.outbox)) == ("done", 2)

    uncertain = mailing.mails.get(state=State.UNCERTAIN)
    assert send_again(mails=mailing.mails.filter(state=State.UNCERTAIN), actor=actor) == 1
    copy = mailing.mails.get(original=uncertain)
    delivery.deliver(copy.pk)
    assert (copy.original, copy.registration, copy.queue) == (uncertain, uncertain.registration, "default")
    assert len({mail.to[0] for mail in django_mail.outbox}) == len(django_mail.outbox) == 3


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_starts_goes_on_with_what_a_killed_one_left(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    DBTaskResult.objects.update(status="RUNNING")  # the killed worker's, for ever
    tasks.ensure_housekeeping(run_after=timezone.now() + tasks.EVERY)

    call_command(
        "worker", batch=True, interval=0, verbosity=0, max_tasks=2, reload=False, startup_delay=False
    )

    assert (state_of(mailing), len(django_mail.outbox)) == ("done", 3)


def test_no_more_leave_in_a_minute_than_the_settings_allow(
    hall: Conference, actor: User, settings: Settings
) -> None:
    settings.MAILING_PER_MINUTE = 2
    mailing = a_mailing(hall)
    with time_machine.travel(datetime(2025, 7, 1, 12, tzinfo=UTC), tick=False) as clock:
        send_mailing(mailing=mailing, actor=actor)

        again = pace.send_some()
        assert again == datetime(2025, 7, 1, 12, 1, tzinfo=UTC)
        assert pace.send_some() == again
        assert len(django_mail.outbox) == 2
        clock.move_to(again)
        assert pace.send_some() is None
    assert len(django_mail.outbox) == 3


def test_a_server_that_is_away_is_not_asked_for_each_mail(
    hall: Conference, actor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.RegistrationFactory(conference=hall, email="dee@example.org")
    mailing, tries = a_mailing(hall), []
    send_mailing(mailing=mailing, actor=actor)

    def refuse(*_arguments: object) -> None:
        tries.append(1)
        raise smtplib.SMTPConnectError(421, b"busy")

    monkeypatch.setattr(locmem.EmailBackend, "open", refuse)
    with time_machine.travel(timezone.now(), tick=False):
        assert pace.send_some() == timezone.now() + pace.PAUSE
    assert len(tries) == 3
    assert list(mailing.mails.order_by("pk").values_list("state", "reason")) == [
        ("queued", "421 busy")
    ] * 3 + [("queued", "")]


def test_a_refused_address_fails_with_its_reason_and_the_others_get_their_mail(
    hall: Conference, actor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing, send = a_mailing(hall), locmem.EmailBackend.send_messages
    send_mailing(mailing=mailing, actor=actor)

    def refuse_ben(self: locmem.EmailBackend, messages: list[django_mail.EmailMessage]) -> int:
        if messages[0].to == ["ben@example.org"]:
            raise smtplib.SMTPRecipientsRefused({"ben@example.org": (550, b"no such user")})
        return send(self, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", refuse_ben)
    assert pace.send_some() is None
    assert states(mailing) == {"ana": "sent", "ben": "failed", "cy": "sent"}
    assert mailing.mails.get(state="failed").reason == "550 no such user"


def test_writing_many_mails_costs_no_query_for_each(
    hall: Conference, actor: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mailing = a_mailing(hall)
    Registration.objects.bulk_create(
        Registration(conference=hall, email=f"p{number}@example.org") for number in range(1500)
    )
    ContentType.objects.get_for_model(Mailing)  # the log's, which is kept from then on
    with django_assert_num_queries(14) as asked:  # one of them has the database count the outbox
        send_mailing(mailing=mailing, actor=actor)
    assert (mailing.mails.count(), len(asked)) == (1503, 14)


def test_a_letter_says_when_in_the_conferences_zone_and_where_by_whole_addresses() -> None:
    conference = factories.ConferenceFactory(
        acronym="SUL 2025", slug="sul-2025", time_zone="America/Sao_Paulo", city="São Paulo", country="BR"
    )
    factories.SessionFactory(
        conference=conference,
        starts_at=datetime(2025, 7, 27, 12, tzinfo=UTC),
        ends_at=datetime(2025, 7, 27, 13, tzinfo=UTC),
    )
    body = "**{conference}** starts {starts}, see [its page]({event_url}) and [all](/library/). Type: {ticket_type}."
    ticket = factories.TicketTypeFactory(conference=conference, name="Student")
    person = factories.RegistrationFactory(conference=conference, email="ana@example.org", ticket_type=ticket)

    letter = Letters(Mailing(conference=conference, subject="S", body=body)).to(Recipient.of(person))

    when, page = "Sunday 27 July 2025, 09:00 (Sao Paulo, UTC−3)", "http://127.0.0.1:8000/events/sul-2025/"
    assert letter.text.split("\n\n")[:2] == [
        f"**SUL 2025** starts {when}, see [its page]({page}) and [all](/library/). Type: Student.",
        f"Log in with this address; a code comes by mail: ana@example.org\n{page}",
    ]
    assert letter.shown == (
        f'<p><strong>SUL 2025</strong> starts {when}, see <a href="{page}" rel="nofollow noopener ugc">its page</a> and'
        ' <a href="http://127.0.0.1:8000/library/" rel="nofollow noopener ugc">all</a>. Type: Student.</p>'
    )
    assert letter.shown in letter.html


def test_a_persons_name_is_neither_markup_nor_a_link(hall: Conference) -> None:
    person = Registration(conference=hall, email="x@example.org", name="**<b>{address}</b>**")
    mailing = Mailing(conference=hall, subject="For {name}", body="Dear {name}, [x]({name})")

    letter = Letters(mailing).to(Recipient.of(person))

    name = "**&lt;b&gt;{address}&lt;/b&gt;**"
    assert letter.subject == "For **<b>{address}</b>**"
    assert letter.shown == f"<p>Dear {name}, [x]({name})</p>"


def test_an_unknown_placeholder_is_named_beside_its_field(hall: Conference) -> None:
    mailing = Mailing(
        conference=hall, subject="{Name}", body=r"{code} {code} \emph{name} {ticket type} {name}"
    )

    with pytest.raises(ValidationError) as refused:
        mailing.full_clean()

    known = "{name}, {address}, {ticket_type}, {conference}, {conference_name}, {event_url}, {starts}, {ends}, {place}, {help}"
    assert refused.value.message_dict == {
        "subject": [f"There is no placeholder {{Name}}. There are: {known}."],
        "body": [
            f"There is no placeholder {{{name}}}. There are: {known}." for name in ("code", "ticket type")
        ],
    }


@pytest.mark.parametrize("audience", ["all", "new", "ticket", "presenters"])
def test_a_ticket_type_goes_with_its_audience_alone(hall: Conference, audience: str) -> None:
    ticket = None if audience == "ticket" else factories.TicketTypeFactory(conference=hall)
    mailing = Mailing(conference=hall, subject="S", body="B", audience=audience, ticket_type=ticket)
    with pytest.raises(ValidationError) as refused:
        mailing.full_clean()
    assert refused.value.message_dict == {
        "__all__": ["A ticket type goes with the choice “one ticket type”, and only with it."]
    }
    with pytest.raises(IntegrityError, match="mailing_names_its_ticket_type"), transaction.atomic():
        mailing.save()


def test_a_ticket_type_of_another_conference_is_refused(hall: Conference) -> None:
    ticket = factories.TicketTypeFactory()
    with pytest.raises(ValidationError) as refused:
        Mailing(conference=hall, subject="S", body="B", audience="ticket", ticket_type=ticket).full_clean()
    assert refused.value.message_dict == {"ticket_type": ["This ticket type is of another conference."]}


def test_a_test_goes_to_whoever_asks_and_counts_for_nobody(hall: Conference, actor: User) -> None:
    mailing = a_mailing(hall)
    mail = send_test(
        mailing=mailing, recipient=Recipient.of(Registration.objects.get(name="Ana")), actor=actor
    )

    assert (mail.recipient, mail.subject, mail.mailing) == (
        "olga@example.org",
        "Test: Welcome to HALL 2025",
        None,
    )
    assert mail.text.startswith("Dear Ana\n")
    assert reach(mailing) == Reach(waiting=3, have_it=0)


def test_a_welcome_mail_comes_again_to_whoever_is_registered_and_has_it(
    hall: Conference, actor: User
) -> None:
    mailing = a_mailing(hall)
    ask = partial(resend_welcome, conference_id=hall.pk)
    assert ask(email="ana@example.org") is None  # a draft
    send_mailing(mailing=mailing, actor=actor)
    assert ask(email="ana@example.org") is None  # under way
    pace.send_some()

    again = ask(email="ana@example.org")
    assert again is not None
    assert (again.recipient, again.original) == (
        "ana@example.org",
        mailing.mails.get(recipient="ana@example.org", original=None),
    )
    assert ask(email="gone@example.org") is None
    assert ask(email="nobody@example.org") is None
    factories.RegistrationFactory(conference=hall, email="late@example.org")
    first = ask(email="late@example.org")
    assert first is not None
    assert (first.original, reach(mailing)) == (None, Reach(waiting=0, have_it=4))

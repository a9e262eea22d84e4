"""Mail to presenters: each address once, with the links of its own lectures; an account to log in with."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Mailing, OutgoingMail, User
from accounts.services.audiences import Reach, reach, somebody
from accounts.services.letters import Letters
from accounts.services.mailings import abort_mailing, send_mailing
from accounts.services.people import account_of
from conference.models import Conference, Lecture
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db
UNTIL = datetime(2025, 7, 20, 22, 0, tzinfo=UTC)


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(
        acronym="HALL 2025", slug="hall-2025", time_zone="Europe/Vienna", materials_until=UNTIL
    )


@pytest.fixture
def actor() -> User:
    return factories.UserFactory(email="olga@example.org")


def a_mailing(hall: Conference, **fields: object) -> Mailing:
    texts = {
        "subject": "Your files for {conference}",
        "body": "Dear {name}, until {files_until}:\n\n{lectures}",
    }
    return Mailing.objects.create(conference=hall, audience="presenters", **texts, **fields)


def presented(hall: Conference, title: str, email: str = "", **fields: object) -> Lecture:
    lecture = factories.LectureFactory(conference=hall, title=title, **fields)
    factories.AuthorshipFactory(lecture=lecture, person__name="Ana Velo", email=email)
    return lecture


def sent_to(mailing: Mailing) -> list[str]:
    return sorted(mailing.mails.exclude(state="withdrawn").values_list("recipient", flat=True))


def test_each_known_address_gets_one_mail_with_its_own_lectures(hall: Conference, actor: User) -> None:
    one, two = (presented(hall, f"Of <i> {number}", "ana@example.org") for number in (1, 2))
    other = presented(hall, "Of Bo")
    factories.PersonEmailFactory(person=other.authorships.get().person, email="bo@example.org")
    presented(hall, "Of nobody known")
    presented(hall, "Withdrawn", "cy@example.org", state="withdrawn")
    presented(factories.ConferenceFactory(), "Elsewhere", "dee@example.org")
    factories.RegistrationFactory(conference=hall, email="eve@example.org")
    mailing = a_mailing(hall)

    assert reach(mailing) == Reach(waiting=2, have_it=0)
    assert send_mailing(mailing=mailing, actor=actor) == 2
    assert (sent_to(mailing), reach(mailing)) == (
        ["ana@example.org", "bo@example.org"],
        Reach(waiting=0, have_it=2),
    )
    site = "http://127.0.0.1:8000"
    addresses = [f"{site}{reverse('submission', args=[each.pk, each.slug])}" for each in (one, two)]
    mail = OutgoingMail.objects.get(recipient="ana@example.org")
    assert mail.text.startswith(
        "Dear Ana Velo, until Monday 21 July 2025, 00:00 (Vienna, UTC+2):\n\n"
        f"Of <i> 1\n{addresses[0]}\nOf <i> 2\n{addresses[1]}\n"
    )
    assert f'<a href="{addresses[0]}">Of &lt;i&gt; 1</a><br><a href="{addresses[1]}">' in mail.html
    assert "You get this mail because ana@example.org is the address of an author at HALL 2025." in mail.text
    assert "registered for" not in mail.text + mail.html


def test_they_can_log_in_without_being_registered(hall: Conference, actor: User) -> None:
    presented(hall, "Of Ana", "ana@example.org")
    assert account_of("ana@example.org") is None
    send_mailing(mailing=a_mailing(hall), actor=actor)
    account = account_of("ana@example.org")
    assert account is not None
    assert (account.name, account.is_staff) == ("Ana Velo", False)


def test_nobody_gets_it_twice(hall: Conference, actor: User) -> None:
    presented(hall, "Of Ana", "ana@example.org")
    mailing = a_mailing(hall)
    send_mailing(mailing=mailing, actor=actor)
    abort_mailing(mailing=mailing, actor=actor)
    presented(hall, "Of Bo", "bo@example.org")
    assert send_mailing(mailing=mailing, actor=actor) == 2
    mailing.mails.update(state="sent")
    Mailing.objects.update(state="done")
    with pytest.raises(ValidationError, match="Everybody whom this mailing is meant for has it"):
        send_mailing(mailing=mailing, actor=actor)
    assert sent_to(mailing) == ["ana@example.org", "bo@example.org"]
    first = mailing.mails.get(recipient="ana@example.org")
    first.pk, first.message_id = None, "<other@example.org>"
    with pytest.raises(IntegrityError, match="mail_once_for_presenter"), transaction.atomic():
        first.save(force_insert=True)


def test_where_no_files_are_taken_the_links_lead_to_the_pages(hall: Conference) -> None:
    Conference.objects.update(materials_until=None)
    lecture = presented(hall, "Of Ana", "ana@example.org")
    mailing = Mailing.objects.select_related("conference").get(pk=a_mailing(hall).pk)
    recipient = somebody(mailing, "ana@example.org")
    assert recipient is not None
    assert Letters(mailing).to(recipient).shown == (
        f'<p>Dear Ana Velo, until –:</p>\n<p><a href="http://127.0.0.1:8000{lecture.get_absolute_url()}">Of Ana</a></p>'
    )


def test_their_placeholders_are_for_them_alone(hall: Conference) -> None:
    mailing = Mailing(conference=hall, subject="S", body="{lectures}", audience="presenters")
    mailing.full_clean()
    mailing.audience = "all"
    with pytest.raises(ValidationError) as refused:
        mailing.full_clean()
    assert refused.value.message_dict == {
        "body": ["{lectures} is for mail to presenters: choose them, or take it out."]
    }


@pytest.mark.parametrize("count", [1, 3])
def test_it_costs_the_same_queries(
    hall: Conference, actor: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        presented(hall, f"Of {number}", f"ana{number}@example.org")
    mailing = a_mailing(hall)
    with django_assert_num_queries(21):
        send_mailing(mailing=mailing, actor=actor)


def test_the_page_shows_a_presenters_letter_and_refuses_others(cast: Cast) -> None:
    mailing = a_mailing(cast.hall)
    client = cast.client("organizer")
    page = client.get(reverse("admin:mailing-review", args=[mailing.pk]))
    assert page.context["letter"].shown.startswith("<p>Dear Pia Sands, until –:</p>")
    other = client.get(reverse("admin:mailing-review", args=[mailing.pk]), {"to": cast.registered.email})
    assert other.context["form"].errors == {"to": ["No author of a lecture has this address."]}


def test_a_form_for_presenters_begins_with_their_letter(cast: Cast) -> None:
    page = cast.client("organizer").get(reverse("admin:accounts_mailing_add"), {"audience": "presenters"})
    initial = page.context["adminform"].form.initial
    assert (initial["subject"], initial["kind"], "{lectures}" in initial["body"]) == (
        "Your files for {conference}",
        "reminder",
        True,
    )

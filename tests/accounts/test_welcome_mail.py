"""The welcome mail once more, for whoever asks: the page says the same to everybody, and mails go to registered people alone."""

import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from accounts import tasks
from accounts.models import Mailing, OutgoingMail
from accounts.services import pace
from accounts.services.mailings import send_mailing
from tests.cast import Cast

URL = "/accounts/welcome-mail/hall-2025/"


@pytest.fixture
def mailing(cast: Cast) -> Mailing:
    mailing = Mailing.objects.create(conference=cast.hall, subject="Welcome", body="Dear {name}")
    send_mailing(mailing=mailing, actor=cast.organizer)
    pace.send_some()
    return mailing


def work() -> None:
    """What the worker does with what was asked for."""
    for result in DBTaskResult.objects.filter(task_path=tasks.resend_welcome.module_path):
        tasks.resend_welcome.func(*result.args_kwargs["args"])
        result.delete()


@pytest.mark.parametrize(
    ("email", "mailed"), [("rea@example.org", 1), ("caro@example.org", 0), ("nobody@example.org", 0)]
)
def test_the_answer_is_the_same_for_known_and_unknown(
    client: Client, mailing: Mailing, email: str, mailed: int
) -> None:
    response = client.post(URL, {"email": f" {email.title()}"}, follow=True)

    assert response.redirect_chain == [(URL, 302)]
    assert [str(message) for message in response.context["messages"]] == [
        f"If {email} is registered for HALL 2025 and welcome mails have gone out, one is on its way to it."
    ]
    assert OutgoingMail.objects.filter(queue="default").count() == 0  # the page itself looks nobody up
    work()
    copies = OutgoingMail.objects.filter(queue="default", recipient=email, mailing=mailing)
    assert copies.count() == mailed


def test_it_is_asked_for_twice_an_hour_and_no_more(client: Client, mailing: Mailing) -> None:
    ask = {"email": "rea@example.org"}
    assert [client.post(URL, ask).status_code for _ in range(3)] == [302, 302, 429]
    refused = client.post(URL, ask)
    assert 3590 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.context["form"].non_field_errors() == [
        "It was asked for too often. Wait 60 minutes, and look among the spam meanwhile."
    ]
    assert client.post(URL, {"email": "pia@example.org"}).status_code == 302
    assert DBTaskResult.objects.filter(task_path=tasks.resend_welcome.module_path).count() == 3


def test_an_impossible_address_is_refused_beside_its_field(client: Client, mailing: Mailing) -> None:
    response = client.post(URL, {"email": "ana@example"})
    assert response.context["form"].errors == {
        "email": ["“example”, the part after the @ sign, has no ending such as .org."]
    }


def test_the_gate_leads_there_and_fills_in_who_asks(cast: Cast) -> None:
    assert f'href="{URL}"' in cast.client("visitor").get("/events/hall-2025/").text
    page = cast.client("registered").get(URL)
    assert page.context["form"]["email"].value() == "rea@example.org"

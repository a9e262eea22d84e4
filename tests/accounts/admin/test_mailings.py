import csv
import io

import pytest
from django.test import Client

from accounts.models import Mailing, Organizer, OutgoingMail, Registration
from tests import factories
from tests.accounts.mailbox import last_mail
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, logged
from tests.conference.admin.forms import errors, filled


def letter(cast: Cast, **fields: object) -> dict[str, object]:
    return {
        "conference": cast.hall.pk, "kind": "welcome", "audience": "all", "ticket_type": "",
        "subject": "Welcome to {conference}", "body": "Dear **{name}**", **fields,
    }  # fmt: skip


@pytest.fixture
def mailing(cast: Cast) -> Mailing:
    Registration.objects.filter(email="rea@example.org").update(name="Rea")
    return Mailing.objects.create(
        conference=cast.hall, subject="Welcome to {conference}", body="Dear **{name}**"
    )


def step(mailing: Mailing, name: str) -> str:
    return f"/admin/accounts/mailing/{mailing.pk}/{name}/"


def said(client: Client, url: str, **data: str) -> list[str]:
    response = client.post(url, data, follow=True)
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


def test_a_mailing_is_written_and_leads_to_its_review(cast: Cast) -> None:
    client = cast.client("organizer")
    initial = filled(client, admin_url(Mailing, "add"))
    assert initial["subject"] == "Welcome to {conference}"

    response = client.post(admin_url(Mailing, "add"), letter(cast))

    made = Mailing.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, step(made, "review"))
    assert (made.conference, made.state, made.body) == (cast.hall, "draft", "Dear **{name}**")


def test_an_unknown_placeholder_is_named_beside_its_field(cast: Cast) -> None:
    response = cast.client("organizer").post(admin_url(Mailing, "add"), letter(cast, body="Your {code}"))
    assert {name: [text.partition(".")[0] for text in texts] for name, texts in errors(response).items()} == {
        "body": ["There is no placeholder {code}"]
    }


def test_the_review_counts_and_shows_a_real_letter(cast: Cast, mailing: Mailing) -> None:
    client = cast.client("organizer")

    page = client.get(step(mailing, "review"), {"to": " REA@example.org"})

    assert page.context["letter"].shown == "<p>Dear <strong>Rea</strong></p>"
    assert "<p>Dear <strong>Rea</strong></p>" in page.text
    assert "Sends to 2 people. 0 have it already." in page.text
    assert "Welcome to HALL 2025" in page.text
    unknown = client.get(step(mailing, "review"), {"to": "sten@example.org"})
    assert unknown.context["form"].errors == {"to": ["This address is not registered."]}
    assert unknown.context["person"].registration.conference == cast.hall


def test_a_test_goes_to_the_organizer(cast: Cast, mailing: Mailing) -> None:
    client = cast.client("organizer")

    assert said(client, step(mailing, "test"), to="rea@example.org") == [
        "A test is on its way to olga@example.org."
    ]
    assert (last_mail().recipient, last_mail().subject) == ("olga@example.org", "Test: Welcome to HALL 2025")
    assert said(client, step(mailing, "test"), to="sten@example.org") == ["This address is not registered."]
    assert OutgoingMail.objects.count() == 1


def test_it_is_sent_once_shows_its_states_and_is_aborted(cast: Cast, mailing: Mailing) -> None:
    client = cast.client("organizer")

    assert said(client, step(mailing, "send")) == ["2 mails are on their way."]
    assert said(client, step(mailing, "send")) == ["This mailing is being sent already."]
    page = client.get(step(mailing, "review"))
    mails = admin_url(OutgoingMail, "changelist")
    url = f"{mails}?mailing__id__exact={mailing.pk}&state__exact=queued"
    assert page.context["states"] == [("queued", 2, url)]
    assert client.get(url).context["cl"].result_count == 2
    assert said(client, step(mailing, "abort")) == ["Aborted. 2 mails were withdrawn."]
    assert said(client, step(mailing, "abort")) == ["This mailing is not being sent."]
    assert logged(mailing) == ["Aborted; 2 withdrawn.", "Sent to 2 people."]


def test_what_people_have_been_sent_can_be_neither_changed_nor_deleted(cast: Cast, mailing: Mailing) -> None:
    client, url = cast.client("organizer"), admin_url(mailing, "change")
    client.post(step(mailing, "send"))

    client.post(url, letter(cast, body="Another"))
    refused = client.post(admin_url(mailing, "delete"), {"post": "yes"})

    mailing.refresh_from_db()
    assert (mailing.body, refused.status_code) == ("Dear **{name}**", 403)


def test_another_conferences_organizers_and_those_without_addresses_get_nowhere(
    cast: Cast, mailing: Mailing
) -> None:
    looking = factories.OrganizerFactory(conference=cast.hall, user=cast.stranger, role=Organizer.Role.VIEWER)
    tried = {
        (member, name): (client.get if name == "review" else client.post)(step(mailing, name)).status_code
        for member in ("outsider", "stranger")
        for client in [cast.client(member)]
        for name in ("review", "send", "test", "abort")
    }
    assert tried == dict.fromkeys(tried, 404)
    assert (len(tried), looking.role, OutgoingMail.objects.count()) == (8, "viewer", 0)


def test_chosen_mails_are_exported_and_no_cell_is_a_formula(cast: Cast, mailing: Mailing) -> None:
    client = cast.client("organizer")
    Registration.objects.filter(email="rea@example.org").update(name="=HYPERLINK(1)")
    client.post(step(mailing, "send"))
    mailing.mails.filter(recipient="rea@example.org").update(state="failed", reason="550 no such user")
    url = f"{admin_url(OutgoingMail, 'changelist')}?mailing__id__exact={mailing.pk}&state__exact=failed"

    response = client.post(
        url,
        {
            "action": "export",
            "_selected_action": [mailing.mails.get(state="failed").pk],
            "select_across": "1",
        },
    )

    mail = mailing.mails.get(state="failed")
    header, *rows = csv.reader(io.StringIO(response.content.decode("utf-8-sig")))
    assert header == ["Email", "Name", "State", "Since", "Reason", "Subject", "Message-ID"]
    assert rows == [
        [
            "rea@example.org", "'=HYPERLINK(1)", "failed", str(mail.state_changed_at), "550 no such user",
            "Welcome to HALL 2025", mail.message_id,
        ]
    ]  # fmt: skip

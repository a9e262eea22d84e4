import pytest

from accounts.models import Organizer, OutgoingMail, Registration, User
from conference.models import SourceRecord
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, holdings, logged
from tests.conference.admin.forms import errors, filled


def new_registration(cast: Cast, email: str) -> dict[str, object]:
    return {
        "conference": cast.hall.pk, "email": email, "name": "Nevi", "ticket_type": cast.regular.pk,
        "status": "confirmed", "affiliation": "Lirano", "country": "AT",
    }  # fmt: skip


def test_a_registration_by_hand_is_in_normal_form_and_makes_the_account(cast: Cast) -> None:
    response = cast.client("organizer").post(
        admin_url(Registration, "add"), new_registration(cast, " Nevi@Example.ORG ")
    )
    assert response.status_code == 302
    registration = Registration.objects.get(email="nevi@example.org")
    assert (registration.affiliation, registration.ticket_type) == ("Lirano", cast.regular)
    assert registration.status_changed_at is not None
    assert User.objects.get(email="nevi@example.org").name == "Nevi"


def test_an_address_that_is_registered_or_impossible_is_refused_beside_its_field(cast: Cast) -> None:
    client, url = cast.client("organizer"), admin_url(Registration, "add")
    taken = errors(client.post(url, new_registration(cast, "REA@example.org")))
    assert taken == {"__all__": ["This address is registered for this conference already."]}
    assert list(errors(client.post(url, new_registration(cast, "nobody")))) == ["email"]


def test_a_changed_address_lets_the_new_one_in_and_is_logged(cast: Cast) -> None:
    registration = factories.RegistrationFactory(conference=cast.hall, email="old@example.org")
    client, url = cast.client("organizer"), admin_url(registration, "change")
    assert client.post(url, filled(client, url) | {"email": "new@example.org"}).status_code == 302
    registration.refresh_from_db()
    assert registration.email == "new@example.org"
    assert User.objects.filter(email="new@example.org").exists()
    assert "Address changed from old@example.org to new@example.org." in logged(registration)


def test_a_cancelled_status_closes_the_door_at_the_next_request(cast: Cast) -> None:
    registration = Registration.objects.get(conference=cast.hall, email=cast.registered.email)
    client, url = cast.client("organizer"), admin_url(registration, "change")
    assert cast.viewer("registered").is_registered(cast.hall.pk)
    client.post(url, filled(client, url) | {"status": "cancelled"})
    assert not cast.viewer("registered").is_registered(cast.hall.pk)
    registration.refresh_from_db()
    assert registration.status_changed_at is not None


@pytest.mark.parametrize(("action", "status"), [("cancel", "cancelled"), ("confirm", "confirmed")])
def test_many_are_confirmed_or_cancelled_at_once(cast: Cast, action: str, status: str) -> None:
    rows = list(Registration.objects.filter(conference=cast.hall))
    data = {"action": action, "select_across": "1", "_selected_action": [rows[0].pk]}
    response = cast.client("organizer").post(admin_url(Registration, "changelist"), data, follow=True)
    assert set(Registration.objects.filter(conference=cast.hall).values_list("status", flat=True)) == {status}
    changed = sum(row.status != status for row in rows)
    assert [str(message) for message in response.context["messages"]] == [
        f"{changed} changed. {3 - changed} skipped: they were so already."
    ]


def test_an_organizer_is_added_by_address(cast: Cast) -> None:
    Organizer.objects.filter(user=cast.organizer).update(role="owner")
    data = {"conference": cast.hall.pk, "email": "New@Example.org", "name": "Newt", "role": "registrations"}
    assert cast.client("organizer").post(admin_url(Organizer, "add"), data).status_code == 302
    organizer = Organizer.objects.get(user__email="new@example.org")
    assert (organizer.conference, organizer.role, organizer.user.name) == (cast.hall, "registrations", "Newt")
    assert not organizer.user.is_superuser


def test_organizers_are_added_by_owners_alone(cast: Cast) -> None:
    data = {"conference": cast.hall.pk, "email": "new@example.org", "role": "owner"}
    assert cast.client("organizer").post(admin_url(Organizer, "add"), data).status_code == 403
    Organizer.objects.filter(user=cast.outsider).update(role="owner")
    response = cast.client("outsider").post(admin_url(Organizer, "add"), data)
    assert list(errors(response)) == ["conference"]
    assert not User.objects.filter(email="new@example.org").exists()


def test_what_a_log_in_mail_says_is_shown_to_nobody(cast: Cast) -> None:
    mail = holdings(cast.hall).one(OutgoingMail)
    OutgoingMail.objects.filter(pk=mail.pk).update(queue="login", text="123456", html="<p>123456</p>")
    client = cast.client("administrator")
    pages = [client.get(admin_url(mail, action)) for action in ("changelist", "change")]
    assert [(page.status_code, "123456" in page.text) for page in pages] == [(200, False), (200, False)]
    guesses = [
        client.get(admin_url(mail, "changelist"), {lookup: "1234"}).status_code
        for lookup in ("text__contains", "html__contains", "subject__contains")
    ]
    assert guesses == [400, 400, 200]


def test_a_failed_mail_is_sent_again_and_a_log_in_code_is_not(cast: Cast) -> None:
    failed = holdings(cast.hall).one(OutgoingMail)
    code = OutgoingMail.objects.get(pk=failed.pk)
    code.pk, code.mailing, code.queue, code.message_id = None, None, "login", "<code@example.org>"
    code.save()
    data = {"action": "send_again", "_selected_action": [failed.pk, code.pk]}
    response = cast.client("organizer").post(admin_url(OutgoingMail, "changelist"), data, follow=True)
    assert [str(message) for message in response.context["messages"]] == [
        "1 mail is on its way. 1 skipped: under way, sent again already, never sent, cancelled since, or a log-in code."
    ]
    assert OutgoingMail.objects.filter(state="queued").count() == 1
    assert (logged(failed), logged(code)) == (["Sent again."], [])


def test_what_lists_said_of_registrations_is_kept_from_viewers(cast: Cast) -> None:
    record = holdings(cast.hall).one(SourceRecord)
    assert cast.client("organizer").get(admin_url(record, "change")).status_code == 200
    Organizer.objects.filter(user=cast.organizer).update(role="viewer")
    assert cast.client("organizer").get(admin_url(record, "change")).status_code == 404

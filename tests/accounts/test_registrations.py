"""Who is registered, and what a change of it does to accounts and sessions."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from pytest_django import DjangoAssertNumQueries

from accounts.models import Registration, User
from accounts.services.organizers import add_organizer, make_administrator
from accounts.services.registrations import (
    RegistrationValues,
    change_address,
    register,
    set_status,
    write_registrations,
)
from accounts.viewer import viewer_for
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_registering_makes_an_account_whose_address_is_not_proved() -> None:
    registration = register(
        conference=factories.ConferenceFactory(), email=" Nina@Example.ORG ", name="Nina", actor=None
    )

    user = User.objects.get()
    assert (registration.email, user.email, user.name, user.has_usable_password()) == (
        "nina@example.org",
        "nina@example.org",
        "Nina",
        False,
    )
    assert list(EmailAddress.objects.values_list("user", "email", "verified", "primary")) == [
        (user.pk, "nina@example.org", False, True)
    ]


def test_registering_twice_is_refused_and_names_the_reason(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refused:
        register(conference=cast.hall, email="REA@example.org", actor=cast.organizer)

    assert refused.value.messages == ["This address is registered for this conference already."]


@pytest.mark.parametrize("address", ["ana@example", "", "an\u200ba@example.org"])
def test_an_impossible_address_is_not_registered(address: str) -> None:
    with pytest.raises(ValidationError):
        register(conference=factories.ConferenceFactory(), email=address, actor=None)

    assert (Registration.objects.count(), User.objects.count()) == (0, 0)


def test_a_second_conference_uses_the_account_there_is(cast: Cast) -> None:
    before = User.objects.count()

    register(conference=cast.annex, email=cast.registered.email, actor=None)

    assert User.objects.count() == before
    assert viewer_for(cast.registered).registered_ids == {cast.hall.pk, cast.annex.pk}


def test_a_proved_second_address_needs_no_account_of_its_own(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.registered, email="rea@home.example", verified=True)
    before = User.objects.count()

    register(conference=cast.annex, email="rea@home.example", actor=None)

    assert User.objects.count() == before


def test_cancelling_ends_access_at_the_next_look_and_is_logged(cast: Cast) -> None:
    registration = Registration.objects.get(email=cast.registered.email)

    set_status(registration=registration, status="cancelled", actor=cast.organizer)

    assert not viewer_for(cast.registered).is_registered(cast.hall.pk)
    assert [(entry.user, entry.change_message) for entry in LogEntry.objects.all()] == [
        (cast.organizer, "Status set to cancelled.")
    ]


def test_setting_the_status_there_is_changes_nothing(cast: Cast) -> None:
    registration = Registration.objects.get(email=cast.registered.email)

    set_status(registration=registration, status="confirmed", actor=cast.organizer)

    registration.refresh_from_db()
    assert (registration.status_changed_at, LogEntry.objects.count()) == (None, 0)


def test_an_unknown_status_is_refused(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        set_status(registration=Registration.objects.first(), status="maybe", actor=None)  # type: ignore[arg-type]


def test_a_changed_address_ends_the_old_sessions_and_admits_the_new_address(cast: Cast) -> None:
    client = cast.client("registered")
    registration = Registration.objects.get(email=cast.registered.email)

    change_address(registration=registration, email="Rea@New.example", actor=cast.organizer)

    assert client.get("/me/").status_code == 302
    assert Registration.objects.get(pk=registration.pk).email == "rea@new.example"
    assert EmailAddress.objects.filter(email="rea@new.example", verified=False).count() == 1


def test_a_changed_address_leaves_the_sessions_of_who_is_registered_elsewhere(cast: Cast) -> None:
    register(conference=cast.annex, email=cast.registered.email, actor=None)
    client = cast.client("registered")

    change_address(
        registration=Registration.objects.get(conference=cast.hall, email=cast.registered.email),
        email="rea@new.example",
        actor=None,
    )

    assert client.get("/me/").status_code == 200


def test_an_address_cannot_change_to_one_that_is_registered(cast: Cast) -> None:
    registration = Registration.objects.get(email=cast.registered.email)

    with pytest.raises(ValidationError):
        change_address(registration=registration, email=cast.cancelled.email, actor=None)

    registration.refresh_from_db()
    assert registration.email == cast.registered.email


def test_writing_many_creates_changes_and_leaves_alone(cast: Cast) -> None:
    rows = [
        RegistrationValues(email="new@example.org", name="New", ticket_type=cast.regular),
        RegistrationValues(email=cast.registered.email, status="cancelled", ticket_type=cast.regular),
        RegistrationValues(email=cast.presenter.email, ticket_type=cast.regular),
    ]

    for _ in range(2):
        write_registrations(conference=cast.hall, rows=rows)

    stored = Registration.objects.filter(conference=cast.hall, email__in=[row.email for row in rows])
    assert {row.email: (row.name, row.status, row.status_changed_at is not None) for row in stored} == {
        "new@example.org": ("New", "confirmed", True),
        cast.registered.email: ("", "cancelled", True),
        cast.presenter.email: ("", "confirmed", False),
    }
    assert not viewer_for(cast.registered).is_registered(cast.hall.pk)


@pytest.mark.parametrize("count", [1, 3])
def test_writing_many_costs_the_same_queries(
    cast: Cast, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = [RegistrationValues(email=f"new{n}@example.org") for n in range(count)]

    with django_assert_num_queries(11):
        write_registrations(conference=cast.hall, rows=rows)


def test_writing_one_address_twice_is_refused(cast: Cast) -> None:
    with pytest.raises(ValueError, match="stands twice"):
        write_registrations(conference=cast.hall, rows=[RegistrationValues(email="a@example.org")] * 2)


def test_a_ticket_type_of_another_conference_is_refused(cast: Cast) -> None:
    row = RegistrationValues(
        email="a@example.org", ticket_type=factories.TicketTypeFactory(conference=cast.annex)
    )

    with pytest.raises(ValueError, match="another conference's"):
        write_registrations(conference=cast.hall, rows=[row])


def test_an_organizer_is_added_by_address_and_gets_an_account(cast: Cast) -> None:
    organizer = add_organizer(
        conference=cast.hall, email="Neo@Example.org", role="owner", actor=cast.administrator
    )

    assert (organizer.user.email, viewer_for(organizer.user).roles) == (
        "neo@example.org",
        {cast.hall.pk: "owner"},
    )
    again = add_organizer(
        conference=cast.hall, email="neo@example.org", role="viewer", actor=cast.administrator
    )
    assert (again.pk, again.role) == (organizer.pk, "viewer")


def test_making_an_administrator_twice_changes_nothing() -> None:
    first = make_administrator(email="Ada@Example.org")

    assert make_administrator(email="ada@example.org").pk == first.pk
    assert (first.is_superuser, first.is_staff, first.email) == (True, True, "ada@example.org")
    assert EmailAddress.objects.filter(user=first, primary=True).count() == 1

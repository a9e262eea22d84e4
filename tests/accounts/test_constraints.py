"""The database itself refuses what must never be: each check constraint of accounts is tried with the row that breaks it."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import IntegrityError, models

from accounts.models import Mailing, Organizer, OutgoingMail, Registration, User
from accounts.services.mail import queue_mail
from tests import factories

pytestmark = pytest.mark.django_db


def changed(model: type[models.Model], **values: str) -> None:
    """Past fields and forms, which would set the values right."""
    raw = {name: models.Value(value, models.CharField()) for name, value in values.items()}
    model._default_manager.update(**raw)


def mail() -> OutgoingMail:
    return queue_mail(to="rea@example.org", subject="S", text="T")


def mailing() -> Mailing:
    return Mailing.objects.create(conference=factories.ConferenceFactory(), subject="S", body="B")


BROKEN: dict[str, tuple[Callable[[], object], type[models.Model], dict[str, str]]] = {
    "user_email_normal": (factories.UserFactory, User, {"email": "Rea@example.org"}),
    "registration_email_normal": (factories.RegistrationFactory, Registration, {"email": " rea@example.org"}),
    "registration_status_known": (factories.RegistrationFactory, Registration, {"status": "paid"}),
    "organizer_role_known": (factories.OrganizerFactory, Organizer, {"role": "boss"}),
    "mail_state_known": (mail, OutgoingMail, {"state": "lost"}),
    "mailing_kind_known": (mailing, Mailing, {"kind": "spam"}),
    "mailing_state_known": (mailing, Mailing, {"state": "lost"}),
    "mailing_names_its_ticket_type": (mailing, Mailing, {"audience": "ticket"}),
    "mail_recipient_normal": (mail, OutgoingMail, {"recipient": "Rea@example.org"}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_database_refuses(name: str) -> None:
    make, model, values = BROKEN[name]
    make()
    with pytest.raises(IntegrityError, match=name):
        changed(model, **values)


def test_every_check_constraint_of_accounts_is_tried() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("accounts").get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, models.CheckConstraint)
    }
    assert named == set(BROKEN)

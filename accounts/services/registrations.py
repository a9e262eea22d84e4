"""Every change of who is registered. Access follows at the next request: it hangs on these rows alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Registration, TicketType, User
from accounts.services.history import ADDITION, CHANGE, record
from accounts.services.people import BATCH, ensure_accounts
from accounts.services.sessions import end_sessions_without_registration
from conference.models import Conference


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationValues:
    """What a list says of one registered address; `email` in its normal form (accounts.addresses)."""

    email: str
    name: str = ""
    affiliation: str = ""
    country: str = ""
    ticket_type: TicketType | None = None
    status: str = Registration.Status.CONFIRMED
    external_id: str = ""
    registered_at: datetime | None = None


VALUES = tuple(value.name for value in fields(RegistrationValues) if value.name != "email")


def register(
    *,
    conference: Conference,
    email: str,
    name: str = "",
    ticket_type: TicketType | None = None,
    status: str = Registration.Status.CONFIRMED,
    actor: User | None,
) -> Registration:
    """Write one registration and make its account.

    Raises ValidationError, for an impossible address or one that is registered already.
    """
    registration = Registration(
        conference=conference,
        email=email,
        name=name,
        ticket_type=ticket_type,
        status=status,
        status_changed_at=timezone.now(),
    )
    registration.full_clean()
    with transaction.atomic():
        registration.save()
        ensure_accounts(names={registration.email: name})
        record(actor=actor, thing=registration, flag=ADDITION, message=_("Registered."))
    return registration


@transaction.atomic
def set_status(*, registration: Registration, status: str, actor: User | None) -> None:
    """Confirm or cancel. Raises ValidationError for another word. Setting what is set changes nothing."""
    if status not in Registration.Status.values:
        raise ValidationError({"status": _("The status is confirmed or cancelled.")})
    locked = Registration.objects.select_for_update().get(pk=registration.pk)
    if locked.status == status:
        registration.status = status
        return
    registration.status, registration.status_changed_at = status, timezone.now()
    registration.save(update_fields=["status", "status_changed_at"])
    message = _("Status set to %(status)s.") % {"status": registration.get_status_display()}
    record(actor=actor, thing=registration, flag=CHANGE, message=message)


@transaction.atomic
def change_address(*, registration: Registration, email: str, actor: User | None) -> None:
    """Let another address in instead. The old one is logged out, unless another list still names it.

    Raises ValidationError, for an impossible address or one that is registered already.
    """
    old = Registration.objects.select_for_update().get(pk=registration.pk).email
    registration.email = email
    registration.full_clean()
    if registration.email == old:
        return
    registration.save(update_fields=["email"])
    ensure_accounts(names={registration.email: registration.name})
    end_sessions_without_registration(emails=[old])
    message = _("Address changed from %(old)s to %(new)s.") % {"old": old, "new": registration.email}
    record(actor=actor, thing=registration, flag=CHANGE, message=message)


@transaction.atomic
def write_registrations(*, conference: Conference, rows: Sequence[RegistrationValues]) -> None:
    """Make stored registrations say what `rows` say, found by address; all others stay as they are.

    A handful of queries for any number of rows; the import run that asks for it says who and what. Raises ValueError
    if an address stands twice, or a ticket type is another conference's.
    """
    _check(conference, rows)
    stored = Registration.objects.select_for_update().filter(
        conference=conference, email__in=[row.email for row in rows]
    )
    existing = {registration.email: registration for registration in stored}
    to_write, now = [], timezone.now()
    for row in rows:
        registration = existing.get(row.email)
        if registration is None:
            to_write.append(_filled(conference, row, status_since=now))
        elif _differs(registration, row):
            since = registration.status_changed_at if registration.status == row.status else now
            to_write.append(_filled(conference, row, status_since=since))
    # One upsert: a bulk_update of many rows and columns takes ten times as long.
    Registration.objects.bulk_create(
        to_write,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["conference", "email"],
        update_fields=[*VALUES, "status_changed_at"],
    )
    ensure_accounts(names={row.email: row.name for row in rows})


def _check(conference: Conference, rows: Iterable[RegistrationValues]) -> None:
    seen: set[str] = set()
    for row in rows:
        if row.email in seen:
            raise ValueError(f"{row.email} stands twice in the rows to write.")
        if row.ticket_type and row.ticket_type.conference_id != conference.pk:
            raise ValueError(f"The ticket type of {row.email} is another conference's.")
        seen.add(row.email)


def _differs(registration: Registration, row: RegistrationValues) -> bool:
    ticket = row.ticket_type.pk if row.ticket_type else None
    plain = (column for column in VALUES if column != "ticket_type")
    return registration.ticket_type_id != ticket or any(
        getattr(registration, column) != getattr(row, column) for column in plain
    )


def _filled(
    conference: Conference, row: RegistrationValues, *, status_since: datetime | None
) -> Registration:
    values = {column: getattr(row, column) for column in VALUES}
    return Registration(conference=conference, email=row.email, status_changed_at=status_since, **values)

"""Confirming and cancelling many registrations at once."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Registration, User
from accounts.services.history import CHANGE, record_all


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many registrations changed, and how many had that status already."""

    done: int
    already: int


@transaction.atomic
def set_statuses(
    *, registration_ids: Collection[int], status: Registration.Status, actor: User | None
) -> Outcome:
    """A handful of queries for any number of rows. Access follows at the next request of each."""
    rows = list(Registration.objects.filter(pk__in=registration_ids).order_by("pk").select_for_update())
    changed = [row for row in rows if row.status != status]
    Registration.objects.filter(pk__in=[row.pk for row in changed]).update(
        status=status, status_changed_at=timezone.now()
    )
    message = _("Status set to %(status)s.") % {"status": status.label}
    record_all(actor=actor, things=changed, flag=CHANGE, message=message)
    return Outcome(len(changed), len(rows) - len(changed))

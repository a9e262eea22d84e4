"""Who runs a conference, and who runs the site."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Organizer, User
from accounts.services.history import ADDITION, CHANGE, record
from accounts.services.people import ensure_account
from conference.models import Conference


@transaction.atomic
def add_organizer(
    *,
    conference: Conference,
    email: str,
    name: str = "",
    role: str = Organizer.Role.EDITOR,
    actor: User | None,
) -> Organizer:
    """Let the owner of `email` run `conference`; who runs it already gets the new role.

    Raises ValidationError for an impossible address.
    """
    user = ensure_account(email=email, name=name)
    organizer, is_new = Organizer.objects.update_or_create(
        conference=conference, user=user, defaults={"role": role}
    )
    message = _("Made %(role)s.") % {"role": organizer.get_role_display()}
    record(actor=actor, thing=organizer, flag=ADDITION if is_new else CHANGE, message=message)
    return organizer


@transaction.atomic
def make_administrator(*, email: str, name: str = "") -> User:
    """Let the owner of `email` run the whole site; doing it twice changes nothing.

    Raises ValidationError for an impossible address.
    """
    user = ensure_account(email=email, name=name)
    user.is_superuser = user.is_staff = user.is_active = True
    user.save(update_fields=["is_superuser", "is_staff", "is_active"])
    return user

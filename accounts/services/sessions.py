"""Ending sessions. Django ties them to the password field: a new unusable one ends them without a search."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import is_password_usable, make_password
from django.db.models import Exists, OuterRef, Q

from accounts.models import Organizer, Registration, User


def end_sessions_without_registration(*, emails: Iterable[str]) -> int:
    """Log out everywhere the accounts behind `emails` that no list names any more; gives how many.

    Named are whoever proved an address that is registered somewhere, organizers and administrators.
    """
    wanted = list(emails)
    behind = Q(email__in=wanted) | Q(pk__in=EmailAddress.objects.filter(email__in=wanted).values("user"))
    proved = EmailAddress.objects.filter(user=OuterRef(OuterRef("pk")), verified=True).values("email")
    users = User.objects.filter(
        behind,
        ~Exists(Registration.objects.filter(email__in=proved)),
        ~Exists(Organizer.objects.filter(user=OuterRef("pk"))),
        is_superuser=False,
    )
    ended = [user for user in users if not is_password_usable(user.password)]
    for user in ended:
        user.password = make_password(None)
    User.objects.bulk_update(ended, ["password"])
    return len(ended)

"""Ending sessions. Django ties them to the password field: a new unusable one ends them without a search.

Passwords are no way in (accounts/urls.py mounts none), so nobody loses one.
"""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import Exists, OuterRef, Q

from accounts.models import Organizer, Registration, User


def end_sessions_without_registration(*, emails: Iterable[str]) -> int:
    """Log out everywhere the accounts behind `emails` that no list names any more; gives how many.

    Named are whoever proved an address that is registered somewhere, organizers and administrators.
    """
    wanted = list(emails)
    behind = Q(email__in=wanted) | Q(pk__in=EmailAddress.objects.filter(email__in=wanted).values("user"))
    proved = EmailAddress.objects.filter(user=OuterRef(OuterRef("pk")), verified=True).values("email")
    ended = list(
        User.objects.filter(
            behind,
            ~Exists(Registration.objects.filter(email__in=proved)),
            ~Exists(Organizer.objects.filter(user=OuterRef("pk"))),
            is_superuser=False,
        )
    )
    for user in ended:
        user.password = make_password(None)
    User.objects.bulk_update(ended, ["password"])
    return len(ended)

"""Accounts come from lists: who registers or organizes has one, and proves its address by logging in."""

from collections.abc import Mapping

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField
from accounts.models import Organizer, Registration, User

BATCH = 2_000


@transaction.atomic
def ensure_accounts(*, names: Mapping[str, str]) -> None:
    """Give every address (in normal form, with its owner's name) an account, unless somebody has proved it.

    A handful of queries for any number of addresses, and no password is hashed.
    """
    proved = set(EmailAddress.objects.filter(email__in=names, verified=True).values_list("email", flat=True))
    known = set(User.objects.filter(email__in=names).values_list("email", flat=True))
    newcomers = [
        User(email=email, name=name[:200], password=make_password(None))
        for email, name in names.items()
        if email not in proved and email not in known
    ]
    # Two lists may bring one address at the same moment; the second finds it there.
    User.objects.bulk_create(newcomers, batch_size=BATCH, ignore_conflicts=True)
    _give_addresses([email for email in names if email not in proved])


def _give_addresses(emails: list[str]) -> None:
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"))
    lacking = User.objects.filter(~Exists(own), email__in=emails)
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=user, email=user.email, primary=True, verified=False) for user in lacking],
        batch_size=BATCH,
        ignore_conflicts=True,
    )


def account_of(email: str) -> User | None:
    """The active account that `email` (in normal form) logs in to: of who proved it, or made for it.

    Asks the same two questions whether the address is known or not.
    """
    proved = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
    made = User.objects.filter(email=email).first()
    user = proved.user if proved else made
    return user if user is not None and user.is_active else None


def ensure_account(*, email: str, name: str = "") -> User:
    """The account that `email` logs in to, made if it is new.

    Raises ValidationError for an impossible address.
    """
    address = AddressField(_("e-mail address")).clean(email, None)
    ensure_accounts(names={address: name})
    proved = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    return proved.user if proved else User.objects.get(email=address)


def has_account_of_its_own(email: str, *, besides: User) -> bool:
    """Whether somebody else than `besides` has proved `email`, runs the site with it, or was switched off under it."""
    others = User.objects.exclude(pk=besides.pk)
    proved = EmailAddress.objects.filter(email=email, verified=True).values("user")
    set_apart = Q(is_superuser=True) | Q(is_active=False)
    return others.filter(Q(pk__in=proved) | Q(email=email) & set_apart).exists()


@transaction.atomic
def absorb_unused_account(*, user: User, email: str) -> None:
    """When `user` proves `email`: an account that a list made for it, and nobody used, becomes part of theirs."""
    if has_account_of_its_own(email, besides=user):
        return
    for unused in User.objects.select_for_update().filter(email=email).exclude(pk=user.pk):
        known = Organizer.objects.filter(user=user).values("conference")
        Organizer.objects.filter(user=unused).exclude(conference__in=known).update(user=user)
        unused.delete()


def restore_account(*, email: str) -> None:
    """After `email` left an account: it gets one of its own again if a list names it, or nobody could log in with it."""
    registration = Registration.objects.filter(email=email).first()
    if registration is not None:
        ensure_accounts(names={email: registration.name})

"""What was done, kept in Django's own log: the admin's history pages show it."""

from collections.abc import Sequence

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.db import models

from accounts.models import User

__all__ = ["ADDITION", "CHANGE", "record", "record_all"]


def record(*, actor: User | None, thing: models.Model, flag: int, message: str) -> None:
    """Nothing is kept where nobody acts: a command or an import says in its own report what it did."""
    if actor is not None:
        LogEntry.objects.log_actions(actor.pk, [thing], flag, message)


def record_all(*, actor: User | None, things: Sequence[models.Model], flag: int, message: str) -> None:
    if actor is not None and things:
        LogEntry.objects.log_actions(actor.pk, things, flag, message)

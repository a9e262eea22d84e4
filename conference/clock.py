"""The one clock of the program's logic: now and next, opening times, embargoes. Authentication never asks it."""

from datetime import datetime, timedelta

from django.utils import timezone

_shift = timedelta()


def now() -> datetime:
    """The present, aware and in UTC; moved where a stage of the demo says so."""
    return timezone.now() + _shift


def pretend(moment: datetime) -> None:
    """From here on, in this process, it is `moment`, and time goes on from there. For the demo's stages only."""
    global _shift  # noqa: PLW0603 - one clock for the process is the point
    _shift = moment - timezone.now()

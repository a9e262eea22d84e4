"""The pace of mailings: so many mails a minute, whatever the number of workers, and log-in mail in between."""

from datetime import datetime, timedelta

from django.core.mail import mailers
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import Mailing, OutgoingMail, Registration
from accounts.services import delivery

State = OutgoingMail.State

SLICE = timedelta(seconds=2)  # so long may a log-in mail wait behind a mailing
A_CONNECTION = 50  # mails: servers end connections that go on and on
REFUSALS = 3  # in a row: the server is away, or wants us to wait
PAUSE = timedelta(seconds=30)


def send_some() -> datetime | None:
    """Send what is due for a few seconds; gives when to go on, and None once no mailing waits for anything."""
    _withdraw_cancelled()
    again = _slice()
    sending = Mailing.objects.filter(state=Mailing.State.SENDING)
    sending.exclude(mails__in=_unsettled()).update(state=Mailing.State.DONE)
    return again if is_waited_for() else None


def is_waited_for() -> bool:
    return Mailing.objects.filter(state=Mailing.State.SENDING).exists()


def _slice() -> datetime:
    """Ends after SLICE, a connection's worth, or where the server or the pace says stop; gives when to go on."""
    mailer, end, refused = mailers["default"], timezone.now() + SLICE, 0
    try:
        for _number in range(A_CONNECTION):
            limits.count_mailed()
            mail = delivery.deliver_next(mailer)
            if mail is None:
                return _next_due()
            refused = refused + 1 if mail.state == State.QUEUED else 0
            if refused == REFUSALS:
                return timezone.now() + PAUSE
            if timezone.now() >= end:
                break
    except limits.LimitReached as reached:
        return timezone.now() + timedelta(seconds=reached.seconds)
    finally:
        delivery.close(mailer)
    return timezone.now()


def _next_due() -> datetime:
    """When a mail that failed for the time being is tried again; soon, where others are under way or a worker was killed."""
    queued = OutgoingMail.objects.filter(queue=OutgoingMail.Queue.MAILING, state=State.QUEUED)
    due = queued.order_by("due_at").values_list("due_at", flat=True).first()
    return due or timezone.now() + PAUSE


def _unsettled() -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(
        queue=OutgoingMail.Queue.MAILING, state__in=[State.QUEUED, State.SENDING]
    )


def _withdraw_cancelled() -> None:
    """Who cancelled after the mailing was confirmed gets no mail of it."""
    OutgoingMail.objects.filter(
        queue=OutgoingMail.Queue.MAILING,
        state=State.QUEUED,
        registration__status=Registration.Status.CANCELLED,
    ).update(
        state=State.WITHDRAWN, state_changed_at=timezone.now(), reason=_("The registration was cancelled.")
    )

"""The one way mail leaves: a row in the outbox, and a task that carries its id to a worker."""

from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration, User
from accounts.services.history import CHANGE, record
from conference.models import Conference


@transaction.atomic
def queue_mail(
    *,
    to: str,
    subject: str,
    text: str,
    html: str = "",
    queue: OutgoingMail.Queue = OutgoingMail.Queue.DEFAULT,
    conference: Conference | None = None,
    reply_to: str = "",
    mailing: Mailing | None = None,
    registration: Registration | None = None,
    original: OutgoingMail | None = None,
) -> OutgoingMail:
    """Put a mail into the outbox. It leaves after the transaction around this call is committed, or not at all."""
    now = timezone.now()
    mail = OutgoingMail.objects.create(
        recipient=to,
        subject=" ".join(subject.split())[:250],
        text=text,
        html=html,
        queue=queue,
        conference=conference,
        reply_to=reply_to,
        mailing=mailing,
        registration=registration,
        original=original,
        message_id=new_message_id(),
        due_at=now,
        state_changed_at=now,
    )
    tasks.send_to_worker(mail)
    return mail


def new_message_id() -> str:
    return make_msgid(domain=urlsplit(settings.SITE_URL).hostname)


@transaction.atomic
def send_again(*, mail: OutgoingMail, actor: User) -> OutgoingMail:
    """A fresh copy of a mail that has left or failed, or whose fate is uncertain; a person asks for this, never the program.

    Raises ValueError for a mail that is still under way, or a log-in mail, whose code is gone: ask for a new one.
    """
    done = {
        OutgoingMail.State.SENT,
        OutgoingMail.State.FAILED,
        OutgoingMail.State.BOUNCED,
        OutgoingMail.State.UNCERTAIN,
    }
    if mail.state not in done or mail.queue == OutgoingMail.Queue.LOGIN:
        raise ValueError(f"Mail {mail.pk} cannot be sent again.")
    record(actor=actor, thing=mail, flag=CHANGE, message=_("Sent again."))
    return queue_mail(
        to=mail.recipient,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        conference=mail.conference,
        reply_to=mail.reply_to,
        mailing=mail.mailing,
        registration=mail.registration,
        original=mail.original or mail,
    )

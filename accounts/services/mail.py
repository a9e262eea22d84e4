"""The one way mail leaves: a row in the outbox, and a task that carries its id to a worker."""

from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration
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


def count_outbox() -> None:
    """Tell the database how the outbox has grown by many: until it knows, it takes seconds to see who has had a mailing."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {connection.ops.quote_name(OutgoingMail._meta.db_table)}")  # noqa: SLF001 - Django's own spelling

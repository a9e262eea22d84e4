"""Mails that came back: what the provider behind our SMTP server reports of them.

Providers give mails ids of their own. What they hand back with every report is a word that they were given in a header.
"""

import json
import logging
import re

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import OutgoingMail

State = OutgoingMail.State

LONGEST = 500  # characters of a reason
_KEY = "mail"
_HEADERS = {
    "amazon_ses": "X-Metadata",
    "brevo": "X-Mailin-custom",
    "mailgun": "X-Mailgun-Variables",
    "postmark": f"X-PM-Metadata-{_KEY}",
}
_MARK = re.compile(r"[0-9.]{1,100}")  # as make_msgid writes it
_LEFT = (State.SENDING, State.SENT, State.UNCERTAIN)

logger = logging.getLogger(__name__)


def marks(mail: OutgoingMail) -> dict[str, str]:
    """The header by which the provider's reports name `mail`; none where no provider reports."""
    provider, mark = settings.MAIL_PROVIDER, _mark(mail)
    if not provider:
        return {}
    value = mark if provider == "postmark" else json.dumps({_KEY: mark}, separators=(",", ":"))
    return {_HEADERS[provider]: value}


def mark_in(metadata: object) -> str:
    """The mark that came back, or an empty text."""
    mark = metadata.get(_KEY) if isinstance(metadata, dict) else None
    return mark if isinstance(mark, str) and _MARK.fullmatch(mark) else ""


@transaction.atomic
def note_bounce(*, mark: str, reason: str) -> bool:
    """Let a mail that had left be `bounced`; what was reported first stays. False if the mark is of no mail of ours.

    A mail that has not left, or was refused at once, stays as it is: it is tried again, or failed, for a reason of its own.
    """
    mail = OutgoingMail.objects.filter(message_id__startswith=f"<{mark}@").select_for_update().first()
    if not mark or mail is None:
        logger.warning("The mail provider reports a mail that came back, and that is not of our outbox.")
        return False
    if mail.state in _LEFT:
        mail.state, mail.reason = State.BOUNCED, _storable(reason)[:LONGEST]
        mail.state_changed_at = timezone.now()
        mail.save(update_fields=["state", "reason", "state_changed_at"])
    return True


def _storable(text: str) -> str:
    """Without what PostgreSQL has no place for."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _mark(mail: OutgoingMail) -> str:
    """The part of its Message-ID before the @ sign: unique, says nothing, and is short enough for every provider."""
    return mail.message_id.strip("<>").partition("@")[0]

"""Sending what waits in the outbox. A worker calls this; no page does, so a mail server that is down breaks no page."""

import smtplib
from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, mailers
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import OutgoingMail
from accounts.services.bounces import marks
from config.mode import Mode

Queue, State = OutgoingMail.Queue, OutgoingMail.State

# When to try again after the first, second, ... temporary failure.
BACKOFF = {
    Queue.LOGIN: [timedelta(seconds=seconds) for seconds in (5, 15, 45, 120, 300)],
    Queue.DEFAULT: [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)],
    Queue.MAILING: [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240)],
}
CODE_LIFE = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
ABANDONED = timedelta(minutes=5)  # much longer than the mail server's timeout
LOST = timedelta(minutes=1)
_SETTLED = ("attempts", "state", "reason", "state_changed_at", "due_at", "text", "html")
PERMANENT = 500  # replies of a mail server from here on will not change by trying again


def deliver(mail_id: int) -> datetime | None:
    """Send one queued mail, unless somebody else does; gives when to try again, if it should be."""
    mail = _claim(mail_id)
    if mail is None:
        return None
    if mail.queue == Queue.LOGIN and timezone.now() - mail.created_at > CODE_LIFE:
        return _settle(mail, State.FAILED, _("The code was no longer good when the mail could be sent."))
    mailer = mailers["default"]
    try:
        return _settle(mail, *_attempt(mail, mailer))
    finally:
        close(mailer)


def deliver_next(mailer: BaseEmailBackend) -> OutgoingMail | None:
    """Send the mailings' mail that is due first, over a connection that stays open while all goes well; None if none is due."""
    mail = _claim_next()
    if mail is not None:
        state, reason = _attempt(mail, mailer)
        _settle(mail, state, reason)
        if state != State.SENT:
            close(mailer)  # whatever it was, the next mail starts afresh
    return mail


def recover() -> list[OutgoingMail]:
    """Set right what a killed worker left: half-sent mails become uncertain; gives the queued ones that are late.

    Mailings are apart: services/pace.py sends what waits of them.
    """
    now = timezone.now()
    abandoned = OutgoingMail.objects.filter(state=State.SENDING, state_changed_at__lt=now - ABANDONED)
    with transaction.atomic():
        # Locked: a worker that is slow but alive knows better, and has the last word.
        for mail in abandoned.select_for_update():
            _settle(
                mail,
                State.UNCERTAIN,
                _("The worker stopped while sending: the mail may have arrived or not."),
            )
    late = OutgoingMail.objects.filter(state=State.QUEUED, due_at__lt=now - LOST).exclude(queue=Queue.MAILING)
    return list(late.defer("text", "html"))


def _claim(mail_id: int) -> OutgoingMail | None:
    now = timezone.now()
    # Durable: `sending` is committed before the first byte leaves, or a crash would send twice.
    with transaction.atomic(durable=True):
        due = OutgoingMail.objects.filter(pk=mail_id, state=State.QUEUED, due_at__lte=now)
        claimed = due.update(state=State.SENDING, state_changed_at=now)
    return OutgoingMail.objects.get(pk=mail_id) if claimed else None


def _claim_next() -> OutgoingMail | None:
    now = timezone.now()
    waiting = OutgoingMail.objects.filter(state=State.QUEUED, queue=Queue.MAILING, due_at__lte=now)
    with transaction.atomic(durable=True):  # as above
        mail = waiting.order_by("due_at").select_for_update(skip_locked=True).first()
        if mail is not None:
            mail.state, mail.state_changed_at = State.SENDING, now
            mail.save(update_fields=["state", "state_changed_at"])
    return mail


def _attempt(mail: OutgoingMail, mailer: BaseEmailBackend) -> tuple[OutgoingMail.State, str]:
    """The state that one try leads to, and why."""
    try:
        mailer.open()
    except OSError as error:  # smtplib's errors are OSErrors
        return State.QUEUED, _described(error)
    try:
        mailer.send_messages([_message(mail)])
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = error.recipients.get(mail.recipient, (PERMANENT, b""))
        return _refused(code), _described(smtplib.SMTPResponseException(code, reply))
    except smtplib.SMTPResponseException as error:
        return _refused(error.smtp_code), _described(error)
    except ValueError as error:  # what cannot be written as a mail at all
        return State.FAILED, _described(error)
    except OSError as error:
        return State.UNCERTAIN, _described(error)
    return State.SENT, ""


def close(mailer: BaseEmailBackend) -> None:
    with suppress(OSError):
        mailer.close()


def _refused(code: int) -> OutgoingMail.State:
    return State.FAILED if code >= PERMANENT else State.QUEUED


def _described(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        reply = (
            error.smtp_error.decode(errors="replace")
            if isinstance(error.smtp_error, bytes)
            else error.smtp_error
        )
        return f"{error.smtp_code} {reply}"
    return f"{type(error).__name__}: {error}"


def _settle(mail: OutgoingMail, state: OutgoingMail.State, reason: str) -> datetime | None:
    now = timezone.now()
    mail.attempts += 1
    backoff = BACKOFF[Queue(mail.queue)]
    if state == State.QUEUED and mail.attempts > len(backoff):
        state = State.FAILED
    mail.state, mail.reason, mail.state_changed_at = state, reason, now
    if state == State.QUEUED:
        mail.due_at = now + backoff[mail.attempts - 1]
    elif mail.queue == Queue.LOGIN and settings.MODE is not Mode.DEMO:
        mail.text = mail.html = ""  # a code is a secret; nobody needs it once the mail is gone
    # What came back faster than we could note that it had left stays so; its code is forgotten all the same.
    row = OutgoingMail.objects.filter(pk=mail.pk)
    if not row.exclude(state=State.BOUNCED).update(**{name: getattr(mail, name) for name in _SETTLED}):
        row.update(text=mail.text, html=mail.html)
    return mail.due_at if state == State.QUEUED else None


def _message(mail: OutgoingMail) -> EmailMultiAlternatives:
    headers = {"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated", **marks(mail)}
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        to=[mail.recipient],
        reply_to=[mail.reply_to] if mail.reply_to else None,
        headers=headers,
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    return message

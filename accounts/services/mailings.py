"""Sending, aborting and trying a mailing. A worker sends; here its mails come into the outbox."""

from collections.abc import Collection
from itertools import batched

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration, User
from accounts.services.audiences import BATCH, Recipient, waiting
from accounts.services.history import CHANGE, record
from accounts.services.letters import Letters
from accounts.services.mail import count_outbox, new_message_id, queue_mail
from accounts.services.people import ensure_accounts

Queue, State = OutgoingMail.Queue, OutgoingMail.State


@transaction.atomic
def send_mailing(*, mailing: Mailing, actor: User) -> int:
    """Queue a mail for everybody who has none of this mailing yet; gives how many. Later it may be sent to those who came since.

    Of two who ask at once the second is refused. Raises ValidationError if it is being sent, or nobody waits for it.
    """
    locked = _locked(mailing)
    if locked.state == Mailing.State.SENDING:
        raise ValidationError(_("This mailing is being sent already."))
    letters, count = Letters(locked), 0
    for batch in batched(waiting(locked), BATCH, strict=False):
        _take_place_of_withdrawn(locked, batch)
        OutgoingMail.objects.bulk_create([mail_of(locked, letters, person) for person in batch])
        count += len(batch)
    if not count:
        raise ValidationError(_("Everybody whom this mailing is meant for has it."))
    locked.state, locked.confirmed_at, locked.confirmed_by = Mailing.State.SENDING, timezone.now(), actor
    locked.save()
    record(actor=actor, thing=locked, flag=CHANGE, message=_("Sent to %(count)d people.") % {"count": count})
    tasks.ensure_mailings()
    if count >= BATCH:
        count_outbox()
    return count


def _take_place_of_withdrawn(mailing: Mailing, people: Collection[Recipient]) -> None:
    if mailing.is_to_presenters:
        # They need not be registered, and log in to send their files.
        ensure_accounts(names={one.email: one.name for one in people})
        same = Q(is_to_presenter=True, recipient__in=[one.email for one in people])
    else:
        same = Q(registration__in=[one.registration for one in people])
    OutgoingMail.objects.filter(same, mailing=mailing, state=State.WITHDRAWN).delete()


@transaction.atomic
def abort_mailing(*, mailing: Mailing, actor: User) -> int:
    """Take back what has not left; gives how many mails. Sending the mailing again goes on from there.

    Raises ValidationError if it is not being sent.
    """
    locked = _locked(mailing)
    if locked.state != Mailing.State.SENDING:
        raise ValidationError(_("This mailing is not being sent."))
    count = OutgoingMail.objects.filter(mailing=locked, queue=Queue.MAILING, state=State.QUEUED).update(
        state=State.WITHDRAWN, state_changed_at=timezone.now(), reason=_("The mailing was aborted.")
    )
    locked.state = Mailing.State.ABORTED
    locked.save()
    record(
        actor=actor, thing=locked, flag=CHANGE, message=_("Aborted; %(count)d withdrawn.") % {"count": count}
    )
    return count


def send_test(*, mailing: Mailing, recipient: Recipient, actor: User) -> OutgoingMail:
    """The letter that `recipient` would get, to whoever asks; nobody counts as having had it."""
    letter = Letters(mailing).to(recipient)
    return queue_mail(
        to=actor.email,
        subject=_("Test: %(subject)s") % {"subject": letter.subject},
        text=letter.text,
        html=letter.html,
        conference=mailing.conference,
        reply_to=mailing.conference.help_email,
    )


@transaction.atomic
def resend_welcome(*, conference_id: int, email: str) -> OutgoingMail | None:
    """The welcome mail once more, for somebody registered who asks for it; None if there is nothing to send, or it is under way."""
    sent = Mailing.objects.filter(
        conference=conference_id,
        kind=Mailing.Kind.WELCOME,
        state__in=[Mailing.State.SENDING, Mailing.State.DONE],
    )
    mailing = sent.order_by("-confirmed_at").select_for_update().first()
    if mailing is None:
        return None
    registration = Registration.objects.filter(
        conference=conference_id, email=email, status=Registration.Status.CONFIRMED
    ).first()
    if registration is None:
        return None
    had = OutgoingMail.objects.filter(mailing=mailing, registration=registration).order_by("pk")
    if had.filter(state__in=[State.QUEUED, State.SENDING]).exists():
        return None
    letter = Letters(mailing).to(Recipient.of(registration))
    return queue_mail(
        to=registration.email,
        subject=letter.subject,
        text=letter.text,
        html=letter.html,
        conference=mailing.conference,
        reply_to=mailing.conference.help_email,
        mailing=mailing,
        registration=registration,
        original=had.filter(original=None).first(),
    )


def _locked(mailing: Mailing) -> Mailing:
    return Mailing.objects.select_for_update(of=("self",)).select_related("conference").get(pk=mailing.pk)


def mail_of(mailing: Mailing, letters: Letters, recipient: Recipient) -> OutgoingMail:
    """The letter of `mailing` to `recipient`, on its way and not stored yet."""
    letter, now = letters.to(recipient), timezone.now()
    return OutgoingMail(
        queue=Queue.MAILING,
        conference=mailing.conference,
        mailing=mailing,
        registration=recipient.registration,
        is_to_presenter=mailing.is_to_presenters,
        recipient=recipient.email,
        subject=" ".join(letter.subject.split())[:250],
        text=letter.text,
        html=letter.html,
        reply_to=mailing.conference.help_email,
        message_id=new_message_id(),
        due_at=now,
        state_changed_at=now,
    )

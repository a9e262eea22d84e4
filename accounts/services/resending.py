"""Sending again what has left, failed or come back. A person asks for this, never the program."""

from itertools import batched

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import tasks
from accounts.models import Mailing, OutgoingMail, Registration, User
from accounts.services.audiences import BATCH, Recipient
from accounts.services.history import CHANGE, record_all
from accounts.services.letters import Letters
from accounts.services.mail import count_outbox, new_message_id
from accounts.services.mailings import mail_of

Queue, State = OutgoingMail.Queue, OutgoingMail.State

FEW = 20  # mails of mailings that leave at once; more keep to the pace of mailings
_DONE = (State.SENT, State.FAILED, State.BOUNCED, State.UNCERTAIN)


def resendable(mails: QuerySet[OutgoingMail]) -> QuerySet[OutgoingMail]:
    """Those of `mails` that may be sent again.

    A log-in mail has no code any more; a mailing is not for those who have cancelled; of a mail and its copies only the last counts.
    """
    cancelled = Q(mailing__isnull=False, registration__status=Registration.Status.CANCELLED)
    copies = OutgoingMail.objects.filter(
        original=Coalesce(OuterRef("original"), OuterRef("pk")), pk__gt=OuterRef("pk")
    )
    last = mails.filter(~Exists(copies.exclude(state=State.WITHDRAWN)), state__in=_DONE)
    return last.exclude(Q(queue=Queue.LOGIN) | cancelled)


@transaction.atomic
def send_again(*, mails: QuerySet[OutgoingMail], actor: User) -> int:
    """A fresh copy of each of `mails` that may be sent again; gives how many.

    A mail of a mailing is written anew, to the address that the registration has by now. Of two who ask at once the second finds
    the first one's copies. Many go behind log-in mail at the pace of mailings, and are aborted as one.
    """
    chosen = OutgoingMail.objects.filter(pk__in=mails.order_by().values("pk")).order_by("pk")
    list(chosen.select_for_update().values_list("pk", flat=True))
    ids = list(resendable(chosen).values_list("pk", flat=True))
    resending = _Resending(is_many=len(ids) > FEW)
    for batch in batched(ids, BATCH, strict=False):
        some = OutgoingMail.objects.filter(pk__in=batch).order_by("pk")
        originals = list(some.select_related("registration__ticket_type"))
        resending.send(originals)
        record_all(actor=actor, things=originals, flag=CHANGE, message=_("Sent again."))
    resending.begin()
    if len(ids) >= BATCH:
        count_outbox()
    return len(ids)


class _Resending:
    def __init__(self, *, is_many: bool) -> None:
        self._queue = Queue.MAILING if is_many else Queue.DEFAULT
        self._letters: dict[int, Letters] = {}
        self._mailings: dict[int, Mailing] = {}

    def send(self, originals: list[OutgoingMail]) -> None:
        copies = [self._copy(mail) for mail in originals]
        OutgoingMail.objects.bulk_create(copies)
        for copy in copies:
            if copy.queue == Queue.DEFAULT:
                tasks.send_to_worker(copy)

    def begin(self) -> None:
        """Have a worker send what keeps to the pace of mailings."""
        if self._queue == Queue.MAILING and self._mailings:
            Mailing.objects.filter(pk__in=self._mailings).update(state=Mailing.State.SENDING)
            tasks.ensure_mailings()

    def _copy(self, mail: OutgoingMail) -> OutgoingMail:
        mailing = self._mailing_of(mail)
        if mailing and mail.registration:
            copy = mail_of(mailing, self._letters[mailing.pk], Recipient.of(mail.registration))
        else:
            copy = _as_it_was(mail)
        copy.queue = self._queue if mailing else Queue.DEFAULT
        copy.original_id = mail.original_id or mail.pk
        return copy

    def _mailing_of(self, mail: OutgoingMail) -> Mailing | None:
        if mail.mailing_id is None:
            return None
        if mail.mailing_id not in self._mailings:
            mailing = Mailing.objects.select_related("conference").get(pk=mail.mailing_id)
            self._mailings[mailing.pk], self._letters[mailing.pk] = mailing, Letters(mailing)
        return self._mailings[mail.mailing_id]


def _as_it_was(mail: OutgoingMail) -> OutgoingMail:
    now = timezone.now()
    return OutgoingMail(
        recipient=mail.recipient,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        conference_id=mail.conference_id,
        reply_to=mail.reply_to,
        mailing_id=mail.mailing_id,
        registration_id=mail.registration_id,
        is_to_presenter=mail.is_to_presenter,
        message_id=new_message_id(),
        due_at=now,
        state_changed_at=now,
    )

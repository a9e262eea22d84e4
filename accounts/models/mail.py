from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField, is_normal


class OutgoingMail(models.Model):
    """One mail on its way: the outbox. The row holds the state; a background task only carries its id.

    A mail cannot be sent exactly once. So `sending` is committed before the first byte goes to the server; what is found in that
    state after a crash becomes `uncertain`, and nobody sends it again without being told to.
    """

    class Queue(models.TextChoices):
        LOGIN = "login", _("login")
        DEFAULT = "default", _("other")
        MAILING = "mailing", _("mailing")  # many, sent at the pace that the settings allow

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        UNCERTAIN = "uncertain", _("uncertain")
        FAILED = "failed", _("failed")
        BOUNCED = "bounced", _("bounced")
        WITHDRAWN = "withdrawn", _("withdrawn")

    queue = models.CharField(_("queue"), max_length=10, choices=Queue, default=Queue.DEFAULT)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.QUEUED)
    conference = models.ForeignKey(
        "conference.Conference",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("conference"),
    )
    mailing = models.ForeignKey(
        "accounts.Mailing",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("mailing"),
    )
    registration = models.ForeignKey(
        "accounts.Registration",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="mails",
        verbose_name=_("registration"),
    )
    original = models.ForeignKey(
        "self",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="copies",
        verbose_name=_("sent again for"),
        help_text=_("The mail that a person had sent once more."),
    )
    # To an author as such: without a registration from the beginning, and not because that was deleted.
    is_to_presenter = models.BooleanField(default=False, editable=False)
    recipient = AddressField(_("to"))
    subject = models.CharField(_("subject"), max_length=250)
    text = models.TextField(_("text"))
    html = models.TextField(_("HTML"), blank=True)
    reply_to = models.CharField(_("reply to"), max_length=254, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=250, unique=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    reason = models.TextField(_("reason"), blank=True, help_text=_("Why it failed or came back."))
    created_at = models.DateTimeField(_("queued"), auto_now_add=True)
    due_at = models.DateTimeField(_("due"))
    state_changed_at = models.DateTimeField(_("state since"))

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    state__in=["queued", "sending", "sent", "uncertain", "failed", "bounced", "withdrawn"]
                ),
                name="mail_state_known",
                violation_error_message=_("There is no such state."),
            ),
            models.CheckConstraint(
                condition=is_normal("recipient"),
                name="mail_recipient_normal",
                violation_error_message=_("The address is not in its normal form."),
            ),
            models.UniqueConstraint(
                fields=["mailing", "registration"],
                condition=models.Q(original__isnull=True),
                name="mail_once_for_registration",
                violation_error_message=_("This registration has its mail of this mailing already."),
            ),
            models.UniqueConstraint(
                fields=["mailing", "recipient"],
                condition=models.Q(original__isnull=True, is_to_presenter=True),
                name="mail_once_for_presenter",
                violation_error_message=_("This address has its mail of this mailing already."),
            ),
        ]
        indexes = [models.Index(fields=["state", "queue", "due_at"], name="mail_to_send")]

    def __str__(self) -> str:
        return f"{self.recipient}: {self.subject}"

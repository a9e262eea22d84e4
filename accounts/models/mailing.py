from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.registration import TicketType
from accounts.placeholders import OF_PRESENTERS, PLACEHOLDERS, unknown


class Mailing(models.Model):
    """One text to many people. Its mails are rows of the outbox, one for each registration, or for each address of presenters."""

    class Kind(models.TextChoices):
        WELCOME = "welcome", _("welcome")
        UPDATE = "update", _("update")
        REMINDER = "reminder", _("reminder")

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        SENDING = "sending", _("being sent")
        ABORTED = "aborted", _("aborted")
        DONE = "done", _("done")

    class Audience(models.TextChoices):
        ALL = "all", _("everybody registered")
        NEW = "new", _("new ones: who has had no mail of this kind")
        TICKET = "ticket", _("one ticket type")
        PRESENTERS = "presenters", _("presenters: authors whose address is known, registered or not")

    conference = models.ForeignKey(
        "conference.Conference", models.CASCADE, related_name="mailings", verbose_name=_("conference")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.WELCOME)
    subject = models.CharField(_("subject"), max_length=200, help_text=_("With placeholders, as the text."))
    body = models.TextField(
        _("text"),
        help_text=_(
            "Markdown. Where to log in, and with which address, is added below it; codes are never part of it."
        ),
    )
    audience = models.CharField(
        _("to"),
        max_length=10,
        choices=Audience,
        default=Audience.ALL,
        help_text=_("Of registrations confirmed ones only. Nobody gets a mailing twice."),
    )
    ticket_type = models.ForeignKey(
        TicketType, models.RESTRICT, null=True, blank=True, related_name="+", verbose_name=_("ticket type")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.DRAFT, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True, editable=False)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        verbose_name=_("confirmed by"),
    )

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("mailing")
        verbose_name_plural = _("mailings")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["welcome", "update", "reminder"]),
                name="mailing_kind_known",
                violation_error_message=_("There is no such kind."),
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "sending", "aborted", "done"]),
                name="mailing_state_known",
                violation_error_message=_("There is no such state."),
            ),
            models.CheckConstraint(
                condition=Q(audience="ticket", ticket_type__isnull=False)
                | Q(audience__in=["all", "new", "presenters"], ticket_type__isnull=True),
                name="mailing_names_its_ticket_type",
                violation_error_message=_(
                    "A ticket type goes with the choice “one ticket type”, and only with it."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def is_to_presenters(self) -> bool:
        return self.audience == self.Audience.PRESENTERS

    def clean(self) -> None:
        problems: dict[str, list[str]] = {}
        known = [name for name in PLACEHOLDERS if self.is_to_presenters or name not in OF_PRESENTERS]
        for field in ("subject", "body"):
            if names := unknown(getattr(self, field), known):
                problems[field] = [_unknown(name, known) for name in names]
        if self.ticket_type and self.ticket_type.conference_id != self.conference_id:
            problems["ticket_type"] = [str(_("This ticket type is of another conference."))]
        if problems:
            raise ValidationError(problems)


def _unknown(name: str, known: list[str]) -> str:
    if name in OF_PRESENTERS:
        return _("{%(name)s} is for mail to presenters: choose them, or take it out.") % {"name": name}
    listed = ", ".join(f"{{{placeholder}}}" for placeholder in known)
    return _("There is no placeholder {%(name)s}. There are: %(known)s.") % {"name": name, "known": listed}

from django.db import models
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference


class Subject(models.TextChoices):
    """The parts of a conference that open and close; access.py decides by them."""

    INSIDE = "inside", _("the event's inside")
    SCHEDULE = "schedule", _("schedule")
    ABSTRACTS = "abstracts", _("abstracts")
    VIDEOS = "videos", _("videos")
    FILES = "files", _("files")
    LIVE = "live", _("live sessions")
    QUESTIONS = "questions", _("questions")


class Audience(models.TextChoices):
    EVERYONE = "everyone", _("everyone")
    REGISTERED = "registered", _("registered people")
    TICKETS = "tickets", _("some ticket types")
    ORGANIZERS = "organizers", _("organizers")


class AccessLevel(models.TextChoices):
    """What a lecture or a material may say for itself, instead of its conference's rules."""

    EVERYONE = "everyone", _("open to everyone")
    REGISTERED = "registered", _("for registered people")
    ORGANIZERS = "organizers", _("for organizers")


class AccessRule(models.Model):
    """Opens one subject of a conference to an audience, from and until a time.

    A subject with rules is open to a viewer whom any of them admits now; a subject without is as access.DEFAULTS says.
    """

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="access_rules", verbose_name=_("conference")
    )
    subject = models.CharField(_("subject"), max_length=10, choices=Subject)
    audience = models.CharField(
        _("audience"),
        max_length=10,
        choices=Audience,
        help_text=_(
            "Several rules of one subject add up. Without any, abstracts are for everyone and the rest is for registered people."
        ),
    )
    ticket_types = models.ManyToManyField(
        "accounts.TicketType",
        blank=True,
        related_name="access_rules",
        verbose_name=_("ticket types"),
        help_text=_("For the audience of some ticket types."),
    )
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True, help_text=_("Empty: at once."))
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True, help_text=_("Empty: never."))

    class Meta:
        ordering = ["conference", "subject", "opens_at", "pk"]
        verbose_name = _("access rule")
        verbose_name_plural = _("access rules")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(opens_at__isnull=True)
                | models.Q(closes_at__isnull=True)
                | models.Q(closes_at__gt=models.F("opens_at")),
                name="rule_closes_after_opening",
                violation_error_message=_("This rule closes before it opens."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_subject_display()}: {self.get_audience_display()}"

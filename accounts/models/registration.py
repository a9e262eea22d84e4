from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField, is_normal
from accounts.models.user import User


class TicketType(models.Model):
    """What people bought: regular, student, virtual. It opens what access rules say, and grants no right in the admin."""

    conference = models.ForeignKey(
        "conference.Conference", models.CASCADE, related_name="ticket_types", verbose_name=_("conference")
    )
    code = models.SlugField(_("code"), max_length=100, help_text=_("As registration files write it."))
    name = models.CharField(_("name"), max_length=100)

    class Meta:
        ordering = ["name"]
        verbose_name = _("ticket type")
        verbose_name_plural = _("ticket types")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "code"],
                name="ticket_code_once",
                violation_error_message=_("This conference has a ticket type with this code."),
            ),
            models.UniqueConstraint(fields=["id", "conference"], name="ticket_with_conference"),
        ]

    def __str__(self) -> str:
        return self.name


class Registration(models.Model):
    """An e-mail address that may enter one conference. It lets in whoever has proved the address; no other tie to a user is kept."""

    class Status(models.TextChoices):
        CONFIRMED = "confirmed", _("confirmed")
        CANCELLED = "cancelled", _("cancelled")

    conference = models.ForeignKey(
        "conference.Conference", models.CASCADE, related_name="registrations", verbose_name=_("conference")
    )
    email = AddressField(_("e-mail address"))
    name = models.CharField(_("name"), max_length=200, blank=True)
    affiliation = models.CharField(_("affiliation"), max_length=300, blank=True)
    country = models.CharField(_("country"), max_length=100, blank=True)
    ticket_type = models.ForeignKey(
        TicketType,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="registrations",
        verbose_name=_("ticket type"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.CONFIRMED)
    status_changed_at = models.DateTimeField(_("status since"), null=True, blank=True, editable=False)
    external_id = models.CharField(_("number in the list"), max_length=100, blank=True)
    registered_at = models.DateTimeField(_("registered"), null=True, blank=True)

    class Meta:
        ordering = ["conference", "email"]
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "email"],
                name="registration_once",
                violation_error_message=_("This address is registered for this conference already."),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["confirmed", "cancelled"]),
                name="registration_status_known",
                violation_error_message=_("The status is confirmed or cancelled."),
            ),
            models.CheckConstraint(
                condition=is_normal("email"),
                name="registration_email_normal",
                violation_error_message=_("The address is not in its normal form."),
            ),
        ]
        indexes = [
            models.Index(fields=["email"], name="registration_by_email"),
            models.Index(fields=["conference", "status", "ticket_type"], name="registration_by_status"),
        ]

    def __str__(self) -> str:
        return self.email

    def clean(self) -> None:
        if self.ticket_type and self.ticket_type.conference_id != self.conference_id:
            raise ValidationError({"ticket_type": _("This ticket type is of another conference.")})


class Organizer(models.Model):
    """A user who runs one conference; with several rows, several conferences."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        EDITOR = "editor", _("editor")
        REGISTRATIONS = "registrations", _("registrations desk")
        VIEWER = "viewer", _("viewer")

    conference = models.ForeignKey(
        "conference.Conference", models.CASCADE, related_name="organizers", verbose_name=_("conference")
    )
    user = models.ForeignKey(User, models.CASCADE, related_name="organizes", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=15, choices=Role, default=Role.EDITOR)

    class Meta:
        ordering = ["conference", "role", "user"]
        verbose_name = _("organizer")
        verbose_name_plural = _("organizers")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "user"],
                name="organizer_once",
                violation_error_message=_("This person organizes this conference already."),
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "editor", "registrations", "viewer"]),
                name="organizer_role_known",
                violation_error_message=_("There is no such role."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"

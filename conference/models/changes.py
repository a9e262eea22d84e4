from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.imports import ImportRun


class Change(models.Model):
    """What became of one field of a conference, a lecture or a registration. Triggers of the database write these rows, and nothing else.

    Deleting a registration takes what is kept of it along, but for the fact: its rows hold addresses.
    """

    class Subject(models.TextChoices):
        CONFERENCE = "conference", _("conference")
        LECTURE = "lecture", _("lecture")
        REGISTRATION = "registration", _("registration")

    class Action(models.TextChoices):
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        DELETED = "deleted", _("deleted")

    class Cause(models.TextChoices):
        HAND = "hand", _("by hand")
        IMPORT = "import", _("import")
        UNDO = "undo", _("import undone")
        COMMAND = "command", _("command")  # and whatever else names no other cause

    # Without a constraint, here and at `run`: rows come while a conference is being deleted, and its trigger takes them away.
    conference = models.ForeignKey(
        Conference,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,  # it leads the one below
        related_name="+",
        verbose_name=_("conference"),
    )
    subject = models.CharField(_("what"), max_length=12, choices=Subject)
    thing_id = models.BigIntegerField()
    action = models.CharField(_("action"), max_length=7, choices=Action)
    field = models.CharField(_("field"), max_length=40, blank=True)  # where it was changed
    old = models.TextField(_("old value"), blank=True)  # of what was deleted, its name
    new = models.TextField(_("new value"), blank=True)  # of what was added, its name
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DB_SET_NULL, null=True, related_name="+", verbose_name=_("who")
    )
    cause = models.CharField(_("how"), max_length=7, choices=Cause)
    run = models.ForeignKey(
        ImportRun,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("import"),
    )
    at = models.DateTimeField(_("when"), db_default=Now())

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        indexes = [
            models.Index(fields=["subject", "thing_id"], name="change_by_thing"),
            models.Index(fields=["conference", "-id"], name="change_by_conference"),
        ]

    def __str__(self) -> str:
        return (
            f"{self.get_subject_display()} {self.thing_id}: {self.get_action_display()} {self.field}".strip()
        )

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.lecture import Lecture
from conference.models.program import Session
from conference.models.texts import WelcomeMessage


class SourceRecord(models.Model):
    """What one source last said about one thing under its own id.

    It settles who wins when the source speaks again: what it has not changed stays ours, what it changed is taken if ours is still what
    it said last time, and is a conflict otherwise.
    """

    class Thing(models.TextChoices):
        LECTURE = "lecture", _("lecture")
        SESSION = "session", _("session")
        MESSAGE = "message", _("welcome message")
        REGISTRATION = "registration", _("registration")

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="source_records", verbose_name=_("conference")
    )
    source = models.CharField(
        _("source"), max_length=40, help_text=_("The format: anthology, registrations.")
    )
    volume = models.CharField(_("volume"), max_length=100, blank=True)
    external_id = models.CharField(_("id in the source"), max_length=254)
    thing = models.CharField(_("thing"), max_length=12, choices=Thing)
    lecture = models.ForeignKey(Lecture, models.CASCADE, null=True, blank=True, related_name="source_records")
    session = models.ForeignKey(Session, models.CASCADE, null=True, blank=True, related_name="source_records")
    message = models.ForeignKey(
        WelcomeMessage, models.CASCADE, null=True, blank=True, related_name="source_records"
    )
    values = models.JSONField(_("values"), default=dict)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("source record")
        verbose_name_plural = _("source records")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "source", "volume", "external_id", "thing"], name="source_record_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(thing="lecture") | models.Q(lecture__isnull=False),
                name="source_record_of_lecture",
            ),
            models.CheckConstraint(
                condition=~models.Q(thing="session") | models.Q(session__isnull=False),
                name="source_record_of_session",
            ),
            models.CheckConstraint(
                condition=~models.Q(thing="message") | models.Q(message__isnull=False),
                name="source_record_of_message",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}:{self.volume}:{self.external_id}"


class ImportRunQuerySet(models.QuerySet["ImportRun"]):
    def unfinished(self) -> Self:
        """Confirmed, and not done yet."""
        return self.filter(state__in=ImportRun.UNFINISHED)

    def without_files(self) -> Self:
        """For lists: neither the file nor what undoing needs."""
        return self.defer("content", "report", "undo")


class ImportRun(models.Model):
    """One file that somebody imported, or is about to: who, when, what it would do and what it did."""

    class State(models.TextChoices):
        PLANNED = "planned", _("waiting for confirmation")
        QUEUED = "queued", _("confirmed, waiting for the worker")
        WORKING = "working", _("being written")
        APPLIED = "applied", _("applied")
        REFUSED = "refused", _("not applied")
        UNDONE = "undone", _("undone")

    UNFINISHED = (State.QUEUED, State.WORKING)

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="imports", verbose_name=_("conference")
    )
    source = models.CharField(_("format"), max_length=40)
    filename = models.CharField(_("file"), max_length=200)
    content = models.BinaryField()
    options = models.JSONField(
        _("options"), default=dict, blank=True, help_text=_("How the file is to be read.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    report = models.JSONField(_("report"), default=dict)
    problem = models.TextField(_("problem"), blank=True, help_text=_("Why it could not be done."))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("uploaded"), auto_now_add=True)
    applied_at = models.DateTimeField(_("applied"), null=True)
    undo = models.JSONField(null=True, editable=False)  # what undoing needs: see services/imports/undoing.py
    undone_at = models.DateTimeField(_("undone"), null=True, editable=False)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("undone by"),
    )

    objects = ImportRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return self.filename

    @property
    def is_unfinished(self) -> bool:
        return self.state in self.UNFINISHED

"""When and where: tracks, sessions and slots.

Each row names its conference, and composite foreign keys in migration 0002 hold that a slot's lecture and session, and a lecture's
track, are of that same conference.
"""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.kinds import LectureKind
from conference.querysets import SessionQuerySet


class Track(models.Model):
    """A thematic area of one conference."""

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="tracks", verbose_name=_("conference")
    )
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("slug"), max_length=200)
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        ordering = ["position", "name"]
        verbose_name = _("track")
        verbose_name_plural = _("tracks")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "slug"],
                name="track_slug_once",
                violation_error_message=_("This conference has a track with this slug."),
            ),
            models.UniqueConstraint(fields=["id", "conference"], name="track_with_conference"),
        ]

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """A block of time in a room."""

    class Kind(models.TextChoices):
        ORAL = "oral", _("talks")
        POSTER = "poster", _("posters")
        DEMO = "demo", _("demonstrations")
        PLENARY = "plenary", _("plenary")
        TUTORIAL = "tutorial", _("tutorial")
        WORKSHOP = "workshop", _("workshop")
        SOCIAL = "social", _("social event")
        BREAK = "break", _("break")

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="sessions", verbose_name=_("conference")
    )
    track = models.ForeignKey(
        Track, models.SET_NULL, null=True, blank=True, related_name="sessions", verbose_name=_("track")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.ORAL)
    name = models.CharField(_("name"), max_length=250)
    code = models.CharField(
        _("code"), max_length=20, blank=True, help_text=_("As printed in the program: 11B.")
    )
    room = models.CharField(_("room"), max_length=120, blank=True)
    chair = models.CharField(_("chair"), max_length=200, blank=True)
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    live_url = models.URLField(
        _("live link"), max_length=500, blank=True, help_text=_("Shown to those who may join live.")
    )

    objects = SessionQuerySet.as_manager()

    class Meta:
        ordering = ["starts_at", "room", "name", "pk"]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="session_ends_after_start",
                violation_error_message=_("The session ends before it starts."),
            ),
            models.UniqueConstraint(fields=["id", "conference"], name="session_with_conference"),
        ]
        indexes = [models.Index(fields=["conference", "starts_at"], name="session_by_time")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("session", args=[self.conference.slug, self.pk, self.slug])

    def clean(self) -> None:
        if self.track_id and self.track and self.track.conference_id != self.conference_id:
            raise ValidationError({"track": _("This track is of another conference.")})

    @property
    def slug(self) -> str:
        return slugify(self.name, allow_unicode=False) or "session"


class Slot(models.Model):
    """A lecture's place in a session: its own time, order and board. Without a lecture, a title holds the place."""

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="slots", verbose_name=_("conference")
    )
    session = models.ForeignKey(Session, models.CASCADE, related_name="slots", verbose_name=_("session"))
    lecture = models.ForeignKey(
        "conference.Lecture",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="slots",
        verbose_name=_("lecture"),
    )
    title = models.CharField(
        _("title"), max_length=500, blank=True, help_text=_("For an item that is no lecture here.")
    )
    kind = models.CharField(
        _("kind"),
        max_length=12,
        blank=True,
        choices=LectureKind,
        help_text=_("If other than the lecture's own."),
    )
    starts_at = models.DateTimeField(
        _("starts"), null=True, blank=True, help_text=_("Empty: with the session.")
    )
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    board = models.CharField(_("board"), max_length=20, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        ordering = ["starts_at", "position", "pk"]
        verbose_name = _("slot")
        verbose_name_plural = _("slots")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(lecture__isnull=False) | ~models.Q(title=""),
                name="slot_has_lecture_or_title",
                violation_error_message=_("A slot needs a lecture, or else a title."),
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(ends_at__gt=models.F("starts_at")),
                name="slot_ends_after_start",
                violation_error_message=_("The slot ends before it starts."),
            ),
            models.UniqueConstraint(
                fields=["session", "board"],
                condition=~models.Q(board=""),
                name="slot_board_once",
                violation_error_message=_("This board is taken in this session."),
            ),
        ]
        indexes = [models.Index(fields=["lecture", "starts_at"], name="slot_by_lecture")]

    def __str__(self) -> str:
        return self.title or str(self.lecture)

    def clean(self) -> None:
        for name in ("session", "lecture"):
            other = getattr(self, name, None)
            if other and other.conference_id != self.conference_id:
                raise ValidationError({name: _("This is of another conference.")})
        if getattr(self, "session", None) and self.finishes < self.begins:
            raise ValidationError(_("With its session's times, the slot ends before it starts."))

    @property
    def begins(self) -> datetime:
        return self.starts_at or self.session.starts_at

    @property
    def finishes(self) -> datetime:
        return self.ends_at or self.session.ends_at

    @property
    def kind_display(self) -> str:
        kind = self.kind or (self.lecture.kind if self.lecture else "")
        return str(LectureKind(kind).label) if kind else ""

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.text import get_valid_filename, slugify
from django.utils.translation import gettext_lazy as _

from conference.models.access import AccessLevel, Subject
from conference.models.lecture import Lecture


def _where(material: "Material", filename: str) -> str:
    # The name people see is in `filename`; on disk a name that nobody can choose.
    return f"materials/{material.lecture.conference_id}/{material.uuid}"


def preview_name(file_name: str) -> str:
    return f"{file_name}-preview"


class Material(models.Model):
    """Something to open or download: a file here, or a link elsewhere."""

    class Kind(models.TextChoices):
        PAPER = "paper", _("paper")
        SLIDES = "slides", _("slides")
        POSTER = "poster", _("poster")
        VIDEO = "video", _("video")
        CAPTIONS = "captions", _("captions")
        TRANSCRIPT = "transcript", _("transcript")
        CODE = "code", _("code")
        DATA = "data", _("data")
        SUPPLEMENT = "supplement", _("supplement")

    class State(models.TextChoices):
        READY = "ready", _("ready")
        PROCESSING = "processing", _("in preparation")
        MISSING = "missing", _("missing")
        WITHHELD = "withheld", _("withheld")
        SUBMITTED = "submitted", _("waiting for approval")  # sent by a presenter

    lecture = models.ForeignKey(Lecture, models.CASCADE, related_name="materials", verbose_name=_("lecture"))
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.READY)
    title = models.CharField(
        _("title"), max_length=200, blank=True, help_text=_("If there are several of one kind.")
    )
    file = models.FileField(_("file"), upload_to=_where, max_length=200, blank=True)
    filename = models.CharField(_("file name"), max_length=200, blank=True)
    media_type = models.CharField(_("media type"), max_length=100, blank=True, editable=False)
    size = models.PositiveBigIntegerField(
        _("size"), null=True, blank=True, editable=False, help_text=_("In bytes.")
    )
    sha256 = models.CharField(max_length=64, blank=True, editable=False)
    # Of a small picture beside the file, which services/previews.py makes: of which file, and its size in pixels.
    previewed_file = models.CharField(max_length=200, blank=True, editable=False)
    preview_width = models.PositiveSmallIntegerField(null=True, editable=False)
    preview_height = models.PositiveSmallIntegerField(null=True, editable=False)
    preview_tries = models.PositiveSmallIntegerField(default=0, editable=False)
    url = models.URLField(_("link"), max_length=500, blank=True)
    access = models.CharField(
        _("access"),
        max_length=12,
        blank=True,
        choices=AccessLevel,
        help_text=_("For this material alone, instead of the lecture's or the conference's rules."),
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("material")
        verbose_name_plural = _("materials")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(file="") | models.Q(url=""),
                name="material_file_or_link",
                violation_error_message=_("Give a file or a link, not both."),
            ),
            models.CheckConstraint(
                condition=~models.Q(state="ready") | ~models.Q(file="", url=""),
                name="material_ready_has_content",
                violation_error_message=_("A ready material needs a file or a link."),
            ),
        ]

    def __str__(self) -> str:
        return self.label

    def save(self, **kwargs: Any) -> None:
        if self.file and not self.filename:
            self.filename = get_valid_filename(str(self.file.name).rsplit("/", 1)[-1])[:200]
        super().save(**kwargs)

    def get_absolute_url(self) -> str:
        """Its address behind the gate, for a file and for a link alike: the link's own address is told to those who may open it."""
        return reverse("material", args=[self.uuid, self.download_name])

    def clean(self) -> None:
        if self.url and not self.url.startswith(("http://", "https://")):
            raise ValidationError({"url": _("A link starts with https:// or http://.")})

    @property
    def label(self) -> str:
        return self.title or str(self.get_kind_display()).capitalize()

    @property
    def download_name(self) -> str:
        return self.filename or slugify(self.label) or self.kind

    @property
    def preview_name(self) -> str:
        """Where the picture lies, beside the file."""
        return preview_name(str(self.file.name))

    @property
    def has_preview(self) -> bool:
        return bool(self.file) and self.previewed_file == self.file.name and self.preview_width is not None

    @property
    def subject(self) -> str:
        """Which of the conference's rules it falls under."""
        spoken = {self.Kind.VIDEO, self.Kind.CAPTIONS, self.Kind.TRANSCRIPT}
        return Subject.VIDEOS if self.kind in spoken else Subject.FILES

    @property
    def is_plain_link(self) -> bool:
        """A link that files bring, take away and are given. What is withheld, or open to others than its lecture, is settled by hand."""
        return bool(self.url) and self.is_ready and not self.access

    @property
    def is_ready(self) -> bool:
        return self.state == self.State.READY

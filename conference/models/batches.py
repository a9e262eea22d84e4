"""Files that were sent together and wait for a person's word. None of them is a material yet."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.lecture import Lecture
from conference.models.material import Material


class FileBatch(models.Model):
    """What one person sent at once. It goes when its files are kept or given up."""

    conference = models.ForeignKey(Conference, models.CASCADE, related_name="file_batches")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    # Until all of it has been looked at, nobody decides on it: it may be under way, or its process may have died.
    is_complete = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.conference}: {self.created_at:%Y-%m-%d %H:%M}"


class BatchFile(models.Model):
    """One of these files: what it seems to be, and what would become of it."""

    class Verdict(models.TextChoices):
        NEW = "new", _("new")
        REPLACES = "replaces", _("takes the place of a file")
        SAME = "same", _("here already")
        DOUBLE = "double", _("sent twice")
        UNMATCHED = "unmatched", _("of no lecture")
        REFUSED = "refused", _("cannot be kept")

    KEPT = (Verdict.NEW, Verdict.REPLACES)

    batch = models.ForeignKey(FileBatch, models.CASCADE, related_name="files")
    uuid = models.UUIDField(default=uuid.uuid4, unique=True)
    name = models.CharField(max_length=300)  # as it was sent, with its folders
    # Where a material's file lies, too: keeping it moves nothing. Only a file that may be kept is stored.
    file = models.FileField(max_length=200, blank=True)
    lecture = models.ForeignKey(Lecture, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Material.Kind, blank=True)
    filename = models.CharField(max_length=200, blank=True)
    media_type = models.CharField(max_length=100, blank=True)
    size = models.PositiveBigIntegerField(null=True)
    sha256 = models.CharField(max_length=64, blank=True)
    verdict = models.CharField(max_length=10, choices=Verdict)
    reason = models.TextField(blank=True)  # why it cannot be kept, or with what it is the same
    doubt = models.TextField(blank=True)  # why it may be another lecture's all the same
    replaced = models.ForeignKey(Material, models.SET_NULL, null=True, related_name="+")
    replaced_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(verdict__in=["new", "replaces"])
                | models.Q(lecture__isnull=False) & ~models.Q(file="") & ~models.Q(kind=""),
                name="batch_file_that_is_kept_has_its_place",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_kept(self) -> bool:
        return self.verdict in self.KEPT

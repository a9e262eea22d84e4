"""Small pictures of files, made in the background. What a killed worker left is made again."""

import logging
from typing import BinaryIO, cast

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import F, QuerySet

from conference.models import Material
from conference.pictures import PICTURED, Preview, preview_of

logger = logging.getLogger(__name__)

MOST_TRIES = 3  # of a file over which workers die


def without_preview() -> QuerySet[Material]:
    """Files that a picture should be made of, and neither was nor turned out to be impossible."""
    wanted = Material.objects.filter(media_type__in=PICTURED, preview_tries__lt=MOST_TRIES).exclude(file="")
    return wanted.exclude(previewed_file=F("file")).order_by("pk")


def make_preview(*, material: Material) -> None:
    """The try is counted before it begins: a file that kills the worker does not do so for ever."""
    Material.objects.filter(pk=material.pk).update(preview_tries=F("preview_tries") + 1)
    made = _made(material)
    if made:
        default_storage.delete(material.preview_name)  # which a killed worker may have left
        default_storage.save(material.preview_name, ContentFile(made.content))
    # Only if the file is still the one that was looked at.
    Material.objects.filter(pk=material.pk, file=material.file.name).update(
        previewed_file=material.file.name,
        preview_width=made.width if made else None,
        preview_height=made.height if made else None,
        preview_tries=0,
    )


def _made(material: Material) -> Preview | None:
    try:
        with material.file.open("rb") as content:
            return preview_of(cast("BinaryIO", content), material.media_type)
    except OSError:
        logger.warning("Material %s: no preview, its file cannot be read.", material.uuid)
        return None

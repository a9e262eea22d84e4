"""Files of lectures: looked at before they are kept."""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, cast

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from conference.captions import caption_problems
from conference.filetypes import ALLOWED, FileType, safe_name, sniff
from conference.models import Lecture, Material
from conference.models.material import preview_name
from conference.services import index

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Examined:
    """What is known of a file that may be kept."""

    kind: FileType
    filename: str
    size: int  # bytes
    sha256: str


def examine(*, upload: File[bytes], material_kind: str) -> Examined:
    """Looks at a file's bytes. Raises ValidationError, which names the file and says what would do."""
    name, size = str(upload.name), upload.size
    allowed, limit = ALLOWED[material_kind]
    if size > limit:
        raise ValidationError(
            _("%(name)s has %(size)s; the limit for this kind of material is %(limit)s."),
            code="too_large",
            params={"name": name, "size": filesizeformat(size), "limit": filesizeformat(limit)},
        )
    if not size:
        raise ValidationError(
            _("%(name)s is empty: choose the file again."), code="empty", params={"name": name}
        )
    kind = sniff(cast("BinaryIO", upload))
    if kind not in allowed:
        raise ValidationError(
            _(
                "%(name)s is not one of: %(allowed)s. What a file is called does not count, only what is in it."
            ),
            code="wrong_type",
            params={"name": name, "allowed": ", ".join(one.label for one in allowed)},
        )
    if material_kind == Material.Kind.CAPTIONS:
        _refuse_broken_captions(upload, name)
    return Examined(kind, safe_name(name, kind), size, _digest(upload))


def _refuse_broken_captions(upload: File[bytes], name: str) -> None:
    upload.seek(0)
    if problems := caption_problems(upload.read()):
        raise ValidationError(
            _("%(name)s is no WebVTT that browsers show. %(problems)s"),
            code="broken_captions",
            params={"name": name, "problems": " ".join(problems)},
        )


def store_file(
    *,
    lecture: Lecture,
    kind: str,
    upload: File[bytes],
    title: str = "",
    access: str = "",
    actor: "User | None",
) -> Material:
    """Keeps a file as a new material of the lecture, ready to be opened by those who may."""
    with transaction.atomic():
        material = keep_file(lecture=lecture, kind=kind, upload=upload, title=title, access=access)
        index.refresh([lecture.pk])
    logger.info(
        "material %s of lecture %s stored by user %s", material.uuid, lecture.pk, actor.pk if actor else None
    )
    return material


def keep_file(
    *,
    lecture: Lecture,
    kind: str,
    upload: File[bytes],
    title: str = "",
    access: str = "",
    state: str = Material.State.READY,
) -> Material:
    """As `store_file`, for whoever keeps many: the caller refreshes the index, once."""
    examined = examine(upload=upload, material_kind=kind)
    material = Material(
        lecture=lecture,
        kind=kind,
        state=state,
        title=title,
        access=access,
        filename=examined.filename,
        media_type=examined.kind.media_type,
        size=examined.size,
        sha256=examined.sha256,
        position=lecture.materials.count(),
    )
    upload.seek(0)
    material.file.save(examined.filename, upload, save=False)
    material.save()
    return material


def discard_files(names: Iterable[str]) -> None:
    """Once the transaction is committed, deletes those of these files (by their names in the storage) that no material has any more."""
    if gone := {name for name in names if name}:
        transaction.on_commit(partial(_delete_unused, gone), robust=True)


def _delete_unused(names: set[str]) -> None:
    for name in names - set(Material.objects.filter(file__in=names).values_list("file", flat=True)):
        default_storage.delete(name)
        default_storage.delete(preview_name(name))


def _digest(upload: File[bytes]) -> str:
    digest = hashlib.sha256()
    upload.seek(0)
    for chunk in upload.chunks():
        digest.update(chunk)
    return digest.hexdigest()

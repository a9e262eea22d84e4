"""Files that presenters send for their own lectures: kept apart until an organizer opens them."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.files.base import File
from django.db import transaction
from django.utils.translation import gettext as _

from conference.models import Lecture, Material
from conference.services import index
from conference.services.materials import discard_files, keep_file

if TYPE_CHECKING:
    from accounts.models import User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many materials changed, were in that state already, or have nothing to open."""

    done: int
    already: int
    empty: int


@transaction.atomic
def submit_file(*, lecture: Lecture, kind: str, upload: File[bytes], user_id: int | None) -> Material:
    """It waits for approval, in the place of one of the same kind that waited. Raises ValidationError, as `examine` does."""
    Lecture.objects.select_for_update(no_key=True).only("pk").get(pk=lecture.pk)
    material = keep_file(lecture=lecture, kind=kind, upload=upload, state=Material.State.SUBMITTED)
    former = lecture.materials.filter(kind=kind, state=Material.State.SUBMITTED).exclude(pk=material.pk)
    discard_files(former.values_list("file", flat=True))
    former.delete()
    logger.info("material %s of lecture %s submitted by user %s", material.uuid, lecture.pk, user_id)
    return material


@transaction.atomic
def set_material_state(
    *, material_ids: Collection[int], state: Material.State, actor: "User | None"
) -> Outcome:
    """Of files and links. What has neither cannot be opened, and is left as it is."""
    rows = Material.objects.filter(pk__in=material_ids).order_by("pk").select_for_update(no_key=True)
    materials = list(rows)
    full = [one for one in materials if one.file or one.url]
    changed = [one for one in full if one.state != state]
    Material.objects.filter(pk__in=[one.pk for one in changed]).update(state=state)
    index.refresh_files({one.lecture_id for one in changed})
    if actor is not None:
        message = _("State set to %(state)s.") % {"state": state.label}
        LogEntry.objects.log_actions(actor.pk, changed, CHANGE, message)
    return Outcome(len(changed), len(full) - len(changed), len(materials) - len(full))

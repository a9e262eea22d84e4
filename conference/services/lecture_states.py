"""Publishing and withdrawing lectures, many at a time."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from conference.models import Lecture

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many lectures changed, and how many were in that state already."""

    done: int
    already: int


@transaction.atomic
def set_lecture_state(*, lecture_ids: Collection[int], state: Lecture.State, actor: "User | None") -> Outcome:
    """A withdrawn lecture keeps its page, which says so. Nothing derived depends on the state."""
    rows = Lecture.objects.filter(pk__in=lecture_ids).order_by("pk").select_for_update(no_key=True)
    lectures = list(rows.only("title", "title_text", "state"))
    changed = [lecture for lecture in lectures if lecture.state != state]
    Lecture.objects.filter(pk__in=[lecture.pk for lecture in changed]).update(
        state=state, updated_at=timezone.now()
    )
    if actor is not None:
        message = _("State set to %(state)s.") % {"state": state.label}
        LogEntry.objects.log_actions(actor.pk, changed, CHANGE, message)
    return Outcome(len(changed), len(lectures) - len(changed))

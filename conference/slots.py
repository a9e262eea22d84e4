"""What is in sessions: how much of it, and what goes on now."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import ngettext

from accounts.viewer import Viewer
from conference.models import Lecture, Session, Slot
from conference.program import natural


def contents_of(sessions: Collection[Session]) -> dict[int, str]:
    """By session id what it holds: `6 talks, 31 posters`. Drafts and withdrawn lectures are not held. One query."""
    if not sessions:
        return {}
    held = Slot.objects.filter(session__in=sessions).filter(
        Q(lecture=None) | Q(lecture__state=Lecture.State.PUBLISHED)
    )
    kind = Coalesce(NullIf(F("kind"), Value("")), F("lecture__kind"), Value(""))
    counts: dict[int, dict[str, int]] = defaultdict(lambda: {"talk": 0, "poster": 0, "demo": 0})
    rows = (
        held.order_by().annotate(shown_as=kind).values_list("session", "shown_as").annotate(count=Count("pk"))
    )
    for session, shown_as, count in rows:
        counts[session][shown_as if shown_as in {"poster", "demo"} else "talk"] += count
    return {session: _in_words(**count) for session, count in counts.items()}


def _in_words(*, talk: int, poster: int, demo: int) -> str:
    parts = [
        ngettext("%(count)d talk", "%(count)d talks", talk) % {"count": talk} if talk else "",
        ngettext("%(count)d poster", "%(count)d posters", poster) % {"count": poster} if poster else "",
        ngettext("%(count)d demo", "%(count)d demos", demo) % {"count": demo} if demo else "",
    ]
    return ", ".join(part for part in parts if part)


def running_in(sessions: Collection[Session], now: datetime, viewer: Viewer) -> dict[int, list[Slot]]:
    """By session id the slots that go on now, of those that have a time of their own. One query."""
    if not sessions:
        return {}
    slots = slots_visible_to(viewer).filter(session__in=sessions, starts_at__lte=now, ends_at__gt=now)
    running: dict[int, list[Slot]] = defaultdict(list)
    for slot in slots.select_related("lecture"):
        running[slot.session_id].append(slot)
    return running


def slots_visible_to(viewer: Viewer) -> QuerySet[Slot]:
    """Those of lectures that the viewer sees, and those that only hold a place."""
    visible = Lecture.objects.visible_to(viewer).values("pk")
    return Slot.objects.filter(Q(lecture=None) | Q(lecture__in=visible))


def in_order(slots: Collection[Slot]) -> list[Slot]:
    """By time, then as the organizers put them, then by board."""
    return sorted(slots, key=lambda slot: (slot.begins, slot.position, natural(slot.board), slot.pk))

"""Where to read on from a lecture: the next one of its conference, and those like it."""

from dataclasses import dataclass

from django.db.models import F, FloatField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.viewer import Viewer
from conference.models import Lecture, Slot

SIMILAR_SHOWN = 3
COLUMNS = ("kind", "title_html", "title_text", "slug", "position", "conference__acronym", "conference__slug")


@dataclass(frozen=True, slots=True)
class Neighbours:
    next: Lecture | None
    similar: tuple[Lecture, ...]


def neighbours(lecture: Lecture, viewer: Viewer, *, with_places: bool) -> Neighbours:
    """What the viewer sees of both, in one query; after the last lecture of a program there is no next one.

    With places, for those to whom the schedule is open, each carries `board` and `begins` of its first slot.
    """
    seen = Lecture.objects.visible_to(viewer).published().select_related("conference").only(*COLUMNS)
    if with_places:
        begins = Coalesce("starts_at", "session__starts_at")
        first_slot = Slot.objects.filter(lecture=OuterRef("pk")).order_by(begins, "pk")
        seen = seen.annotate(
            board=Subquery(first_slot.values("board")[:1]),
            begins=Subquery(first_slot.values_list(begins)[:1]),
        )
    after = seen.filter(conference=lecture.conference, position__gte=lecture.position).exclude(
        Q(position=lecture.position, pk__lte=lecture.pk)
    )
    following = after.annotate(likeness=Value(None, FloatField())).in_program_order()[:1]
    alike = seen.filter(similar_to__lecture=lecture).annotate(likeness=F("similar_to__score"))
    found = list(following.union(alike.order_by("-likeness", "pk")[:SIMILAR_SHOWN], all=True))
    similar = [(score, other) for other in found if (score := _likeness(other)) is not None]
    return Neighbours(
        next=next((other for other in found if _likeness(other) is None), None),
        similar=tuple(other for _score, other in sorted(similar, key=lambda pair: (-pair[0], pair[1].pk))),
    )


def _likeness(lecture: Lecture) -> float | None:
    likeness: float | None = vars(lecture)["likeness"]
    return likeness

"""Where to read on from a lecture: the next one of its conference, and those like it."""

from dataclasses import dataclass

from django.db.models import F, FloatField, Q, Value

from accounts.viewer import Viewer
from conference.models import Lecture

SIMILAR_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Neighbours:
    next: Lecture | None
    similar: tuple[Lecture, ...]


def neighbours(lecture: Lecture, viewer: Viewer) -> Neighbours:
    """What the viewer sees of both, in one query; after the last lecture of a program there is no next one."""
    seen = Lecture.objects.visible_to(viewer).published().select_related("conference").only(*_COLUMNS)
    after = seen.filter(conference=lecture.conference, position__gte=lecture.position).exclude(
        Q(position=lecture.position, pk__lte=lecture.pk)
    )
    following = after.annotate(likeness=Value(None, FloatField())).in_program_order()[:1]
    alike = seen.filter(similar_to__lecture=lecture).annotate(likeness=F("similar_to__score"))
    found = list(following.union(alike.order_by("-likeness", "pk")[:SIMILAR_SHOWN], all=True))
    similar = [other for other in found if other.likeness is not None]
    return Neighbours(
        next=next((other for other in found if other.likeness is None), None),
        similar=tuple(sorted(similar, key=lambda other: (-other.likeness, other.pk))),
    )


_COLUMNS = ("kind", "title_html", "title_text", "slug", "position", "conference__acronym", "conference__slug")

"""Who would have to be in two places at once, and which rooms and boards are given away twice."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conference.models import Authorship, Lecture, Session, Slot

# In a hall of boards several sessions go on side by side.
SHARE_A_HALL = (Session.Kind.POSTER, Session.Kind.DEMO)

type Booking[P, T] = tuple[P, datetime, datetime, T]


def overlapping[P: Hashable, T: Hashable](bookings: Iterable[Booking[P, T]]) -> set[T]:
    """What is booked for one place (a person, a room) at a time when something else is: all that take part in an overlap."""
    by_place: dict[P, list[tuple[datetime, datetime, T]]] = defaultdict(list)
    for place, begins, ends, thing in bookings:
        by_place[place].append((begins, ends, thing))
    clashing: set[T] = set()
    for booked in by_place.values():
        booked.sort(key=lambda booking: booking[:2])
        last_end, last_thing = booked[0][1], booked[0][2]
        for begins, ends, thing in booked[1:]:
            if begins < last_end:
                clashing |= {thing, last_thing}
            if ends > last_end:
                last_end, last_thing = ends, thing
    return clashing


def lectures_at_once(conferences: Q) -> set[int]:
    """Ids of lectures whose first author has another place at the same time. One query.

    Other authors do not count: most are on more papers than they present.
    """
    first = Authorship.objects.filter(lecture=OuterRef("lecture")).order_by("position", "pk")
    rows = (
        _slots(conferences)
        .annotate(presenter=Subquery(first.values("person")[:1]))
        .values_list("conference", "presenter", "begins_at", "finishes_at", "lecture")
    )
    return overlapping(
        ((conference, presenter), begins, finishes, lecture)
        for conference, presenter, begins, finishes, lecture in rows
        if presenter is not None
    )


def sessions_in_one_room(conferences: Q) -> set[int]:
    """Ids of sessions in a room that another session has at the same time. One query."""
    sessions = Session.objects.filter(conferences).exclude(room="").exclude(kind__in=SHARE_A_HALL)
    rows = sessions.order_by().values_list("conference", "room", "starts_at", "ends_at", "pk")
    return overlapping(
        ((conference, _plain(room)), starts, ends, number) for conference, room, starts, ends, number in rows
    )


def lectures_on_one_board(conferences: Q) -> set[int]:
    """Ids of lectures on a board that another lecture has at the same time, in another session of the hall. One query.

    Within a session the database holds that a board is given once.
    """
    rows = (
        _slots(conferences)
        .exclude(board="")
        .values_list("conference", "session__room", "board", "begins_at", "finishes_at", "lecture")
    )
    return overlapping(
        ((conference, _plain(room), _plain(board)), begins, finishes, lecture)
        for conference, room, board, begins, finishes, lecture in rows
    )


def _slots(conferences: Q) -> QuerySet[Any]:
    """The places of lectures that are held, with the times that hold for each."""
    slots = Slot.objects.filter(conferences, lecture__isnull=False).order_by()
    return slots.exclude(lecture__state=Lecture.State.WITHDRAWN).annotate(
        begins_at=Coalesce("starts_at", "session__starts_at"),
        finishes_at=Coalesce("ends_at", "session__ends_at"),
    )


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


class ClashFilter(admin.SimpleListFilter):
    """`kinds` has, by their names in the address, what clashes are called and who finds them."""

    title = _("clashes")
    parameter_name = "clash"
    kinds: Mapping[str, tuple[Any, Callable[[Q], set[int]]]]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [(name, label) for name, (label, _find) in self.kinds.items()]

    def queryset[M: Model](self, request: HttpRequest, queryset: QuerySet[M]) -> QuerySet[M]:
        if self.value() not in self.kinds:
            return queryset
        _label, find = self.kinds[str(self.value())]
        rows = queryset.order_by().values("conference").distinct()
        return queryset.filter(pk__in=find(Q(conference__in=rows)))


class LectureClashFilter(ClashFilter):
    kinds = MappingProxyType(
        {
            "presenter": (_("first author in two places at once"), lectures_at_once),
            "board": (_("board given twice at once"), lectures_on_one_board),
        }
    )


class RoomClashFilter(ClashFilter):
    kinds = MappingProxyType({"room": (_("room given away twice"), sessions_in_one_room)})

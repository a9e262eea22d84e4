"""Who would have to be in two places at once, and which rooms are given away twice."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
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
    slots = Slot.objects.filter(conferences, lecture__isnull=False).exclude(
        lecture__state=Lecture.State.WITHDRAWN
    )
    rows = (
        slots.order_by()
        .annotate(
            presenter=Subquery(first.values("person")[:1]),
            begins_at=Coalesce("starts_at", "session__starts_at"),
            finishes_at=Coalesce("ends_at", "session__ends_at"),
        )
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
        ((conference, " ".join(room.casefold().split())), starts, ends, number)
        for conference, room, starts, ends, number in rows
    )


class ClashFilter[M: (Lecture, Session)](admin.SimpleListFilter):
    title = _("clashes")
    parameter_name = "clash"
    choice: tuple[str, Any]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [self.choice]

    def queryset(self, request: HttpRequest, queryset: QuerySet[M]) -> QuerySet[M]:
        if self.value() != self.choice[0]:
            return queryset
        rows = queryset.order_by().values("conference").distinct()
        return queryset.filter(pk__in=self.clashing(Q(conference__in=rows)))

    def clashing(self, conferences: Q) -> set[int]:
        raise NotImplementedError


class PresenterClashFilter(ClashFilter[Lecture]):
    choice = ("presenter", _("first author in two places at once"))

    def clashing(self, conferences: Q) -> set[int]:
        return lectures_at_once(conferences)


class RoomClashFilter(ClashFilter[Session]):
    choice = ("room", _("room given away twice"))

    def clashing(self, conferences: Q) -> set[int]:
        return sessions_in_one_room(conferences)

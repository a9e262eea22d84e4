from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Length
from django.http import Http404, HttpResponse
from django.shortcuts import render

from conference import clock
from conference.grid import grid_of
from conference.http import Request
from conference.models import Conference, Lecture, Session, Slot, Subject
from conference.models.kinds import LectureKind
from conference.paging import page_of
from conference.program import day_asked_for, days_of, matching
from conference.querysets import LectureQuerySet
from conference.slots import contents_of, in_order, slots_visible_to
from conference.views.event import sessions_of
from conference.views.frame import frame, moved, page_of_conference
from conference.views.gate import refuse
from conference.zones import zone_label


@page_of_conference
def schedule(request: Request, conference: Conference) -> HttpResponse:
    """One day as rooms and times, or every session that `?session=` finds by its code or name."""
    _program_or_404(request, conference)
    gate = request.access.gate(conference, Subject.SCHEDULE)
    if not gate.is_open:
        return refuse(request, gate)
    now = clock.now()
    sessions = sessions_of(request, conference)
    days = days_of(conference, sessions)
    sought = request.GET.get("session", "").strip()
    day = day_asked_for(days, request.GET.get("day"), conference.today(now))
    shown = matching(sessions, sought) if sought else day.sessions
    contents = contents_of(shown)
    for session in shown:
        session.contents = contents.get(session.pk, "")  # type: ignore[attr-defined]  # for the template
    context: dict[str, Any] = frame(request, conference) | {
        "now": conference.local(now) if conference.stage(now) == "during" else None,
        "days": days,
        "day": day,
        "sought": sought,
        "found": [found for found in days_of(conference, shown) if found.sessions] if sought else [],
        "grid": grid_of(day.sessions, now),
        "zone": zone_label(conference.time_zone, day.date),
        "may_live": request.access.may(Subject.LIVE, conference),
    }
    return render(request, "conference/schedule.html", context)


@page_of_conference
def session(request: Request, conference: Conference, pk: int, session_slug: str) -> HttpResponse:
    """One session with what it holds, in order."""
    found = (
        Session.objects.visible_to(request.viewer)
        .filter(conference=conference, pk=pk)
        .select_related("track")
        .first()
    )
    if found is None:
        raise Http404("no such session")
    gate = request.access.gate(conference, Subject.SCHEDULE)
    if not gate.is_open:
        return refuse(request, gate)
    if session_slug != found.slug:
        return moved(request, "session", slug=conference.slug, pk=pk, session_slug=found.slug)
    found.conference = conference
    slots = list(slots_visible_to(request.viewer).filter(session=found).select_related("lecture"))
    for slot in slots:
        slot.session = found
    now = clock.now()
    context = frame(request, conference) | {
        "session": found,
        "slots": in_order(slots),
        "is_now": found.starts_at <= now < found.ends_at,
        "zone": zone_label(conference.time_zone, conference.local(found.starts_at).date()),
        "may_live": request.access.may(Subject.LIVE, conference),
    }
    return render(request, "conference/session.html", context)


@page_of_conference
def posters(request: Request, conference: Conference) -> HttpResponse:
    """Everything that hangs on a board; in the order of the boards for whoever may see the schedule."""
    _program_or_404(request, conference)
    places = Slot.objects.filter(lecture=OuterRef("pk"))
    on_boards = places.filter(Q(kind=LectureKind.POSTER) | Q(kind="", lecture__kind=LectureKind.POSTER))
    lectures = _lectures_of(request, conference).filter(Q(kind=LectureKind.POSTER) | Exists(on_boards))
    if request.access.may(Subject.SCHEDULE, conference):
        first = on_boards.exclude(board="").order_by("session__starts_at", "pk")
        lectures = lectures.annotate(
            board=Subquery(first.values("board")[:1]),
            hangs_at=Subquery(first.values("session__starts_at")[:1]),
        ).order_by("hangs_at", Length("board"), "board", "position", "pk")
    return _list(request, conference, lectures, what="posters")


@page_of_conference
def lectures(request: Request, conference: Conference) -> HttpResponse:
    """All lectures in the order of the program."""
    _program_or_404(request, conference)
    return _list(request, conference, _lectures_of(request, conference).in_program_order(), what="lectures")


def _lectures_of(request: Request, conference: Conference) -> LectureQuerySet:
    return Lecture.objects.visible_to(request.viewer).filter(conference=conference)


def _list(request: Request, conference: Conference, lectures: LectureQuerySet, *, what: str) -> HttpResponse:
    page_obj = page_of(lectures.with_card_data(), request.GET.get("page"))
    context = frame(request, conference) | {"page_obj": page_obj, "what": what}
    return render(request, "conference/program_list.html", context)


def _program_or_404(request: Request, conference: Conference) -> None:
    """A hidden program does not exist, not even behind a gate."""
    if conference.program_hidden and not request.viewer.organizes(conference.pk):
        raise Http404("the program is hidden")

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from conference import clock
from conference.http import Request
from conference.models import Conference, Lecture, Session, Subject, WelcomeMessage
from conference.program import days_of, still_to_come, under_way
from conference.slots import contents_of, running_in
from conference.views.frame import frame, page_of_conference
from conference.zones import zone_label

FEW = 5


@page_of_conference
def event(request: Request, conference: Conference) -> HttpResponse:
    """One address for both sides of the gate: who is let in sees today, everybody else arrives."""
    gate = request.access.gate(conference)
    sessions = sessions_of(request, conference)
    context = frame(request, conference) | {
        "gate": gate,
        "next": conference.get_absolute_url(),
        "zone": zone_label(conference.time_zone, conference.starts_on),
        "welcome_messages": WelcomeMessage.objects.filter(conference=conference),
        "days": days_of(conference, sessions) if sessions else [],
    }
    if not gate.is_open:
        context["lectures"] = _a_few_lectures(request, conference)
        return render(request, "conference/event.html", context)
    return render(request, "conference/event_inside.html", context | _today(request, conference, sessions))


def sessions_of(request: Request, conference: Conference) -> list[Session]:
    """All of the conference's sessions, if its schedule is open to the viewer."""
    if not request.access.may(Subject.SCHEDULE, conference):
        return []
    sessions = list(Session.objects.visible_to(request.viewer).filter(conference=conference))
    for session in sessions:
        session.conference = conference
    return sessions


def _a_few_lectures(request: Request, conference: Conference) -> list[Lecture]:
    lectures = Lecture.objects.visible_to(request.viewer).published().filter(conference=conference)
    return list(lectures.in_program_order().only("title_html", "slug", "kind")[:FEW])


def _today(request: Request, conference: Conference, sessions: list[Session]) -> dict[str, Any]:
    """What a member finds: now and next while the conference is on, its lectures before and after."""
    now = clock.now()
    today = conference.today(now)
    stage = conference.stage(now)
    current = [session for session in under_way(sessions, now) if session.kind != Session.Kind.BREAK]
    contents, talks = contents_of(current), running_in(current, now, request.viewer)
    return {
        "now": conference.local(now),
        "today": today,
        "stage": stage,
        "day_number": (today - conference.starts_on).days + 1,
        "days_to_go": (conference.starts_on - today).days,
        "current": [
            (session, contents.get(session.pk, ""), talks.get(session.pk, [])) for session in current
        ],
        "coming": [
            session
            for session in still_to_come(sessions, now)
            if conference.today(session.starts_at) == today
        ],
        "lectures": [] if stage == "during" else _a_few_lectures(request, conference),
        "schedule_gate": request.access.gate(conference, Subject.SCHEDULE),
        "may_live": request.access.may(Subject.LIVE, conference),
    }

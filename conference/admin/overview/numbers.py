"""The numbers on a conference's front page, each with the list that it counts. One query each, whatever the conference holds."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from conference.admin.overview.alike import keywords_alike, people_alike
from conference.admin.overview.clashes import (
    lectures_at_once,
    lectures_on_one_board,
    sessions_in_one_room,
)
from conference.admin.overview.gaps import GAPS
from conference.models import Conference, Lecture, Material


@dataclass(frozen=True, slots=True)
class Number:
    label: str | Promise
    count: int
    url: str
    to_mend: bool = False  # is something to be done as long as it is not 0?


def listed(model: str, conference: Conference, **filters: Any) -> str:
    """The address of the list of a model (`conference_lecture`), of this conference's rows alone."""
    query = {"conference__id__exact": conference.pk, **filters}
    return f"{reverse(f'admin:{model}_changelist')}?{urlencode(query)}"


def lecture_numbers(conference: Conference) -> list[Number]:
    states = {state.value: Count("pk", filter=Q(state=state)) for state in Lecture.State}
    lacks = {f"no_{name}": Count("pk", filter=Q(gap.condition)) for name, gap in GAPS.items()}
    counts = Lecture.objects.filter(conference=conference).order_by().aggregate(**states, **lacks)
    waiting = Material.objects.filter(lecture__conference=conference, state=Material.State.SUBMITTED)
    query = urlencode({"lecture__conference__id__exact": conference.pk, "state__exact": "submitted"})
    url = "conference_lecture"
    return [
        *(
            Number(state.label, counts[state.value], listed(url, conference, state__exact=state.value))
            for state in Lecture.State
        ),
        *(
            Number(gap.label, counts[f"no_{name}"], listed(url, conference, lacks=name), to_mend=True)
            for name, gap in GAPS.items()
        ),
        Number(
            _("files of presenters that wait for approval"),
            waiting.count(),
            f"{reverse('admin:conference_material_changelist')}?{query}",
            to_mend=True,
        ),
    ]


def clash_numbers(conference: Conference) -> list[Number]:
    here = Q(conference=conference)
    return [
        Number(
            _("lectures whose first author is in two places at once"),
            len(lectures_at_once(here)),
            listed("conference_lecture", conference, clash="presenter"),
            to_mend=True,
        ),
        Number(
            _("lectures on a board that is given twice at once"),
            len(lectures_on_one_board(here)),
            listed("conference_lecture", conference, clash="board"),
            to_mend=True,
        ),
        Number(
            _("sessions in a room that is given away twice"),
            len(sessions_in_one_room(here)),
            listed("conference_session", conference, clash="room"),
            to_mend=True,
        ),
    ]


def alike_numbers(conference: Conference) -> list[Number]:
    """Their lists are of no conference: several may use one keyword or person."""
    found = {
        "keyword": (_("keywords that look alike"), keywords_alike(conference.pk)),
        "person": (_("people who look alike"), people_alike(conference.pk)),
    }
    return [
        Number(
            label,
            len(ids),
            f"{reverse(f'admin:conference_{model}_changelist')}?alike={conference.pk}",
            to_mend=True,
        )
        for model, (label, ids) in found.items()
    ]


def registration_numbers(conference: Conference) -> list[Number]:
    """By status and ticket type."""
    registrations = conference.registrations
    status_of = registrations.model.Status
    rows = registrations.order_by().values_list("status", "ticket_type", "ticket_type__name")
    counted = rows.annotate(count=Count("pk")).order_by("-status", "ticket_type__name", "ticket_type")
    return [
        Number(
            f"{name or _('no ticket type')}, {status_of(status).label}",
            count,
            listed("accounts_registration", conference, status__exact=status, **_of_type(ticket)),
        )
        for status, ticket, name, count in counted
    ]


def _of_type(ticket: int | None) -> dict[str, Any]:
    return {"ticket_type__isnull": True} if ticket is None else {"ticket_type__id__exact": ticket}


def mail_numbers(conference: Conference) -> list[Number]:
    mails = conference.mails
    model = mails.model
    rows = mails.order_by().values_list("state").annotate(count=Count("pk"))
    counts = dict(rows)
    return [
        Number(
            state.label,
            counts[state],
            listed("accounts_outgoingmail", conference, state__exact=state.value),
            to_mend=state in {model.State.FAILED, model.State.BOUNCED, model.State.UNCERTAIN},
        )
        for state in model.State
        if state in counts
    ]

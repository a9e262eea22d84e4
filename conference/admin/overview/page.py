"""A conference's front page in the admin: how it stands, and what is left to do before it opens."""

from dataclasses import dataclass
from typing import cast

from django.contrib.admin import AdminSite
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from conference import clock
from conference.admin.overview.checklist import steps
from conference.admin.overview.numbers import (
    Number,
    alike_numbers,
    clash_numbers,
    lecture_numbers,
    listed,
    mail_numbers,
    registration_numbers,
)
from conference.admin.scope import ADDRESSES, PROGRAM, ScopedAdmin, viewer_of
from conference.models import Conference, ImportRun

LATEST = 5


@dataclass(frozen=True, slots=True)
class Group:
    name: str  # of its heading's anchor
    title: str
    numbers: list[Number]
    empty: str = ""


def overview(request: HttpRequest, conference: Conference, site: AdminSite) -> HttpResponse:
    """For whoever sees the conference in their list; numbers of people for the roles that may see addresses."""
    checklist = steps(conference)
    viewer = viewer_of(request)
    context = {
        **site.each_context(request),
        "title": conference.acronym,
        "conference": conference,
        "stage": _stage(conference),
        "groups": _groups(request, conference),
        "may_copy": viewer.is_administrator,  # who makes conferences
        "may_send_files": viewer.is_administrator or conference.pk in PROGRAM.changed_by(viewer),
        "may_write": viewer.is_administrator or conference.pk in ADDRESSES.changed_by(viewer),
        "steps": checklist,
        "done": sum(step.is_done for step in checklist),
        "imports": list(_imports(request, conference, site)),
        "imports_url": listed("conference_importrun", conference),
        "changes_url": listed("conference_change", conference),
        "opts": Conference._meta,  # noqa: SLF001 - as Django's own pages do
    }
    return TemplateResponse(request, "admin/overview/page.html", context)


def _groups(request: HttpRequest, conference: Conference) -> list[Group]:
    viewer = viewer_of(request)
    groups = [
        Group("lectures", _("Lectures"), lecture_numbers(conference)),
        Group("clashes", _("Clashes"), clash_numbers(conference)),
        Group("alike", _("Perhaps one and the same"), alike_numbers(conference)),
    ]
    if viewer.is_administrator or conference.pk in ADDRESSES.viewed_by(viewer):
        groups += [
            Group(
                "registrations",
                _("Registrations"),
                registration_numbers(conference),
                _("Nobody is registered yet."),
            ),
            Group("mails", _("Mails"), mail_numbers(conference), _("No mail has been written yet.")),
        ]
    return groups


def _imports(request: HttpRequest, conference: Conference, site: AdminSite) -> QuerySet[ImportRun]:
    desk = cast("ScopedAdmin[ImportRun]", site.get_model_admin(ImportRun))
    return desk.get_queryset(request).filter(conference=conference).select_related("actor")[:LATEST]


def _stage(conference: Conference) -> str:
    said = {
        "before": _("lies ahead"),
        "during": _("under way"),
        "after": _("over"),
    }
    return said[conference.stage(clock.now())]

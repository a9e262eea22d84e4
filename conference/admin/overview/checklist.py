"""What a conference needs by its opening day: what is there, what is missing, and where it is put right."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from conference.admin.overview.numbers import listed
from conference.models import Conference, Lecture, Page, Session, Slot, WelcomeMessage


@dataclass(frozen=True, slots=True)
class Step:
    label: str
    is_done: bool
    url: str


def steps(conference: Conference) -> list[Step]:
    """In the order in which they are usually taken. One query."""
    form = reverse("admin:conference_conference_change", args=[conference.pk])
    upload = reverse("admin:conference_importrun_add")
    there = _what_is_there(conference)
    return [
        Step(_("Words about the conference"), bool(conference.about), form),
        Step(_("Place"), bool(conference.city or conference.country), form),
        Step(_("Welcome message"), there["has_welcome"], form),
        Step(_("Help contact, shown to whoever cannot get in"), bool(conference.help_email), form),
        Step(_("Link to the registration"), bool(conference.registration_url), form),
        Step(
            _("Pages, such as the code of conduct"), there["has_pages"], listed("conference_page", conference)
        ),
        Step(_("Lectures"), there["has_lectures"], f"{upload}?subject=program"),
        Step(_("Sessions"), there["has_sessions"], f"{upload}?subject=program"),
        Step(_("Lectures in the sessions"), there["has_slots"], listed("conference_session", conference)),
        Step(
            _("No lecture left as a draft"),
            there["has_lectures"] and not there["has_drafts"],
            listed("conference_lecture", conference, state__exact=Lecture.State.DRAFT.value),
        ),
        Step(_("Registrations"), there["has_registrations"], f"{upload}?subject=registrations"),
        Step(_("Program shown"), not conference.program_hidden, form),
        Step(_("Published"), conference.is_public, form),
    ]


def _what_is_there(conference: Conference) -> dict[str, bool]:
    def one(rows: QuerySet[Any]) -> Exists:
        return Exists(rows.filter(conference=OuterRef("pk")).order_by())

    registrations = conference.registrations
    confirmed = registrations.model.objects.filter(status="confirmed")
    lectures = Lecture.objects.all()
    found = {
        "has_welcome": one(WelcomeMessage.objects.all()),
        "has_pages": one(Page.objects.filter(is_published=True)),
        "has_lectures": one(lectures.filter(~Q(state=Lecture.State.WITHDRAWN))),
        "has_drafts": one(lectures.filter(state=Lecture.State.DRAFT)),
        "has_sessions": one(Session.objects.all()),
        "has_slots": one(Slot.objects.filter(lecture__isnull=False)),
        "has_registrations": one(confirmed),
    }
    row = Conference.objects.filter(pk=conference.pk).order_by().values(**found).get()
    return {name: bool(there) for name, there in row.items()}

"""The letters of a mailing: its text rendered once, then each person's words put into it."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Mailing
from accounts.placeholders import Links, Value, fill, marked, unmarked
from accounts.services.audiences import Recipient
from conference.models import Conference, Lecture
from conference.rendering import render
from conference.zones import zone_label


@dataclass(frozen=True, slots=True)
class Letter:
    """`shown` is the HTML of the organizer's text alone, for previews."""

    subject: str
    text: str
    html: str
    shown: str


class Letters:
    """Writes the letter of a mailing to anybody it may be meant for, without a query for each."""

    def __init__(self, mailing: Mailing) -> None:
        self._shared = _of_conference(mailing.conference)
        self._takes_files = mailing.conference.materials_until is not None
        # Addresses of pages go in first, since they become links; all else comes after rendering, and is no markup.
        source = marked(fill(mailing.body, {"event_url": self._shared["event_url"]}))
        self._subject = marked(mailing.subject)
        self._shown = _linked(render(source).html)
        context = {
            "source": source,
            "shown": self._shown,
            "site_url": settings.SITE_URL,
            "event_url": self._shared["event_url"],
            "address": marked("{address}"),
            "conference": marked("{conference}"),
            "is_to_presenters": mailing.is_to_presenters,
        }
        self._text = render_to_string("mail/mailing.txt", context)
        self._html = render_to_string("mail/mailing.html", context)

    def to(self, recipient: Recipient) -> Letter:
        values: dict[str, Value] = {
            **self._shared,
            **_of_person(recipient),
            "lectures": self._lectures(recipient),
        }
        return Letter(
            subject=unmarked(self._subject, values, is_html=False),
            text=unmarked(self._text, values, is_html=False),
            html=unmarked(self._html, values, is_html=True),
            shown=unmarked(self._shown, values, is_html=True),
        )

    def _lectures(self, recipient: Recipient) -> Links:
        return Links(tuple((str(lecture), self._address_of(lecture)) for lecture in recipient.lectures))

    def _address_of(self, lecture: Lecture) -> str:
        page = lecture.get_absolute_url()
        sending = reverse("submission", args=[lecture.pk, lecture.slug or "lecture"])
        return f"{settings.SITE_URL}{sending if self._takes_files else page}"


def _linked(html: str) -> str:
    """With whole addresses in place of paths: a mail stands on no page."""
    return html.replace('href="/', f'href="{settings.SITE_URL}/')


def _of_person(recipient: Recipient) -> dict[str, str]:
    ticket = recipient.registration.ticket_type if recipient.registration else None
    return {
        "name": recipient.name or _("participant"),
        "address": recipient.email,
        "ticket_type": ticket.name if ticket else "–",
    }


def _of_conference(conference: Conference) -> dict[str, str]:
    return {
        "conference": conference.acronym,
        "conference_name": conference.name,
        "event_url": f"{settings.SITE_URL}{conference.get_absolute_url()}",
        "starts": _start(conference),
        "ends": date_format(conference.ends_on, "l j F Y"),
        "place": conference.place,
        "help": conference.help_email,
        "files_until": _moment(conference, conference.materials_until) if conference.materials_until else "–",
    }


def _start(conference: Conference) -> str:
    """`Sunday 27 July 2025, 09:00 (Vienna, UTC+2)`, or the day alone while no session has been set, or shown."""
    first = None if conference.program_hidden else conference.sessions.order_by("starts_at").first()
    if first is None:
        return date_format(conference.starts_on, "l j F Y")
    return _moment(conference, first.starts_at)


def _moment(conference: Conference, moment: datetime) -> str:
    local = conference.local(moment)
    return f"{date_format(local, 'l j F Y, H:i')} ({zone_label(conference.time_zone, local.date())})"

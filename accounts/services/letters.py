"""The letters of a mailing: its text rendered once, then each person's words put into it."""

from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Mailing, Registration
from accounts.placeholders import fill, marked, unmarked
from conference.models import Conference
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
    """Writes the letter of a mailing to any registration of its conference, without a query for each."""

    def __init__(self, mailing: Mailing) -> None:
        self._shared = _of_conference(mailing.conference)
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
        }
        self._text = render_to_string("mail/mailing.txt", context)
        self._html = render_to_string("mail/mailing.html", context)

    def to(self, registration: Registration) -> Letter:
        values = self._shared | _of_person(registration)
        return Letter(
            subject=unmarked(self._subject, values, is_html=False),
            text=unmarked(self._text, values, is_html=False),
            html=unmarked(self._html, values, is_html=True),
            shown=unmarked(self._shown, values, is_html=True),
        )


def _linked(html: str) -> str:
    """With whole addresses in place of paths: a mail stands on no page."""
    return html.replace('href="/', f'href="{settings.SITE_URL}/')


def _of_person(registration: Registration) -> dict[str, str]:
    return {
        "name": registration.name or _("participant"),
        "address": registration.email,
        "ticket_type": registration.ticket_type.name if registration.ticket_type else "–",
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
    }


def _start(conference: Conference) -> str:
    """`Sunday 27 July 2025, 09:00 (Vienna, UTC+2)`, or the day alone while no session has been set, or shown."""
    first = None if conference.program_hidden else conference.sessions.order_by("starts_at").first()
    if first is None:
        return date_format(conference.starts_on, "l j F Y")
    start = conference.local(first.starts_at)
    return f"{date_format(start, 'l j F Y, H:i')} ({zone_label(conference.time_zone, start.date())})"

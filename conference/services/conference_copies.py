"""A conference as the start of its next edition."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import ADDITION, LogEntry
from django.db import transaction
from django.utils.translation import gettext as _

from conference.models import AccessRule, Conference, Page, Track, WelcomeMessage

if TYPE_CHECKING:
    from accounts.models import User

# What one edition has in common with the next. Its place and its links are its own.
LASTING = ("series", "time_zone", "accent", "about", "login_message", "help_email")


@dataclass(frozen=True, slots=True)
class Edition:
    """What tells the new one from the old."""

    acronym: str
    slug: str
    name: str
    starts_on: date
    ends_on: date


@transaction.atomic
def copy_conference(
    *, source: Conference, edition: Edition, with_messages: bool, actor: "User | None"
) -> Conference:
    """A draft with the pages, tracks, ticket types and access rules of the source, and its welcome messages if asked for.

    Opening times keep their distance from the first day. Nothing of the program, of the people or of the materials comes along. Raises
    ValidationError where another conference has the acronym or the slug, or had the slug once.
    """
    made = Conference(
        acronym=edition.acronym,
        slug=edition.slug,
        name=edition.name,
        starts_on=edition.starts_on,
        ends_on=edition.ends_on,
        **{name: getattr(source, name) for name in LASTING},
    )
    made.full_clean()
    made.save()
    _copy_rows(Page.objects.filter(conference=source), made)
    _copy_rows(Track.objects.filter(conference=source), made)
    if with_messages:
        _copy_rows(WelcomeMessage.objects.filter(conference=source), made)
    tickets = _copy_rows(source.ticket_types.all(), made)
    _copy_rules(source, made, tickets)
    if actor is not None:
        message = _("Copied from %(conference)s.") % {"conference": source.acronym}
        LogEntry.objects.log_actions(actor.pk, [made], ADDITION, message)
    return made


def _copy_rows(rows: Any, made: Conference) -> dict[int, Any]:
    """The new rows, by the ids of the old ones."""
    copies: dict[int, Any] = {}
    for row in rows.order_by("pk"):
        old = row.pk
        row.pk, row.conference, row._state.adding = None, made, True  # noqa: SLF001 - Django's own spelling
        row.save(force_insert=True)
        copies[old] = row
    return copies


def _copy_rules(source: Conference, made: Conference, tickets: dict[int, Any]) -> None:
    later = made.starts_on - source.starts_on
    for rule in source.access_rules.order_by("pk").prefetch_related("ticket_types"):
        copy = AccessRule.objects.create(
            conference=made,
            subject=rule.subject,
            audience=rule.audience,
            opens_at=_moved(rule.opens_at, source, later),
            closes_at=_moved(rule.closes_at, source, later),
        )
        copy.ticket_types.set([tickets[ticket.pk] for ticket in rule.ticket_types.all()])


def _moved(moment: datetime | None, source: Conference, later: timedelta) -> datetime | None:
    """By whole days, at the same time of the day."""
    return source.local(moment) + later if moment else None

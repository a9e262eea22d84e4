"""The demo's people, let in as any list or organizer would let them in."""

from datetime import datetime, time, timedelta

from accounts.models import TicketType, User
from accounts.services.organizers import add_organizer, make_administrator
from accounts.services.registrations import RegistrationValues, write_registrations
from conference.models import Conference, Person, PersonEmail
from config.demo.content import CastMember


def let_in(
    conference: Conference,
    members: list[CastMember],
    tickets: dict[str, TicketType],
    persons: dict[str, Person],
) -> None:
    """Give each member what the cast says of them at this conference."""
    registrations = [
        RegistrationValues(
            email=member.email,
            name=member.name,
            ticket_type=tickets[member.ticket],
            status=member.status,
            registered_at=_days_before(conference, 60),
        )
        for member in members
        if member.conference == conference.slug and member.ticket
    ]
    write_registrations(conference=conference, rows=registrations)
    # The gate says since when; by the stage's clock, today has not come yet.
    conference.registrations.update(status_changed_at=_days_before(conference, 30))
    for member in members:
        if member.organizes == conference.slug:
            add_organizer(conference=conference, email=member.email, name=member.name, actor=None)
        if member.presents and member.conference == conference.slug:
            PersonEmail.objects.create(person=persons[member.presents], email=member.email)


def _days_before(conference: Conference, days: int) -> datetime:
    return datetime.combine(conference.starts_on - timedelta(days=days), time(12), conference.tz)


def appoint_administrators(members: list[CastMember]) -> None:
    """Once: whoever takes the right away again in the demo finds it so the next time."""
    for member in members:
        if member.administrator and not User.objects.filter(email=member.email).exists():
            make_administrator(email=member.email, name=member.name)

"""Registrations as a table, which conference/importers/registrations.py reads back."""

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext_lazy as _

from accounts.models import Registration, TicketType
from accounts.services.registration_import import ticket_names
from conference.exports.formats import PORTION, table
from conference.models import Conference

HEADER = (
    "Email", "Name as shown", "Ticket type", "Status", "Affiliation", "Country", "Registration ID", "Registered at"
)  # fmt: skip


def rows(
    registrations: Iterable[Registration], conference: Conference, tickets: Mapping[str, str]
) -> Iterator[list[object]]:
    """One for each; `tickets` are the names of ticket types by code."""
    for one in registrations:
        yield [
            one.email,
            one.name,
            tickets[one.ticket_type.code] if one.ticket_type else "",
            one.status,
            one.affiliation,
            one.country,
            one.external_id,
            conference.local(one.registered_at).isoformat() if one.registered_at else "",
        ]


def _rows(conference: Conference) -> Iterator[list[object]]:
    tickets = ticket_names(TicketType.objects.filter(conference=conference))
    registrations = Registration.objects.filter(conference=conference).select_related("ticket_type")
    yield from rows(registrations.order_by("email").iterator(chunk_size=PORTION), conference, tickets)


EXPORTS = table(
    "registrations",
    _("Registrations"),
    HEADER,
    _rows,
    carries=_("Every registration, cancelled ones too."),
    omits=_("When a status changed, what mails were sent, accounts."),
    subject="registrations",
)

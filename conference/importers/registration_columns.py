"""Which column of a registration list is which: by its name, or by what it holds if there are no names."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .columns import Columns, UnknownColumns, by_name, plain_key, words
from .records import Status
from .tables import Row, Table

CONFIRMED: Final = "confirmed"
CANCELLED: Final = "cancelled"

FIELDS = {
    "email": gettext_lazy("E-mail address"),
    "name": gettext_lazy("Full name"),
    "given": gettext_lazy("Given names"),
    "family": gettext_lazy("Family name"),
    "shown_name": gettext_lazy("Name as it is shown"),
    "ticket_type": gettext_lazy("Ticket type"),
    "status": gettext_lazy("Status"),
    "affiliation": gettext_lazy("Affiliation"),
    "country": gettext_lazy("Country"),
    "external_id": gettext_lazy("Registration id"),
    "registered_at": gettext_lazy("Time of registration"),
}

# Names without case, spaces and punctuation.
_NAMES = {
    "email": """email emailaddress mail mailaddress emails contactemail attendeeemail primaryemail
        registeredemail""",
    "name": """name fullname displayname attendee attendeename participant participantname registrant
        badgename nameonbadge surnamegiven familygiven lastfirst surnamegivenname lastnamefirstname
        familynamegivenname""",
    "shown_name": "nameasshown",
    "given": "given first givenname givennames firstname forename forenames",
    "family": "family last familyname lastname surname",
    "ticket_type": """ticket tickettype type ticketname tickettypename registrationtype registrationcategory
        category pass passtype admission""",
    "status": "status registrationstatus paymentstatus orderstatus state",
    "affiliation": """affiliation organization organisation institution institute company university
        employer""",
    "country": "country countrycode countryname countryregion",
    "external_id": """id registrationid regid registrationnumber registrationno registrationcode ticketid
        barcode attendeeid participantid""",
    "registered_at": """registeredat registeredon registered registrationdate registrationtime date orderdate
        createdat created timestamp purchasedate""",
}

_WORDS: dict[Status, str] = {
    CONFIRMED: """confirmed paid complete completed approved active registered accepted valid attending
        checkedin free complimentary comp waived ok""",
    CANCELLED: """cancelled canceled refunded void voided withdrawn rejected declined revoked expired
        chargedback""",
}
STATUSES = {word: status for status, words in _WORDS.items() for word in words.split()}

_PROBED_ROWS = 100
_MOST = 0.8


def _is_time(cell: str) -> bool:
    try:
        datetime.fromisoformat(cell)
    except ValueError:
        return False
    return True


_is_address = re.compile(r"[^@\s]+@[^@\s]+").fullmatch

# In a list without header: the first kind that most cells of a column fit is what the column holds.
_KINDS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("email", _is_address),
    ("registered_at", _is_time),
    ("external_id", re.compile(r"[A-Za-z]{0,6}[-_ ]?\d+|[0-9a-f-]{32,36}").fullmatch),
    ("status", lambda cell: plain_key(cell) in STATUSES),
    ("country", re.compile(r"[A-Z]{2,3}").fullmatch),
    (
        "affiliation",
        re.compile(r"(?i)univ|instit|school|college|academy|labor|research|\b(?:inc|gmbh)\b").search,
    ),
    (
        "ticket_type",
        re.compile(r"(?i)student|regular|virtual|online|remote|onsite|invited|member|early").search,
    ),
)


def find_columns(table: Table, by_hand: Mapping[str, str]) -> Columns:
    """Raises UnknownColumns if no column holds e-mail addresses."""
    columns = guess_columns(table, by_hand)
    if "email" not in columns.places:
        raise UnknownColumns(
            _("No column holds e-mail addresses."),
            where=table.header.where,
            mend=_("Name one column “Email”."),
        )
    return columns


def guess_columns(table: Table, by_hand: Mapping[str, str]) -> Columns:
    headless = any(_is_address(cell.strip()) for cell in table.header.cells)
    columns = _by_content((table.header, *table.rows)) if headless else _by_name(table)
    return columns.mapped(by_hand, FIELDS)


def _by_name(table: Table) -> Columns:
    columns = by_name(table, words(_NAMES))
    addresses = {} if "email" in columns.places else _kinds(table.rows, ("email",))
    return replace(columns, places={**columns.places, **addresses})


def _by_content(rows: tuple[Row, ...]) -> Columns:
    places = _kinds(rows)
    free = [place for place in range(len(rows[0].cells)) if place not in places.values()]
    email = places.get("email", 0)
    match [place for place in free if place < email] or free:
        case [name]:
            places["name"] = name
        case [given, family, *_others]:
            places |= {"given": given, "family": family}
    return Columns(None, places, rows)


def _kinds(rows: Sequence[Row], wanted: Collection[str] = FIELDS) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, cells in enumerate(zip(*(row.cells for row in rows[:_PROBED_ROWS]), strict=True)):
        filled = [cell.strip() for cell in cells if cell.strip()]
        for field, fits in _KINDS:
            if field not in wanted or field in places or not filled:
                continue
            if sum(map(bool, map(fits, filled))) >= _MOST * len(filled):
                places[field] = place
                break
    return places

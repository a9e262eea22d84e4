"""Which column of a registration list is which: by its name, or by what it holds if there are no names."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Final

from django.utils.translation import gettext as _

from .records import Status, UnreadableFile
from .tables import Row, Table

CONFIRMED: Final = "confirmed"
CANCELLED: Final = "cancelled"

# Names without case, spaces and punctuation.
_NAMES = {
    "email": """email emailaddress mail mailaddress emails contactemail attendeeemail primaryemail
        registeredemail""",
    "name": """name fullname displayname attendee attendeename participant participantname registrant
        badgename nameonbadge surnamegiven familygiven lastfirst surnamegivenname lastnamefirstname
        familynamegivenname""",
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
FIELD_OF_NAME = {name: field for field, names in _NAMES.items() for name in names.split()}

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


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands, and the rows below the header, if there is one."""

    places: Mapping[str, int]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def cell(self, row: Row, field: str) -> str:
        """Trimmed; empty if the list has no such column."""
        place = self.places.get(field)
        return "" if place is None else row.cells[place].strip()


def plain_key(text: str) -> str:
    """`E-mail address` -> `emailaddress`: what spellings of one word have in common."""
    return "".join(filter(str.isalnum, text.casefold()))


def find_columns(table: Table) -> Columns:
    """Raises UnreadableFile if no column holds e-mail addresses."""
    headless = any(_is_address(cell.strip()) for cell in table.header.cells)
    columns = _by_content((table.header, *table.rows)) if headless else _by_name(table)
    if "email" not in columns.places:
        raise UnreadableFile(
            _("No column holds e-mail addresses."),
            where=table.header.where,
            mend=_("Name one column “Email”."),
        )
    return columns


def _by_name(table: Table) -> Columns:
    places: dict[str, int] = {}
    for place, title in enumerate(table.header.cells):
        field = FIELD_OF_NAME.get(plain_key(title))
        if field:
            places.setdefault(field, place)
    if "email" not in places:
        places |= {field: place for field, place in _kinds(table.rows).items() if field == "email"}
    unused = [title.strip() for place, title in enumerate(table.header.cells) if place not in places.values()]
    notes = (_("Columns not used: %(names)s.") % {"names": ", ".join(unused)},) if unused else ()
    return Columns(places, table.rows, notes)


def _by_content(rows: tuple[Row, ...]) -> Columns:
    places = _kinds(rows)
    free = [place for place in range(len(rows[0].cells)) if place not in places.values()]
    email = places.get("email", 0)
    match [place for place in free if place < email] or free:
        case [name]:
            places["name"] = name
        case [given, family, *_others]:
            places |= {"given": given, "family": family}
    note = _("There is no header row; columns were told apart by what they hold: %(columns)s.")
    listed = ", ".join(
        f"{place + 1} {field.replace('_', ' ')}" for field, place in sorted(places.items(), key=itemgetter(1))
    )
    return Columns(places, rows, (note % {"columns": listed},))


def _kinds(rows: Sequence[Row]) -> dict[str, int]:
    places: dict[str, int] = {}
    for place, cells in enumerate(zip(*(row.cells for row in rows[:_PROBED_ROWS]), strict=True)):
        filled = [cell.strip() for cell in cells if cell.strip()]
        for field, fits in _KINDS:
            if field not in places and filled and sum(map(bool, map(fits, filled))) >= _MOST * len(filled):
                places[field] = place
                break
    return places

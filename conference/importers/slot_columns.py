"""Which column of a table of sessions and places is which."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .columns import Columns, UnknownColumns, by_name, plain_key, words
from .own import ID_COLUMN, is_own_table
from .tables import Table

FIELDS = {
    "session_id": gettext_lazy("Session: id"),
    "session": gettext_lazy("Session: name"),
    "session_kind": gettext_lazy("Session: kind"),
    "code": gettext_lazy("Session: code"),
    "room": gettext_lazy("Session: room"),
    "chair": gettext_lazy("Session: chair"),
    "session_track": gettext_lazy("Session: track"),
    "live_url": gettext_lazy("Session: live link"),
    "session_starts": gettext_lazy("Session: beginning"),
    "session_ends": gettext_lazy("Session: end"),
    "external_id": gettext_lazy("Lecture: paper number or id"),
    "title": gettext_lazy("Lecture: title"),
    "kind": gettext_lazy("Kind of presentation here"),
    "starts": gettext_lazy("Beginning"),
    "ends": gettext_lazy("End"),
    "position": gettext_lazy("Order in the session"),
    "board": gettext_lazy("Board"),
}
# What our own exports call them.
OWN_NAMES = {
    "session_id": "Session ID",
    "session": "Session",
    "session_kind": "Session kind",
    "code": "Code",
    "room": "Room",
    "chair": "Chair",
    "session_track": "Session track",
    "live_url": "Live link",
    "session_starts": "Session starts",
    "session_ends": "Session ends",
    "external_id": ID_COLUMN,
    "title": "Title",
    "kind": "Kind",
    "starts": "Starts",
    "ends": "Ends",
    "position": "Position",
    "board": "Board",
}
_NAMES = {
    "session_id": "sessionid sessionnumber",
    "session": "session sessionname sessiontitle",
    "session_kind": "sessionkind sessiontype",
    "code": "code sessioncode",
    "room": "room location hall",
    "chair": "chair chairs sessionchair sessionchairs moderator",
    "session_track": "sessiontrack track",
    "live_url": "livelink liveurl",
    "session_starts": "sessionstarts sessionstart",
    "session_ends": "sessionends sessionend",
    "external_id": "id paperid papernumber pid uid lectureid submissionid",
    "title": "title papertitle lecturetitle talktitle",
    "kind": "kind type presentationtype format",
    "starts": "starts start startsat starttime begins begin beginning",
    "ends": "ends end endsat endtime",
    "position": "position order presentationorder",
    "board": "board boardnumber assignedboard",
}
_FIELD_OF_NAME = words(_NAMES)
_FIELD_OF_OWN_NAME = {plain_key(title): name for name, title in OWN_NAMES.items()}
_OF_LECTURES = {"authors", "author", "authornames", "speakers", "abstract", "abstracts"}


def is_slot_table(table: Table) -> bool:
    """Whether it tells of sessions and their times, and nothing that only a table of lectures does."""
    keys = {plain_key(title) for title in table.header.cells}
    found = {_FIELD_OF_NAME.get(key) for key in keys}
    return "session" in found and bool(found & {"session_starts", "starts"}) and not keys & _OF_LECTURES


def find_columns(table: Table, by_hand: Mapping[str, str]) -> Columns:
    """Raises UnknownColumns if no column says which session a row is of, or none when it is."""
    columns = guess_columns(table, by_hand)
    needed = {
        "session": {"session"},
        "session_starts": {"session_starts", "starts"},
        "session_ends": {"session_ends", "ends"},
    }
    for name, fields in needed.items():
        if not fields & columns.places.keys():
            message = _("No column holds this: %(field)s.") % {"field": FIELDS[name]}
            mend = _("Name the columns “Session”, “Starts” and “Ends”, or say which they are.")
            raise UnknownColumns(message, table.header.where, mend)
    return columns


def guess_columns(table: Table, by_hand: Mapping[str, str]) -> Columns:
    names = _FIELD_OF_OWN_NAME if is_own_table(table) else _FIELD_OF_NAME
    return by_name(table, names).mapped(by_hand, FIELDS)

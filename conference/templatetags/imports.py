"""What an import's report says, in words."""

from datetime import datetime
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from conference.models import Conference

register = template.Library()

_WORDS = {
    "external_id": _("number"),
    "starts_at": _("start"),
    "ends_at": _("end"),
    "live_url": _("live link"),
    "ticket_type": _("ticket type"),
    "registered_at": _("registered"),
    "signed_by": _("signed by"),
    "present": _("place"),
}


@register.filter
def field_words(name: str) -> str:
    """`publication_doi` -> `publication doi`; `slot.board.S1` -> `board, S1`."""
    what, _dot, rest = name.partition(".")
    if what in {"slot", "item"}:
        part, _dot, key = rest.partition(".")
        return f"{_WORDS.get(part, part)}, {key}"
    return _WORDS.get(name, name.replace("_", " "))


@register.filter
def said_value(value: Any, conference: Conference) -> str:
    """A value of a report as text: moments by the conference's clock, lists with semicolons."""
    match value:
        case None | "" | []:
            return "—"
        case bool():
            return _("yes") if value else _("no")
        case list():
            return "; ".join(said_value(one, conference) for one in value)
        case dict():
            return ", ".join(str(one) for one in value.values() if one)
        case str() if _is_moment(value):
            return date_format(conference.local(datetime.fromisoformat(value)), "j M Y, H:i")
    return str(value)


def _is_moment(text: str) -> bool:
    try:
        return "T" in text and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False

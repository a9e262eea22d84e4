"""What stands in braces in the texts of a mailing, and is another word in every mail: `Dear {name}`. Pure."""

import re
from collections.abc import Callable, Mapping
from html import escape

from django.utils.translation import gettext_lazy as _

PLACEHOLDERS = {
    "name": _("the person's name"),
    "address": _("the address that the person logs in with"),
    "ticket_type": _("the ticket type"),
    "conference": _("the acronym: ACL 2025"),
    "conference_name": _("the conference's name in full"),
    "event_url": _("the address of the event page"),
    "starts": _("when it starts, in the conference's time zone, which is named"),
    "ends": _("its last day"),
    "place": _("city and country"),
    "help": _("the help contact"),
}
# What LaTeX takes, such as \emph{name}, is no placeholder.
_BRACES = re.compile(r"(?P<command>\\[A-Za-z]+)?\{(?P<name>[A-Za-z][A-Za-z_ ]*)\}")
_MARK = re.compile("xq({})qx".format("|".join(name.replace("_", "") for name in PLACEHOLDERS)))
_NAMES = {name.replace("_", ""): name for name in PLACEHOLDERS}


def unknown(text: str) -> list[str]:
    """The names in braces that are no placeholder, each once, as they were typed."""
    found = (match["name"] for match in _BRACES.finditer(text) if not match["command"])
    return list(dict.fromkeys(name for name in found if name not in PLACEHOLDERS))


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with the placeholders that `values` has; others stay."""
    return _replace(text, values.get)


def marked(text: str) -> str:
    """`text` with a word in the place of each placeholder that the renderer leaves alone.

    So a text is rendered once for everybody, and a name like `**Ana**` is a name and no Markdown.
    """
    return _replace(text, lambda name: f"xq{name.replace('_', '')}qx" if name in PLACEHOLDERS else None)


def unmarked(text: str, values: Mapping[str, str], *, is_html: bool) -> str:
    """What `marked` made, or HTML that was made of it, with the values themselves."""
    return _MARK.sub(lambda match: _shown(values[_NAMES[match[1]]], is_html=is_html), text)


def _replace(text: str, value_of: Callable[[str], str | None]) -> str:
    def replaced(match: re.Match[str]) -> str:
        value = None if match["command"] else value_of(match["name"])
        return match[0] if value is None else value

    return _BRACES.sub(replaced, text)


def _shown(value: str, *, is_html: bool) -> str:
    return escape(value) if is_html else value

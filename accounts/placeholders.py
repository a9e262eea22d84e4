"""What stands in braces in the texts of a mailing, and is another word in every mail: `Dear {name}`. Pure."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
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
    "lectures": _(
        "the person’s lectures, each with a link: to send files for it while they are taken, or to its page"
    ),
    "files_until": _("until when presenters may send files, in the conference’s time zone, which is named"),
}
OF_PRESENTERS = ("lectures", "files_until")  # in mailings to them alone
# What LaTeX takes, such as \emph{name}, is no placeholder.
_BRACES = re.compile(r"(?P<command>\\[A-Za-z]+)?\{(?P<name>[A-Za-z][A-Za-z_ ]*)\}")
_MARK = re.compile("xq({})qx".format("|".join(name.replace("_", "") for name in PLACEHOLDERS)))
_NAMES = {name.replace("_", ""): name for name in PLACEHOLDERS}


@dataclass(frozen=True, slots=True)
class Links:
    """A value of several lines: texts and their addresses."""

    lines: tuple[tuple[str, str], ...]


type Value = str | Links


def unknown(text: str, known: Collection[str] = tuple(PLACEHOLDERS)) -> list[str]:
    """The names in braces that are none of the `known` placeholders, each once, as they were typed."""
    found = (match["name"] for match in _BRACES.finditer(text) if not match["command"])
    return list(dict.fromkeys(name for name in found if name not in known))


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with the placeholders that `values` has; others stay."""
    return _replace(text, values.get)


def marked(text: str) -> str:
    """`text` with a word in the place of each placeholder that the renderer leaves alone.

    So a text is rendered once for everybody, and a name like `**Ana**` is a name and no Markdown.
    """
    return _replace(text, lambda name: f"xq{name.replace('_', '')}qx" if name in PLACEHOLDERS else None)


def unmarked(text: str, values: Mapping[str, Value], *, is_html: bool) -> str:
    """What `marked` made, or HTML that was made of it, with the values themselves."""
    return _MARK.sub(lambda match: _shown(values[_NAMES[match[1]]], is_html=is_html), text)


def _replace(text: str, value_of: Callable[[str], str | None]) -> str:
    def replaced(match: re.Match[str]) -> str:
        value = None if match["command"] else value_of(match["name"])
        return match[0] if value is None else value

    return _BRACES.sub(replaced, text)


def _shown(value: Value, *, is_html: bool) -> str:
    if isinstance(value, str):
        return escape(value) if is_html else value
    if is_html:
        return "<br>".join(f'<a href="{escape(url)}">{escape(text)}</a>' for text, url in value.lines)
    return "\n".join(f"{text}\n{url}" for text, url in value.lines)

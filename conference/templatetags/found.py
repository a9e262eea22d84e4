"""How a hit is shown: what was sought is marked, long author lists end early."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from conference.search import MARK_END, MARK_START

register = template.Library()

AUTHORS_SHOWN = 8


@register.filter
def marked(snippet: str) -> SafeString:
    """The snippet as HTML, with `<mark>` around what was sought; nothing if it holds none of it. All else is escaped."""
    before, *parts = snippet.split(MARK_START)
    if not parts:
        return SafeString("")
    pieces = (part.partition(MARK_END)[::2] for part in parts)
    return format_html("{}{}", before, format_html_join("", "<mark>{}</mark>{}", pieces))


@register.filter
def first_authors(authors: str) -> str:
    """The first of many names, and how many more there are."""
    names = authors.split(", ")
    more = len(names) - AUTHORS_SHOWN
    if more <= 1:
        return authors
    shown = ", ".join(names[:AUTHORS_SHOWN])
    return ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more) % {
        "names": shown,
        "more": more,
    }

"""From source to `Rendered`: clean the source, parse, render, sanitise, derive the text."""

import re

from django.utils.html import escape
from django.utils.safestring import SafeString

from conference.rendering.context import Context
from conference.rendering.markdown import parser
from conference.rendering.plain import plain_text
from conference.rendering.rendered import Rendered
from conference.rendering.sanitize import clean_block, clean_inline
from conference.rendering.source import prepare

# Stored beside what was rendered: raise it whenever the same source would come out differently.
RENDERER_VERSION = 1
MAX_SOURCE = 50_000
BUDGET_PER_CHARACTER = 4
BUDGET_BASE = 2_000


def render(source: str) -> Rendered:
    """A text of paragraphs, lists, headings and formulas. Single line breaks are spaces."""
    context = Context(budget=_budget(source))
    source = prepare(source, context)
    html = _as_typed(source, context) if len(source) > MAX_SOURCE else parser().render(source, context.env())
    return _finished(clean_block(html.strip()), context)


def render_inline(source: str) -> Rendered:
    """One line, a title: no blocks, no links."""
    context = Context(budget=_budget(source), inline=True)
    source = " ".join(prepare(source, context).split())
    html = escape(source) if len(source) > MAX_SOURCE else parser().renderInline(source, context.env())
    if len(source) > MAX_SOURCE:
        context.warn("too-long", source)
    return _finished(clean_inline(html), context)


def _budget(source: str) -> int:
    return BUDGET_BASE + BUDGET_PER_CHARACTER * min(len(source), MAX_SOURCE)


def _finished(html: SafeString, context: Context) -> Rendered:
    return Rendered(html=html, text=plain_text(html), warnings=tuple(context.warnings))


def _as_typed(source: str, context: Context) -> str:
    context.warn("too-long", source)
    return "\n".join(f"<p>{escape(part)}</p>" for part in re.split(r"\n\s*\n", source) if part.strip())

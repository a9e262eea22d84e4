"""The few HTML tags that authors type into titles and abstracts. All others are shown as typed."""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.subparse import MAX_NESTING, parse_in_tag, push_break

TAGS = {"b": "strong", "strong": "strong", "i": "em", "em": "em", "tt": "code", "sub": "sub", "sup": "sup"}
_opening = re.compile(r"<(b|strong|i|em|tt|sub|sup)>")
_break = re.compile(r"<br\s{0,3}/?>\s*")


def tag_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule: `<i>x</i>` in pairs, and `<br>`."""
    if state.src[state.pos] != "<":
        return False
    if match := _break.match(state.src, state.pos, state.posMax):
        if not silent:
            push_break(state)
        state.pos = match.end()
        return True
    match = _opening.match(state.src, state.pos, state.posMax)
    if not match or state.level > MAX_NESTING:
        return False
    closing = f"</{match[1]}>"
    end = scan.text_end(state.src, match.end(), closing, state.posMax, context_of(state.env))
    if end < 0:
        return False
    if not silent:
        parse_in_tag(state, TAGS[match[1]], match.end(), end)
    state.pos = end + len(closing)
    return True

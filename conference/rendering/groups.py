r"""LaTeX braces in running text: `{\it x}`, `{\"u}`, `{B}ERT`. Other braces are text."""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.subparse import MAX_NESTING, parse_in_tag, push_text
from conference.rendering.symbols import ACCENT, accented
from conference.rendering.vocabulary import SWITCHES

_switch = re.compile(rf"\{{\s*\\({'|'.join(sorted(SWITCHES, key=len, reverse=True))})(?![A-Za-z])\s*")
_protected = re.compile(r"\{([^\W\d_]{1,20})\}")


def group_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    return _switched(state, silent) or _accented(state, silent) or _letters(state, silent)


def _switched(state: StateInline, silent: bool) -> bool:
    match = _switch.match(state.src, state.pos, state.posMax)
    return match is not None and _group(state, silent, match.end(), SWITCHES[match[1]])


def _group(state: StateInline, silent: bool, start: int, tag: str | None) -> bool:
    end = scan.group_end(state.src, start, state.posMax, context_of(state.env))
    if end < 0 or state.level > MAX_NESTING:
        return False
    if not silent:
        parse_in_tag(state, tag, start, end)
    state.pos = end + 1
    return True


def _accented(state: StateInline, silent: bool) -> bool:
    match = ACCENT.match(state.src, state.pos + 1, state.posMax)
    if not match or not state.src.startswith("}", match.end()):
        return False
    letter = accented(match)
    if letter is None:
        return False
    if not silent:
        push_text(state, letter)
    state.pos = match.end() + 1
    return True


def _letters(state: StateInline, silent: bool) -> bool:
    """Capitals that BibTeX must keep: `{B}ERT`."""
    match = _protected.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    around = state.src[state.pos - 1 : state.pos] + state.src[match.end() : match.end() + 1]
    if not any(character.isalpha() for character in around):
        return False
    if not silent:
        push_text(state, match[1])
    state.pos = match.end()
    return True

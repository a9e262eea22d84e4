r"""LaTeX commands in running text: `\textbf{x}`, `\footnote{x}`, `\'e`, `\times`, `\foo{x}`.

Nothing is dropped silently: an unknown command shows its argument, or itself as typed, with a warning.
"""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.links import link_command
from conference.rendering.subparse import (
    MAX_NESTING,
    parse_in_tag,
    parse_range,
    push_break,
    push_source,
    push_text,
)
from conference.rendering.symbols import ACCENT, LETTERS, accented, symbol
from conference.rendering.vocabulary import (
    ADDRESSES,
    BREAKS,
    CITATION,
    COLOUR_COMMANDS,
    FONTS,
    LAYOUT,
    LAYOUT_WITH_ARGUMENT,
    NEVER_RUN,
    NOTES,
    REFERENCE,
    SPACING,
)

COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
COLOURED = re.compile(r"\s?(?:\[[A-Za-z]{1,20}\])?\{[^{}]{0,100}\}\s?\{")
GROUP = re.compile(r"(?:\s?\[[^\[\]\n]{0,200}\]){0,2}\s?\{")
_environment = re.compile(r"\{[A-Za-z]{1,30}\*?\}(?:\[[^\[\]\n]{0,50}\])?\s?")
_line_end = re.compile(r"\\\\(?:\[[^\[\]\n]{0,20}\])?\s*")
_verbatim = re.compile(r"\\verb\*?([|!+/\"'#])(.{1,300}?)\1")
_apostrophe = re.compile(r"\\'(?=(?:s|t|d|m|re|ll|ve)(?![^\W\d_]))")
_quoted = re.compile(r'\\"(?=\w)[^"\\\n]{1,300}\\"(?!\w)')


def command_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule for everything that begins with a backslash and is no formula."""
    if state.src[state.pos] != "\\":
        return False
    if _accent(state, silent):
        return True
    match = COMMAND.match(state.src, state.pos, state.posMax)
    return _named(state, silent, match) if match else _line_break(state, silent) or _spacing(state, silent)


def _named(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    name = match[1]
    handled = False
    if name in ADDRESSES:
        handled = link_command(state, silent)
    elif name == "verb":
        handled = _as_code(state, silent)
    elif NEVER_RUN.fullmatch(name):
        handled = _as_typed(state, silent, match)
    elif name in ("begin", "end"):
        handled = _environment_marker(state, silent, match)
    elif name in LAYOUT or name in BREAKS:
        handled = _layout(state, silent, match)
    return handled or _with_argument(state, silent, match) or _alone(state, silent, match)


def _accent(state: StateInline, silent: bool) -> bool:
    match = ACCENT.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    before = state.src[state.pos - 1 : state.pos]
    # don\'t and \"quoted\" come from programs that escape quotes, not from TeX.
    if before.isalpha() and _apostrophe.match(state.src, state.pos):
        return False
    if not before.isalnum() and _quoted.match(state.src, state.pos):
        return False
    letter = accented(match)
    if letter is None:
        return False
    if not silent:
        push_text(state, letter)
    state.pos = match.end()
    return True


def _line_break(state: StateInline, silent: bool) -> bool:
    match = _line_end.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        push_break(state)
    state.pos = match.end()
    return True


def _spacing(state: StateInline, silent: bool) -> bool:
    before, sign = state.src[state.pos - 1 : state.pos], state.src[state.pos + 1 : state.pos + 2]
    if sign == "-" and before.isalpha():
        text = ""
    elif sign == "," and not before.isdigit():
        return False
    elif sign in SPACING and (sign != "\n" or context_of(state.env).inline):
        text = SPACING[sign]
    else:
        return False
    if not silent:
        push_text(state, text)
    state.pos += 2
    return True


def _layout(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    if not silent and match[1] in BREAKS:
        push_break(state)
    state.pos = match.end()
    while state.pos < state.posMax and state.src[state.pos] in " \t\n":
        state.pos += 1
    return True


def _as_code(state: StateInline, silent: bool) -> bool:
    match = _verbatim.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        state.push("code_inline", "code", 0).content = match[2]
    state.pos = match.end()
    return True


def _as_typed(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    end, context = match.end(), context_of(state.env)
    if name := COMMAND.match(state.src, end, state.posMax):
        end = name.end()
    while group := GROUP.match(state.src, end, state.posMax):
        close = scan.group_end(state.src, group.end(), state.posMax, context)
        if close < 0:
            break
        end = close + 1
    if not silent:
        push_source(state, state.src[state.pos : end])
        context.warn("definition", state.src[state.pos : end])
    state.pos = end
    return True


def _environment_marker(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    group = _environment.match(state.src, match.end(), state.posMax)
    if not group:
        return False
    if not silent:
        context_of(state.env).warn("environment", state.src[state.pos : group.end()])
    state.pos = group.end()
    return True


def _with_argument(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    name = match[1]
    opening = COLOURED if name in COLOUR_COMMANDS else GROUP
    group = opening.match(state.src, match.end(), state.posMax)
    if not group or (symbol(name) and name not in FONTS) or state.level > MAX_NESTING:
        return False
    context = context_of(state.env)
    end = scan.group_end(state.src, group.end(), state.posMax, context)
    known = name in FONTS or name in LAYOUT_WITH_ARGUMENT or name in NOTES
    if end < 0 and not silent:
        context.warn("unclosed-group", state.src[state.pos : state.pos + 40])
    if end < 0 or (end == group.end() and not known):
        return False
    if not silent:
        _push_argument(state, name, group.end(), end)
    state.pos = end + 1
    return True


def _push_argument(state: StateInline, name: str, start: int, end: int) -> None:
    context, typed = context_of(state.env), state.src[state.pos : end + 1]
    if name in LAYOUT_WITH_ARGUMENT:
        context.warn("environment", typed)
    elif CITATION.fullmatch(name):
        context.warn("citation", typed)
        push_text(state, f"[{' '.join(state.src[start:end].split())}]")
    elif REFERENCE.fullmatch(name):
        context.warn("citation", typed)
        push_text(state, state.src[start:end])
    elif name in NOTES:
        push_text(state, " (" if state.src[state.pos - 1 : state.pos].strip() else "(")
        parse_range(state, start, end)
        push_text(state, ")")
    else:
        if name not in FONTS:
            context.warn("unknown-command", typed)
        parse_in_tag(state, FONTS.get(name), start, end)


def _alone(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    name, end = match[1], match.end(1)
    character = symbol(name)
    if not silent:
        if character is None:
            push_source(state, f"\\{name}")
            context_of(state.env).warn("unknown-command", f"\\{name}")
        else:
            push_text(state, character)
    if state.src.startswith("{}", end):
        end += 2
    elif character and name in LETTERS and state.src[end : end + 1] == " ":
        end += 1
    state.pos = end
    return True

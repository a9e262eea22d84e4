"""LaTeX's way of typing quotes, dashes and ties."""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering.subparse import MAX_NESTING, parse_range, push_text

MAX_QUOTE = 300
_double = re.compile(rf"``((?:[^`'\n]|\n(?!\n)|`(?!`)|'(?!')){{1,{MAX_QUOTE}}})(?:''|\")")
_single = re.compile(rf"`(?!\s)((?:[^`'\n]|(?<=\w)'(?=\w)){{1,{MAX_QUOTE}}})'(?![\w'])")
_code_close = re.compile(r"[^`\n]{0,300}\w`(?!\w)")
_dashes = re.compile(r"-{2,3}")
_tied_before = re.compile(r"[\w.,)$}]")
_tied_after = re.compile(r"[\w\\$\[(]")
_operand_before = re.compile(r"(?<![\w.*])(?:(?:\d[\d.]*|[^\W\d_])\*{1,3}){0,5}(?:\d[\d.]*|[^\W\d_])$")
_operand_after = re.compile(r"(?:\d[\d.]*|[^\W\d_])(?!\w)")
MAX_OPERAND = 20


def quote_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule: ``double'' and `single' LaTeX quotes, where they are no code span."""
    source, start = state.src, state.pos
    if source[start] != "`" or source[start - 1 : start] == "`":
        return False
    match, marks = _double.match(source, start, state.posMax), ("“", "”")
    if not match and not source.startswith("``", start) and not source[start - 1 : start].isalnum():
        match, marks = _single.match(source, start, state.posMax), ("‘", "’")
        if match and _code_close.match(source, match.end(), state.posMax):
            match = None
    if not match or state.level > MAX_NESTING:
        return False
    if not silent:
        push_text(state, marks[0])
        parse_range(state, *match.span(1))
        push_text(state, marks[1])
    state.pos = match.end()
    return True


def dash_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule: `--` and `---` between words or numbers; `--flag` stays as it is."""
    match = _dashes.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    before, after = state.src[state.pos - 1 : state.pos], state.src[match.end() : match.end() + 1]
    spaced = before.isspace() and after.isspace()
    if not spaced and (not before or before in " -\n" or not after or after == "-"):
        return False
    if not silent:
        push_text(state, "—" if len(match[0]) > len("--") else "–")
    state.pos = match.end()
    return True


def tie_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule: `Table~1` is tied; `~100` and `2~5` are an estimate and a range, and stay."""
    if state.src[state.pos] != "~":
        return False
    before, after = state.src[state.pos - 1 : state.pos], state.src[state.pos + 1 : state.pos + 2]
    if not (_tied_before.match(before) and _tied_after.match(after)) or (
        before.isdigit() and after.isdigit()
    ):
        return False
    if not silent:
        push_text(state, "\u00a0")
    state.pos += 1
    return True


def product_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule: the asterisks of `2*3*4` and `a*b` multiply; they emphasise nothing."""
    source, start = state.src, state.pos
    if source[start] != "*":
        return False
    end = start
    while end < state.posMax and source[end] == "*":
        end += 1
    if not _operand_before.search(source[max(0, start - MAX_OPERAND) : start]):
        return False
    if not _operand_after.match(source, end, state.posMax):
        return False
    if not silent:
        push_text(state, source[start:end])
    state.pos = end
    return True

"""Parsing part of an inline text again, as the content of a command."""

from markdown_it.rules_inline import StateInline

from conference.rendering.context import context_of

MAX_NESTING = 20


def parse_range(state: StateInline, start: int, end: int) -> None:
    """Pushes the tokens of `state.src[start:end]`."""
    # markdown-it-py's text rule looks past posMax: the source is cut as well.
    source, position, maximum, cache = state.src, state.pos, state.posMax, state.cache
    state.src, state.pos, state.posMax, state.cache = source[:end], start, end, {}
    state.level += 1
    state.md.inline.tokenize(state)
    state.level -= 1
    state.src, state.pos, state.posMax, state.cache = source, position, maximum, cache


def parse_in_tag(state: StateInline, tag: str | None, start: int, end: int) -> None:
    if tag:
        state.push(f"{tag}_open", tag, 1)
    parse_range(state, start, end)
    if tag:
        state.push(f"{tag}_close", tag, -1)


def push_text(state: StateInline, text: str) -> None:
    state.append_pending(text)


def push_break(state: StateInline) -> None:
    """A line break; in a title, which is one line, a space."""
    if context_of(state.env).inline:
        push_text(state, " ")
    else:
        state.push("hardbreak", "br", 0)


def push_source(state: StateInline, source: str) -> None:
    """LaTeX that is shown as typed."""
    state.push("tex_source", "code", 0).content = source

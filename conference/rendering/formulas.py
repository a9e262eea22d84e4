"""How formulas stand in the page: glued to the punctuation around them, or displayed on their own."""

import re
from collections.abc import Sequence
from itertools import dropwhile, groupby

from django.utils.html import escape
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from conference.rendering.context import context_of
from conference.rendering.mathml import to_mathml

MAX_GLUED = 8
_glued_before = re.compile(rf"[^\s\w]{{1,{MAX_GLUED}}}$")
_glued_after = re.compile(rf"[^\s\w]{{1,{MAX_GLUED}}}")


def place_formulas(state: StateCore) -> None:
    """Core rule: displayed formulas leave their paragraph, inline ones take the punctuation beside them."""
    placed: list[Token] = []
    tokens = iter(state.tokens)
    for token in tokens:
        if token.type == "paragraph_open":
            placed.extend(_split(token, next(tokens), next(tokens)))
        else:
            if token.type == "inline":
                _glue(token.children or [])
            placed.append(token)
    state.tokens = placed


def _glue(children: list[Token]) -> None:
    for index, token in enumerate(children):
        if token.type != "math" or token.meta["display"]:
            continue
        for before in children[max(index - 1, 0) : index]:
            if before.type == "text" and (match := _glued_before.search(before.content[-MAX_GLUED:])):
                token.meta["before"] = match[0]
                before.content = before.content.removesuffix(match[0])
        for after in children[index + 1 : index + 2]:
            if after.type == "text" and (match := _glued_after.match(after.content)):
                token.meta["after"] = match[0]
                after.content = after.content[match.end() :]


def _split(opening: Token, inline: Token, closing: Token) -> list[Token]:
    """`p` may not hold a `div`: a paragraph ends before a displayed formula and goes on behind it."""
    _glue(inline.children or [])
    tokens: list[Token] = []
    for is_formula, group in groupby(inline.children or [], key=_stands_alone):
        part = _trimmed(list(group))
        if is_formula:
            tokens.append(inline.copy(children=part))
        elif part:
            tokens.extend((opening, inline.copy(children=part), closing))
    return tokens


def _stands_alone(token: Token) -> bool:
    if token.type != "math":
        return False
    # Within emphasis or a link there is no place for a block.
    token.meta["display"] = token.meta["display"] and token.level == 0
    return bool(token.meta["display"])


def _trimmed(children: list[Token]) -> list[Token]:
    """Without line breaks and empty text at either end, which the formula's own lines make superfluous."""
    begun = list(dropwhile(_is_blank, children))
    return list(dropwhile(_is_blank, reversed(begun)))[::-1]


def _is_blank(token: Token) -> bool:
    return token.type in ("softbreak", "hardbreak") or (token.type == "text" and not token.content.strip())


def render_math(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    display: bool = token.meta["display"]
    formula = to_mathml(token.content, display=display)
    if formula is None:
        context_of(env).warn("math-unreadable", token.markup)
        formula = f'<code class="tex">{escape(token.markup)}</code>'
    if display:
        # Not translated: what is stored is the same for every reader.
        return f'<div class="formula" tabindex="0" role="group" aria-label="Formula">{formula}</div>'
    before, after = token.meta.get("before", ""), token.meta.get("after", "")
    if before or after:
        return f'<span class="keep">{escape(before)}{formula}{escape(after)}</span>'
    return formula


def render_source(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return f'<code class="tex">{escape(tokens[index].content)}</code>'

"""How formulas stand in the page: glued to the punctuation around them, or displayed on their own."""

import re
from collections.abc import Sequence

from django.utils.html import escape
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from conference.rendering.context import context_of
from conference.rendering.mathml import to_mathml

_glued_before = re.compile(r"(?<!\S)[^\s\w]{1,8}$|(?<=\w)[^\s\w]{1,4}$")
_glued_after = re.compile(r"[^\s\w]{1,8}")


def place_formulas(state: StateCore) -> None:
    """Core rule: displayed formulas leave their paragraph, inline ones take the punctuation beside them."""
    placed: list[Token] = []
    for token in state.tokens:
        if token.type == "inline" and token.children:
            _glue(token.children)
        if token.type == "inline" and placed and placed[-1].type == "paragraph_open":
            placed.extend(_split(token, placed.pop()))
        elif token.type == "paragraph_close" and placed[-1].type == "paragraph_close":
            placed[-1] = token
        else:
            placed.append(token)
    state.tokens = placed


def _glue(children: list[Token]) -> None:
    for index, token in enumerate(children):
        if token.type != "math" or token.meta["display"]:
            continue
        before = children[index - 1] if index and children[index - 1].type == "text" else None
        after = (
            children[index + 1] if index + 1 < len(children) and children[index + 1].type == "text" else None
        )
        if before and (match := _glued_before.search(before.content)):
            token.meta["before"], before.content = match[0], before.content[: match.start()]
        if after and (match := _glued_after.match(after.content)):
            token.meta["after"], after.content = match[0], after.content[match.end() :]


def _split(inline: Token, opening: Token) -> list[Token]:
    """`p` may not hold a `div`: a paragraph ends before a displayed formula and goes on behind it."""
    parts: list[list[Token]] = [[]]
    for child in inline.children or []:
        if child.type == "math" and child.meta["display"] and child.level == 0:
            parts.extend(([child], []))
        else:
            if child.type == "math" and child.level:
                child.meta["display"] = False
            parts[-1].append(child)
    if len(parts) == 1:
        return [opening, inline]
    tokens: list[Token] = []
    for number, part in enumerate(parts):
        is_formula = number % 2 == 1
        if not is_formula and not any(
            child.content.strip() or child.type not in ("text", "softbreak") for child in part
        ):
            continue
        piece = inline.copy(children=_trimmed(part))
        if is_formula:
            tokens.append(piece)
        else:
            tokens.extend(
                (opening.copy(), piece, Token("paragraph_close", "p", -1, hidden=opening.hidden, block=True))
            )
    if tokens[-1].type != "paragraph_close":
        tokens.append(Token("paragraph_close", "p", -1, hidden=True, block=True))
    return tokens


def _trimmed(children: list[Token]) -> list[Token]:
    while children and children[0].type in ("softbreak", "hardbreak"):
        children = children[1:]
    while children and children[-1].type in ("softbreak", "hardbreak"):
        children = children[:-1]
    return children


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

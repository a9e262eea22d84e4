r"""Which addresses may be linked; `\url` and `\href`; images, and links inside links."""

import re
from itertools import chain

from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.subparse import MAX_NESTING, parse_range, push_text

_safe = re.compile(r"https?://.|mailto:.|/(?![/\\])|#", re.IGNORECASE | re.DOTALL)
_command = re.compile(
    r"\\(?:url|path)\s?\{(?P<address>(?:[^{}\s]|\{\}){1,2000})\}|\\href\s?\{(?P<target>(?:[^{}\s]|\{\}){1,2000})\}\s?\{"
)
_bare_host = re.compile(r"(?:[\w-]{1,63}\.){1,6}[a-z]{2,20}(?:[/?#]|$)", re.IGNORECASE)
_escaped = re.compile(r"\\([_%#&~$])(?:\{\})?")


def unescaped(address: str) -> str:
    r"""An address as browsers want it: authors write `\_` and `\%` in it for TeX."""
    return _escaped.sub(r"\1", address)


def is_safe_address(address: str) -> bool:
    """Web and mail addresses, and paths of this site."""
    return bool(_safe.match(address.strip()))


def settle_links(state: StateCore) -> None:
    """Core rule: images become links to them (nothing is loaded from other hosts); links hold no links."""
    for token in state.tokens:
        if token.type == "inline" and token.children:
            token.children = _settled(list(chain.from_iterable(map(_as_link, token.children))))


def _as_link(token: Token) -> list[Token]:
    if token.type != "image":
        return [token]
    opening = Token("link_open", "a", 1, attrs={"href": token.attrGet("src") or ""}, level=token.level)
    label = Token("text", "", 0, content=token.content or str(token.attrGet("src")), level=token.level + 1)
    return [opening, label, Token("link_close", "a", -1, level=token.level)]


def _settled(children: list[Token]) -> list[Token]:
    depth = 0
    settled = []
    for token in children:
        if token.type == "link_close":
            depth -= 1
        if depth == 0 or token.type not in ("link_open", "link_close"):
            settled.append(token)
        if token.type == "link_open":
            depth += 1
    return settled


def link_command(state: StateInline, silent: bool) -> bool:
    r"""`\url{x}` and `\href{x}{label}` at the current position."""
    match = _command.match(state.src, state.pos, state.posMax)
    if not match or state.level > MAX_NESTING:
        return False
    label, end = (0, 0), match.end()
    if match["target"]:
        closing = scan.group_end(state.src, end, state.posMax, context_of(state.env))
        if closing < 0:
            return False
        label, end = (end, closing), closing + 1
    if not silent:
        _push_link(state, unescaped(match["target"] or match["address"]), label)
    state.pos = end
    return True


def _push_link(state: StateInline, address: str, label: tuple[int, int]) -> None:
    if _bare_host.match(address):
        address = f"https://{address}"
    linked = is_safe_address(address) and not state.linkLevel
    if linked:
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(address)}
        state.linkLevel += 1
    elif not is_safe_address(address):
        context_of(state.env).warn("unsafe-link", address)
    if label[0] < label[1]:
        parse_range(state, *label)
    else:
        push_text(state, address)
    if linked:
        state.linkLevel -= 1
        state.push("link_close", "a", -1)

r"""Finding formulas in running text: `$..$`, `$$..$$`, `\(..\)`, `\[..\]` and LaTeX's environments.

The hard part is money: `$5 and $10` is no formula, `$n$` and `3$\times$` are.
"""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.worded import push_worded

# Environments that math-core lays out itself, and those that only say "a formula".
LAID_OUT = {"align", "gather", "eqnarray", "multline", "alignat"}
BARE = {"equation", "displaymath", "math"}
MAX_PLAIN_FORMULA = 120
_begin = re.compile(r"\\begin\{([a-z]{1,20}\*?)\}")
_mathematical = re.compile(r"[\\^_{}]")
_command = re.compile(r"\\[A-Za-z]+")
_word = re.compile(r"[^\W\d_]{3,}")
_two_words = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{3,}")
_amount = re.compile(r"[\d.,]+\s?(?:k|m|bn|b|usd)?[-–/),;]", re.IGNORECASE)
_formula_in_brackets = re.compile(r"[\\^_={}<>]|^\s*\w\s*$")


def _balanced(tex: str) -> bool:
    depth = 0
    for character in tex:
        depth += (character in "([") - (character in ")]")
        if depth < 0:
            return False
    return depth == 0


def _is_price(tex: str, after: str) -> bool:
    r"""`$5 (in \textbf{total}) and $6`: a number, words, and the next number's dollar."""
    ends_open = tex[-1:].isspace() or after.isdigit()
    return tex[:1].isdigit() and ends_open and bool(_word.search(_command.sub("", tex)))


def looks_like_math(tex: str, before: str, after: str) -> bool:
    """Whether text between two dollars is a formula; `before` and `after` are the characters around them."""
    if _is_price(tex, after):
        return False
    if _mathematical.search(tex):
        # Nobody writes a command, an index or a brace into a price.
        return True
    if not tex or tex[0].isspace() or tex[-1].isspace() or len(tex) > MAX_PLAIN_FORMULA:
        return False
    if before.isdigit() or after.isdigit() or (before.isalpha() and tex[0].isdigit()):
        return False
    if tex[0].isdigit() and (_word.search(tex) or not _balanced(tex) or _amount.match(tex)):
        return False
    return not _two_words.search(tex)


def math_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule; it stands before Markdown's own, which would eat backslashes and asterisks."""
    source, start = state.src, state.pos
    if source.startswith("$$", start):
        return _dollars(state, silent, 2)
    if source[start] == "$":
        return _dollars(state, silent, 1)
    if source.startswith("\\(", start):
        return _brackets(state, silent, ")")
    if source.startswith("\\[", start):
        return _brackets(state, silent, "]")
    return _environment(state, silent)


def _dollars(state: StateInline, silent: bool, width: int) -> bool:
    context, source, opening = context_of(state.env), state.src, state.pos
    start = opening + width
    end = scan.dollar_end(source, start, state.posMax, context, width=width)
    if end >= 0 and source[start:end].strip():
        around = source[max(opening - 1, 0) : opening], source[end + width : end + width + 1]
        if width == 2 or looks_like_math(source[start:end], *around):  # noqa: PLR2004 - two dollars
            return _accept(state, silent, start, end, width, display=width > 1)
    if not silent:
        if (
            end < 0
            and not source[start : start + 1].isdigit()
            and not source[opening - 1 : opening].isdigit()
        ):
            context.warn("unclosed-math", source[opening : opening + 40])
        state.append_pending("$" * width)
    state.pos = start
    return True


def _brackets(state: StateInline, silent: bool, closing: str) -> bool:
    start = state.pos + 2
    end = scan.text_end(state.src, start, f"\\{closing}", state.posMax, context_of(state.env))
    tex = state.src[start:end] if end >= 0 else ""
    # "\(note\)" is Markdown's escaped bracket.
    if not tex.strip() or not (closing == "]" or _formula_in_brackets.search(tex)):
        return False
    return _accept(state, silent, start, end, 2, display=closing == "]")


def _environment(state: StateInline, silent: bool) -> bool:
    match = _begin.match(state.src, state.pos, state.posMax)
    name = match[1].rstrip("*") if match else ""
    if not match or name not in LAID_OUT | BARE:
        return False
    closing = f"\\end{{{match[1]}}}"
    end = scan.text_end(state.src, match.end(), closing, state.posMax, context_of(state.env))
    if end < 0:
        return False
    if name in BARE:
        return _accept(state, silent, match.end(), end, len(closing), display=name != "math")
    return _accept(state, silent, state.pos, end + len(closing), 0, display=True)


def _accept(state: StateInline, silent: bool, start: int, end: int, width: int, *, display: bool) -> bool:
    """The formula is `src[start:end]`; its closing mark is `width` characters long."""
    if not silent and (display or not push_worded(state, start, end)):
        token = state.push("math", "math", 0)
        token.content = state.src[start:end].strip()
        token.markup = state.src[state.pos : end + width]
        token.meta = {"display": display and not context_of(state.env).inline}
    state.pos = end + width
    return True

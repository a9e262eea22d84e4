r"""Finding formulas in running text: `$..$`, `$$..$$`, `\(..\)`, `\[..\]` and LaTeX's environments.

The hard part is money: `$5 and $10` is no formula, `$n$` and `3$\times$` are.
"""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.subparse import parse_range, push_text
from conference.rendering.symbols import symbol

ENVIRONMENTS = frozenset(
    {"equation", "align", "gather", "eqnarray", "multline", "displaymath", "math", "alignat"}
)
_begin = re.compile(r"\\begin\{([a-z]{1,20}\*?)\}")
_mathematical = re.compile(r"[\\^_{}]")
_word = re.compile(r"[^\W\d_]{3,}")
_two_words = re.compile(r"[^\W\d_]{3,}\s+[^\W\d_]{3,}")
_amount = re.compile(r"[\d.,]+\s?(?:k|m|bn|b|usd)?[-–/),;]", re.IGNORECASE)
_formula_in_brackets = re.compile(r"[\\^_={}<>]|^\s*\w\s*$")
MAX_PLAIN_FORMULA = 120
# A formula that is nothing but words in a font, or one sign: better as text, which copies and reads aloud well.
_worded = re.compile(
    r"(?:\s*(?:~|[-–,.;:/()&+!?])?\s*\\(?:text(?:bf|it|sl|tt|rm|sc|sf|normal)?|emph|mbox|underline"
    r"|math(?:bf|it|rm|sf|tt)(?=\s*\{\s*[A-Za-z0-9.~ -]{2,}\}))\s*\{(?P<body>(?:[^{}]|\{[^{}]*\})*)\})+"
    r"\s*[-–,.;:/()!?]?\s*"
)
_sign = re.compile(r"\\([A-Za-z]+)|([-+<>=%#&@*/|~!?.,:;])|\\([%#&$])")
_number = re.compile(r"[-+]?\d[\d.,]*(?:\\?%)?")
_degree = re.compile(r"\^\s*\{?\s*\\circ\s*\}?")
_script = re.compile(
    r"([\^_])\s*(?:\{\s*(?:\\(?:text|textrm|mathrm|rm|text(?:bf|it))\s*\{)?([\w+*†‡-]{1,12})\}?\s*\}|([\w+*†‡-]))"
)


def _closed(tex: str) -> bool:
    depth = 0
    for character in tex:
        depth += (character in "([") - (character in ")]")
        if depth < 0:
            return False
    return depth == 0


def looks_like_math(tex: str, before: str, after: str) -> bool:
    """Whether text between two dollars is a formula; `before` and `after` are the characters around them."""
    if not tex.strip() or (tex[0].isspace() and tex[-1].isspace() and not _mathematical.search(tex)):
        return False
    if _mathematical.search(tex):
        return True
    if tex[0].isspace() or tex[-1].isspace():
        return False
    if before.isdigit() or after.isdigit() or (before.isalpha() and tex[0].isdigit()):
        return False
    if tex[0].isdigit() and (_word.search(tex) or not _closed(tex) or _amount.match(tex)):
        return False
    return len(tex) < MAX_PLAIN_FORMULA and not _two_words.search(tex)


def math_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule; it stands before Markdown's own, which would eat backslashes and asterisks."""
    mark = state.src[state.pos]
    if mark == "$":
        return _dollars(state, silent)
    if mark != "\\":
        return False
    following = state.src[state.pos + 1 : state.pos + 2]
    if following in ("(", "["):
        return _brackets(state, silent, ")" if following == "(" else "]")
    match = _begin.match(state.src, state.pos, state.posMax)
    return bool(match) and match[1].rstrip("*") in ENVIRONMENTS and _environment(state, silent, match)


def _dollars(state: StateInline, silent: bool) -> bool:
    context, source, start = context_of(state.env), state.src, state.pos
    if source.startswith("$$", start):
        end = scan.dollar_end(source, start + 2, state.posMax, context, width=2)
        if end > start + 2 and source[start + 2 : end].strip():
            return _accept(state, silent, start + 2, end, end + 2, display=True)
        state_skips = 2
    else:
        end = scan.dollar_end(source, start + 1, state.posMax, context)
        if end > 0 and looks_like_math(
            source[start + 1 : end], source[max(start - 1, 0) : start], source[end + 1 : end + 2]
        ):
            return _accept(state, silent, start + 1, end, end + 1, display=False)
        state_skips = 1
    if not silent:
        push_text(state, "$" * state_skips)
    state.pos += state_skips
    return True


def _brackets(state: StateInline, silent: bool, closing: str) -> bool:
    start = state.pos + 2
    end = scan.text_end(state.src, start, "\\" + closing, state.posMax, context_of(state.env))
    if end < 0 or "\n\n" in state.src[start:end]:
        return False
    display = closing == "]"
    if not state.src[start:end].strip() or not (display or _formula_in_brackets.search(state.src[start:end])):
        return False
    return _accept(state, silent, start, end, end + 2, display=display)


def _environment(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    closing = f"\\end{{{match[1]}}}"
    end = scan.text_end(state.src, match.end(), closing, state.posMax, context_of(state.env))
    if end < 0:
        return False
    bare = match[1].rstrip("*") in ("equation", "displaymath", "math")
    start, stop = (match.end(), end) if bare else (match.start(), end + len(closing))
    return _accept(state, silent, start, stop, end + len(closing), display=match[1] != "math")


def _accept(state: StateInline, silent: bool, start: int, end: int, following: int, *, display: bool) -> bool:
    tex = state.src[start:end]
    if not silent and not _as_text(state, tex.strip(), start, end):
        token = state.push("math", "math", 0)
        token.content = tex.strip()
        token.markup = state.src[state.pos : following]
        token.meta = {"display": display and not context_of(state.env).inline}
    state.pos = following
    return True


def _as_text(state: StateInline, tex: str, start: int, end: int) -> bool:
    if _degree.fullmatch(tex):
        push_text(state, "°")
    elif match := _script.fullmatch(tex):
        tag = "sup" if match[1] == "^" else "sub"
        state.push(f"{tag}_open", tag, 1)
        push_text(state, match[2] or match[3])
        state.push(f"{tag}_close", tag, -1)
    elif _number.fullmatch(tex):
        push_text(state, tex.replace("\\", ""))
    elif match := _sign.fullmatch(tex):
        sign = symbol(match[1]) if match[1] else match[2] or match[3]
        if not sign or any(character.isalpha() for character in sign):
            return False
        push_text(state, sign)
    elif len(tex) <= scan.MAX_GROUP and tex.startswith("\\") and _worded.fullmatch(tex):
        parse_range(state, start, end)
    else:
        return False
    return True

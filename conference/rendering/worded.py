r"""Formulas that are better as text: `$\textbf{L}$oad`, `45$^\circ$`, `3$\times$`, `M$^2$`, `$90\%$`.

As text they copy, search and read aloud as what they are.
"""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering.subparse import parse_range, push_text
from conference.rendering.symbols import symbol

_degree = re.compile(r"\^\s*\{?\s*\\circ\s*\}?")
_number = re.compile(r"[-+]?\d[\d.,]*(?:\\?%)?")
_sign = re.compile(r"\\([A-Za-z]+)|([-+<>=%#&@*/|~!?.,:;])|\\([%#&$])")
_script = re.compile(
    r"""([\^_])\s*(?:
        \{\s*(?:\\(?:text|textrm|mathrm|rm|textbf|textit)\s*\{)?([\w+*†‡.-]{1,12})\}?\s*\}
        |\{?\s*\\(?P<command>[A-Za-z]+)\s*\}?|([\w+*†‡-]))""",
    re.VERBOSE,
)
# Font commands with their arguments, and only punctuation between them. A single letter in \mathbf is a symbol.
_fonts = re.compile(
    r"""(?:\s*(?:[-–,.;:/()&+!?~]\s*)?
        \\(?:text(?:bf|it|sl|tt|rm|sc|sf|normal)?|emph|mbox|underline
           |math(?:bf|it|rm|sf|tt)(?=\s*\{\s*[A-Za-z0-9.~\ -]{2,}\}))
        \s*\{(?:[^{}]|\{[^{}]*\})*\}
    )+\s*(?:[-–,.;:/()!?]\s*)?""",
    re.VERBOSE,
)


def push_worded(state: StateInline, start: int, end: int) -> bool:
    """Pushes the formula at that place of the source as text, if it is one of these kinds."""
    tex = state.src[start:end].strip()
    if _degree.fullmatch(tex):
        push_text(state, "°")
    elif (match := _script.fullmatch(tex)) and (raised := _raised(match)):
        tag = "sup" if match[1] == "^" else "sub"
        state.push(f"{tag}_open", tag, 1)
        push_text(state, raised)
        state.push(f"{tag}_close", tag, -1)
    elif _number.fullmatch(tex):
        push_text(state, tex.replace("\\", ""))
    elif match := _sign.fullmatch(tex):
        return _push_sign(state, match)
    elif tex.startswith("\\") and _fonts.fullmatch(tex):
        parse_range(state, start, end)
    else:
        return False
    return True


def _raised(match: re.Match[str]) -> str | None:
    return _sign_of(match["command"]) if match["command"] else match[2] or match[4]


def _push_sign(state: StateInline, match: re.Match[str]) -> bool:
    sign = _sign_of(match[1]) if match[1] else match[2] or match[3]
    if sign:
        push_text(state, sign)
    return bool(sign)


def _sign_of(command: str) -> str | None:
    """Operators, arrows and the like; a lone letter is a variable and stays a formula."""
    sign = symbol(command)
    return None if sign and any(character.isalpha() for character in sign) else sign

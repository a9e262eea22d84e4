"""LaTeX formulas to MathML through math-core, behind a guard.

math-core (0.9) takes exponential time on brackets that are never closed and overflows the stack, which ends
the process, on some thousand nested groups. What the guard refuses is shown as typed.
"""

import re

from math_core import LatexError, LatexToMathML

MAX_CHARACTERS = 600
MAX_DEPTH = 20
MAX_UNMATCHED = 6
MAX_PAIRS = 12
_converter = LatexToMathML(fancy_error=False, max_expansions=50)
_pairs = re.compile(r"\\(?:left|right|begin|middle|sqrt|big|Big|bigg|Bigg)(?![A-Za-z])")
# No macros of authors' own, and no lengths or colours: nothing that changes more than the formula's symbols.
_forbidden = re.compile(
    r"\\(?:[egx]?def|let|(?:re)?newcommand|providecommand|DeclareMathOperator|newenvironment"
    r"|rule|h?kern|mkern|mskip|hskip|hspace|vspace|raisebox|color|textcolor|colorbox|label|ref|eqref"
    r"|href|url|includegraphics|input|class|style)(?![A-Za-z])\*?"
)
# What authors use and math-core does not know, or numbers as if it were an article.
_replacements: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\\(?:mbox|hbox|textnormal|textup|textmd|textsl|emph|textsc|enspace)(?=\s*\{)"), r"\\text"),
    (re.compile(r"\\(begin|end)\{(equation|align|gather|alignat|eqnarray|multline)\*?\}"), r"\\\1{\2*}"),
    (re.compile(r"\\(begin|end)\{(?:eqnarray|multline)\*\}"), r"\\\1{align*}"),
    (
        re.compile(r"\\(?:xspace|displaystyle|limits|nolimits|nonumber|notag|hfill|ensuremath)(?![A-Za-z])"),
        "",
    ),
    (re.compile(r"\\bm(?![A-Za-z])"), r"\\boldsymbol"),
    (re.compile(r"\\(widetilde)(?![A-Za-z])"), r"\\tilde"),
    (re.compile(r"\\\\\s*\[[^\[\]]{0,20}\]"), r"\\\\"),
)


def within_limits(tex: str) -> bool:
    """Whether math-core can be trusted with this formula."""
    if len(tex) > MAX_CHARACTERS or _forbidden.search(tex) or len(_pairs.findall(tex)) > MAX_PAIRS:
        return False
    depth = unmatched = 0
    closers: list[str] = []
    for character in tex:
        if character == "{":
            depth += 1
            if depth > MAX_DEPTH:
                return False
        elif character == "}":
            depth -= 1
        elif character in "([":
            closers.append(")" if character == "(" else "]")
        elif character in ")]":
            if closers and closers[-1] == character:
                closers.pop()
            else:
                unmatched += 1
    return len(closers) + unmatched <= MAX_UNMATCHED


def to_mathml(tex: str, *, display: bool) -> str | None:
    """MathML of one formula, or None if it has to be shown as typed."""
    for pattern, replacement in _replacements:
        tex = pattern.sub(replacement, tex)
    tex = tex.strip()
    if not tex or not within_limits(tex):
        return None
    try:
        return _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError:
        return None

"""LaTeX formulas to MathML through math-core, behind a guard.

math-core (0.9) doubles its time with every opening delimiter that is not closed in its group, and overflows
the stack, which ends the process, on some thousand nested groups. What the guard refuses is shown as typed.
"""

import re

from math_core import LatexError, LatexToMathML

MAX_CHARACTERS = 600
MAX_DEPTH = 20
MAX_OPENERS = 14  # closed or not: 2^14 steps are half a millisecond
MAX_PAIRS = 16
_converter = LatexToMathML(fancy_error=False, max_expansions=50)
_pairs = re.compile(r"\\(?:left|right|begin|middle|sqrt|big|Big|bigg|Bigg)(?![A-Za-z])")
# Commands that take one another as argument, without braces.
_chain = re.compile(rf"(?:\\[A-Za-z]+\s?[\^_]?|[\^_]){{{MAX_DEPTH},}}")
_braces = re.compile(r"\\.|[{}]", re.DOTALL)
_openers = re.compile(
    r"""\\(?:[bB]igg?l|mathopen)(?![A-Za-z])\s?[(\[]? | [(\[] | \\\{
        | \\[lL]+(?:[aA]ng|[bBcfgpmvV])[A-Za-z]* | \\[ul]lcorner
        | [\u2308-\u230b\u231c-\u231f\u23b0\u2329\u2768-\u2775\u27c5\u27e6-\u27ef]
        | [\u2983-\u2998\u29d8-\u29db\u29fc]""",
    re.VERBOSE,
)
# No macros of authors' own, and no lengths or colours: nothing that changes more than the formula's symbols.
_forbidden = re.compile(
    r"\\(?:[egx]?def|let|(?:re)?newcommand|providecommand|DeclareMathOperator|newenvironment"
    r"|rule|h?kern|mkern|mskip|hskip|hspace|vspace|raisebox|color|textcolor|colorbox|ref|eqref"
    r"|href|url|includegraphics|input|class|style)(?![A-Za-z])\*?"
)
# What authors use and math-core does not know, or numbers as if it were an article.
_replacements: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\\(?:mbox|hbox|textnormal|textup|textmd|textsl|emph|textsc|enspace)(?=\s*\{)"), r"\\text"),
    (re.compile(r"\\(begin|end)\{(equation|align|gather|alignat|eqnarray|multline)\*?\}"), r"\\\1{\2*}"),
    (re.compile(r"\\(begin|end)\{(?:eqnarray|multline)\*\}"), r"\\\1{align*}"),
    (re.compile(r"\\(?:xspace|nonumber|notag|hfill|ensuremath)(?![A-Za-z])|\\label\s?\{[^{}]{0,80}\}"), ""),
    (re.compile(r"\\bm(?![A-Za-z])"), r"\\boldsymbol"),
    (re.compile(r"\\(widetilde)(?![A-Za-z])"), r"\\tilde"),
    (re.compile(r"\\\\\s*\[[^\[\]]{0,20}\]"), r"\\\\"),
)
_text_with_math = re.compile(r"\\text(?:rm|bf|it)?\s?\{([^{}]{0,300})\}")


def within_limits(tex: str) -> bool:
    """Whether math-core can be trusted with this formula."""
    if len(tex) > MAX_CHARACTERS or _forbidden.search(tex) or _chain.search(tex):
        return False
    if len(_pairs.findall(tex)) > MAX_PAIRS:
        return False
    return len(_openers.findall(tex)) <= MAX_OPENERS and _depth(tex) <= MAX_DEPTH


def _lifted(match: re.Match[str]) -> str:
    r"""`\text{if $x$}` as `\text{if }x`: math-core knows no formula inside text."""
    parts = match[1].split("$")
    if len(parts) == 1:
        return match[0]
    return "".join(part if number % 2 else f"\\text{{{part}}}" for number, part in enumerate(parts) if part)


def _depth(tex: str) -> int:
    depth = deepest = 0
    for brace in _braces.finditer(tex):
        depth += (brace[0] == "{") - (brace[0] == "}")
        deepest = max(deepest, depth)
    return deepest


def to_mathml(tex: str, *, display: bool) -> str | None:
    """MathML of one formula, or None if it has to be shown as typed."""
    for pattern, replacement in _replacements:
        tex = pattern.sub(replacement, tex)
    tex = _text_with_math.sub(_lifted, tex).strip()
    if not tex or not within_limits(tex):
        return None
    try:
        return _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError:
        return None

r"""Text as LaTeX: what a .bib file holds. Nothing here runs TeX, and no command that the renderer refused gets through."""

import re
from functools import cache

from markdown_it.token import Token
from pylatexenc.latexencode import (  # type: ignore[import-untyped]
    RULE_DICT,
    UnicodeToLatexConversionRule,
    UnicodeToLatexEncoder,
)

from conference.rendering import render_inline
from conference.rendering.context import Context
from conference.rendering.markdown import parser
from conference.rendering.pipeline import BUDGET_BASE, BUDGET_PER_CHARACTER
from conference.rendering.source import prepare

# BibTeX counts braces and knows no escape for them, so that a lone \{ would swallow the rest of the file.
_SPECIAL = {
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    "<": r"{\textless}",
    ">": r"{\textgreater}",
}
_COMMANDS = {
    "em_open": r"\emph{",
    "strong_open": r"\textbf{",
    "code_open": r"\texttt{",
    "sup_open": r"\textsuperscript{",
    "sub_open": r"\textsubscript{",
}
_word = re.compile(r"[^\s\-–—/:;,()<>]+")


@cache
def _encoder() -> UnicodeToLatexEncoder:
    special = UnicodeToLatexConversionRule(
        RULE_DICT, {ord(sign): tex for sign, tex in _SPECIAL.items()}, replacement_latex_protection="none"
    )
    return UnicodeToLatexEncoder(
        conversion_rules=[special, "defaults"],
        replacement_latex_protection="braces-all",
        unknown_char_policy="keep",
        unknown_char_warning=False,
    )


def latex_text(text: str) -> str:
    """Plain text with LaTeX's own signs escaped and accents as commands. Letters that it has no command for (日本語) stay."""
    return str(_encoder().unicode_to_latex(text))


def latex_title(source: str) -> str:
    r"""A title as typed, for a BibTeX field: formulas stay formulas, and acronyms keep their capitals.

    A title that the renderer had to warn of becomes its plain text, since what it refused (`\input`, say) must not run elsewhere.
    """
    rendered = render_inline(source)
    latex = "" if rendered.warnings else "".join(_of_token(token) for token in _tokens(source))
    return latex if latex and _is_balanced(latex) else _guarded(rendered.text)


def _tokens(source: str) -> list[Token]:
    context = Context(budget=BUDGET_BASE + BUDGET_PER_CHARACTER * len(source), inline=True)
    line = " ".join(prepare(source, context).split())
    return parser().parseInline(line, context.env())[0].children or []


def _of_token(token: Token) -> str:
    if token.type == "math":
        # The renderer keeps the punctuation around a formula with it.
        around = (latex_text(token.meta.get(side, "")) for side in ("before", "after"))
        return f"{{${token.content}$}}".join(around)
    if token.type == "code_inline":
        return rf"\texttt{{{_guarded(token.content)}}}"
    if token.nesting:
        return (
            _COMMANDS.get(token.type, "")
            if token.nesting > 0
            else "}" * (token.type[:-5] + "open" in _COMMANDS)
        )
    return " " if token.type in {"softbreak", "hardbreak"} else _guarded(token.content)


def _guarded(text: str) -> str:
    """Words with a capital inside in braces, which keep a bibliography style from lowering it."""
    pieces, end = [], 0
    for match in _word.finditer(text):
        latex = latex_text(match[0])
        # A group that begins with a command is BibTeX's "special character", whose letters are lowered after all.
        shielded = f"{{{{{latex}}}}}" if latex.startswith("\\") else f"{{{latex}}}"
        pieces += [latex_text(text[end : match.start()]), shielded if _needs_capitals(match[0]) else latex]
        end = match.end()
    return "".join([*pieces, latex_text(text[end:])])


def _needs_capitals(word: str) -> bool:
    """LLMs, iPhone, GPT4, C++; but neither Balanced nor micro."""
    has_inner_capital = any(letter.isupper() for letter in word[1:])
    return has_inner_capital or (word[0].isupper() and any(sign.isdigit() or sign in "+#" for sign in word))


def _is_balanced(latex: str) -> bool:
    depth = 0
    for sign in latex:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0

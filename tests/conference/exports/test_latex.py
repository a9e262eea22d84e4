import pytest
from pylatexenc.latex2text import LatexNodes2Text  # type: ignore[import-untyped]

from conference.exports.latex import latex_text, latex_title

TITLES = [
    (r"Balanced at $O(\log N)$: Routing Budgets", r"Balanced at {$O(\log N)$}: Routing Budgets"),
    ("GradOT: Training-free Tuning of LLMs", "{GradOT}: Training-free Tuning of {LLMs}"),
    ("PTQ1.61: Push the Real Limit", "{PTQ1.61}: Push the Real Limit"),
    ("A C++ Parser for iPhone", "A {C++} Parser for {iPhone}"),
    (r"\emph{Push} **the** `Limit`", r"\emph{Push} \textbf{the} \texttt{Limit}"),
    ("100% of #NLP", r"100\% of {{\#NLP}}"),
    ("Zoë Łu 日本語", r"Zo{\"e} {\L}u 日本語"),
    ("An open { brace", r"An open {\textbraceleft} brace"),
    (r"$\input{/etc/hostname}$", r"\${\textbackslash}input{\textbraceleft}/etc/hostname{\textbraceright}\$"),
]


@pytest.mark.parametrize(("source", "latex"), TITLES)
def test_a_title_becomes_latex(source: str, latex: str) -> None:
    assert latex_title(source) == latex


@pytest.mark.parametrize(
    "text", ["Q&A <A,B> in R&D", "50% of $5 #1 a_b {x} \\ 日本語", "Lê Minh Khôi, Tomáš Žižek — Zoë Łu"]
)
def test_text_comes_back_as_it_was(text: str) -> None:
    """`<` and braces have names that the decoder must be told."""
    latex = latex_text(text)
    for command, sign in [
        ("{\\textless}", "<"),
        ("{\\textgreater}", ">"),
        ("{\\textbraceleft}", "\\{"),
        ("{\\textbraceright}", "\\}"),
    ]:
        latex = latex.replace(command, sign)
    assert LatexNodes2Text().latex_to_text(latex) == text


@pytest.mark.parametrize("text", ["{", "}", "}{", "a { b } c", "\\{", "{\\"])
def test_braces_are_balanced_whatever_the_text(text: str) -> None:
    latex = latex_title(text)
    assert latex.count("{") == latex.count("}")

import pytest

from conference.rendering import render, render_inline


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"$O(\log N)$", "O(log N)"),
        ("$x^2 + y^{n+1}$", "x²+y^(n+1)"),
        (r"$N_E \sum_{i=1}^{N_E} f_ip_i$", "N_E ∑_(i=1)^(N_E) f_ip_i"),
        (r"$\frac{a+b}{c}$", "(a+b)/c"),
        (r"$\sqrt{x}$ and $\sqrt[3]{x}$", "√x and ³√x"),
        (r"$\mathbb{R}^d$ and $\mathcal{O}(n)$", "R^d and O(n)"),
        (r"$\hat{y} \leq 10^{-3}$", "ŷ ≤ 10⁻³"),
        (r"$90^\circ$", "90°"),
        (r"$\operatorname{softmax}(x)$", "softmax(x)"),
        (r"$\begin{pmatrix}a&b\\c&d\end{pmatrix}$", "(a b; c d)"),
        ("10$^{-6}$% and 1$^{st}$", "10⁻⁶% and 1st"),
        ("CO$_2$ and BERT$_{base}$", "CO₂ and BERT_base"),
        ("[this link](https://example.org)", "this link"),
        ("Table~1", "Table 1"),
        ("AT&amp;T &lt;x&gt;", "AT&T <x>"),
        ("Cafe\u0301", "Café"),
    ],
)
def test_text_of_inline_markup(source: str, text: str) -> None:
    assert render_inline(source).text == text


def test_blocks_become_lines() -> None:
    source = "# Head\n\nOne\nline\n\n- a\n- b\n\n2. c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\nk\n  l\n```"
    assert render(source).text == "Head\nOne line\n- a\n- b\n2. c\nx y\n1 2\nk\nl"


def test_nothing_gives_nothing() -> None:
    assert [(render(source).html, render(source).text) for source in ("", " \n ")] == [("", ""), ("", "")]

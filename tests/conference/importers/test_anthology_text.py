"""The Anthology's markup as source text for the renderer."""

import pytest
from lxml import etree

from conference.importers.anthology_text import source_text
from conference.rendering import render


@pytest.mark.parametrize(
    ("markup", "source"),
    [
        ("<fixed-case>A</fixed-case> <unknown>word</unknown>", "A word"),
        ("a\n   b", "a b"),
        ("<b>bold</b> <i>it <b>both</b></i>", r"\textbf{bold} \textit{it \textbf{both}}"),
        ("<b>open { brace</b>", "open { brace"),
        ("see <url>https://example.org/a_b</url>.", r"see \url{https://example.org/a_b}."),
        ("<tex-math>n^2</tex-math>", "$n^2$"),
        ("<tex-math> $n^2$ </tex-math>", "$n^2$"),
        (r"<tex-math>\$5</tex-math>", r"$\$5$"),
        ("<tex-math>a</tex-math><tex-math>b</tex-math>", "$a b$"),
        ("<i><tex-math>k</tex-math></i>NN", r"\textit{$k$}NN"),
        ("costs $12 in all", "costs $12 in all"),
        ("costs $12 for <tex-math>n</tex-math>", r"costs \$12 for $n$"),
        (r"costs \$12 for <tex-math>n</tex-math>", r"costs \$12 for $n$"),
        (r"$\rho$ and <tex-math>n</tex-math>", r"$\rho$ and $n$"),
        (r"3.6\% of A &lt; B", r"3.6\% of A < B"),
    ],
)
def test_markup(markup: str, source: str) -> None:
    assert source_text(etree.fromstring(f"<title>{markup}</title>")) == source


def test_no_element_is_no_text() -> None:
    assert source_text(None) == ""


def test_a_price_beside_a_formula_is_shown_as_a_price() -> None:
    element = etree.fromstring("<abstract>Costs $12 for <tex-math>n</tex-math> raters.</abstract>")
    rendered = render(source_text(element))
    assert rendered.text == "Costs $12 for n raters."
    assert rendered.html.count("<math") == 1

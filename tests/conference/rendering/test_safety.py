import re
from pathlib import Path

import pytest

from conference import rendering
from conference.rendering import render, render_inline, sanitize


@pytest.mark.parametrize(
    "source",
    [
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,y)",
        "[x](//example.org)",
        "<javascript:alert(1)>",
        "![x](javascript:alert(1))",
    ],
)
def test_an_unsafe_address_is_shown_as_typed(source: str) -> None:
    rendered = render(source)
    assert "<a" not in rendered.html
    assert rendered.text == source


def test_an_unsafe_latex_link_keeps_its_label_and_is_reported() -> None:
    rendered = render(r"\href{javascript:alert(1)}{x}")
    assert rendered.html == "<p>x</p>"
    assert [(warning.code, warning.excerpt) for warning in rendered.warnings] == [
        ("unsafe-link", "javascript:alert(1)")
    ]


@pytest.mark.parametrize(
    "source",
    [
        "<svg onload=alert(1)>",
        "<script>alert(1)</script>",
        '<img src="x" onerror="y">',
        '<a href="x">y</a>',
        "<b onclick=x>y</b>",
        "Q&A <A,B> in R&D",
    ],
)
def test_html_is_shown_as_typed(source: str) -> None:
    for rendered in (render(source), render_inline(source)):
        assert rendered.text == source
        assert re.findall(r"<(?!/?p>)", rendered.html) == []


def test_markup_inside_a_formula_cannot_leave_it() -> None:
    assert "<script" not in render(r"$\text{<script>alert(1)</script>} x_1$").html


def test_lengths_beyond_a_few_em_are_left_out() -> None:
    html = '<math><mspace width="999em"></mspace><mspace width="0.2em"></mspace></math>'
    assert sanitize.clean_block(html) == '<math><mspace></mspace><mspace width="0.2em"></mspace></math>'


def test_unknown_classes_and_styles_are_left_out() -> None:
    html = '<div class="formula rail" style="x">a</div><span class="keep" onclick="x">b</span>'
    assert sanitize.clean_block(html) == '<div class="formula">a</div><span class="keep">b</span>'


def test_only_the_sanitiser_calls_a_string_safe() -> None:
    folder = Path(rendering.__file__).parents[1]
    modules = sorted(folder.rglob("*.py"))
    assert [path.name for path in modules if "mark_safe(" in path.read_text()] == ["sanitize.py"]

import pytest

from conference.rendering import render, render_inline


@pytest.mark.parametrize(
    "source",
    [
        "between $5 and $10 per hour",
        "$5-$10",
        "$5–$10 an hour",
        "US$5 and A$6",
        "5$ and 6$",
        "$100K or 100 Days",
        "from $1,000 to $2,000",
        "$3.50/hour or $4",
        "($10k) and ($20k)",
        "$ and $",
        "one $ alone",
        "$5 (in total_cost) and $6",
    ],
)
def test_money_stays_text(source: str) -> None:
    rendered = render_inline(source)
    assert (rendered.html, rendered.text) == (source, source)


def test_formulas_between_prices_are_found() -> None:
    html = render_inline("between $5 and $10 per hour, with $n$ raters").html
    assert html == "between $5 and $10 per hour, with <math><mi>n</mi></math> raters"


def test_prices_with_latex_between_them_stay_prices() -> None:
    html = render_inline(r"$5 (in \textbf{total}) and $6").html
    assert html == "$5 (in <strong>total</strong>) and $6"


def test_an_escaped_dollar_is_a_dollar() -> None:
    assert render_inline(r"\$5 and \$x\$").html == "$5 and $x$"


def test_a_dollar_without_partner_is_reported_and_a_price_is_not() -> None:
    assert [warning.code for warning in render("cost $x").warnings] == ["unclosed-math"]
    assert render("cost $5").warnings == ()

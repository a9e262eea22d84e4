import pytest

from conference.rendering import render_inline


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("``double'' and `single' quotes", "“double” and ‘single’ quotes"),
        ("``he said `no' twice''", "“he said ‘no’ twice”"),
        ("`code` and `more code`", "<code>code</code> and <code>more code</code>"),
        ("`don't` is code", "<code>don't</code> is code"),
        ("``a ` b`` is code", "<code>a ` b</code> is code"),
        ("1990--2000 and word---word", "1990–2000 and word—word"),
        ("the flag --verbose and - this", "the flag --verbose and - this"),
        ("Table~1 of~it", "Table\u00a01 of\u00a0it"),
        ("~100 and 2~5", "~100 and 2~5"),
        ("2*3*4", "2*3*4"),
        ("n*m*k and 2**8**x", "n*m*k and 2**8**x"),
        ("*a* **b** ***c***", "<em>a</em> <strong>b</strong> <em><strong>c</strong></em>"),
        ("**C**3 and **L**L**M**s", "<strong>C</strong>3 and <strong>L</strong>L<strong>M</strong>s"),
        ("<i>in vivo</i> H<sub>2</sub>O", "<em>in vivo</em> H<sub>2</sub>O"),
        ("+2.04% on x", "+2.04% on x"),
    ],
)
def test_quotes_dashes_ties_and_asterisks(source: str, html: str) -> None:
    assert render_inline(source).html.replace("&nbsp;", "\u00a0") == html

import pytest

from conference.rendering import render, render_inline

RELATION = 'rel="nofollow noopener ugc"'


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("one\ntwo", "<p>one\ntwo</p>"),
        ("one  \ntwo", "<p>one<br>\ntwo</p>"),
        ("+ a plus", "<p>+ a plus</p>"),
        ("text\n+ 2%", "<p>text\n+ 2%</p>"),
        ("1986. A year", "<p>1986. A year</p>"),
        ("where x\n> 0.5 holds", "<p>where x\n&gt; 0.5 holds</p>"),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>"),
        ("3. c\n4. d", '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>'),
        ("    no code", "<p>no code</p>"),
        ("```\na\nb\n\nc\n```", "<pre><code>a\nb\n\nc\n</code></pre>"),
    ],
)
def test_blocks(source: str, html: str) -> None:
    assert render(source).html == html


def test_numbered_references_are_all_visible_in_order() -> None:
    source = "Text.\n\n[1] A. Nobody, 2019\n[2] B. Noone: A book\n[3]: C. Nil"
    assert render(source).text == "Text.\n[1] A. Nobody, 2019 [2] B. Noone: A book [3]: C. Nil"


@pytest.mark.parametrize(
    ("levels", "fitted"),
    [
        ([1], [3]),
        ([5], [3]),
        ([3, 5], [3, 4]),
        ([1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 6, 6]),
        ([2, 4, 4, 2, 3], [3, 4, 4, 3, 4]),
        ([4, 2], [3, 3]),
    ],
)
def test_headings_are_fitted_under_the_page_without_gaps(levels: list[int], fitted: list[int]) -> None:
    source = "\n\n".join(f"{'#' * level} h" for level in levels)
    assert render(source).html == "\n".join(f"<h{level}>h</h{level}>" for level in fitted)


@pytest.mark.parametrize(
    ("source", "address", "label", "rest"),
    [
        ("See https://example.org/a_b.", "https://example.org/a_b", "https://example.org/a_b", "See {}."),
        (r"at https://example.org/a\_b", "https://example.org/a_b", "https://example.org/a_b", "at {}"),
        (r"\url{https://example.org/~x}", "https://example.org/~x", "https://example.org/~x", "{}"),
        (r"\url{example.org/x}", "https://example.org/x", "https://example.org/x", "{}"),
        (
            r"\href{https://example.org/\%20}{a $n$}",
            "https://example.org/%20",
            "a <math><mi>n</mi></math>",
            "{}",
        ),
        (r"[here](\url{https://example.org}).", "https://example.org", "here", "{}."),
        (
            r"[\url{https://example.org}](\url{https://example.org})",
            "https://example.org",
            "https://example.org",
            "{}",
        ),
        ("<https://example.org>", "https://example.org", "https://example.org", "{}"),
        ("[mail](mailto:help@example.org)", "mailto:help@example.org", "mail", "{}"),
        ("[handbook](/events/acl-2025/)", "/events/acl-2025/", "handbook", "{}"),
        ("![a poster](https://example.org/p.png)", "https://example.org/p.png", "a poster", "{}"),
        ("[![logo](https://a.example)](https://b.example)", "https://b.example", "logo", "{}"),
    ],
)
def test_links(source: str, address: str, label: str, rest: str) -> None:
    assert render(source).html == f"<p>{rest.format(f'<a href="{address}" {RELATION}>{label}</a>')}</p>"


def test_what_only_looks_like_an_address_is_no_link() -> None:
    source = "PTQ1.61 gains recall@5.In these results.It seems"
    assert render(source).html == f"<p>{source}</p>"


def test_a_title_has_no_links_and_no_blocks() -> None:
    assert render_inline("# Not [a](https://example.org)\n- heading").html == "# Not a - heading"

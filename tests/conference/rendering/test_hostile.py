from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conference.rendering import context, render, render_inline
from conference.rendering.mathml import MAX_DEPTH, MAX_OPENERS, to_mathml, within_limits
from conference.rendering.pipeline import BUDGET_BASE, BUDGET_PER_CHARACTER, MAX_SOURCE

MARKS = [
    *(
        r"\textbf{",
        r"\(",
        r"\[",
        "$",
        "$$",
        "$a",
        "[",
        "![",
        "[a](",
        "*",
        "**",
        "_a ",
        "`",
        "``a ",
        "{",
        "{\\it ",
    ),
    *(
        "\\",
        "~",
        "-",
        "- ",
        "> ",
        "# ",
        "1. ",
        "|",
        "a|\n-|\n",
        "<",
        "<b>",
        "&",
        "https://a",
        "://",
        r"\_",
        "\n",
    ),
    *(
        r"\begin{itemize}\item ",
        r"\begin{equation}",
        r"\url{",
        r"\href{a}{",
        r"\def\a{",
        r"\'{",
        "``a'' ",
        "$x^2$ $",
    ),
]
LENGTH = 20_000


@pytest.mark.parametrize("mark", MARKS)
def test_searches_stay_within_the_budget(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spent = 0
    spend = context.Context.spend

    def counted(self: context.Context, marks: int = 1) -> bool:
        nonlocal spent
        allowed = spend(self, marks)
        spent += marks if allowed else 0
        return allowed

    monkeypatch.setattr(context.Context, "spend", counted)
    source = (mark * LENGTH)[:LENGTH]
    for function in (render, render_inline):
        spent = 0
        function(source)
        assert spent <= BUDGET_BASE + BUDGET_PER_CHARACTER * LENGTH


def test_a_text_beyond_the_limit_is_shown_as_typed() -> None:
    source = "*a*\n\n" + "b " * (MAX_SOURCE // 2)
    rendered = render(source)
    assert rendered.html.startswith("<p>*a*</p>\n<p>b b ")
    assert [warning.code for warning in rendered.warnings] == ["too-long"]
    assert [warning.code for warning in render_inline(source).warnings] == ["too-long"]


def test_what_the_budget_leaves_unread_is_reported_and_still_shown() -> None:
    rendered = render("[" * 5000)
    assert rendered.text == "[" * 5000
    assert [warning.code for warning in rendered.warnings] == ["too-complex"]


def test_threads_do_not_disturb_one_another() -> None:
    sources = [f"See https://example.org/{number} and $x_{number}$." for number in range(50)]
    expected = [render(source) for source in sources]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(render, sources * 4)) == expected * 4


def test_control_characters_and_lone_surrogates_cannot_stop_a_page() -> None:
    rendered = render("a\x00b\x0bc\ud800d\uffff")
    assert rendered.text == "abc\ufffdd\uffff"
    assert [warning.code for warning in rendered.warnings] == ["control-character"]


@pytest.mark.parametrize(
    "tex",
    [
        "(" * (MAX_OPENERS + 1),
        r"\lvert " * (MAX_OPENERS + 1),
        r"\{" * (MAX_OPENERS + 1),
        r"\bigl]" * (MAX_OPENERS + 1),
        "⟨" * (MAX_OPENERS + 1),
        "{" * (MAX_DEPTH + 1) + "}" * (MAX_DEPTH + 1),
        r"{\}" * (MAX_DEPTH + 1),
        r"\hat" * MAX_DEPTH + "x",
        r"\left(" * 9 + r"\right)" * 9,
        "x" * 601,
        r"\def\a{\a}",
    ],
)
def test_the_guard_refuses_what_math_core_cannot_bear(tex: str) -> None:
    assert within_limits(tex) is False
    assert to_mathml(tex, display=False) is None


ALPHABET = [
    *(
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "$",
        "$$",
        "\\",
        "\\\\",
        "*",
        "**",
        "_",
        "^",
        "`",
        "``",
        "''",
        "'",
        "~",
        "-",
        "--",
    ),
    *(
        "<",
        ">",
        "<b>",
        "</b>",
        "&",
        "&lt;",
        "|",
        "#",
        "+",
        "!",
        ":",
        "https://a.example/",
        "@",
        "\n",
        "\n\n",
        " ",
        "  \n",
    ),
    *(
        r"\textbf{",
        r"\frac",
        r"\sqrt",
        r"\left(",
        r"\right)",
        r"\lvert",
        r"\begin{align}",
        r"\end{align}",
        r"\item",
    ),
    *(
        r"\begin{itemize}",
        r"\end{itemize}",
        r"\url{",
        r"\href{",
        r"\cite{",
        r"\def",
        r"\'",
        r"\(",
        r"\)",
        r"\[",
        r"\]",
    ),
    *(
        "a",
        "B",
        "1",
        "é",
        "日",
        "\u200f",
        "\x00",
        "\ufffd",
        "- ",
        "1. ",
        "> ",
        "```\n",
        "| - |\n",
        "\t",
        ".",
        ",",
    ),
]


@given(st.lists(st.sampled_from(ALPHABET), max_size=80).map("".join))
@settings(max_examples=300, deadline=5000)
def test_no_mixture_of_marks_raises_or_leaks_markup(source: str) -> None:
    for function, surrounding in product((render, render_inline), ("{}", "$ {} $", r"\textbf{{{}}}")):
        rendered = function(surrounding.format(source))
        assert "<script" not in rendered.html
        assert "\x00" not in rendered.text


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=5000)
def test_no_text_raises(source: str) -> None:
    render(source)
    assert "\n" not in render_inline(source).text

import pytest

from conference.rendering import render, render_inline


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (r"\textbf{micro-batch}", "<strong>micro-batch</strong>"),
        (r"\textit{a \textbf{b} c}", "<em>a <strong>b</strong> c</em>"),
        (r"\texttt{x}", "<code>x</code>"),
        (r"\textsc{Small} \underline{caps}", "Small caps"),
        (r"{\bf x} and {\it y}", "<strong>x</strong> and <em>y</em>"),
        (r"\textcolor{red}{warm}", "warm"),
        (r"T\textsuperscript{2}", "T<sup>2</sup>"),
        (r"\textbf{**x** $n$}", "<strong><strong>x</strong> <math><mi>n</mi></math></strong>"),
        (r"{B}ERT and {a, b}", "BERT and {a, b}"),
        (r"\verb|a$b$|", "<code>a$b$</code>"),
        (r"50\% \& \# \_ \{x\}", "50% &amp; # _ {x}"),
        (r"x \pm 3 \LaTeX{} \ldots", "x ± 3 LaTeX …"),
        (r"et al.\ show 10\,000", "et al. show 10\u2009000"),
    ],
)
def test_text_commands(source: str, html: str) -> None:
    rendered = render_inline(source)
    assert (rendered.html, rendered.warnings) == (html, ())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\`{E}tude", "Ètude"),
        (r"\'{e}t\'{e}", "été"),
        (r"Sch{\"u}tze", "Schütze"),
        (r"na\"ive", "naïve"),
        (r"\c{c}a \v{S}koda Erd\H{o}s", "ça Škoda Erdős"),
        (r"\'{\i} \o re Stra\ss{}e", "í øre Straße"),
        (r"don\'t and \"quoted\" text", 'don\'t and "quoted" text'),
    ],
)
def test_accents(source: str, text: str) -> None:
    assert render_inline(source).text == text


@pytest.mark.parametrize(
    ("source", "text", "code"),
    [
        (r"following \citet{nobody-2020-x}, we", "following [nobody-2020-x], we", "citation"),
        (r"in Table~\ref{tab:1}", "in Table tab:1", "citation"),
        (r"with \foo{an argument}", "with an argument", "unknown-command"),
        (r"with \ours{} here", r"with \ours here", "unknown-command"),
        (r"see \input{/etc/hostname}", r"see \input{/etc/hostname}", "definition"),
        (r"\def\a{\a\a} x", r"\def\a{\a\a} x", "definition"),
        (r"\begin{quote}x\end{quote}", "x", "environment"),
        (r"\textbf{open", r"\textbf{open", "unclosed-group"),
    ],
)
def test_what_cannot_be_followed_stays_readable_and_is_reported(source: str, text: str, code: str) -> None:
    rendered = render(source)
    assert rendered.text == text
    assert rendered.warnings[0].code == code


def test_footnotes_go_into_the_text() -> None:
    assert render(r"A claim.\footnote{Code \emph{later}.}").html == "<p>A claim. (Code <em>later</em>.)</p>"


def test_lists_of_latex_become_lists() -> None:
    rendered = render(r"We \begin{itemize} \item ask \item answer \end{itemize} and so on.")
    assert rendered.html == "<p>We</p>\n<ul>\n<li>ask</li>\n<li>answer</li>\n</ul>\n<p>and so on.</p>"
    assert rendered.text == "We\n- ask\n- answer\nand so on."


def test_nested_numbered_lists_of_latex() -> None:
    source = r"\begin{enumerate}\item a \begin{itemize}\item b\end{itemize} \item c\end{enumerate}"
    assert render(source).text == "1. a\n- b\n2. c"


def test_sections_of_latex_become_headings() -> None:
    source = "\\section{Welcome}\nText.\n\\subsection*{Thanks} to all"
    assert render(source).html == "<h3>Welcome</h3>\n<p>Text.</p>\n<h4>Thanks</h4>\n<p>to all</p>"


def test_a_double_backslash_breaks_the_line_and_in_a_title_is_a_space() -> None:
    assert render(r"a\\b").html == "<p>a<br>\nb</p>"
    assert render_inline(r"a\\b").html == "a b"

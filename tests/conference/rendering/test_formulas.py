import pytest

from conference.rendering import render, render_inline


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("$n$", "<p><math><mi>n</mi></math></p>"),
        (r"\(n\)", "<p><math><mi>n</mi></math></p>"),
        (
            r"\(x_1 < y_2\)",
            "<p><math><msub><mi>x</mi><mn>1</mn></msub><mo>&lt;</mo><msub><mi>y</mi><mn>2</mn></msub></math></p>",
        ),
        (
            "$u^*$ and $v^*$",
            "<p><math><msup><mi>u</mi><mo>∗</mo></msup></math> and <math><msup><mi>v</mi><mo>∗</mo></msup></math></p>",
        ),
        (r"\(note\)", "<p>(note)</p>"),
        ("`$n$`", "<p><code>$n$</code></p>"),
        ("a_b and c_d", "<p>a_b and c_d</p>"),
    ],
)
def test_inline_formulas_are_taken_before_markdown_sees_them(source: str, html: str) -> None:
    assert render(source).html == html


FORMULA = '<div class="formula" tabindex="0" role="group" aria-label="Formula">'


@pytest.mark.parametrize(
    "source",
    [
        "$$x$$",
        r"\[x\]",
        r"\begin{equation}x\end{equation}",
        r"\begin{displaymath} x \end{displaymath}",
        "$$\nx\n$$",
    ],
)
def test_displayed_formulas_stand_on_their_own_and_can_be_reached_by_keyboard(source: str) -> None:
    assert render(source).html == f'{FORMULA}<math display="block"><mi>x</mi></math></div>'


def test_a_paragraph_ends_before_a_displayed_formula_and_goes_on_behind_it() -> None:
    html = render("First\n$$x$$\nthen.").html
    assert html == f'<p>First</p>\n{FORMULA}<math display="block"><mi>x</mi></math></div><p>then.</p>'


def test_lines_of_a_displayed_formula_are_no_list() -> None:
    assert render("$$\na\n- b\n+ c\n$$").text == "a−b+c"


def test_a_displayed_formula_inside_emphasis_stays_in_the_line() -> None:
    assert render("**so $$x$$ there**").html == "<p><strong>so <math><mi>x</mi></math> there</strong></p>"


def test_a_title_displays_no_formula_as_a_block() -> None:
    assert render_inline("On $$x$$").html == "On <math><mi>x</mi></math>"


def test_punctuation_is_kept_with_its_formula() -> None:
    assert render("(see $n$).").html == '<p>(see <span class="keep"><math><mi>n</mi></math>).</span></p>'
    assert render("the $k$-th").html == '<p>the <span class="keep"><math><mi>k</mi></math>-</span>th</p>'


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (r"$\textbf{L}$oad-$\textbf{B}$alancing", "<strong>L</strong>oad-<strong>B</strong>alancing"),
        (r"$\textit{a whole sentence.}$", "<em>a whole sentence.</em>"),
        (r"$\mathbf{Cross}$-lingual", "<strong>Cross</strong>-lingual"),
        (r"$\texttt{M$^2$Thing}$: A Set", "<code>M<sup>2</sup>Thing</code>: A Set"),
        (r"Rotation by 45$^{\circ}$ in Parsing", "Rotation by 45° in Parsing"),
        (r"$\sim$10k", "∼10k"),
        (r"3$\times$ faster", "3× faster"),
        (r"$<$tag$>$", "&lt;tag&gt;"),
        ("M$^3$Seg", "M<sup>3</sup>Seg"),
        ("F$_1$", "F<sub>1</sub>"),
        (r"XLM-R$_{\text{Base}}$", "XLM-R<sub>Base</sub>"),
        (r"Ana Velo$^\dagger$", "Ana Velo<sup>†</sup>"),
        (r"$90\%$", "90%"),
    ],
)
def test_formulas_that_are_words_or_one_sign_become_text(source: str, html: str) -> None:
    assert render_inline(source).html == html


def test_a_lone_letter_stays_a_formula() -> None:
    assert render_inline(r"$\mathbf{x}$ $\alpha$").html == "<math><mi>𝐱</mi></math> <math><mi>α</mi></math>"


def test_a_formula_inside_text_inside_a_formula_is_laid_out() -> None:
    rendered = render(r"$f(x) = \text{x if $x>0$}$")
    assert (rendered.text, rendered.warnings) == ("f(x) = x if x > 0", ())


@pytest.mark.parametrize(
    "tex",
    [
        r"$\rule{999em}{999em}$",
        r"$\def\a{\a\a}\a$",
        r"$\href{javascript:alert(1)}{x}$",
        r"$\includegraphics{x}$",
        r"$\hspace{999em}$",
        r"$\frac{a}$",
    ],
)
def test_a_formula_that_is_refused_shows_as_typed_and_leaves_the_rest_intact(tex: str) -> None:
    rendered = render(f"Before {tex} and $n$")
    assert rendered.html == f'<p>Before <code class="tex">{tex}</code> and <math><mi>n</mi></math></p>'
    assert [(warning.code, warning.excerpt) for warning in rendered.warnings] == [("math-unreadable", tex)]


def test_row_spacing_in_a_matrix_cannot_push_the_page_apart() -> None:
    assert "9999" not in render(r"$\begin{matrix}a\\[9999em]b\end{matrix}$").html


def test_has_math_tells_pages_whether_to_fetch_the_font() -> None:
    assert [render(source).has_math for source in ("$n$", r"$\textbf{n}$", "n")] == [True, False, False]

import pytest

from conference.rendering import Rendered, RenderWarning, render, residue, text_warnings
from conference.rendering.rendered import MESSAGES
from conference.rendering.sanitize import stored_html

FILLER = " and more words that make it long enough"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Zo\ufffd Velo" + FILLER, "replacement-character"),
        ("CafÃ© society" + FILLER, "mojibake"),
        ("donâ€™t" + FILLER, "mojibake"),
        ("thecon\u00adtext" + FILLER, "soft-hyphen"),
        ("the \ufb01nding" + FILLER, "ligature"),
        ("t", "too-short"),
        ("N/A", "placeholder"),
        ("TBA", "placeholder"),
        ("Author{1}{Affiliation}", "placeholder"),
    ],
)
def test_damage_in_one_text(text: str, code: str) -> None:
    assert [warning.code for warning in text_warnings(text)] == [code]


@pytest.mark.parametrize(
    "text", ["", "A short but whole sentence.", "Ãgypten in São Paulo: â is a letter" + FILLER]
)
def test_sound_texts_are_left_alone(text: str) -> None:
    assert text_warnings(text) == ()


def test_a_title_may_be_short() -> None:
    assert text_warnings("BERT", shortest=1) == ()


def test_residue_names_what_a_reader_still_sees() -> None:
    assert residue(render(r"\foo and $\undefinedx{y}$ and $x")) == [r"\foo", r"\undefinedx", "$"]


def test_code_and_money_are_no_residue() -> None:
    assert residue(render(r"`\foo $x`, $5 and 6$, $n$, https://example.org/$x")) == []


def test_residue_counts_dollars_of_a_formula_that_was_not_found() -> None:
    assert residue(Rendered(html=stored_html("<p>$a b$</p>"), text="$a b$")) == ["$"]


def test_every_warning_has_words() -> None:
    assert [code for code in MESSAGES if not RenderWarning(code, "").message.endswith(".")] == []

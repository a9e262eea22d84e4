"""E-mail addresses in running text."""

import pytest

from conference.importers.addresses import without_addresses


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ask ana@example.org, or (cara.boma@mail.example.org).", "Ask , or ()."),
        ("Name\nemail: \\texttt{ana@example.org}\\\\\nMore", "Name\nMore"),
        ("ana@example.org", ""),
        ("Hits@10, P@1 and @work stay", "Hits@10, P@1 and @work stay"),
        ("E-mail:\nno address", "E-mail:\nno address"),
    ],
)
def test_addresses_go_and_all_else_stays(text: str, kept: str) -> None:
    assert without_addresses(text) == kept


def test_a_long_text_takes_no_long_time() -> None:
    text = "a@" * 100_000 + "a." * 100_000
    assert without_addresses(text) == text

"""The two lecture pages that say what a page holds, paragraph by paragraph."""

import re
from pathlib import Path

import pytest

from conference.rendering import render
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared
SEEDS = sorted((SHARED / "seeds").glob("*.txt")) if SHARED.is_dir() else []


def test_there_are_two() -> None:
    assert len(SEEDS) == 2


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_no_markup_is_left_over(path: Path) -> None:
    rendered = render(path.read_text())
    assert re.findall(r"\\|\$|\*|#|`", rendered.text) == []
    assert rendered.warnings == ()


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_real_formulas_are_mathml_and_addresses_are_links(path: Path) -> None:
    source = path.read_text()
    html = render(source).html
    formulas = re.findall(r"\$(?!\\text)[^$]+\$", re.sub(r"\$\\text[^$]*\$", "", source))
    assert len(formulas) == 8
    assert html.count("<math>") == len(formulas)
    assert html.count("<a href=") == source.count("https://")

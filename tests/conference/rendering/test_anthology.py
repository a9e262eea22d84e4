"""Every title and abstract of two real programs."""

from collections.abc import Iterator

import pytest
from lxml import etree

from conference.rendering import render, render_inline, residue
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared
MARKUP = {"tex-math": "${}$", "b": r"\textbf{{{}}}", "i": r"\textit{{{}}}", "url": r"\url{{{}}}"}


def as_typed(element: etree._Element) -> str:
    parts = [element.text or ""]
    for child in element:
        parts.append(MARKUP.get(str(child.tag), "{}").format(as_typed(child)))
        parts.append(child.tail or "")
    return "".join(parts)


def texts(volume: str, tag: str) -> Iterator[str]:
    tree = etree.parse(SHARED / "data/anthology" / f"{volume}.xml")
    return (as_typed(element) for element in tree.iterfind(f".//paper/{tag}"))


@pytest.mark.parametrize(("volume", "papers"), [("2023.acl", 1249), ("2023.emnlp", 1182)])
def test_no_latex_is_left_in_titles_and_abstracts(volume: str, papers: int) -> None:
    titles = [render_inline(text) for text in texts(volume, "title")]
    abstracts = [render(text) for text in texts(volume, "abstract")]
    assert len(titles) == papers
    assert len(abstracts) > papers * 0.9
    assert [rendered.text for rendered in titles + abstracts if residue(rendered)] == []
    assert [rendered.warnings for rendered in titles + abstracts if rendered.warnings] == []

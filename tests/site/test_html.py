"""Every page is sound HTML: one heading of its own, headings in order, ids that are there once, words in its head that read as text."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.site.walk import Answer, Walk

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site")]

HEAD_TEXTS = "//title/text() | //meta[@name='description' or starts-with(@property, 'og:')]/@content"
REFERENCES = "//@for | //@aria-labelledby | //@aria-describedby | //@aria-controls"


def pages(site: Walk) -> dict[str, Answer]:
    """One of each that differs: by its address and text."""
    found = {
        answer.url + answer.text: answer
        for answer in [*site.answers, *site.crawled.values()]
        if answer.is_page
    }
    assert len(found) > 300
    return found


def bad(site: Walk, fault: str) -> set[tuple[str, str]]:
    return {(page.member, page.path) for page in pages(site).values() if FAULTS[fault](page)}


def _headings(page: Answer) -> list[int]:
    return [int(heading.tag[1]) for heading in page.html.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]


def _ids(page: Answer) -> list[str]:
    return [str(name) for name in page.html.xpath("//@id")]


def _is_odd_text(page: Answer) -> bool:
    return any(mark in str(text) for text in page.html.xpath(HEAD_TEXTS) for mark in ("\\", "$", "<", "**"))


FAULTS: dict[str, Callable[[Answer], bool]] = {
    "has not exactly one h1": lambda page: _headings(page).count(1) != 1,
    "skips a level of headings": lambda page: any(two - one > 1 for one, two in pairwise(_headings(page))),
    "has an id twice": lambda page: len(_ids(page)) != len(set(_ids(page))),
    "points to an id that is not there": lambda page: bool(
        {name for names in page.html.xpath(REFERENCES) for name in str(names).split()} - set(_ids(page))
    ),
    "has no language": lambda page: page.html.get("lang") != "en-gb",
    "has no title": lambda page: not page.html.xpath("normalize-space(//title)"),
    "has no main part": lambda page: len(page.html.xpath("//main")) != 1,
    "has a picture without words": lambda page: bool(page.html.xpath("//img[not(@alt)]")),
    "says markup in its head": _is_odd_text,
    "has an empty link": lambda page: bool(
        page.html.xpath("//a[not(normalize-space()) and not(@aria-label) and not(.//*[@alt])]")
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_page(site: Walk, fault: str) -> None:
    assert bad(site, fault) == set()


def test_a_title_with_formulas_stands_as_text_in_its_head(site: Walk) -> None:
    page = next(
        answer for answer in site.answers if answer.path == "{gated}/" and answer.member == "registered"
    )
    texts = page.html.xpath("//title/text() | //meta[@property='og:title']/@content")
    assert list(map(str, texts)) == ["Scaling Load by 45° & more · HALL 2025", "Scaling Load by 45° & more"]

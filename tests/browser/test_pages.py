"""Every kind of page, in a real browser: nothing for axe to find, in light and dark, and nothing to push sideways on a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Site
from tests.browser.kinds import KINDS, places

pytestmark = pytest.mark.xdist_group("browser pages")

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
RULES_RUN = 80  # at least; fewer would mean that the tags are not known any more
AT_REST = "Promise.all(document.getAnimations().map((animation) => animation.finished))"  # colours may be on their way
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def show(page: Page, site: Site, name: str) -> None:
    kind = KINDS[name]
    site.log_in(page.context, kind.member)
    response = page.goto(kind.path.format_map(places()))
    assert response
    assert response.status == kind.status


def found_by_axe(page: Page) -> set[tuple[str, str]]:
    response = Axe().run(page, options=RULES).response
    assert (
        sum(len(response[what]) for what in ("violations", "passes", "incomplete", "inapplicable"))
        > RULES_RUN
    )
    return {
        (violation["id"], node["target"][0])
        for violation in response["violations"]
        for node in violation["nodes"]
    }


@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing_and_a_small_phone_shows_all(page: Page, site: Site, name: str) -> None:
    show(page, site, name)
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(AT_REST)
        found[scheme] = found_by_axe(page)
    page.set_viewport_size({"width": 320, "height": 640})
    assert (found, page.evaluate(WIDER)) == ({"light": set(), "dark": set()}, 0)


def test_all_kinds_of_pages_are_looked_at() -> None:
    assert len(KINDS) == 43

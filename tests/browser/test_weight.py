"""What the first view of the main pages weighs, compressed as the server of production compresses it."""

import brotli  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import Site
from tests.browser.kinds import KINDS, places

pytestmark = pytest.mark.xdist_group("browser flows")

MOST = 96 * 1024  # bytes of all that a first view loads
MOST_BESIDES_FONTS = 40 * 1024
MOST_REQUESTS = 14


@pytest.mark.parametrize(
    "name", ["home", "event from outside", "lecture with maths and locked files", "library with results"]
)
def test_first_view_is_light_and_comes_from_one_host(page: Page, site: Site, name: str) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks its handlers, and a method cannot be marked
    page.goto(KINDS[name].path.format_map(places()), wait_until="networkidle")
    fonts = sum(len(answer.body()) for answer in answers if answer.url.endswith(".woff2"))
    others = sum(
        len(brotli.compress(answer.body())) for answer in answers if not answer.url.endswith(".woff2")
    )
    assert {answer.url for answer in answers if not answer.url.startswith(f"{site.url}/")} == set()
    assert fonts > 0
    assert others <= MOST_BESIDES_FONTS
    assert fonts + others <= MOST
    assert 4 < len(answers) <= MOST_REQUESTS

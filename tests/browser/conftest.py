"""A real browser, and the demo's three conferences served to it at eleven on a conference morning.

Both live as long as the tests of this package: the rows are committed, since the server has connections of its own, and Playwright
keeps an event loop running in this thread.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from accounts.services.people import ensure_account
from conference import clock
from config.demo import build
from config.demo.cast import appoint_administrators
from config.demo.content import cast, conferences, people
from config.demo.stage import Stage
from tests.browser.faults import faults_of

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

# A thread of the stopped server may hold its own for a moment longer, and then the test database could not be dropped.
END_OTHER_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@dataclass(frozen=True)
class Site:
    """The demo, served."""

    url: str

    def log_in(self, context: BrowserContext, name: str) -> None:
        """Hands the browser a session of `<name>@example.org`, whose address is proved. The visitor needs none."""
        if name == "visitor":
            return
        user = ensure_account(email=f"{name}@example.org")
        EmailAddress.objects.filter(user=user).update(verified=True)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self.url}])


@pytest.fixture(scope="package")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with (
        pytest.MonkeyPatch.context() as patch,
        django_db_blocker.unblock(),
        override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")),
    ):
        patch.setenv(
            "DJANGO_ALLOW_ASYNC_UNSAFE", "1"
        )  # the running loop is Playwright's; Django's calls are not in it
        patch.setattr(clock, "_shift", clock._shift)
        clock.pretend(Stage.DURING.moment)
        for content in conferences():
            build.make_conference(content, people(), cast())
        appoint_administrators(cast())
        server = LiveServer("localhost")
        yield Site(server.url)
        server.stop()
        with connection.cursor() as cursor:
            cursor.execute(END_OTHER_SESSIONS)
        call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(autouse=True)
def db(site: Site) -> None:
    """In the place of pytest-django's, by whose name it knows that a database is wanted: no transaction, the server could not look in."""


@pytest.fixture(scope="package")
def playwright(site: Site) -> Iterator[Playwright]:
    """The plugin's own lives to the end of the run, and with it the loop that Django's other tests would stumble over."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("No Chromium found: install the package chromium, or name the program in CHROMIUM.")
    browser = playwright.chromium.launch(executable_path=Path(found), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def browser_context_args(site: Site) -> dict[str, object]:
    return {
        "base_url": site.url,
        "locale": "en-GB",
        "reduced_motion": "reduce",
        "viewport": {"width": 1280, "height": 900},
    }


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that may do nothing which the browser complains of."""
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults = faults_of(page)
    yield page
    assert faults == []

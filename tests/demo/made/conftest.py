"""The demo, made once for all of its tests and taken back afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.test import Client, override_settings
from pytest_django.plugin import DjangoDbBlocker

from accounts.services.people import ensure_account
from conference import clock
from conference.models import Conference
from config.demo import build
from config.demo.cast import appoint_administrators
from config.demo.content import cast, conferences, people
from config.demo.stage import Stage


@dataclass(frozen=True)
class Demo:
    """What was made, and its people's browsers."""

    acl: Conference

    def client(self, name: str) -> Client:
        """A browser in which `<name>@example.org` has logged in, so proved the address."""
        client = Client()
        if name != "visitor":
            user = ensure_account(email=f"{name}@example.org")
            EmailAddress.objects.filter(user=user).update(verified=True)
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client


@pytest.fixture(scope="package")
def _made(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    files = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with django_db_blocker.unblock(), files, transaction.atomic():
        for content in conferences():
            build.make_conference(content, people(), cast())
        appoint_administrators(cast())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(_made: None, db: None, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """At the stage that the command takes if it is told none."""
    monkeypatch.setattr(clock, "_shift", clock._shift)
    clock.pretend(Stage.DURING.moment)
    return Demo(acl=Conference.objects.get(slug="acl-2025"))

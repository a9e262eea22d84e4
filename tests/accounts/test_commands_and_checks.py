"""The first administrator, the start-up checks, and what exists in the demo only."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from django.core.management import CommandError, call_command
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse
from pytest_django import Settings

from accounts import checks
from accounts.mailbox import TerminalBackend
from accounts.models import User
from accounts.viewer import ANONYMOUS
from accounts.views.demo_mail import demo_mail
from tests.accounts.mailbox import last_code

if TYPE_CHECKING:
    from conference.http import Request

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
def test_the_first_administrator_gets_in_by_mailed_code(client: Client) -> None:
    said = StringIO()
    for _ in range(2):
        call_command("make_administrator", "Ada@Example.org", stdout=said)

    client.post("/accounts/login/code/", {"email": "ada@example.org", "next": "/admin/"})
    client.post("/accounts/login/code/confirm/", {"code": last_code()})

    assert User.objects.count() == 1
    assert (
        said.getvalue().splitlines()
        == ["ada@example.org runs this site. Log in at /admin/ with a mailed code."] * 2
    )
    assert client.get("/admin/").status_code == 200


@pytest.mark.django_db
def test_an_impossible_administrator_is_refused() -> None:
    with pytest.raises(CommandError, match="has no @ sign"):
        call_command("make_administrator", "ada")


@pytest.mark.django_db
def test_djangos_own_superuser_gets_in_by_mailed_code(client: Client) -> None:
    call_command("createsuperuser", email="ada@example.org", interactive=False, verbosity=0)
    ada = User.objects.get()
    ada.set_password("never asked for")
    ada.save()

    client.post("/accounts/login/code/", {"email": "ada@example.org"})
    client.post("/accounts/login/code/confirm/", {"code": last_code()})

    desk = client.get("/admin/")
    assert (desk.status_code, "password" in desk.content.decode()) == (200, False)


@pytest.mark.parametrize(
    ("name", "value", "check", "problem"),
    [
        (
            "TASKS",
            {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}},
            checks.login_mail_has_a_worker,
            "accounts.E001",
        ),
        (
            "TASKS",
            {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default"]}},
            checks.login_mail_has_a_worker,
            "accounts.E001",
        ),
        ("ACCOUNT_RATE_LIMITS", True, checks.limits_are_ours_alone, "accounts.E002"),
        ("TRUSTED_PROXY_COUNT", 0, checks.proxies_are_told, "accounts.I001"),
    ],
)
def test_settings_that_break_log_in_are_reported(
    settings: Settings, name: str, value: object, check: object, problem: str
) -> None:
    setattr(settings, name, value)

    assert [message.id for message in check()] == [problem]  # type: ignore[operator]


def test_the_settings_as_they_are_pass() -> None:
    assert [*checks.login_mail_has_a_worker(), *checks.limits_are_ours_alone()] == []


def test_the_demos_mailbox_is_no_page_here(client: Client) -> None:
    with pytest.raises(NoReverseMatch):
        reverse("demo-mail")


@pytest.mark.django_db
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "192.0.2.7"])
def test_the_demos_mailbox_opens_on_its_own_machine_only(rf: RequestFactory, peer: str) -> None:
    request = cast("Request", rf.get("/demo/mail/", REMOTE_ADDR=peer, headers={"Host": "localhost"}))
    request.viewer = ANONYMOUS
    if peer == "192.0.2.7":
        with pytest.raises(Http404):
            demo_mail(request)
    else:
        assert "Mail of the demo" in demo_mail(request).content.decode()


@pytest.mark.parametrize(
    ("mode", "found"), [("demo", "/demo/mail/"), ("dev", "none"), ("production", "none")]
)
def test_the_demos_mailbox_exists_in_the_demo_only(mode: str, found: str) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.urls import reverse, NoReverseMatch\n"
        "try: print(reverse('demo-mail'))\n"
        "except NoReverseMatch: print('none')\n"
    )
    production = {
        "SECRET_KEY": "k" * 60,
        "SITE_URL": "https://posterhall.example.org",
        "ALLOWED_HOSTS": "posterhall.example.org",
        "DATABASE_URL": "postgres://nobody@localhost/nothing",
        "EMAIL_HOST": "localhost",
        "DEFAULT_FROM_EMAIL": "posterhall@example.org",
    }
    environment = {
        **os.environ,
        "POSTERHALL_MODE": mode,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **(production if mode == "production" else {}),
    }

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == found


def test_without_a_mail_server_mail_is_shown_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    from django.core.mail import EmailMessage  # noqa: PLC0415 - beside what it tests

    message = EmailMessage("Your code", "AB12-CD34", to=["rea@example.org"])

    assert TerminalBackend(alias="default").send_messages([message]) == 1
    assert capsys.readouterr().out == "\nMail to rea@example.org: Your code\n\nAB12-CD34\n"

"""`manage.py demo` itself: what it refuses, what it prints, and that it serves."""

import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from pytest_django.fixtures import SettingsWrapper

from accounts.models import OutgoingMail
from accounts.services.mail import queue_mail
from config.demo import build, serve
from config.demo.content import cast
from config.demo.stage import Stage
from config.mode import Mode
from tests.demo.conftest import Demo

pytestmark = pytest.mark.xdist_group("demo")  # which is made once


@pytest.fixture
def in_demo_mode(settings: SettingsWrapper) -> None:
    settings.MODE = Mode.DEMO


@pytest.mark.parametrize("mode", [Mode.PRODUCTION, Mode.DEV, Mode.TEST])
def test_other_modes_are_refused(settings: SettingsWrapper, mode: Mode) -> None:
    settings.MODE = mode
    with pytest.raises(CommandError, match="in its own mode only"):
        call_command("demo", no_serve=True)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("DATABASE_URL", "postgres://localhost/other", "The demo keeps to its own database"),
        ("ALLOWED_HOSTS", "posterhall.example.org", "on the loopback interface only"),
    ],
)
def test_what_would_let_it_out_is_refused(variable: str, value: str, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "demo", "--no-serve"],
        cwd=project.BASE_DIR,
        env={"PATH": str(Path(sys.executable).parent), variable: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, says in done.stderr) == (1, True)


def test_a_busy_port_is_named_with_the_way_out(in_demo_mode: None) -> None:
    with socket.create_server((serve.HOST, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"Port {port} cannot be used \(.+\): choose another with --port"):
            call_command("demo", port=port)


def test_an_impossible_port_is_no_crash(in_demo_mode: None) -> None:
    with pytest.raises(CommandError, match="choose another with --port"):
        call_command("demo", port=70_000)


def test_a_second_run_says_that_all_is_there(
    demo: Demo, in_demo_mode: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("demo", no_serve=True)
    assert capsys.readouterr().out.count("already there") == 3


def test_the_introduction_names_everybody_and_the_way_to_the_code(
    demo: Demo, in_demo_mode: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[int] = []
    monkeypatch.setattr(serve, "run", lambda server: served.append(server.server_port) or server.server_close())
    call_command("demo", port=0, stage="after")
    shown = capsys.readouterr().out
    assert [member.email for member in cast() if f"  {member.email} " not in shown] == []
    assert f"http://127.0.0.1:{served[0]}/demo/mail/" in shown
    assert "Friday, 29 August 2025, 11:20 in Vienna" in shown


def test_an_interrupt_ends_it_without_a_traceback(
    demo: Demo, in_demo_mode: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(server: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "run", interrupted)
    call_command("demo", port=0)
    assert capsys.readouterr().out.endswith("\nStopped.\n")


@pytest.mark.parametrize(
    ("stage", "moment"),
    [
        (Stage.BEFORE, "2025-07-15T11:20:00+02:00"),
        (Stage.DURING, "2025-07-29T11:20:00+02:00"),
        (Stage.AFTER, "2025-08-29T11:20:00+02:00"),
    ],
)
def test_the_moments_of_the_stages(stage: Stage, moment: str) -> None:
    assert stage.moment.isoformat() == moment


@pytest.mark.django_db(transaction=True)
def test_it_serves_pages_and_sends_mail_until_it_is_stopped(
    settings: SettingsWrapper, mailoutbox: list[object]
) -> None:
    settings.SITE_URL = settings.SITE_URL  # put back afterwards
    server = serve.reserve(0)
    site = threading.Thread(target=serve.run, args=[server])
    site.start()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/", timeout=20) as response:
            assert (response.status, settings.SITE_URL) == (200, serve.address(server.server_port))
        mail = queue_mail(
            to="rea@example.org", subject="Hello", text="Hello.", queue=OutgoingMail.Queue.LOGIN
        )
        until(lambda: OutgoingMail.objects.get(pk=mail.pk).state == OutgoingMail.State.SENT)
    finally:
        server.shutdown()
        site.join(20)
    assert [thread.name for thread in threading.enumerate() if thread.name == "mail worker"] == []

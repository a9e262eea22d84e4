"""`manage.py demo` where all is there already."""

import pytest
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer
from pytest_django import Settings

from config.demo import serve
from config.demo.content import cast
from config.mode import Mode
from tests.demo.made.conftest import Demo

pytestmark = pytest.mark.xdist_group("demo")  # which is made once


@pytest.fixture
def in_demo_mode(settings: Settings) -> None:
    settings.MODE = Mode.DEMO


def test_a_second_run_says_that_all_is_there(
    demo: Demo, in_demo_mode: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("demo", no_serve=True)
    assert capsys.readouterr().out.count("already there") == 3


def test_the_introduction_names_everybody_and_the_way_to_the_code(
    demo: Demo, in_demo_mode: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    served: list[int] = []

    def run(server: ThreadedWSGIServer) -> None:
        served.append(server.server_port)
        server.server_close()

    monkeypatch.setattr(serve, "run", run)
    call_command("demo", port=0, stage="after")
    shown = capsys.readouterr().out
    assert [member.email for member in cast() if f"  {member.email} " not in shown] == []
    assert f"http://127.0.0.1:{served[0]}/demo/mail/" in shown
    assert "Friday, 29 August 2025, 11:20 in Vienna" in shown


def test_an_interrupt_ends_it_without_a_traceback(
    demo: Demo, in_demo_mode: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(server: ThreadedWSGIServer) -> None:
        server.server_close()
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "run", interrupted)
    call_command("demo", port=0)
    assert capsys.readouterr().out.endswith("\nStopped.\n")

"""What `manage.py demo` refuses."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from pytest_django import Settings

from config.demo import serve
from config.demo.stage import Stage
from config.mode import Mode


@pytest.fixture
def in_demo_mode(settings: Settings) -> None:
    settings.MODE = Mode.DEMO


@pytest.mark.parametrize("mode", [Mode.PRODUCTION, Mode.DEV, Mode.TEST])
def test_other_modes_are_refused(settings: Settings, mode: Mode) -> None:
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
        with pytest.raises(
            CommandError, match=rf"Port {port} cannot be used \(.+\): choose another with --port"
        ):
            call_command("demo", port=port)


def test_an_impossible_port_is_no_crash(in_demo_mode: None) -> None:
    with pytest.raises(CommandError, match="choose another with --port"):
        call_command("demo", port=70_000)


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

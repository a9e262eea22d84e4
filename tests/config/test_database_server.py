"""The embedded server, started in a folder of its own for these tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.database import server

PROBE = """
import sys
from pathlib import Path
from config.database import server
server.HOME = Path(sys.argv[1])
import psycopg
host = server.ensure_running("probe")
with psycopg.connect(host=str(host), user=server.USER, dbname="probe", autocommit=True) as connection:
    connection.execute("CREATE TABLE IF NOT EXISTS visits (at timestamptz DEFAULT now())")
    connection.execute("INSERT INTO visits DEFAULT VALUES")
    print(connection.execute("SELECT count(*) FROM visits").fetchone()[0], flush=True)
sys.stdin.read()
"""


def start(home: Path) -> subprocess.Popen[str]:
    """A process that visits the database and stays until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", PROBE, str(home)],
        cwd=Path(__file__).resolve().parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "a folder with spaces"
    monkeypatch.setattr(server, "HOME", home)
    return home


def test_two_processes_share_it_and_the_last_one_stops_it(home: Path) -> None:
    one = start(home)
    assert first_line(one) == "1"
    two = start(home)
    assert first_line(two) == "2"
    one.communicate()
    assert server._answers(server.sockets())
    two.communicate()
    assert not server._answers(server.sockets())


def test_data_survives_a_restart_and_a_stale_process_file(home: Path) -> None:
    first = start(home)
    assert first_line(first) == "1"
    first.communicate()
    # A crash leaves this file behind; its number may be anybody's by now, here this test's own.
    stale = next(home.glob("postgresql-*")) / "data/postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{stale.parent}\n")
    second = start(home)
    assert first_line(second) == "2"
    second.communicate()


def test_a_checkout_reached_by_two_paths_has_one_server(home: Path, tmp_path: Path) -> None:
    one = start(home)
    assert first_line(one) == "1"
    by_another_name = tmp_path / "link"
    by_another_name.symlink_to(home, target_is_directory=True)
    two = start(by_another_name)
    assert first_line(two) == "2"
    one.communicate()
    two.communicate()


def test_a_moved_checkout_starts_again(home: Path, tmp_path: Path) -> None:
    one = start(home)
    assert first_line(one) == "1"
    one.communicate()
    moved = home.rename(tmp_path / "moved")
    two = start(moved)
    assert first_line(two) == "2"
    two.communicate()


def test_unusable_folder_is_named_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(server, "HOME", blocked / "home")
    with pytest.raises(server.DatabaseUnavailable, match=r"(?s)cannot start.*file.*set DATABASE_URL"):
        server.ensure_running.__wrapped__("probe")

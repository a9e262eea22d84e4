"""Requests a second of the main pages, as a ratio to a view without a database under the same server.

    uv run manage.py demo --no-serve
    uv run python -m benchmarks.pages [seconds for each page, 3 unless given]

Two granian workers with four threads each, eight connections from two processes on the same machine: the ratios mean something, the
absolute figures only on a quiet machine.
"""

import http.client
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROCESSES, CONNECTIONS = 2, 4
REFERENCE = "/reference/"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def get(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    if response.status != http.HTTPStatus.OK:
        raise SystemExit(
            f"{path} answers {response.status}: is the demo's data there? Run manage.py demo --no-serve."
        )
    return body


@contextmanager
def server(cache_seconds: int) -> Iterator[int]:
    port = free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "benchmarks.settings",
        "ANSWER_CACHE_SECONDS": str(cache_seconds),
        "LOG_LEVEL": "WARNING",
    }
    options = ["--interface", "wsgi", "--workers", "2", "--blocking-threads", "4", "--no-access-log"]
    command = [
        str(Path(sys.executable).parent / "granian"),
        *options,
        "--port",
        str(port),
        "config.wsgi:application",
    ]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            get(http.client.HTTPConnection("127.0.0.1", port), REFERENCE)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server did not start.")


def one_connection(port: int, path: str, until: float) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    count = 0
    while time.monotonic() < until:
        get(connection, path)
        count += 1
    return count


def one_process(port: int, path: str, until: float) -> int:
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        return sum(threads.map(lambda _: one_connection(port, path, until), range(CONNECTIONS)))


def requests_per_second(port: int, path: str, seconds: float) -> float:
    until = time.monotonic() + seconds
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        counts = pool.starmap(one_process, [(port, path, until)] * PROCESSES)
    return sum(counts) / seconds


def paths(port: int) -> dict[str, str]:
    """The four main pages; the lecture is the first that the library shows."""
    library = get(http.client.HTTPConnection("127.0.0.1", port), "/library/").decode()
    lecture = "/lecture/" + library.split('href="/lecture/', 1)[1].split('"', 1)[0]
    return {
        "lecture": lecture,
        "event": "/events/acl-2025/",
        "library": "/library/",
        "search": "/library/?q=language+models",
    }


def measure(cache_seconds: int, seconds: float) -> None:
    with server(cache_seconds) as port:
        reference = requests_per_second(port, REFERENCE, seconds)
        print(f"\nAnswers kept for {cache_seconds} s; reference {reference:.0f} requests a second")
        for name, path in paths(port).items():
            found = requests_per_second(port, path, seconds)
            print(f"  {name:8} {found:7.0f}/s   {found / reference:.3f} of the reference")


def main() -> None:
    seconds = float(sys.argv[1]) if sys.argv[1:] else 3.0
    measure(5, seconds)
    measure(0, seconds)


if __name__ == "__main__":
    main()

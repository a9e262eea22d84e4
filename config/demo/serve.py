"""The demo's site: a web server with threads and the mail worker, in one process, which a stage's clock thereby reaches whole."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker

from accounts import tasks

HOST = "127.0.0.1"  # pages of the demo show mailed codes: nobody else may reach it
ENDS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
GRACE = 5  # seconds for a task under way


class PortBusy(Exception):  # noqa: N818 - says what the port is
    pass


def reserve(port: int) -> ThreadedWSGIServer:
    """Take the port. Visitors who come before `run` wait for it. Raises PortBusy."""
    try:
        return ThreadedWSGIServer((HOST, port), WSGIRequestHandler)
    except OSError as error:
        raise PortBusy(error.strerror) from error
    except OverflowError as error:
        raise PortBusy(error) from error


def address(port: int) -> str:
    return f"http://{HOST}:{port}"


def run(server: ThreadedWSGIServer) -> None:
    """Serve and send mail until interrupted."""
    # Links that leave the site, as in mail, name the port that was chosen.
    settings.SITE_URL = address(server.server_port)
    server.set_app(get_wsgi_application())
    try:
        with _worker():
            server.serve_forever()
    finally:
        server.server_close()


@contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """However the demo is told to end, it ends as by Ctrl-C: the worker finishes, the database is stopped."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _worker() -> Iterator[None]:
    tasks.ensure_housekeeping()
    worker = Worker(
        queue_names=["login", "default", "mailing"],
        interval=0.5,
        batch=False,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    )
    thread = threading.Thread(target=_work, args=[worker], name="mail worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        worker.running = False
        thread.join(GRACE)


def _work(worker: Worker) -> None:
    try:
        worker.run()
    finally:
        connections.close_all()

"""The demo's server and worker, on a port of their own."""

import threading
import time
import urllib.request
from collections.abc import Callable

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.db import connections
from pytest_django import Settings

from accounts.models import OutgoingMail
from accounts.services.mail import queue_mail
from config.demo import serve


def _run(server: ThreadedWSGIServer) -> None:
    try:
        serve.run(server)
    finally:
        connections.close_all()  # of this thread


def _until(happened: Callable[[], bool]) -> None:
    pause, deadline = threading.Event(), time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        pause.wait(0.05)


@pytest.mark.django_db(transaction=True)
def test_it_serves_pages_and_sends_mail_until_it_is_stopped(
    settings: Settings, mailoutbox: list[object]
) -> None:
    settings.SITE_URL = settings.SITE_URL  # put back afterwards
    server = serve.reserve(0)
    site = threading.Thread(target=_run, args=[server])
    site.start()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/", timeout=20) as response:
            assert (response.status, settings.SITE_URL) == (200, serve.address(server.server_port))
        mail = queue_mail(
            to="rea@example.org", subject="Hello", text="Hello.", queue=OutgoingMail.Queue.LOGIN
        )
        _until(lambda: OutgoingMail.objects.get(pk=mail.pk).state == OutgoingMail.State.SENT)
    finally:
        server.shutdown()
        site.join(20)
    assert [thread.name for thread in threading.enumerate() if thread.name == "mail worker"] == []

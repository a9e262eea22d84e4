"""How fast a mailing leaves, and what two killed workers (kill -9) do to it: received twice, missing, uncertain, mails a second.

    uv run python -m benchmarks.mail [mails, 10000 unless given]

Everything is of its own: a database made anew each time, a worker in a process that is killed, a mail server that only counts.
"""

import os
import socketserver
import subprocess
import sys
import threading
import time
from collections import Counter

os.environ.setdefault("EMAIL_PORT", "10025")
os.environ["POSTERHALL_MODE"] = "dev"
os.environ["DEBUG"] = "false"
os.environ["LOG_LEVEL"] = "WARNING"
os.environ["EMAIL_HOST"] = "127.0.0.1"
os.environ["EMAIL_SECURITY"] = "none"
os.environ["MAILING_PER_MINUTE"] = "10000000"
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"

import django
from django.conf import settings

settings.DATABASES["default"] |= {"NAME": "posterhall_bench_mail"}
django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first

from accounts.models import Mailing, OutgoingMail, Registration, User  # noqa: E402 - settings come first
from accounts.services.mailings import send_mailing  # noqa: E402 - settings come first
from conference.models import Conference  # noqa: E402 - settings come first

KILLS, WORKERS = 2, 1
BODY = (
    "Dear {name},\n\nwelcome to **{conference}**, which starts {starts}: [the event page]({event_url}).\n\n"
    + "And more. " * 40
)
received: Counter[str] = Counter()


class Sink(socketserver.StreamRequestHandler):
    """As much SMTP as a client needs, to count whom a mail was accepted for."""

    def handle(self) -> None:
        self._say("220 sink")
        recipient = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                recipient = line.decode().partition("<")[2].partition(">")[0]
            if word == b"DATA":
                self._say("354 go on")
                while self.rfile.readline() not in {b".\r\n", b""}:
                    pass
                received[recipient] += 1
            self._say("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


def make(count: int) -> Mailing:
    call_command("migrate", verbosity=0)
    call_command("flush", verbosity=0, interactive=False)
    conference = Conference.objects.create(
        acronym="BENCH",
        slug="bench",
        name="Bench",
        state="published",
        starts_on="2025-07-27",
        ends_on="2025-08-01",
    )
    Registration.objects.bulk_create(
        Registration(conference=conference, email=f"person{number}@example.org", name=f"Person {number}")
        for number in range(count)
    )
    mailing = Mailing.objects.create(conference=conference, subject="Welcome to {conference}", body=BODY)
    begin = time.perf_counter()
    send_mailing(
        mailing=Mailing.objects.get(pk=mailing.pk), actor=User.objects.create_user("desk@example.org")
    )
    print(f"{count} mails written into the outbox in {time.perf_counter() - begin:.1f} s")
    return mailing


def start() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "benchmarks.mail", "worker"])


def wait(mailing: Mailing, until: int) -> None:
    """Until so many were received, or nothing waits any more."""
    queued = OutgoingMail.objects.filter(mailing=mailing, state=OutgoingMail.State.QUEUED)
    while received.total() < until and queued.exists():
        time.sleep(0.02)


def main(count: int) -> None:
    mailing = make(count)
    with Server(("127.0.0.1", int(os.environ["EMAIL_PORT"])), Sink) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        begin = time.perf_counter()
        for number in range(1, KILLS + 1):
            worker = start()
            wait(mailing, count * number // (KILLS + 1))
            worker.kill()
            worker.wait()
        worker = start()
        wait(mailing, sys.maxsize)
        time.sleep(1)  # for the last one to be settled
        seconds = time.perf_counter() - begin - 1
        worker.terminate()
        worker.wait()
        server.shutdown()
    mails = OutgoingMail.objects.filter(mailing=mailing)
    uncertain = mails.filter(state__in=[OutgoingMail.State.SENDING, OutgoingMail.State.UNCERTAIN]).count()
    print(f"received twice {sum(number > 1 for number in received.values())}")
    print(f"missing        {count - len(received)}")
    print(f"uncertain      {uncertain}, of {KILLS} kills x {WORKERS} worker")
    print(f"mails a second {count / seconds:.0f}, with {KILLS + 1} starts of the worker in {seconds:.1f} s")


if __name__ == "__main__":
    if sys.argv[1:] == ["worker"]:
        call_command("worker", verbosity=0)
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 10_000)

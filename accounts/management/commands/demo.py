"""`manage.py demo`: three conferences to look at, made once, then served on this machine alone."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from conference import clock
from config.demo import build, serve
from config.demo.cast import appoint_administrators
from config.demo.content import CastMember, cast, conferences, people
from config.demo.stage import Stage
from config.mode import Mode

PORT = 8000


class Command(BaseCommand):
    help = "Make a demonstration with three conferences, once, and serve it on this machine."
    # The database may not be there yet.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=PORT, help="Where to serve (%(default)s).")
        parser.add_argument("--no-serve", action="store_true", help="Make the data and end.")
        parser.add_argument(
            "--stage",
            choices=list(Stage),
            default=Stage.DURING,
            help="Look at ACL 2025 before, during (the usual) or after it.",
        )

    def handle(self, *, port: int, no_serve: bool, stage: str, **options: Any) -> None:
        if settings.MODE is not Mode.DEMO:
            raise CommandError("The demo runs in its own mode only: start it with `python manage.py demo`.")
        with _only_errors(), serve.signals_as_interrupts():
            try:
                if no_serve:
                    self._make()
                else:
                    self._serve(port, Stage(stage).moment)
            except KeyboardInterrupt:
                self.stdout.write("\nStopped.")

    def _serve(self, port: int, moment: datetime) -> None:
        try:
            server = serve.reserve(port)
        except serve.PortBusy as busy:
            raise CommandError(f"Port {port} cannot be used ({busy}): choose another with --port.") from busy
        self._make()
        clock.pretend(moment)
        self._introduce(serve.address(server.server_port), f"{moment:%A, %d %B %Y, %H:%M} in Vienna")
        serve.run(server)

    def _make(self) -> None:
        with self._step("Database and tables") as done:
            call_command("migrate", verbosity=0, interactive=False)
            done.append("ready")
        members, persons = cast(), people()
        for content in conferences():
            with self._step(content.facts["acronym"]) as done:
                if build.is_there(content):
                    done.append("already there")
                    continue
                build.make_conference(content, persons, members)
                done.append(f"{len(content.lectures)} lectures in {len(content.sessions)} sessions")
        appoint_administrators(members)

    @contextmanager
    def _step(self, name: str) -> Iterator[list[str]]:
        """Says what is being made, then what was and how long it took."""
        self.stdout.write(f"  {name:<22}", ending="")
        self.stdout.flush()
        started, done = time.monotonic(), list[str]()
        yield done
        self.stdout.write(f"{'; '.join(done):<34}{time.monotonic() - started:5.1f} s")

    def _introduce(self, url: str, moment: str) -> None:
        self.stdout.write(
            f"\nPosterhall is at {self.style.SUCCESS(url + '/')}   (the time there: {moment})\n\n"
        )
        self.stdout.write("Log in with one of these addresses; no password is needed:\n\n")
        for member in cast():
            self.stdout.write(_line(member))
        self.stdout.write(f"\nThe mailed code appears here and at {url}/demo/mail/. Ctrl-C stops the demo.\n")


@contextmanager
def _only_errors() -> Iterator[None]:
    """The terminal is for what is made and for mailed codes; pages that fail still show."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _line(member: CastMember) -> str:
    return f"  {member.email:<22}{member.shows}"

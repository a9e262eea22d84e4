from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conference.models import Lecture
from conference.services import index
from conference.services.staleness import stale


class Command(BaseCommand):
    help = "Derives all again that is derived from lectures: HTML, text, search, flags, similar lectures. With --check, only looks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; name the stale lectures, and exit with 1 if there are any",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self.check_all()
            return
        total = Lecture.objects.count()
        for done in index.refresh_all():
            self.stderr.write(f"{done} of {total} lectures")
        self.stdout.write(f"{total} lectures are up to date.")

    def check_all(self) -> None:
        count = 0
        for pk, columns in stale():
            count += 1
            self.stdout.write(f"lecture {pk}: {', '.join(columns)}")
        if count:
            raise CommandError(f"{count} lectures are stale: run manage.py reindex.", returncode=1)
        self.stdout.write("Nothing is stale.")

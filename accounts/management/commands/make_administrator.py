"""`manage.py make_administrator <address>`: the first one gets in this way."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts.services.organizers import make_administrator


class Command(BaseCommand):
    help = "Let the owner of an e-mail address run the whole site. They log in like everybody, with a mailed code."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address; its account is made if there is none")
        parser.add_argument("--name", default="", help="the person's name, for a new account")

    def handle(self, *, email: str, name: str, **options: Any) -> None:
        try:
            user = make_administrator(email=email, name=name)
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from problem
        self.stdout.write(f"{user.email} runs this site. Log in at /admin/ with a mailed code.")

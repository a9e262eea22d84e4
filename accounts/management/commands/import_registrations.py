from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from accounts.services.registration_import import REGISTRATIONS
from conference.management.importing import ImportCommand
from conference.services.imports.runs import AnyImporter


class Command(ImportCommand):
    help = _("Import a list of registrations; importing it again changes nothing.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--encoding", help=_("Of the file, where it is not UTF-8: cp1252, for example."))

    def importer(self, options: dict[str, Any], content: bytes) -> AnyImporter:
        return REGISTRATIONS

    def reading_options(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"encoding": options["encoding"]}

from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from conference.management.importing import ImportCommand
from conference.models import Lecture
from conference.services.imports.formats import ANTHOLOGY, PROGRAMS
from conference.services.imports.runs import AnyImporter


class Command(ImportCommand):
    help = _("Import lectures from a program file; importing it again changes nothing.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--format", choices=sorted(PROGRAMS), default=ANTHOLOGY.name)
        parser.add_argument(
            "--volume",
            action="append",
            help=_("Only this volume of a collection; may be given several times."),
        )
        parser.add_argument(
            "--kind", choices=Lecture.Kind.values, help=_("How all these lectures are presented.")
        )

    def importer(self, options: dict[str, Any]) -> AnyImporter:
        return PROGRAMS[options["format"]]

    def reading_options(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"volumes": options["volume"], "kind": options["kind"]}

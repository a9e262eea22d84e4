from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.utils.translation import gettext as _

from conference.management.importing import ImportCommand
from conference.models import Lecture
from conference.services.imports.formats import IMPORTERS, of_subject, recognised
from conference.services.imports.runs import AnyImporter


def _column(text: str) -> tuple[str, str]:
    name, equals, column = text.partition("=")
    if not equals:
        raise ArgumentTypeError(_("write it as title=Paper, the field and then the column"))
    return name.strip(), column.strip()


class Command(ImportCommand):
    help = _(
        "Import lectures, sessions and messages from a program file; importing it again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--format", choices=sorted(of_subject("program")), help=_("Recognised by itself, unless given.")
        )
        parser.add_argument(
            "--volume",
            action="append",
            help=_("Only this volume of a collection; may be given several times."),
        )
        parser.add_argument(
            "--kind", choices=Lecture.Kind.values, help=_("How all these lectures are presented.")
        )
        parser.add_argument("--encoding", help=_("Of a table in text form, where it is not recognised."))
        parser.add_argument("--sheet", help=_("Of a workbook; the first that holds anything, unless given."))
        parser.add_argument(
            "--column",
            action="append",
            type=_column,
            metavar=_("FIELD=COLUMN"),
            help=_("Which column of a table is which, by name or number; may be given several times."),
        )

    def importer(self, options: dict[str, Any], content: bytes) -> AnyImporter:
        return IMPORTERS[options["format"]] if options["format"] else recognised(content)

    def reading_options(self, options: dict[str, Any]) -> dict[str, Any]:
        given = {name: options[name] for name in ("kind", "encoding", "sheet")}
        return given | {"volumes": options["volume"], "columns": dict(options["column"] or ())}

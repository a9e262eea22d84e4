"""The formats of files, by the names that commands and pages use."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from conference.importers import (
    aclpub2,
    anthology,
    frab,
    lecture_columns,
    lecture_tables,
    miniconf,
    miniconf_csv,
    openreview,
    program_tsv,
    recognition,
    slot_columns,
    slot_tables,
    virtual_platform,
)
from conference.importers.columns import TableLook
from conference.importers.records import ProgramReading, UnreadableFile
from conference.services.imports import undoing
from conference.services.imports.program import ProgramPlan, plan_program
from conference.services.imports.runs import AnyImporter, Importer, Options
from conference.services.imports.writing import write_program

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

type ReadProgram = Callable[..., ProgramReading]

TABLE_OPTIONS = ("encoding", "sheet", "columns")


def _program(
    name: str,
    label: "StrOrPromise",
    read: ReadProgram,
    sample: str,
    *,
    takes: tuple[str, ...] = (),
    look: Callable[..., TableLook] | None = None,
    fields: "Mapping[str, StrOrPromise] | None" = None,
) -> Importer[ProgramReading, ProgramPlan]:
    """`takes` are the options that the reader knows, besides `kind`, which makes all its lectures of one kind."""

    def read_as(data: bytes, options: Options) -> ProgramReading:
        return _of_kind(read(data, **_chosen(options, takes)), options.get("kind"))

    def look_as(data: bytes, options: Options) -> TableLook:
        assert look is not None  # noqa: S101 - asked for only where there is one
        return look(data, **_chosen(options, takes))

    return Importer(
        name,
        label,
        "program",
        read_as,
        plan_program,
        write_program,
        undoing.PROGRAM,
        sample,
        look_as if look else None,
        fields or {},
    )


def _chosen(options: Options, takes: tuple[str, ...]) -> dict[str, Any]:
    return {name: options[name] for name in takes if options.get(name)}


def _of_kind(reading: ProgramReading, kind: str | None) -> ProgramReading:
    if not kind:
        return reading
    records = tuple(replace(record, kind=kind) for record in reading.records)
    return replace(reading, records=records, implied=reading.implied - {"kind"})


def _read_anthology(data: bytes, *, volumes: list[str] | None = None) -> ProgramReading:
    reading = anthology.read(data, volumes=volumes)
    if not set(volumes or ()) <= set(reading.volumes):
        unknown = reading.problems[0]
        raise UnreadableFile(unknown.message, unknown.where, unknown.mend)
    return reading


ANTHOLOGY = _program(
    "anthology", _("ACL Anthology: XML"), _read_anthology, "anthology.xml", takes=("volumes",)
)
IMPORTERS: dict[str, AnyImporter] = {
    importer.name: importer
    for importer in (
        ANTHOLOGY,
        _program("aclpub2", _("aclpub2: zipped folder"), aclpub2.read, "aclpub2.zip"),
        _program("miniconf", _("MiniConf: conference.json"), miniconf.read, "miniconf.json"),
        _program(
            "miniconf-papers",
            _("MiniConf: papers.csv"),
            miniconf_csv.read,
            "miniconf-papers.csv",
            takes=("encoding",),
        ),
        _program(
            "program-table",
            _("ACL conferences: table of talks or posters (TSV)"),
            program_tsv.read,
            "program-posters.tsv",
            takes=("encoding",),
        ),
        _program("openreview", _("OpenReview: notes (JSON)"), openreview.read, "openreview.json"),
        _program("schedule", _("pretalx, frab: schedule.json or schedule.xml"), frab.read, "schedule.json"),
        _program(
            "virtual-platform",
            _("Virtual platform: workbook of links and sessions (XLSX)"),
            virtual_platform.read,
            "virtual-platform.xlsx",
        ),
        _program(
            "table",
            _("Any table of lectures: CSV, TSV or XLSX"),
            lecture_tables.read,
            "lectures.csv",
            takes=TABLE_OPTIONS,
            look=lecture_tables.look,
            fields=lecture_columns.FIELDS,
        ),
        _program(
            "slots",
            _("Any table of sessions and places in them: CSV, TSV or XLSX"),
            slot_tables.read,
            "slots.csv",
            takes=TABLE_OPTIONS,
            look=slot_tables.look,
            fields=slot_columns.FIELDS,
        ),
    )
}


def register(importer: AnyImporter) -> None:
    """Formats of things that other apps keep."""
    IMPORTERS[importer.name] = importer


def of_subject(subject: str) -> dict[str, AnyImporter]:
    return {name: importer for name, importer in IMPORTERS.items() if importer.subject == subject}


def recognised(data: bytes) -> AnyImporter:
    """The format of a program file. Raises UnreadableFile if it is none of these."""
    return IMPORTERS[recognition.recognise(data)]

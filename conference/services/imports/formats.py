"""The formats of program files, by the names that commands and pages use."""

from dataclasses import replace

from conference.importers import anthology
from conference.importers.records import ProgramReading, UnreadableFile
from conference.services.imports.program import ProgramPlan, plan_program
from conference.services.imports.runs import Importer, Options
from conference.services.imports.writing import write_program


def _read_anthology(data: bytes, options: Options) -> ProgramReading:
    """`volumes` picks some of the collection, `kind` overrides what volumes are known to hold."""
    reading = anthology.read(data, volumes=options.get("volumes"))
    if not set(options.get("volumes") or ()) <= set(reading.volumes):
        unknown = reading.problems[0]
        raise UnreadableFile(unknown.message, unknown.where, unknown.mend)
    kind = options.get("kind")
    if not kind:
        return reading
    return replace(reading, records=tuple(replace(record, kind=kind) for record in reading.records))


ANTHOLOGY = Importer("anthology", _read_anthology, plan_program, write_program)
PROGRAMS: dict[str, Importer[ProgramReading, ProgramPlan]] = {ANTHOLOGY.name: ANTHOLOGY}

"""Imports of every kind by the name of their format: uploads that somebody confirms."""

from accounts.models import User
from accounts.services.registration_import import REGISTRATIONS
from conference.models import Conference, ImportRun
from conference.services.imports import runs
from conference.services.imports.formats import PROGRAMS

IMPORTERS: dict[str, runs.AnyImporter] = {**PROGRAMS, REGISTRATIONS.name: REGISTRATIONS}


def start_import(
    *,
    conference: Conference,
    source: str,
    filename: str,
    content: bytes,
    actor: User | None,
    options: runs.Options | None = None,
) -> ImportRun:
    """Keep the file, and in `report` what it would do, for somebody to confirm. Raises UnreadableFile."""
    return runs.start_import(
        conference=conference,
        importer=IMPORTERS[source],
        filename=filename,
        content=content,
        options=options,
        actor=actor,
    )


def apply_import(*, run: ImportRun, actor: User | None) -> ImportRun:
    """Do what was confirmed; `report` then says what was done. Raises ValidationError if it was done before."""
    return runs.apply_import(run=run, importer=IMPORTERS[run.source], actor=actor)

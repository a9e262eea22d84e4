"""From bytes to a written import: read, plan, and write what is planned, under one lock."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.translation import gettext as _

from conference import clock
from conference.importers.records import LectureRecord, Reading, RegistrationRecord
from conference.models import Conference, ImportRun
from conference.services.imports.plan import Plan

type Options = Mapping[str, Any]
"""How a file is to be read; JSON-able, kept with the run."""

# People, keywords and publications are shared by all conferences, so imports take turns.
_TURN = 0x506F7374


@dataclass(frozen=True, slots=True)
class Importer[R: (LectureRecord, RegistrationRecord), P: Plan[Any]]:
    """How one format goes through. `read` raises UnreadableFile, and sees no database; `plan` writes nothing."""

    name: str
    read: Callable[[bytes, Options], Reading[R]]
    plan: Callable[[Conference, Reading[R]], P]
    write: Callable[[Conference, P], None]


type AnyImporter = Importer[Any, Any]


def preview_import(
    *, conference: Conference, importer: AnyImporter, content: bytes, options: Options
) -> dict[str, Any]:
    """The report of what the file would do. Raises UnreadableFile."""
    plan: Plan[Any] = importer.plan(conference, importer.read(content, options))
    return plan.report()


def start_import(
    *,
    conference: Conference,
    importer: AnyImporter,
    filename: str,
    content: bytes,
    options: Options | None = None,
    actor: Any,
) -> ImportRun:
    """Keep the file with the plan of what it would do, for somebody to confirm. Raises UnreadableFile."""
    report = preview_import(conference=conference, importer=importer, content=content, options=options or {})
    return ImportRun.objects.create(
        conference=conference,
        source=importer.name,
        filename=filename[:200],
        content=content,
        options=dict(options or {}),
        report=report,
        actor=actor,
    )


def apply_import(*, run: ImportRun, importer: AnyImporter, actor: Any) -> ImportRun:
    """Do what was confirmed, planned anew on what is stored by now: once, and all of it or nothing.

    Raises ValidationError if somebody applied it before.
    """
    started = time.monotonic()
    reading = importer.read(bytes(run.content), run.options)
    with transaction.atomic():
        locked = ImportRun.objects.select_for_update().get(pk=run.pk)
        if locked.state != ImportRun.State.PLANNED:
            raise ValidationError(_("This file was imported already, or given up."), code="applied")
        _take_turn(locked.conference_id)
        plan = importer.plan(locked.conference, reading)
        importer.write(locked.conference, plan)
        locked.state = ImportRun.State.APPLIED
        locked.report = plan.report() | {"seconds": round(time.monotonic() - started, 2)}
        locked.applied_at = clock.now()
        locked.actor = actor or locked.actor
        locked.save(update_fields=["state", "report", "applied_at", "actor"])
    return locked


def _take_turn(conference_id: int) -> None:
    """Until the transaction ends, no other import runs, and nobody edits or deletes the conference itself."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])
    Conference.objects.select_for_update(no_key=True).get(pk=conference_id)

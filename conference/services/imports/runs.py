"""From bytes to a written import: read, plan, and write what is planned, under one lock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.translation import gettext as _

from conference import clock
from conference.importers.records import Reading
from conference.models import Conference, ImportRun
from conference.services.imports.plan import Plan

if TYPE_CHECKING:
    from accounts.models import User

type Options = Mapping[str, Any]
"""How a file is to be read; JSON-able, kept with the run."""

# People, keywords and publications are shared by all conferences, so imports take turns.
TURN = 0x506F7374


@dataclass(frozen=True, slots=True)
class Importer[R: Reading[Any], P: Plan[Any]]:
    """How one format goes through. `read` raises UnreadableFile, and sees no database; `plan` writes nothing."""

    name: str
    read: Callable[[bytes, Options], R]
    plan: Callable[[Conference, R], P]
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
    actor: "User | None",
) -> ImportRun:
    """Keep the file with the plan of what it would do, for somebody to confirm. Raises UnreadableFile."""
    options = dict(options or {})
    report = preview_import(conference=conference, importer=importer, content=content, options=options)
    return ImportRun.objects.create(
        conference=conference,
        source=importer.name,
        filename=filename[:200],
        content=content,
        options=options,
        report=report,
        actor=actor,
    )


def apply_import(*, run: ImportRun, importer: AnyImporter, actor: "User | None") -> ImportRun:
    """Do what was confirmed, planned anew on what is stored by now: once, and all of it or nothing.

    Raises ValidationError if it was done before.
    """
    reading = importer.read(bytes(run.content), run.options)
    with transaction.atomic():
        _take_turn(run.conference_id)
        locked = ImportRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if locked.state != ImportRun.State.PLANNED:
            raise ValidationError(_("This file was imported already, or given up."), code="applied")
        return _carry_out(locked, importer, reading, actor)


def import_at_once(
    *,
    conference: Conference,
    importer: AnyImporter,
    filename: str,
    content: bytes,
    options: Options | None = None,
    actor: "User | None",
) -> ImportRun:
    """Read, compare and write without a preview. Raises UnreadableFile."""
    options = dict(options or {})
    reading = importer.read(content, options)
    with transaction.atomic():
        _take_turn(conference.pk)
        run = ImportRun.objects.create(
            conference=conference,
            source=importer.name,
            filename=filename[:200],
            content=content,
            options=options,
        )
        return _carry_out(run, importer, reading, actor)


def _carry_out(
    run: ImportRun, importer: AnyImporter, reading: Reading[Any], actor: "User | None"
) -> ImportRun:
    plan = importer.plan(run.conference, reading)
    importer.write(run.conference, plan)
    run.state = ImportRun.State.APPLIED
    run.report = plan.report()
    run.applied_at = clock.now()
    run.actor = actor or run.actor
    run.save(update_fields=["state", "report", "applied_at", "actor"])
    return run


def _take_turn(conference_id: int) -> None:
    """Until the transaction ends, no other import runs, and nobody edits or deletes the conference itself.

    Comes before any other lock: whoever waits for the turn holds nothing that its holder still wants.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
    Conference.objects.select_for_update(no_key=True).get(pk=conference_id)

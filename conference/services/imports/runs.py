"""From bytes to a written import: read, plan, and write what is planned, under one lock; and back again."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _

from conference import clock, progress
from conference.importers.columns import TableLook, UnknownColumns
from conference.importers.records import Reading
from conference.models import Change, Conference, ImportRun
from conference.progress import Phase
from conference.services.changes import caused
from conference.services.imports import undoing
from conference.services.imports.plan import GONE, Plan

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from accounts.models import User

type Options = Mapping[str, Any]
"""How a file is to be read; JSON-able, kept with the run. `theirs` has the conflicts that the file wins, by their keys; `gone` says that
lectures or registrations that are no longer in the file are withdrawn or cancelled here too."""

type Written = dict[str, list[int]]
"""Primary keys by the name of the thing, such as `lecture`."""

# People, keywords and publications are shared by all conferences, so imports take turns, and so does whoever merges any of them.
TURN = 0x506F7374


@dataclass(frozen=True, slots=True)
class Importer[R: Reading[Any], P: Plan[Any]]:
    """How one format goes through. `read` raises UnreadableFile, and sees no database; `plan` writes nothing.

    `write` gives what is new. `things` are the rows that it writes, for undoing.
    """

    name: str
    label: "StrOrPromise"
    subject: Literal["program", "registrations"]
    read: Callable[[bytes, Options], R]
    plan: Callable[[Conference, R, Collection[str]], P]
    write: Callable[[Conference, P], Written]
    things: undoing.Things
    sample: str  # a file in importers/samples
    look: Callable[[bytes, Options], TableLook] | None = None  # of tables whose columns a person may map
    fields: Mapping[str, "StrOrPromise"] = field(default_factory=dict)  # what columns may be mapped to


type AnyImporter = Importer[Any, Any]


def preview_import(
    *, conference: Conference, importer: AnyImporter, content: bytes, options: Options
) -> dict[str, Any]:
    """The report of what the file would do. Raises UnreadableFile."""
    return _planned(conference, importer, importer.read(content, options), options).report()


def start_import(
    *,
    conference: Conference,
    importer: AnyImporter,
    filename: str,
    content: bytes,
    options: Options | None = None,
    actor: "User | None",
) -> ImportRun:
    """Keep the file with the plan of what it would do, for somebody to confirm. Raises UnreadableFile.

    A table whose columns are not recognised is kept too, without a plan, for somebody to say which is which.
    """
    options = dict(options or {})
    report, problem = {}, ""
    try:
        report = preview_import(conference=conference, importer=importer, content=content, options=options)
    except UnknownColumns as unknown:
        if importer.look is None:
            raise
        problem = str(unknown)
    return ImportRun.objects.create(
        conference=conference,
        source=importer.name,
        filename=filename[:200],
        content=content,
        options=options,
        report=report,
        problem=problem,
        actor=actor,
    )


def reread_import(*, run: ImportRun, importer: AnyImporter, options: Options) -> None:
    """Preview anew, with other options. Raises UnreadableFile, or ValidationError if it waits for nobody any more."""
    report = preview_import(
        conference=run.conference, importer=importer, content=bytes(run.content), options=options
    )
    waiting = ImportRun.objects.filter(pk=run.pk, state=ImportRun.State.PLANNED)
    if not waiting.update(source=importer.name, options=dict(options), report=report, problem=""):
        raise _too_late()


def confirm_import(*, run: ImportRun, actor: "User | None") -> None:
    """Have it done; the worker does. Raises ValidationError if somebody was faster, or there is no plan yet."""
    if not run.report:
        raise ValidationError(_("Say first which column is which."), code="no plan")
    waiting = ImportRun.objects.filter(pk=run.pk, state=ImportRun.State.PLANNED)
    if not waiting.update(state=ImportRun.State.QUEUED, actor=actor or run.actor):
        raise _too_late()


def refuse_import(*, run: ImportRun) -> bool:
    """Give it up; nothing is written. False if it is too late for that."""
    waiting = ImportRun.objects.filter(pk=run.pk, state=ImportRun.State.PLANNED)
    return bool(waiting.update(state=ImportRun.State.REFUSED))


def apply_import(*, run: ImportRun, importer: AnyImporter) -> ImportRun:
    """Do what was confirmed: once, all of it or nothing, and only what the preview said.

    Where something was changed since, so that the file would do something else by now, nothing is done: the preview is made anew
    and waits again. Raises ValidationError then, and where it was done before.
    """
    with transaction.atomic(), progress.of_import(run.pk):
        progress.tell(Phase.READING)
        reading = importer.read(bytes(run.content), run.options)
        progress.tell(Phase.TURN)
        _take_turn(run.conference_id)
        progress.tell(Phase.COMPARING)
        locked = ImportRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if locked.state not in {ImportRun.State.QUEUED, ImportRun.State.WORKING}:
            raise _too_late()
        plan = _planned(locked.conference, importer, reading, locked.options)
        report = json.loads(json.dumps(plan.report()))  # as it comes out of the database
        if report == locked.report:
            return _carry_out(locked, importer, plan)
        locked.state, locked.report = ImportRun.State.PLANNED, report
        locked.save(update_fields=["state", "report"])
    raise ValidationError(
        _(
            "Something was changed here since the preview, and the file would do something else by now. Look at it once more."
        ),
        code="stale",
    )


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
            actor=actor,
        )
        return _carry_out(run, importer, _planned(conference, importer, reading, options))


def undo_import(*, run: ImportRun, importer: AnyImporter, actor: "User | None") -> None:
    """Put everything back as it was before. Raises ValidationError if something was built on the import since."""
    try:
        with transaction.atomic():
            _take_turn(run.conference_id)
            _undo(ImportRun.objects.select_for_update(no_key=True).get(pk=run.pk), importer, actor)
            connection.check_constraints()
    except IntegrityError as error:
        message = _("What it changed pointed to something that was deleted since, so it was not undone.")
        raise ValidationError(message, code="built on") from error


def _undo(run: ImportRun, importer: AnyImporter, actor: "User | None") -> None:
    if run.state != ImportRun.State.APPLIED or run.undo is None:
        raise ValidationError(_("This import cannot be undone: it was not done, or was undone already."))
    with caused(Change.Cause.UNDO, actor_id=actor.pk if actor else None, run_id=run.pk):
        built_on = undoing.undo(importer.things, run.undo)
    if built_on:
        raise ValidationError(undoing.refusal(built_on), code="built on")
    run.state, run.undo = ImportRun.State.UNDONE, None
    run.undone_at, run.undone_by = clock.now(), actor
    run.save(update_fields=["state", "undo", "undone_at", "undone_by"])


def _planned(conference: Conference, importer: AnyImporter, reading: Any, options: Options) -> Plan[Any]:
    choices = {*(options.get("theirs") or ()), *([GONE] if options.get("gone") else ())}
    plan: Plan[Any] = importer.plan(conference, reading, choices)
    return plan


def _carry_out(run: ImportRun, importer: AnyImporter, plan: Plan[Any]) -> ImportRun:
    memory = undoing.Memory.before(importer.things, plan.met)
    run.report = plan.report()
    with caused(Change.Cause.IMPORT, actor_id=run.actor_id, run_id=run.pk):
        created = importer.write(run.conference, plan)
    run.undo = memory.after(created)
    run.state = ImportRun.State.APPLIED
    run.applied_at = clock.now()
    run.save(update_fields=["state", "report", "applied_at", "undo"])
    return run


def _too_late() -> ValidationError:
    return ValidationError(_("This file was imported already, or given up."), code="applied")


def _take_turn(conference_id: int) -> None:
    """Until the transaction ends, no other import runs, and nobody edits or deletes the conference itself.

    Comes before any other lock: whoever waits for the turn holds nothing that its holder still wants.
    """
    take_turn()
    Conference.objects.select_for_update(no_key=True).get(pk=conference_id)


def take_turn() -> None:
    """Until the transaction ends, nobody else has the turn. Comes before any other lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])

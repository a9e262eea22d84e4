"""How far an import has come, for whoever waits for it.

An import is one transaction: nobody sees its rows before it ends. So it says where it is in the name under which its connection is
listed at the database, which everybody sees at once. That name goes with the transaction, however it ends, also where the worker is
killed: what can be read is being done.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import perf_counter

from django.db import connection
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

EVERY = 0.2  # seconds between two words about one phase


class Phase(TextChoices):
    READING = "reading", _("Reading the file")
    TURN = "turn", _("Waiting until another import is done")
    COMPARING = "comparing", _("Comparing the file with what is here")
    LECTURES = "lectures", _("Writing sessions and lectures")
    PEOPLE = "people", _("Writing authors, keywords and links")
    PAGES = "pages", _("Preparing pages and the search")
    SIMILAR = "similar", _("Finding similar lectures")
    REGISTRATIONS = "registrations", _("Writing registrations")


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` things of this phase; a phase that is not counted has no total."""

    phase: Phase
    done: int
    total: int


@dataclass(slots=True)
class _Import:
    run_id: int
    phase: Phase | None = None
    told_at: float = 0.0


_NAME = re.compile(rf"import (?P<run>\d+): (?P<phase>{'|'.join(Phase.values)}) (?P<done>\d+)/(?P<total>\d+)")

_import: ContextVar[_Import | None] = ContextVar("import", default=None)


@contextmanager
def of_import(run_id: int) -> Iterator[None]:
    """Within, and within a transaction, `tell` is about this import."""
    token = _import.set(_Import(run_id))
    try:
        yield
    finally:
        _import.reset(token)


def tell(phase: Phase, done: int = 0, total: int = 0) -> None:
    """Say where the import is; nothing where none is being done."""
    current, now = _import.get(), perf_counter()
    if current is None or (phase == current.phase and now - current.told_at < EVERY):
        return
    current.phase, current.told_at = phase, now
    name = f"import {current.run_id}: {phase} {done}/{total}"  # short, for the database keeps 63 letters
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('application_name', %s, true)", [name])


def counted[T](phase: Phase, things: Collection[T]) -> Iterator[T]:
    """The things one after another, telling how many are done."""
    for done, thing in enumerate(things):
        tell(phase, done, len(things))
        yield thing


def imports_at_work() -> dict[int, Progress]:
    """What is being imported now, by the primary key of its ImportRun."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT application_name FROM pg_stat_activity WHERE datname = current_database()")
        told = [found for (name,) in cursor if (found := _NAME.fullmatch(name))]
    return {
        int(one["run"]): Progress(Phase(one["phase"]), int(one["done"]), int(one["total"])) for one in told
    }

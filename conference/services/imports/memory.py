"""Keeping what a source said, to be compared with what it says next time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from conference import clock
from conference.models import Conference, SourceRecord
from conference.services.imports.plan import Step

BATCH = 1_000
MANY = 100


def count_rows(models: Iterable[type[Model]], *, new: int) -> None:
    """Where many came, tell the database how its tables have grown: until it knows, it joins thousands of rows as if there were one."""
    if new < MANY:
        return
    tables = [model._meta.db_table for model in models]  # noqa: SLF001 - Django's own spelling
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, tables))}")


def remember(fresh: Iterable[SourceRecord], repeated: Iterable[SourceRecord]) -> None:
    """Write the records that are new or say something new; of those that only repeat it, note that they were seen."""
    now = clock.now()
    new: list[SourceRecord] = []
    known: list[SourceRecord] = []
    for record in fresh:
        record.seen_at = now
        (new if record._state.adding else known).append(record)  # noqa: SLF001 - Django's own spelling
    SourceRecord.objects.bulk_create(new, batch_size=BATCH)
    SourceRecord.objects.bulk_update(
        known,
        ["volume", "external_id", "values", "seen_at"],
        batch_size=BATCH,
    )
    SourceRecord.objects.filter(pk__in=[record.pk for record in repeated]).update(seen_at=now)


def remember_steps(
    conference: Conference,
    source: str,
    thing: SourceRecord.Thing,
    steps: Sequence[Step[Any]],
    created: Mapping[int, int],
) -> None:
    """Keep what the source said of lectures, sessions or messages; `created` has the primary keys of new ones by `id(step)`."""
    fresh = []
    for step in steps:
        if step.is_repeated:
            continue
        said = step.stored or SourceRecord(conference=conference, source=source, thing=thing)
        setattr(said, f"{thing.value}_id", step.target or created[id(step)])
        said.volume, said.external_id = step.record.volume, step.record.external_id
        said.values = step.values
        fresh.append(said)
    remember(fresh, [step.stored for step in steps if step.is_repeated and step.stored])

"""Keeping what a source said, to be compared with what it says next time."""

from collections.abc import Iterable

from conference import clock
from conference.models import SourceRecord

BATCH = 1_000


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

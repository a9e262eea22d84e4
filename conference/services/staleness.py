"""Finds lectures whose derived columns are not what `index.refresh` would write, without writing any."""

from collections.abc import Iterator
from itertools import batched

from django.db import transaction

from conference.models import Lecture
from conference.services import index

DERIVED = (
    "title_html", "title_text", "abstract_html", "abstract_text", "slug", "authors_text", "keywords_text", "names_text", "transcript_text",
    "has_video", "has_slides", "has_poster", "names_vector", "abstract_vector", "transcript_vector", "renderer_version",
)  # fmt: skip


def stale() -> Iterator[tuple[int, list[str]]]:
    """Each stale lecture's id with its stale columns. Similar lectures are an estimate, and never called stale."""
    ids = list(Lecture.objects.order_by("pk").values_list("pk", flat=True))
    for batch in batched(ids, index.BATCH, strict=False):
        before = _derived(batch)
        # What would be written is written, looked at and taken back.
        with transaction.atomic():
            index.refresh_texts(batch)
            after = _derived(batch)
            transaction.set_rollback(True)
        for pk, row in before.items():
            if pk in after and (
                columns := [
                    name for name, old, new in zip(DERIVED, row, after[pk], strict=True) if old != new
                ]
            ):
                yield pk, columns


def _derived(ids: tuple[int, ...]) -> dict[int, tuple[object, ...]]:
    rows = Lecture.objects.filter(pk__in=ids).order_by("pk").values_list("pk", *DERIVED)
    return {pk: tuple(values) for pk, *values in rows}

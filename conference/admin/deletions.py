"""What a deletion takes along, what its confirmation tells of it, and what it leaves to be done."""

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import NestedObjects, quote
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst

from conference.models import Change, LectureTerm, SimilarLecture

COMPUTED: tuple[type[Model], ...] = (Change, SimilarLecture, LectureTerm)

type Deletion = tuple[list[Any], dict[str, int], set[str], list[str]]
"""As Django's confirmation page takes it: rows in nested lists, counts, kinds that may not be deleted, rows that forbid it."""


class _Told(NestedObjects):
    """Without rows that are computed from others, or only tell of them: they are many, and tell nobody anything."""

    def related_objects(
        self, related_model: type[Model], related_fields: Iterable[Field[Any, Any]], objs: Any
    ) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().related_objects(related_model, related_fields, objs)
        return rows.none() if related_model in COMPUTED else rows


def deletion_of(
    chosen: Any,
    request: HttpRequest,
    site: admin.AdminSite,
    unasked: Collection[type[Model]],
) -> Deletion:
    """Of a queryset or a list of rows. Rows of `unasked` models go along with what they are about, whoever deletes that."""
    collector = _Told(using=DEFAULT_DB_ALIAS, origin=chosen)
    collector.collect(chosen)
    refused: set[str] = set()

    def told(row: Model) -> str:
        kind = row._meta.verbose_name  # noqa: SLF001 - Django's own spelling
        if not site.is_registered(type(row)):
            return f"{capfirst(kind)}: {row}"
        if type(row) not in unasked and not site.get_model_admin(type(row)).has_delete_permission(
            request, row
        ):
            refused.add(str(kind))
        address = reverse(
            f"{site.name}:{row._meta.app_label}_{row._meta.model_name}_change",  # noqa: SLF001
            args=[quote(row.pk)],
        )
        return format_html('{}: <a href="{}">{}</a>', capfirst(kind), address, row)

    rows = collector.nested(told)
    counts = {
        str(model._meta.verbose_name_plural): len(found)  # type: ignore[attr-defined]  # noqa: SLF001 - a model, not a name
        for model, found in collector.model_objs.items()
    }
    return rows, counts, refused, [told(row) for row in collector.protected]

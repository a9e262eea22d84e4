"""What a deletion takes along, what its confirmation tells of it, and what it leaves to be done."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import NestedObjects, quote
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Field, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from conference.models import Authorship, Change, LectureTerm, SimilarLecture, Slot

COMPUTED: tuple[type[Model], ...] = (Change, SimilarLecture, LectureTerm)

NAMED = 100  # rows whose names the confirmation shows
NAMED_BY: dict[type[Model], str] = {Authorship: "person", Slot: "lecture"}
HEAVY = {"TextField", "JSONField", "BinaryField", "SearchVectorField"}
NAMES = {"title_text"}

type Deletion = tuple[list[Any], dict[str, int], set[str], list[str]]
"""As Django's confirmation page takes it: rows in nested lists, counts, kinds that may not be deleted, rows that forbid it."""


class _Told(NestedObjects):
    """Without rows that are computed from others, or only tell of them: they are many, and tell nobody anything."""

    def related_objects(
        self, related_model: type[Model], related_fields: Iterable[Field[Any, Any]], objs: Any
    ) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().related_objects(related_model, related_fields, objs)
        if related_model in COMPUTED:
            return rows.none()
        if related_model in NAMED_BY:
            rows = rows.select_related(NAMED_BY[related_model])
        # Django loads what they hang on with each of them, too.
        owners = [f"{one.name}__{name}" for one in related_fields for name in _heavy(one.related_model)]  # type: ignore[arg-type]
        return rows.defer(*_heavy(related_model), *owners)

    def first(self, told: Callable[[Model], str], most: int) -> list[Any]:
        """Of all rows, as many as `most`: each followed by a list of those that go with it."""
        named: set[Model] = set()

        def listed(rows: Iterable[Model]) -> list[Any]:
            lines: list[Any] = []
            for row in rows:
                if len(named) < most and row not in named:
                    named.add(row)
                    lines.append(told(row))
                    if along := listed(self.edges.get(row, ())):
                        lines.append(along)
            return lines

        return listed(self.edges.get(None, ()))  # type: ignore[call-overload]  # Django's key of what was chosen


def _heavy(model: type[Model]) -> list[str]:
    """Columns with long texts and files, which a list of names does without."""
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's own spelling
    return [one.name for one in fields if one.get_internal_type() in HEAVY and one.name not in NAMES]


def deletion_of(
    chosen: Any,
    request: HttpRequest,
    site: admin.AdminSite,
    unasked: Collection[type[Model]],
) -> Deletion:
    """Of a queryset or a list of rows. Rows of `unasked` models go along with what they are about, whoever deletes that."""
    collector = _Told(using=DEFAULT_DB_ALIAS, origin=chosen)
    collector.collect(chosen)
    kinds: dict[Any, list[Any]] = {model: list(rows) for model, rows in collector.model_objs.items()}
    refused = {
        str(model._meta.verbose_name)  # noqa: SLF001 - as above
        for model, rows in kinds.items()
        if site.is_registered(model) and model not in unasked and not _may(request, site, model, rows)
    }

    def told(row: Model) -> str:
        kind = capfirst(row._meta.verbose_name)  # noqa: SLF001 - as above
        if not site.is_registered(type(row)):
            return f"{kind}: {row}"
        name = f"{row._meta.app_label}_{row._meta.model_name}"  # noqa: SLF001 - as above
        address = reverse(f"{site.name}:{name}_change", args=[quote(row.pk)])
        return format_html('{}: <a href="{}">{}</a>', kind, address, row)

    lines = collector.first(told, NAMED)
    if (more := sum(map(len, kinds.values())) - NAMED) > 0:
        lines.append(_("and %(count)d more") % {"count": more})
    counts = {str(model._meta.verbose_name_plural): len(rows) for model, rows in kinds.items()}  # noqa: SLF001 - as above
    return lines, counts, refused, [told(row) for row in list(collector.protected)[:NAMED]]


def _may(request: HttpRequest, site: admin.AdminSite, model: type[Model], rows: Iterable[Model]) -> bool:
    model_admin = site.get_model_admin(model)
    return all(model_admin.has_delete_permission(request, row) for row in rows)

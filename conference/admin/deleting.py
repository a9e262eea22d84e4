"""Deleting what was chosen in a list: many at once, without those that may not or cannot go."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import model_ngettext
from django.db import models, transaction
from django.db.models import Manager, Model, QuerySet
from django.db.models.deletion import get_candidate_relations_to_delete
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from conference.admin.deletions import COMPUTED
from conference.admin.outcomes import tell_deleted

NAMED = 50  # rows whose names the confirmation shows


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rows that can be deleted, and how many others cannot: for want of a right, or because something else needs them."""

    rows: Sequence[Model]
    refused: int
    needed: int

    @property
    def ids(self) -> list[Any]:
        return [row.pk for row in self.rows]


@admin.action(permissions=["delete"], description=gettext_lazy("Delete selected %(verbose_name_plural)s"))
def delete_chosen(
    model_admin: admin.ModelAdmin[Any], request: HttpRequest, queryset: QuerySet[Any]
) -> HttpResponse | None:
    """In place of Django's, which asks for a name of each row and sends back an id for each."""
    with transaction.atomic():
        chosen = _sorted_out(model_admin, request, queryset)
        if not chosen.rows:
            tell_deleted(request, done=0, refused=chosen.refused, needed=chosen.needed)
            return None
        # Of all rows of a list there may be others by now than when they were counted.
        if request.POST.get("count") != str(len(chosen.rows)):
            return _confirmation(model_admin, request, chosen)
        model_admin.log_deletions(request, chosen.rows)  # type: ignore[arg-type]  # any rows will do
        rows = model_admin.model._default_manager.filter(pk__in=chosen.ids)  # noqa: SLF001 - of any model
        model_admin.delete_queryset(request, rows.only("pk"))
    tell_deleted(request, done=len(chosen.rows), refused=chosen.refused, needed=chosen.needed)
    return None


def _sorted_out(model_admin: admin.ModelAdmin[Any], request: HttpRequest, queryset: QuerySet[Any]) -> Chosen:
    asked = list(queryset)
    allowed = [row for row in asked if model_admin.has_delete_permission(request, row)]
    needed = _needed(model_admin.model, [row.pk for row in allowed])
    rows = [row for row in allowed if row.pk not in needed]
    return Chosen(rows, refused=len(asked) - len(allowed), needed=len(needed))


def _relations(model: type[Model], *kinds: Any) -> Iterator[tuple[Manager[Any], str]]:
    """The rows that point at rows of this model where deleting means one of `kinds`, and the field by which they do."""
    relations: Iterable[Any] = get_candidate_relations_to_delete(model._meta)  # noqa: SLF001 - Django's own spelling
    for relation in relations:
        related = relation.related_model
        if relation.on_delete in kinds and related not in COMPUTED:
            yield related._base_manager, relation.field.name  # noqa: SLF001 - as Django's deletion does


def _needed(model: type[Model], ids: Sequence[Any]) -> set[Any]:
    """Those that other rows hold fast."""
    needed: set[Any] = set()
    for rows, field in _relations(model, models.PROTECT, models.RESTRICT):
        needed.update(rows.filter(**{f"{field}__in": ids}).order_by().values_list(field, flat=True))
    return needed


def _along(model: type[Model], ids: Sequence[Any]) -> list[tuple[str, int]]:
    """What is deleted along, and how many of each."""
    counts = [
        (str(rows.model._meta.verbose_name_plural), rows.filter(**{f"{field}__in": ids}).count())  # noqa: SLF001 - as above
        for rows, field in _relations(model, models.CASCADE)
    ]
    return [(name, count) for name, count in counts if count]


def _confirmation(model_admin: admin.ModelAdmin[Any], request: HttpRequest, chosen: Chosen) -> HttpResponse:
    is_everything = request.POST.get("select_across") == "1"
    if "count" in request.POST:
        messages.warning(request, _("The list has changed since you looked at it. Look once more."))
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "title": _("Delete %(count)d %(things)s?")
        % {"count": len(chosen.rows), "things": model_ngettext(model_admin.opts, len(chosen.rows))},
        "chosen": chosen,
        "names": [str(row) for row in chosen.rows[:NAMED]],
        "unnamed": max(0, len(chosen.rows) - NAMED),
        "along": _along(model_admin.model, chosen.ids),
        "is_everything": is_everything,
        # Of everything, one: without any, Django takes nothing for chosen.
        "sent_back": request.POST.getlist(ACTION_CHECKBOX_NAME)[: 1 if is_everything else None],
    }
    return TemplateResponse(request, "admin/deleting.html", context)

"""What a lecture may lack before it can be shown: counted on a conference's front page, and listed by the filter it links to."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conference.models import Authorship, Lecture, Material, Slot

HELD = ~Q(state=Lecture.State.WITHDRAWN)  # what is withdrawn lacks nothing


@dataclass(frozen=True, slots=True)
class Gap:
    label: Promise
    condition: Q | Combinable


GAPS = {
    "abstract": Gap(_("without abstract"), HELD & Q(abstract="")),
    "authors": Gap(
        _("without authors"), HELD & ~Exists(Authorship.objects.filter(lecture=OuterRef("pk")).order_by())
    ),
    "slot": Gap(
        _("without time and place"), HELD & ~Exists(Slot.objects.filter(lecture=OuterRef("pk")).order_by())
    ),
    "material": Gap(
        _("without anything to open"),
        HELD
        & ~Exists(Material.objects.filter(lecture=OuterRef("pk"), state=Material.State.READY).order_by()),
    ),
}


class GapFilter(admin.SimpleListFilter):
    title = _("what is missing")
    parameter_name = "lacks"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, Any]]:
        return [(name, gap.label) for name, gap in GAPS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Lecture]) -> QuerySet[Lecture]:
        gap = GAPS.get(self.value() or "")
        return queryset.filter(gap.condition) if gap else queryset

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from conference.admin.scope import ScopedAdmin
from conference.models import BatchFile, Lecture, Material
from conference.services import index
from conference.services.materials import discard_files


class CleanUp[M: Model](ScopedAdmin[M]):
    """What is deleted takes files along, and leaves nothing stale.

    `materials_lookup` leads from a material to the row with which its file goes, `waiting_lookup` from a file of a batch;
    `lectures_lookup`, from a lecture to a row from which something of the lecture's is derived.
    """

    materials_lookup = ""
    waiting_lookup = ""
    lectures_lookup = ""

    def delete_model(self, request: HttpRequest, obj: M) -> None:
        self.delete_queryset(request, self.model._default_manager.filter(pk=obj.pk))  # noqa: SLF001 - of any model

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[M]) -> None:
        ids = list(queryset.values_list("pk", flat=True))
        with transaction.atomic():
            lectures = self._lectures_of(ids)
            for model, lookup in ((Material, self.materials_lookup), (BatchFile, self.waiting_lookup)):
                if lookup:
                    gone = model._default_manager.filter(**{f"{lookup}__in": ids})  # noqa: SLF001 - of either model
                    discard_files(gone.values_list("file", flat=True))
            super().delete_queryset(request, queryset)
            self.refresh(lectures)

    @staticmethod
    def refresh(lectures: Iterable[int]) -> None:
        index.refresh(lectures)

    def _lectures_of(self, ids: list[Any]) -> list[int]:
        if not self.lectures_lookup:
            return []
        lectures = Lecture.objects.filter(**{f"{self.lectures_lookup}__in": ids})
        return list(lectures.values_list("pk", flat=True))

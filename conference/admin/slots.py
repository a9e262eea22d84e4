from django.db.models import Model, QuerySet
from django.forms import Form
from django.http import HttpRequest

from conference.admin.rows import KnownFormSet, KnownRows, StackedRows, TabularRows
from conference.models import Lecture, Session, Slot
from conference.querysets import UNREAD


class SlotFormSet(KnownFormSet):
    def add_fields(self, form: Form, index: int | None) -> None:
        super().add_fields(form, index)
        # A slot is at the conference of what it is edited with.
        form.instance.conference_id = self.instance.conference_id  # type: ignore[attr-defined]


class SlotRows[P: Model](KnownRows[Slot, P]):
    model = Slot
    formset = SlotFormSet

    def get_queryset(self, request: HttpRequest) -> QuerySet[Slot]:
        heavy = (*UNREAD, "abstract", "abstract_html", "abstract_text", "transcript_text")
        return (
            super()
            .get_queryset(request)
            .select_related("lecture", "session")
            .defer(*(f"lecture__{name}" for name in heavy))
        )


class SlotsOfLecture(SlotRows[Lecture], StackedRows[Slot, Lecture]):
    fields = ("session", ("starts_at", "ends_at"), ("kind", "board", "position"))
    autocomplete_fields = ("session",)


class SlotsOfSession(SlotRows[Session], TabularRows[Slot, Session]):
    fields = ("lecture", "title", "starts_at", "ends_at", "kind", "board", "position")
    autocomplete_fields = ("lecture",)
    ordering = ("position", "starts_at", "pk")

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Registration, TicketType
from accounts.services.registration_status import set_statuses
from accounts.services.registrations import change_address, register, set_status
from conference.admin.changes.log import Logged
from conference.admin.filters import OwnFilter
from conference.admin.outcomes import tell
from conference.admin.scope import ADDRESSES, TICKETS, ScopedAdmin


@admin.register(TicketType)
class TicketTypeAdmin(ScopedAdmin[TicketType]):
    rights = TICKETS
    list_display = ("name", "code", "conference")
    list_filter = (("conference", OwnFilter),)
    list_select_related = ("conference",)
    search_fields = ("name", "code", "conference__acronym")
    autocomplete_fields = ("conference",)
    ordering = ("conference", "name")


@admin.register(Registration)
class RegistrationAdmin(Logged[Registration], ScopedAdmin[Registration]):
    rights = ADDRESSES
    list_display = ("email", "name", "conference", "ticket_type", "status", "registered_at")
    list_filter = (("conference", OwnFilter), "status", ("ticket_type", OwnFilter))
    list_select_related = ("conference", "ticket_type")
    search_fields = ("email", "name", "external_id")
    autocomplete_fields = ("conference", "ticket_type")
    fields = (
        "conference", "email", "name", ("ticket_type", "status"), "affiliation", "country", "external_id",
        "registered_at", "status_changed_at",
    )  # fmt: skip
    readonly_fields = ("status_changed_at",)
    actions = ("confirm", "cancel")
    ordering = ("conference", "email")

    def save_model(
        self, request: HttpRequest, obj: Registration, form: forms.ModelForm[Registration], change: bool
    ) -> None:
        actor: Any = request.user
        if not change:
            made = register(
                conference=obj.conference,
                email=obj.email,
                name=obj.name,
                ticket_type=obj.ticket_type,
                status=obj.status,
                actor=actor,
            )
            obj.pk, obj.status_changed_at, obj._state.adding = made.pk, made.status_changed_at, False  # noqa: SLF001 - it is stored
        elif "email" in form.changed_data:
            change_address(registration=obj, email=obj.email, actor=actor)
        if change and "status" in form.changed_data:
            set_status(registration=obj, status=obj.status, actor=actor)
        super().save_model(request, obj, form, change)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """The service has said so."""

    @admin.action(description=_("Confirm the selected registrations"), permissions=["change"])
    def confirm(self, request: HttpRequest, queryset: QuerySet[Registration]) -> None:
        self._set_status(request, queryset, Registration.Status.CONFIRMED)

    @admin.action(
        description=_("Cancel the selected registrations; they lose access at once"), permissions=["change"]
    )
    def cancel(self, request: HttpRequest, queryset: QuerySet[Registration]) -> None:
        self._set_status(request, queryset, Registration.Status.CANCELLED)

    def _set_status(
        self, request: HttpRequest, chosen: QuerySet[Registration], status: Registration.Status
    ) -> None:
        asked = chosen.count()
        ids = list(self.changeable(request, chosen).values_list("pk", flat=True))
        outcome = set_statuses(registration_ids=ids, status=status, actor=request.user)  # type: ignore[arg-type]
        tell(request, done=outcome.done, already=outcome.already, refused=asked - len(ids))

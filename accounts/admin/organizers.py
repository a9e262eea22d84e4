from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms import AddressFormField
from accounts.models import Organizer
from accounts.services.organizers import add_organizer
from conference.admin.filters import OwnFilter
from conference.admin.scope import TEAM, ScopedAdmin


class NewOrganizerForm(forms.ModelForm[Organizer]):
    """Asks for an address, and for no account: whoever owns the address gets one."""

    email = AddressFormField(label=_("E-mail address"), strip=False)
    name = forms.CharField(label=_("Name"), max_length=200, required=False)

    class Meta:
        model = Organizer
        fields = ("conference", "role")


@admin.register(Organizer)
class OrganizerAdmin(ScopedAdmin[Organizer]):
    rights = TEAM
    list_display = ("user", "person_name", "role", "conference")
    list_filter = (("conference", OwnFilter), "role")
    list_select_related = ("user", "conference")
    search_fields = ("user__email", "user__name", "conference__acronym")
    autocomplete_fields = ("conference",)
    ordering = ("conference", "role", "user__email")

    @admin.display(description=_("name"), ordering="user__name")
    def person_name(self, organizer: Organizer) -> str:
        return organizer.user.name

    def get_fields(self, request: HttpRequest, obj: Organizer | None = None) -> Any:
        return ("conference", "user", "role") if obj else ("conference", "email", "name", "role")

    def get_readonly_fields(self, request: HttpRequest, obj: Organizer | None = None) -> Any:
        return ("conference", "user") if obj else ()

    def get_form(
        self, request: HttpRequest, obj: Organizer | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs["form"] = NewOrganizerForm
        return super().get_form(request, obj, change, **kwargs)

    def save_model(
        self, request: HttpRequest, obj: Organizer, form: forms.ModelForm[Organizer], change: bool
    ) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        made = add_organizer(
            conference=obj.conference,
            email=form.cleaned_data["email"],
            name=form.cleaned_data["name"],
            role=obj.role,
            actor=request.user,  # type: ignore[arg-type]  # logged in
        )
        obj.pk, obj.user = made.pk, made.user

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """The service has said so."""

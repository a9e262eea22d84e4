from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from conference.admin.batches.page import batch_urls
from conference.admin.changes.log import Logged
from conference.admin.cleanup import CleanUp
from conference.admin.copying import copy_page
from conference.admin.exports import export_file, export_page
from conference.admin.filters import OwnFilter
from conference.admin.overview.page import overview
from conference.admin.previews import Previewed
from conference.admin.rows import StackedRows
from conference.admin.scope import ScopedAdmin, viewer_of
from conference.admin.shared import SiteWideAdmin
from conference.admin.zones import ZonedAdmin
from conference.models import AccessRule, Audience, Conference, Page, Series, WelcomeMessage
from conference.services.slugs import rename_conference, rename_page


@admin.register(Series)
class SeriesAdmin(SiteWideAdmin[Series]):
    list_display = ("acronym", "name")
    search_fields = ("acronym", "name")


class WelcomeMessageRows(Previewed[WelcomeMessage], StackedRows[WelcomeMessage, Conference]):
    model = WelcomeMessage
    fields = ("body", ("signed_by", "role"), "affiliation", "read_more_url", "position")
    previewed_texts = ("body",)


class AccessRuleForm(forms.ModelForm[AccessRule]):
    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        strangers = [
            ticket
            for ticket in cleaned.get("ticket_types", [])
            if ticket.conference_id != self.instance.conference_id
        ]
        if strangers:
            raise ValidationError({"ticket_types": _("These ticket types are of another conference.")})
        if cleaned.get("audience") == Audience.TICKETS and not cleaned.get("ticket_types"):
            raise ValidationError({"ticket_types": _("Choose ticket types, or another audience.")})
        return cleaned


class AccessRuleRows(StackedRows[AccessRule, Conference]):
    model = AccessRule
    form = AccessRuleForm
    fields = (("subject", "audience"), "ticket_types", ("opens_at", "closes_at"))
    autocomplete_fields = ("ticket_types",)


@admin.register(Conference)
class ConferenceAdmin(Previewed[Conference], CleanUp[Conference], Logged[Conference], ZonedAdmin[Conference]):
    """Administrators make and delete conferences; organizers run theirs."""

    conference_lookup = "pk"
    materials_lookup = "lecture__conference"
    waiting_lookup = "batch__conference"
    list_display = ("acronym", "name", "state", "starts_on", "ends_on", "place", "front_page")
    list_filter = ("state", ("series", OwnFilter))
    search_fields = ("acronym", "name", "city")
    autocomplete_fields = ("series",)
    date_hierarchy = "starts_on"
    previewed_texts = ("about", "login_message")
    prepopulated_fields = {"slug": ("acronym",)}
    inlines = (WelcomeMessageRows, AccessRuleRows)
    fieldsets = (
        (None, {"fields": ("acronym", "name", "series", "slug", ("state", "program_hidden"))}),
        (
            _("When and where"),
            {"fields": (("starts_on", "ends_on"), "time_zone", "venue", ("city", "country"))},
        ),
        (_("Event page"), {"fields": ("accent", "about", "login_message")}),
        (_("Files of presenters"), {"fields": ("materials_until",)}),
        (_("Links and contact"), {"fields": ("website", "registration_url", "handbook_url", "help_email")}),
    )

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/overview/", wrap(self.overview), name="conference-overview"),
            path("<int:pk>/copy/", wrap(self.copy), name="conference-copy"),
            path("<int:pk>/export/", wrap(self.export), name="conference-export"),
            path("<int:pk>/export/<str:name>/", wrap(self.export_file), name="conference-export-file"),
            *batch_urls(self),
            *super().get_urls(),
        ]

    def overview(self, request: HttpRequest, pk: int) -> HttpResponse:
        return overview(request, self.get_object(request, str(pk)), self.admin_site)

    def copy(self, request: HttpRequest, pk: int) -> HttpResponse:
        source = self.get_object(request, str(pk))
        if not self.has_add_permission(request):
            raise PermissionDenied
        return copy_page(request, source, self.admin_site)

    def export(self, request: HttpRequest, pk: int) -> HttpResponse:
        return export_page(request, self.get_object(request, str(pk)), self.admin_site)

    def export_file(self, request: HttpRequest, pk: int, name: str) -> FileResponse:
        return export_file(request, self.get_object(request, str(pk)), name)

    @admin.display(description=_("front page"))
    def front_page(self, conference: Conference) -> SafeString:
        url = reverse("admin:conference-overview", args=[conference.pk])
        return format_html('<a href="{}">{}</a>', url, _("Numbers and checklist"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return viewer_of(request).is_administrator

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return viewer_of(request).is_administrator

    def save_model(
        self, request: HttpRequest, obj: Conference, form: forms.ModelForm[Conference], change: bool
    ) -> None:
        slug = obj.slug
        if change:
            obj.slug = form.initial["slug"]
        super().save_model(request, obj, form, change)
        if obj.slug != slug:
            rename_conference(conference=obj, slug=slug, actor=request.user)  # type: ignore[arg-type]  # logged in


@admin.register(Page)
class PageAdmin(Previewed[Page], ScopedAdmin[Page]):
    list_display = ("title", "conference", "position", "is_published", "registered_only")
    list_filter = (("conference", OwnFilter), "is_published")
    list_select_related = ("conference",)
    search_fields = ("title", "conference__acronym")
    autocomplete_fields = ("conference",)
    previewed_texts = ("body",)
    prepopulated_fields = {"slug": ("title",)}
    ordering = ("conference", "position", "title")

    def save_model(self, request: HttpRequest, obj: Page, form: forms.ModelForm[Page], change: bool) -> None:
        slug = obj.slug
        if change:
            obj.slug = form.initial["slug"]
        super().save_model(request, obj, form, change)
        if obj.slug != slug:
            rename_page(page=obj, slug=slug, actor=request.user)  # type: ignore[arg-type]  # logged in

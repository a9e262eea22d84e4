"""The change log of one's conferences, as a list, and on the history pages of what is logged."""

from datetime import UTC
from typing import Any, cast

from django.apps import apps
from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from conference.admin.careful import CarefulChangeList
from conference.admin.changes.wording import DEFERRED, Told, told
from conference.admin.filters import OwnFilter
from conference.admin.scope import ADDRESSES, EVERY_ROLE, NOBODY, ReadOnlyAdmin, Rights, viewer_of
from conference.models import Change

A_PAGE = 100


class ActorFilter(admin.SimpleListFilter):
    """Offers those who changed something that the viewer may look at."""

    title = _("who")
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, str]]:
        theirs = model_admin.get_queryset(request).filter(actor=OuterRef("pk"))
        users = apps.get_model("accounts.User").objects.filter(Exists(theirs))
        viewer = viewer_of(request)
        is_shown = viewer.is_administrator or viewer.conference_ids <= ADDRESSES.viewed_by(viewer)
        return [
            (str(user.pk), user.get_full_name() if user.name or is_shown else str(user.pk))
            for user in users.order_by("name", "email")
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Change]) -> QuerySet[Change]:
        value = self.value() or ""
        return queryset.filter(actor=int(value)) if value.isdecimal() else queryset


class ChangeListOfChanges(CarefulChangeList):
    def get_results(self, request: HttpRequest) -> None:
        """With the words of each row, which need the names of many things at once."""
        super().get_results(request)
        self.result_list = cast("Any", list(self.result_list))
        for change, words in zip(self.result_list, told(self.result_list, viewer_of(request)), strict=True):
            change.told = words


@admin.register(Change)
class ChangeAdmin(ReadOnlyAdmin[Change]):
    """Everybody at a conference sees what became of its program; of its registrations, those who see addresses."""

    rights = Rights(view=EVERY_ROLE, change=NOBODY)
    list_display = ("when", "who", "how", "what", "field_name", "from_to")
    list_display_links = None
    list_filter = (("conference", OwnFilter), "subject", "cause", ActorFilter)
    list_select_related = ("conference", "actor")
    list_per_page = A_PAGE
    date_hierarchy = "at"
    ordering = ("-pk",)
    fields = list_display  # in the same words: an actor is not told by an address

    def get_queryset(self, request: HttpRequest) -> QuerySet[Change]:
        viewer = viewer_of(request)
        rows = super().get_queryset(request).defer(*DEFERRED)
        if viewer.is_administrator:
            return rows
        open_to = ~Q(subject=Change.Subject.REGISTRATION) | Q(conference__in=ADDRESSES.viewed_by(viewer))
        return rows.filter(open_to)

    def has_view_permission(self, request: HttpRequest, obj: Change | None = None) -> bool:
        may = super().has_view_permission(request, obj)
        if obj is None or obj.subject != Change.Subject.REGISTRATION:
            return may
        viewer = viewer_of(request)
        return viewer.is_administrator or obj.conference_id in ADDRESSES.viewed_by(viewer)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[CarefulChangeList]:
        return ChangeListOfChanges

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Change:
        change = super().get_object(request, object_id, from_field)
        (change.told,) = told([change], viewer_of(request))  # type: ignore[attr-defined]
        return change

    @admin.display(description=_("when"), ordering="pk")
    def when(self, change: Change) -> str:
        return words(change).at

    @admin.display(description=_("who"))
    def who(self, change: Change) -> str:
        return words(change).who

    @admin.display(description=_("how"))
    def how(self, change: Change) -> SafeString:
        return linked(words(change).how, words(change).how_url)

    @admin.display(description=_("what"))
    def what(self, change: Change) -> SafeString:
        return linked(words(change).thing, words(change).thing_url)

    @admin.display(description=_("field"))
    def field_name(self, change: Change) -> str:
        return words(change).field

    @admin.display(description=_("old and new value"))
    def from_to(self, change: Change) -> SafeString:
        return render_to_string("admin/changes/difference.html", {"difference": words(change).difference})


def words(change: Change) -> Told:
    return cast("Told", change.told)  # type: ignore[attr-defined]  # put there by the list


def linked(text: str, url: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, text) if url else format_html("{}", text)


class Logged[M: Model](admin.ModelAdmin[M]):
    """History pages show each field's change, and below it the admin's own list of what was done."""

    object_history_template = "admin/changes/history.html"

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response = super().history_view(request, object_id, extra_context)
        if isinstance(response, TemplateResponse) and response.context_data is not None:
            thing = response.context_data["object"]
            rows = Change.objects.filter(subject=self.opts.model_name, thing_id=thing.pk)
            rows = rows.select_related("conference", "actor").defer(*DEFERRED)
            page = Paginator(rows, A_PAGE).get_page(request.GET.get("changes"))
            changes = list(page)
            conference = changes[0].conference if changes else None
            response.context_data |= {
                "changes": page,
                "told": told(changes, viewer_of(request)),
                "zone": conference.tz if conference else UTC,
            }
        return response

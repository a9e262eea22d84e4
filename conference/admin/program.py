from django.contrib import admin
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from conference.admin.filters import OwnFilter
from conference.admin.overview.clashes import RoomClashFilter
from conference.admin.scope import ScopedAdmin
from conference.admin.slots import SlotsOfSession
from conference.admin.zones import ZonedAdmin
from conference.models import Session, Track


@admin.register(Track)
class TrackAdmin(ScopedAdmin[Track]):
    list_display = ("name", "conference", "position")
    list_filter = (("conference", OwnFilter),)
    list_select_related = ("conference",)
    search_fields = ("name", "conference__acronym")
    autocomplete_fields = ("conference",)
    prepopulated_fields = {"slug": ("name",)}
    ordering = ("conference", "position", "name")


@admin.register(Session)
class SessionAdmin(ZonedAdmin[Session]):
    list_display = ("name", "code", "kind", "room", "starts", "conference")
    list_filter = (("conference", OwnFilter), "kind", RoomClashFilter)
    list_select_related = ("conference",)
    search_fields = ("name", "code", "room", "conference__acronym")
    autocomplete_fields = ("conference", "track")
    date_hierarchy = "starts_at"
    ordering = ("conference", "starts_at", "room")
    fields = (
        "conference",
        "name",
        ("code", "kind"),
        "track",
        ("room", "chair"),
        ("starts_at", "ends_at"),
        "live_url",
    )
    inlines = (SlotsOfSession,)

    @admin.display(description=_("starts"), ordering="starts_at")
    def starts(self, session: Session) -> str:
        """By the clock of its place: a list may hold sessions of several."""
        return date_format(session.conference.local(session.starts_at), "DATETIME_FORMAT")

from django.contrib import admin

from conference.admin.filters import OwnFilter
from conference.admin.scope import ScopedAdmin
from conference.admin.slots import SlotsOfSession
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
class SessionAdmin(ScopedAdmin[Session]):
    list_display = ("name", "code", "kind", "room", "starts_at", "conference")
    list_filter = (("conference", OwnFilter), "kind")
    list_select_related = ("conference",)
    search_fields = ("name", "code", "room", "conference__acronym")
    autocomplete_fields = ("conference", "track")
    date_hierarchy = "starts_at"
    ordering = ("conference", "starts_at", "room")
    inlines = (SlotsOfSession,)

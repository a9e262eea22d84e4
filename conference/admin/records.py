"""What the program keeps for itself, to be read.

Left out of the admin are rows that are computed from others (SimilarLecture, LectureTerm, TermFrequency), and what
merging keywords remembers (KeywordSpelling).
"""

from django.contrib import admin
from django.http import HttpRequest

from conference.admin.filters import OwnFilter
from conference.admin.scope import ReadOnlyAdmin, viewer_of
from conference.models import OldSlug, SourceRecord


@admin.register(SourceRecord)
class SourceRecordAdmin(ReadOnlyAdmin[SourceRecord]):
    list_display = ("external_id", "source", "volume", "thing", "conference", "seen_at")
    list_filter = (("conference", OwnFilter), "thing", "source")
    list_select_related = ("conference",)
    search_fields = ("external_id",)
    fields = ("conference", "source", "volume", "external_id", "thing", "lecture", "values", "seen_at")
    ordering = ("conference", "source", "volume", "external_id")


@admin.register(OldSlug)
class OldSlugAdmin(ReadOnlyAdmin[OldSlug]):
    """Addresses that redirect; they are kept when something is renamed."""

    list_display = ("slug", "conference", "keyword", "page")
    list_select_related = ("conference", "keyword", "page")
    search_fields = ("slug",)

    def has_view_permission(self, request: HttpRequest, obj: OldSlug | None = None) -> bool:
        return viewer_of(request).is_administrator

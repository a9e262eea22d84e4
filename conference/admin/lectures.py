from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from conference.admin.changes.log import Logged
from conference.admin.cleanup import CleanUp
from conference.admin.filters import OwnFilter
from conference.admin.materials import MaterialRows
from conference.admin.outcomes import tell
from conference.admin.overview.clashes import LectureClashFilter
from conference.admin.overview.gaps import GapFilter
from conference.admin.previews import Previewed
from conference.admin.rows import TabularRows
from conference.admin.scope import ADDRESSES, viewer_of
from conference.admin.slots import SlotsOfLecture
from conference.admin.zones import ZonedAdmin
from conference.models import Authorship, Lecture
from conference.querysets import UNREAD
from conference.rendering import stored_html
from conference.services import index
from conference.services.lecture_states import set_lecture_state


class AuthorshipRows(TabularRows[Authorship, Lecture]):
    model = Authorship
    autocomplete_fields = ("person",)

    def get_fields(self, request: HttpRequest, obj: Lecture | None = None) -> Any:
        """Addresses are for the roles that see those of registrations."""
        shown = ("person", "affiliation", "position")
        viewer = viewer_of(request)
        seen = ADDRESSES.viewed_by(viewer)
        may = viewer.is_administrator or (obj.conference_id in seen if obj else bool(seen))
        return (*shown, "email") if may else shown


@admin.register(Lecture)
class LectureAdmin(Previewed[Lecture], CleanUp[Lecture], Logged[Lecture], ZonedAdmin[Lecture]):
    materials_lookup = waiting_lookup = "lecture"
    list_display = ("heading", "conference", "kind", "state", "track", "authors_text")
    list_filter = (
        ("conference", OwnFilter), "kind", "state", GapFilter, LectureClashFilter,
        "has_video", "has_slides", "has_poster",
    )  # fmt: skip
    list_select_related = ("conference", "track")
    search_fields = ("title_text", "authors_text", "publication__doi")
    autocomplete_fields = ("conference", "track", "publication", "keywords")
    previewed_lines = ("title",)
    previewed_texts = ("abstract",)
    fieldsets = (
        (None, {"fields": ("conference", "title", "abstract", ("kind", "state", "who_sees"))}),
        (_("In the program"), {"fields": (("track", "position"), "keywords", "publication", "access")}),
    )
    readonly_fields = ("who_sees",)
    inlines = (AuthorshipRows, SlotsOfLecture, MaterialRows)
    actions = ("publish", "withdraw")

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Lecture]) -> None:
        with transaction.atomic():
            index.hold(queryset.values_list("pk", flat=True))
            super().delete_queryset(request, queryset)

    ordering = ("conference", "position", "pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lecture]:
        """Without the columns that the index keeper writes: what is not loaded is not saved over either."""
        return (
            super()
            .get_queryset(request)
            .defer(*UNREAD, "abstract_html", "abstract_text", "transcript_text", "names_text")
        )

    @admin.display(description=_("title"), ordering="title_text")
    def heading(self, lecture: Lecture) -> SafeString:
        return stored_html(lecture.title_html)

    @admin.display(description=_("who sees it"))
    def who_sees(self, lecture: Lecture) -> str:
        """What 'View on site' leads to for everybody else."""
        if lecture._state.adding:  # noqa: SLF001 - Django's own spelling
            return "—"
        if not lecture.conference.is_public:
            return str(_("Organizers and its authors only: the conference is a draft."))
        if lecture.conference.program_hidden:
            return str(_("Organizers and its authors only: the program is hidden."))
        if lecture.state == Lecture.State.DRAFT:
            return str(_("Organizers and its authors only: it is a draft."))
        return str(_("Everybody, as far as the access rules open it."))

    def save_related(
        self, request: HttpRequest, form: forms.ModelForm[Lecture], formsets: Any, change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        index.refresh([form.instance.pk])
        form.instance.refresh_from_db(fields=["slug", "title_text"])  # for the messages and links that follow

    @admin.action(description=_("Publish the selected lectures"), permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Lecture]) -> None:
        self._set_state(request, queryset, Lecture.State.PUBLISHED)

    @admin.action(
        description=_("Withdraw the selected lectures; their pages stay and say so"), permissions=["change"]
    )
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Lecture]) -> None:
        self._set_state(request, queryset, Lecture.State.WITHDRAWN)

    def _set_state(self, request: HttpRequest, chosen: QuerySet[Lecture], state: Lecture.State) -> None:
        asked = chosen.count()
        ids = list(self.changeable(request, chosen).values_list("pk", flat=True))
        outcome = set_lecture_state(lecture_ids=ids, state=state, actor=request.user)  # type: ignore[arg-type]
        tell(request, done=outcome.done, already=outcome.already, refused=asked - len(ids))

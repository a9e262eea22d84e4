"""The admin's one rule: a person sees and changes what belongs to the conferences they organize, as their role there says.

Django's permission tables are not asked. Administrators do everything; models without a class of ours are theirs alone.
"""

from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.contrib.admin.exceptions import NotRegistered
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.core.exceptions import ValidationError
from django.db.models import DateField, Field, Model, QuerySet, TextField
from django.forms import CharField
from django.forms import Field as FormField
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from accounts.viewer import Viewer
from conference.admin.careful import CarefulAdmin, CarefulAutocomplete, CarefulAutocompletes
from conference.admin.deletions import Deletion, deletion_of
from conference.importers.times import YEARS
from conference.models import Conference

if TYPE_CHECKING:
    from conference.http import Request

OWNER, EDITOR, DESK, VIEWER = "owner", "editor", "registrations", "viewer"
EVERY_ROLE = frozenset({OWNER, EDITOR, DESK, VIEWER})
NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rights:
    """Which roles view, and which change, one kind of thing in their conferences."""

    view: frozenset[str]
    change: frozenset[str]

    def viewed_by(self, viewer: Viewer) -> frozenset[int]:
        """Ids of the conferences in which this viewer, who is no administrator, sees such things."""
        return frozenset(number for number, role in viewer.roles.items() if role in self.view)

    def changed_by(self, viewer: Viewer) -> frozenset[int]:
        return frozenset(number for number, role in viewer.roles.items() if role in self.change)


PROGRAM = Rights(view=EVERY_ROLE, change=frozenset({OWNER, EDITOR}))
TICKETS = Rights(view=EVERY_ROLE, change=frozenset({OWNER, EDITOR, DESK}))
ADDRESSES = Rights(view=frozenset({OWNER, EDITOR, DESK}), change=frozenset({OWNER, EDITOR, DESK}))
ADDRESSES_READ = Rights(view=ADDRESSES.view, change=NOBODY)
TEAM = Rights(view=ADDRESSES.view, change=frozenset({OWNER}))


def viewer_of(request: HttpRequest) -> Viewer:
    return cast("Request", request).viewer


class TextFormField(CharField):
    """Browsers send line breaks of their own: a text that nobody touched stays what a source said."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return text.replace("\r\n", "\n").replace("\r", "\n") if isinstance(text, str) else text


def validate_year(day: date) -> None:
    """What no import takes is typed by mistake, or for never: PostgreSQL has room for days that Python cannot read."""
    if day.year not in YEARS:
        raise ValidationError(
            _("Give a year from %(first)d to %(last)d."), params={"first": YEARS[0], "last": YEARS[-1]}
        )


class Scoped:
    """For model admins and inlines alike: what a form offers to choose from, and where a thing is seen."""

    rights: Rights = PROGRAM
    admin_site: admin.AdminSite

    def formfield_for_dbfield(
        self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> FormField | None:
        if isinstance(db_field, TextField):
            kwargs.setdefault("form_class", TextFormField)
        field = cast(
            "FormField | None",
            super().formfield_for_dbfield(db_field, request, **kwargs),  # type: ignore[misc]
        )
        if field and isinstance(db_field, DateField):  # of moments, too
            field.validators.append(validate_year)
        widget = field.widget if field else None
        if isinstance(widget, RelatedFieldWidgetWrapper):
            # A red cross beside an author would delete the person, not the authorship.
            widget.can_delete_related = False
        return field

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs.setdefault("widget", CarefulAutocomplete(db_field, self.admin_site))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs.setdefault("widget", CarefulAutocompletes(db_field, self.admin_site))
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]

    def get_field_queryset(
        self, db: str | None, db_field: Field[Any, Any], request: HttpRequest
    ) -> QuerySet[Any] | None:
        model = cast("type[Model]", db_field.related_model)
        try:
            related = self.admin_site.get_model_admin(model)
        except NotRegistered:
            return None
        if isinstance(related, ScopedAdmin):
            return related.choices(request, self.rights)
        return cast("QuerySet[Any] | None", super().get_field_queryset(db, db_field, request))  # type: ignore[misc]

    def get_view_on_site_url(self, obj: Any = None) -> str | None:
        """The page itself: Django's detour tells the address of anything to whoever may enter the admin."""
        if obj is None or obj.pk is None or not hasattr(obj, "get_absolute_url"):
            return None
        return str(obj.get_absolute_url())


class ScopedAdmin[M: Model](Scoped, CarefulAdmin[M]):
    """`conference_lookup` leads from a row to the id of its conference."""

    conference_lookup = "conference_id"
    show_full_result_count = False
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        viewer = viewer_of(request)
        rows = super().get_queryset(request)
        if viewer.is_administrator:
            return rows
        return rows.filter(**{f"{self.conference_lookup}__in": self.rights.viewed_by(viewer)})

    def choices(self, request: HttpRequest, rights: Rights) -> QuerySet[M]:
        """What a form of something that `rights` speak of may point to."""
        viewer = viewer_of(request)
        rows = self.get_queryset(request)
        if viewer.is_administrator:
            return rows
        return rows.filter(**{f"{self.conference_lookup}__in": rights.changed_by(viewer)})

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> M:
        thing = super().get_object(request, object_id, from_field)
        if thing is None:
            raise Http404
        return thing

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response = super().history_view(request, object_id, extra_context)
        if isinstance(response, TemplateResponse) and response.context_data is not None:
            shown = self.shows_actors(request, response.context_data["object"])
            response.context_data["shows_actors"] = shown
        return response

    def shows_actors(self, request: HttpRequest, thing: M) -> bool:
        """Whether those who did something to it, and have no name, are told by their addresses."""
        viewer = viewer_of(request)
        return viewer.is_administrator or self._is_of(ADDRESSES.viewed_by(viewer), thing)

    def get_readonly_fields(self, request: HttpRequest, obj: M | None = None) -> Any:
        """A thing stays at its conference, with all that hangs on it."""
        fixed = ("conference",) if obj is not None and hasattr(obj, "conference_id") else ()
        return (*super().get_readonly_fields(request, obj), *fixed)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or self._is_of(self.rights.viewed_by(viewer), obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or self._is_of(self.rights.changed_by(viewer), obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Deletion:
        kept = [
            model
            for model, model_admin in self.admin_site._registry.items()  # noqa: SLF001 - the site has no other list
            if isinstance(model_admin, ReadOnlyAdmin)
        ]
        return deletion_of(objs, request, self.admin_site, unasked=kept)

    def changeable(self, request: HttpRequest, rows: QuerySet[M]) -> QuerySet[M]:
        """Of rows that were chosen in a list, those that this person may change: roles differ from conference to conference."""
        viewer = viewer_of(request)
        if viewer.is_administrator:
            return rows
        return rows.filter(**{f"{self.conference_lookup}__in": self.rights.changed_by(viewer)})

    def _is_of(self, conferences: frozenset[int], obj: Any) -> bool:
        if obj is None:
            return bool(conferences)
        return attrgetter(self.conference_lookup.replace("__", "."))(obj) in conferences


class ReadOnlyAdmin[M: Model](ScopedAdmin[M]):
    """Rows that only the program writes. They go along when what they are about is deleted, and never alone."""

    rights = ADDRESSES_READ

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ScopedInline[M: Model, P: Model](Scoped, admin.options.InlineModelAdmin[M, P]):
    """Rows of a thing that is at one conference; the thing is what permissions are asked for."""

    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or _has_parent_in(self.rights.viewed_by(viewer), obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or _has_parent_in(self.rights.changed_by(viewer), obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)


def _has_parent_in(conferences: frozenset[int], parent: Any) -> bool:
    if parent is None:
        return bool(conferences)
    number = parent.pk if isinstance(parent, Conference) else parent.conference_id
    # A parent that is being added has no conference yet; its form offers only those that may be changed.
    return bool(conferences) if number is None else number in conferences

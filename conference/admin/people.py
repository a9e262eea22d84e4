from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy, override

from conference.admin.overview.alike import PeopleAlikeFilter
from conference.admin.people_merging import merge_chosen
from conference.admin.people_splitting import split_page
from conference.admin.rows import TabularRows
from conference.admin.scope import viewer_of
from conference.admin.shared import SharedAdmin
from conference.models import Person, PersonEmail, PersonIdentifier
from conference.services import index


class PersonEmailRows(TabularRows[PersonEmail, Person]):
    """Private, and a proof of being the presenter: for those to whose conferences alone the person belongs."""

    model = PersonEmail
    ordering = ("email",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonEmail]:
        """Django would ask for the permission without the person, on whom it depends."""
        return PersonEmail.objects.order_by(*self.ordering)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return PersonAdmin.may_see_addresses(request, obj)


class PersonIdentifierRows(TabularRows[PersonIdentifier, Person]):
    """They tell namesakes apart for everybody, and settle whom the next import means at every conference: so administrators change them."""

    model = PersonIdentifier
    ordering = ("source", "external_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonIdentifier]:
        """Django would ask for the permission without the person."""
        return PersonIdentifier.objects.order_by(*self.ordering)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is not None or viewer_of(request).is_administrator

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return viewer_of(request).is_administrator


@admin.register(Person)
class PersonAdmin(SharedAdmin[Person]):
    lectures_lookup = "authorships__person"
    unused = Q(~Exists(PersonEmail.objects.filter(person=OuterRef("pk"))))
    list_display = ("name", "given", "family", "orcid")
    list_filter = (PeopleAlikeFilter,)
    search_fields = ("name", "orcid")
    inlines = (PersonEmailRows, PersonIdentifierRows)
    actions = ("merge",)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.split)
        return [path("<int:pk>/split/", page, name="person-split"), *super().get_urls()]

    def split(self, request: HttpRequest, pk: int) -> HttpResponse:
        person = self.get_object(request, str(pk))
        if not self.has_change_permission(request, person):
            raise PermissionDenied
        return split_page(self, request, person)

    @classmethod
    def may_see_addresses(cls, request: HttpRequest, person: Any) -> bool:
        """Those of somebody that all organizers find because nobody has a lecture of theirs are nobody's to see."""
        if viewer_of(request).is_administrator:
            return True
        return person is not None and cls.is_own(request, person) and person.is_used

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Without the addresses themselves: whoever finds the person reads the history."""
        said: Any = super().construct_change_message(request, form, formsets, add)
        with override(None):  # as Django stores it
            private = str(PersonEmail._meta.verbose_name)  # noqa: SLF001 - Django's own spelling
        for part in (part for change in said for part in change.values()):
            if part.get("name") == private:
                part["object"] = str(form.instance)
        return said

    @admin.action(description=gettext_lazy("Merge the selected people"), permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Person]) -> HttpResponse | None:
        return merge_chosen(self, request, queryset)

    def save_related(
        self, request: HttpRequest, form: forms.ModelForm[Person], formsets: Any, change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        if change and "name" in form.changed_data:
            index.refresh(form.instance.lectures.values_list("pk", flat=True))

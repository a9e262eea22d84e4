"""Keywords and people of one conference that look as if they were one."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conference.likeness import groups, keyword_likeness, person_likeness
from conference.models import Conference, Keyword, Person


@dataclass(slots=True)
class _Named:
    pk: int
    name: str
    sources: set[str] = field(default_factory=set)
    apart: set[int] = field(default_factory=set)  # who was split from them

    def looks_like(self, other: "_Named") -> bool:
        """Of two whose names are alike."""
        return (
            self.pk != other.pk
            and self.sources.isdisjoint(other.sources)
            and self.pk not in other.apart
            and other.pk not in self.apart
        )


def keywords_alike(conference_id: int) -> set[int]:
    """Ids of the conference's keywords that look like another of them. One query."""
    used = Keyword.objects.filter(lectures__conference=conference_id).order_by().distinct()
    rows = used.values_list("pk", "name")
    return {pk for alike in groups(rows, lambda row: keyword_likeness(row[1])) for pk, _name in alike}


def people_alike(conference_id: int) -> set[int]:
    """Ids of the conference's people whose names look like another's, unless a source or a split tells the two apart. One query."""
    at_it = Person.objects.filter(authorships__lecture__conference=conference_id).order_by().distinct()
    people: dict[int, _Named] = {}
    for pk, name, source, other in at_it.values_list("pk", "name", "identifiers__source", "mistaken__person"):
        person = people.setdefault(pk, _Named(pk, name))
        if source is not None:
            person.sources.add(source)
        if other is not None:
            person.apart.add(other)
    return {
        person.pk
        for alike in groups(people.values(), lambda person: person_likeness(person.name))
        for person in alike
        if any(person.looks_like(other) for other in alike)
    }


class AlikeFilter[M: Model](admin.SimpleListFilter):
    """Asks for the conference at which things look alike, of those that the viewer has in their own list."""

    title = _("looks like another at")
    parameter_name = "alike"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> list[tuple[str, Any]]:
        conferences = model_admin.admin_site.get_model_admin(Conference).get_queryset(request)
        return [(str(pk), acronym) for pk, acronym in conferences.values_list("pk", "acronym")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[M]) -> QuerySet[M]:
        value = self.value()
        if value is None:
            return queryset
        if value not in {str(pk) for pk, _acronym in self.lookup_choices}:
            return queryset.none()
        return queryset.filter(pk__in=self.alike(int(value)))

    def alike(self, conference_id: int) -> set[int]:
        raise NotImplementedError


class KeywordsAlikeFilter(AlikeFilter[Keyword]):
    def alike(self, conference_id: int) -> set[int]:
        return keywords_alike(conference_id)


class PeopleAlikeFilter(AlikeFilter[Person]):
    def alike(self, conference_id: int) -> set[int]:
        return people_alike(conference_id)

"""The library's filters, by slug, as they stand in its address."""

from collections.abc import Sequence
from typing import Any, ClassVar

import django_filters  # type: ignore[import-untyped]
from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from conference.models import Lecture, Session, Subject
from conference.querysets import LectureQuerySet

MAX_VALUES = 12  # of one filter: more is no reader, and each keyword is a join
MAX_LENGTH = 200  # characters
FLAGS = {"video": _("Video"), "slides": _("Slides"), "poster": _("Poster")}


class SlugsField(forms.MultipleChoiceField):
    """Any slugs. Whether there is such a thing depends on who asks: the facets answer it."""

    def to_python(self, value: Any) -> list[str]:
        slugs = (slug.replace("\x00", "").strip()[:MAX_LENGTH] for slug in super().to_python(value))
        return list(dict.fromkeys(slug for slug in slugs if slug))[:MAX_VALUES]

    def valid_value(self, value: Any) -> bool:
        return True


class SlugsFilter(django_filters.Filter):  # type: ignore[misc]  # carries no types
    """Lectures with one of the values, or with `every` one."""

    field_class = SlugsField

    def __init__(self, *, every: bool = False, **names: Any) -> None:
        super().__init__(**names)
        self.every = every

    def filter(self, lectures: LectureQuerySet, values: list[str]) -> LectureQuerySet:
        if not values:
            return lectures
        if not self.every:
            return lectures.filter(**{f"{self.field_name}__in": values})
        for value in values:
            lectures = lectures.filter(**{self.field_name: value})
        return lectures


class LectureFilter(django_filters.FilterSet):  # type: ignore[misc]  # carries no types
    conference = SlugsFilter(field_name="conference__slug", label=_("Event"))
    kind = SlugsFilter(field_name="kind", label=_("Kind"))
    track = SlugsFilter(field_name="track__slug", label=_("Track"))
    keyword = SlugsFilter(field_name="keywords__slug", label=_("Keyword"), every=True)
    has = SlugsFilter(method="with_materials", label=_("With"))
    session = SlugsFilter(method="in_sessions", label=_("Session"))

    # Within these, each further value adds lectures; in the others it takes some away.
    widening: ClassVar[Sequence[str]] = ("conference", "kind", "track")

    class Meta:
        model = Lecture
        fields: ClassVar[list[str]] = []

    @property
    def chosen(self) -> dict[str, list[str]]:
        """The values in use, by filter."""
        self.errors  # noqa: B018 - validates
        return {name: values for name, values in self.form.cleaned_data.items() if values}

    def without(self, name: str) -> LectureQuerySet:
        """What all the other filters leave: for the counts beside this one's values."""
        lectures: LectureQuerySet = self.queryset.all()
        for other, values in self.chosen.items():
            if other != name:
                lectures = self.filters[other].filter(lectures, values)
        return lectures

    def with_materials(self, lectures: LectureQuerySet, name: str, values: list[str]) -> LectureQuerySet:
        if not set(values) <= FLAGS.keys():
            return lectures.none()
        return lectures.filter(**{f"has_{value}": True for value in values})

    def in_sessions(self, lectures: LectureQuerySet, name: str, values: list[str]) -> LectureQuerySet:
        """By a session's code or name, in any case, where the viewer may see the schedule."""
        named = Q()
        for value in values:
            named |= Q(code__iexact=value) | Q(name__iexact=value)
        sessions = Session.objects.visible_to(self.request.viewer).filter(named).select_related("conference")
        may = self.request.access.may
        open_to_viewer = [
            session.pk for session in sessions[:100] if may(Subject.SCHEDULE, session.conference)
        ]
        return lectures.filter(pk__in=Lecture.objects.filter(slots__session__in=open_to_viewer).values("pk"))

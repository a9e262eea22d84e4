"""What belongs to no conference: several may use one keyword, person, publication or series."""

from typing import Any, cast

from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest

from conference.admin.scope import EVERY_ROLE, NOBODY, PROGRAM, Rights, ScopedAdmin, viewer_of
from conference.models import Lecture


class SiteWideAdmin[M: Model](ScopedAdmin[M]):
    """Rows that every organizer chooses from, and administrators keep."""

    rights = Rights(view=EVERY_ROLE, change=NOBODY)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        return super(ScopedAdmin, self).get_queryset(request)

    def choices(self, request: HttpRequest, rights: Rights) -> QuerySet[M]:
        return self.get_queryset(request)

    def shows_actors(self, request: HttpRequest, thing: M) -> bool:
        """They may be organizers of any conference."""
        return viewer_of(request).is_administrator

    def _is_of(self, conferences: frozenset[int], obj: Any) -> bool:
        return bool(conferences)


class SharedAdmin[M: Model](SiteWideAdmin[M]):
    """Organizers find what they see on the site, and what nobody uses yet; they change what only their conferences use.

    `lectures_lookup` leads from a lecture to the shared thing. `unused` says which things without a lecture organizers find.
    """

    rights = PROGRAM
    lectures_lookup = ""
    unused = Q()

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        viewer = viewer_of(request)
        rows = super().get_queryset(request)
        if viewer.is_administrator:
            return rows
        using = Lecture.objects.filter(**{self.lectures_lookup: OuterRef("pk")}).order_by()
        elsewhere = using.exclude(conference__in=self.rights.changed_by(viewer))
        seen = Exists(using.visible_to(viewer)) | (Q(~Exists(using)) & self.unused)
        annotated = rows.filter(seen).annotate(is_used=Exists(using), is_used_elsewhere=Exists(elsewhere))
        return cast("QuerySet[M]", annotated)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request) and (obj is None or self.is_own(request, obj))

    @staticmethod
    def is_own(request: HttpRequest, obj: Any) -> bool:
        """Whether no other conference uses it. Rows that did not come from `get_queryset` cannot tell, and stay as they are."""
        return viewer_of(request).is_administrator or not getattr(obj, "is_used_elsewhere", True)

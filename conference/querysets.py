"""The reads that views start from: each begins with `visible_to(viewer)`, which says which rows exist for whoever looks.

Which part of a visible thing is open (an abstract, a file, the schedule) is access.py's question.
"""

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import OuterRef, Prefetch, Q, Subquery, Value
from django.db.models.functions import Coalesce, JSONObject

if TYPE_CHECKING:
    from accounts.viewer import Viewer
    from conference.models import Conference, Keyword, Lecture, Person, Session  # noqa: F401 - in quoted bases

UNREAD = ("names_vector", "abstract_vector", "transcript_vector")  # for the database's own eyes
EVENT_TEXTS = ("about", "about_html", "login_message", "login_message_html")


def _conference_visible(viewer: "Viewer", prefix: str = "") -> Q:
    if viewer.is_administrator:
        return Q()
    public = Q(**{f"{prefix}state__in": ["published", "archived"]})
    return public | Q(**{f"{prefix}pk__in": viewer.conference_ids}) if viewer.conference_ids else public


def _program_visible(viewer: "Viewer", state: Q) -> Q:
    """Rows of a conference's program: `state` says which of them are meant for the public."""
    if viewer.is_administrator:
        return Q()
    public = Q(conference__state__in=["published", "archived"], conference__program_hidden=False) & state
    return public | Q(conference__in=viewer.conference_ids) if viewer.conference_ids else public


class ConferenceQuerySet(models.QuerySet["Conference"]):
    def visible_to(self, viewer: "Viewer") -> Self:
        """Published and archived ones; drafts for those who organize them."""
        return self.filter(_conference_visible(viewer))


class SessionQuerySet(models.QuerySet["Session"]):
    def visible_to(self, viewer: "Viewer") -> Self:
        return self.filter(_program_visible(viewer, Q()))

    def with_export_data(self) -> Self:
        """What exports write of sessions, in two queries for each portion that is iterated over.

        Places come along with the lecture's title and, as `presenter`, the name of its first author.
        """
        from conference.models import Authorship, Slot  # noqa: PLC0415 - the models import this module

        first = Authorship.objects.filter(lecture=OuterRef("lecture")).order_by("position", "pk")
        name = Coalesce(Subquery(first.values("person__name")[:1]), Value(""))
        own = [field.name for field in Slot._meta.concrete_fields]  # noqa: SLF001 - Django's own spelling
        slots = Slot.objects.annotate(presenter=name).select_related("lecture").only(*own, "lecture__title")
        return self.select_related("track").prefetch_related(Prefetch("slots", slots))


class LectureQuerySet(models.QuerySet["Lecture"]):
    def visible_to(self, viewer: "Viewer") -> Self:
        """Published and withdrawn ones of a shown program; organizers see theirs in any state, presenters their own."""
        visible = _program_visible(viewer, Q(state__in=["published", "withdrawn"]))
        if viewer.lecture_ids and not viewer.is_administrator:
            visible |= Q(pk__in=viewer.lecture_ids) & _conference_visible(viewer, "conference__")
        return self.filter(visible)

    def published(self) -> Self:
        """Those that are held: neither drafts nor withdrawn."""
        return self.filter(state="published")

    def in_program_order(self) -> Self:
        return self.order_by("position", "pk")

    def by_conference(self) -> Self:
        """Newest conference first, each in the order of its program."""
        return self.order_by("-conference__starts_on", "conference_id", "position", "pk")

    def with_card_data(self) -> Self:
        """What a row in a list shows: its conference and keywords; names and texts stand in columns of its own."""
        return (
            self.select_related("conference", "track")
            .prefetch_related("keywords")
            .defer("abstract", "abstract_html", "transcript_text", *UNREAD)
        )

    def with_page_data(self) -> Self:
        """What the lecture's own page shows, in four queries whatever there is of it.

        Its keywords and its conference's pages come along as `keyword_rows` and `page_rows`, lists of dicts.
        """
        from conference.models import Authorship, Keyword, Material, Page, Slot  # noqa: PLC0415 - the models import this module

        keywords = Keyword.objects.filter(lectures=OuterRef("pk")).order_by("name")
        pages = Page.objects.filter(conference=OuterRef("conference"), is_published=True).order_by(
            "position", "title"
        )
        slots = Slot.objects.select_related("session").order_by(
            Coalesce("starts_at", "session__starts_at"), "position", "pk"
        )
        return (
            self.select_related("conference", "track", "publication")
            .defer("abstract", "transcript_text", *UNREAD, *(f"conference__{name}" for name in EVENT_TEXTS))
            .annotate(
                keyword_rows=ArraySubquery(keywords.values(json=JSONObject(name="name", slug="slug"))),
                page_rows=ArraySubquery(
                    pages.values(
                        json=JSONObject(title="title", slug="slug", registered_only="registered_only")
                    )
                ),
            )
            .prefetch_related(
                Prefetch("authorships", Authorship.objects.select_related("person")),
                Prefetch("slots", slots),
                Prefetch("materials", Material.objects.all()),
            )
        )

    def with_export_data(self) -> Self:
        """What exports write of lectures, in five queries for each portion that is iterated over."""
        from conference.models import Authorship, SourceRecord  # noqa: PLC0415 - the models import this module

        derived = [
            field.name
            for field in self.model._meta.concrete_fields  # noqa: SLF001 - Django's own spelling
            if not field.editable and not field.primary_key and field.name != "title_text"
        ]
        return (
            self.select_related("track", "publication")
            .defer(*derived)
            .prefetch_related(
                Prefetch("authorships", Authorship.objects.select_related("person")),
                "keywords",
                "materials",
                Prefetch(
                    "source_records",
                    SourceRecord.objects.only("source", "external_id", "lecture").order_by("pk"),
                ),
            )
            .in_program_order()
        )


class KeywordQuerySet(models.QuerySet["Keyword"]):
    def visible_to(self, viewer: "Viewer") -> Self:
        """Those of a lecture that the viewer sees; a keyword of hidden lectures alone does not exist."""
        from conference.models import Lecture  # noqa: PLC0415 - the models import this module

        seen = Lecture.objects.visible_to(viewer).filter(keywords=OuterRef("pk"))
        return self.filter(models.Exists(seen))


class PersonQuerySet(models.QuerySet["Person"]):
    def visible_to(self, viewer: "Viewer") -> Self:
        """Those with a lecture that the viewer sees."""
        from conference.models import Lecture  # noqa: PLC0415 - the models import this module

        seen = Lecture.objects.visible_to(viewer).filter(authorships__person=OuterRef("pk"))
        return self.filter(models.Exists(seen))

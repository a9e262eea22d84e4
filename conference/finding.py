"""What the library shows: filters and search together, in an order, with the counts beside them."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from conference.facets import Counted, counted
from conference.filters import LectureFilter
from conference.models import Lecture
from conference.querysets import LectureQuerySet
from conference.search import LIMIT, Query, Search, close

RELEVANCE = "relevance"
# The only orders there are: the address says their name, never a column.
ORDERS: dict[str, tuple[str, ...]] = {
    "program": ("-conference__starts_on", "-conference", "position", "pk"),
    "newest": ("-conference__starts_on", "-conference", "-pk"),
    "title": ("names_text", "pk"),
}
LABELS = {RELEVANCE: _("Relevance"), "program": _("Program"), "newest": _("Newest"), "title": _("Title")}


def orders_for(query: Query) -> list[str]:
    """The names of the orders that make sense, the one that is taken unasked first."""
    return [RELEVANCE, *ORDERS] if query else list(ORDERS)


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of lectures in order. `is_close`: none is spelt as sought, and these are only like it."""

    ids: list[int] | QuerySet[Lecture, int]
    is_close: bool = False


def find(search: Search, chosen: LectureFilter, order: str) -> Found:
    """Browsing goes on to the last lecture; a search ranks the first LIMIT."""
    lectures = chosen.qs
    if not search.query:
        return Found(lectures.order_by(*ORDERS[order]).values_list("pk", flat=True))
    if order == RELEVANCE:
        ids = search.ranked(lectures)
    else:
        ids = list(search.matching(lectures).order_by(*ORDERS[order]).values_list("pk", flat=True)[:LIMIT])
    return Found(ids) if ids else Found(close(lectures, search.query), is_close=True)


def facets_of(found: Found, search: Search, chosen: LectureFilter) -> Counted:
    """The facets beside what was found: those of the close ones where only such were found."""

    def narrowed(lectures: LectureQuerySet) -> LectureQuerySet:
        return search.matching(lectures) if search.query else lectures

    few = isinstance(found.ids, list) and len(found.ids) < LIMIT
    base = Lecture.objects.filter(pk__in=found.ids) if few else narrowed(chosen.qs)
    widening = [name for name in chosen.widening if name in chosen.chosen and not found.is_close]
    others = {name: narrowed(chosen.without(name)) for name in widening}
    return counted(chosen, base, others, chosen.request.viewer)


def cards_of(ids: list[int], search: Search) -> list[Lecture]:
    """The lectures of one page in the order of their ids, each with its `snippet`. Two queries."""
    lectures = Lecture.objects.filter(pk__in=ids).with_card_data()
    if search.query:
        lectures = lectures.annotate(snippet=search.snippet())
    by_id = lectures.in_bulk()
    return [by_id[pk] for pk in ids if pk in by_id]

"""What the library shows: filters and search together, in an order, with the counts beside them."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from conference.facets import SAMPLE, Counted, counted
from conference.filters import LectureFilter
from conference.models import Lecture
from conference.search import LIMIT, Query, Search, close

RELEVANCE = "relevance"
# The only orders there are: the address says their name, never a column.
ORDERS: dict[str, tuple[str, ...]] = {
    "program": ("-conference__starts_on", "-conference_id", "position", "pk"),
    "newest": ("-conference__starts_on", "-conference_id", "-pk"),
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
    ids = search.ranked(lectures)
    if not ids:
        return Found(close(lectures, search.query), is_close=True)
    if order != RELEVANCE:
        ids = list(Lecture.objects.filter(pk__in=ids).order_by(*ORDERS[order]).values_list("pk", flat=True))
    return Found(ids)


def facets_of(found: Found, search: Search, chosen: LectureFilter) -> Counted:
    """The facets beside what was found. A search counts over the hits it ranked, browsing over as many as can be counted quickly."""
    is_search = bool(search.query)
    base = Lecture.objects.filter(pk__in=found.ids) if is_search else chosen.qs
    widening = [name for name in chosen.widening if name in chosen.chosen and not found.is_close]
    without = {name: chosen.without(name) for name in widening}
    others = {
        name: search.matching(lectures) if is_search else lectures for name, lectures in without.items()
    }
    return counted(chosen, base, others, chosen.request.viewer, sample=LIMIT if is_search else SAMPLE)


def cards_of(ids: list[int], search: Search) -> list[Lecture]:
    """The lectures of one page in the order of their ids, each with its `snippet`. Two queries."""
    lectures = Lecture.objects.filter(pk__in=ids).with_card_data()
    if search.query:
        lectures = lectures.annotate(snippet=search.snippet())
    by_id = lectures.in_bulk()
    return [by_id[pk] for pk in ids if pk in by_id]

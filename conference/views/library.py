"""The library: every lecture the viewer may see, searched and filtered. Its address holds its whole state."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from conference.facets import Count
from conference.filters import LectureFilter
from conference.finding import cards_of, facets_of, find, orders_for
from conference.http import Request
from conference.models import Lecture
from conference.paging import page_of
from conference.search import Query, Search, suggestion
from conference.views.library_links import Links


@require_safe
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request", "HX-History-Restore-Request", "Cookie")
def library(request: Request) -> HttpResponse:
    query = Query.of(request.GET.get("q", ""))
    search = Search(request.access, query)
    chosen = LectureFilter(request.GET, Lecture.objects.visible_to(request.viewer), request=request)
    orders = orders_for(query)
    order = request.GET.get("sort", "")
    order = order if order in orders else orders[0]
    found = find(search, chosen, order)
    page = page_of(found.ids, request.GET.get("page"))
    lectures = cards_of(list(page.object_list), search)
    counts = facets_of(found, search, chosen)
    links = Links(request.GET, chosen, counts)
    # Going back asks for the whole page.
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    context = {
        "is_part": is_part,
        "query": query,
        "page_obj": page,
        "lectures": lectures,
        "total": counts.total if query else Count(page.paginator.count, is_exact=True),
        "facets": counts.facets,
        "is_close": found.is_close,
        "suggestion": links.suggested(
            suggestion(query, lectures[0].names_text) if found.is_close and lectures else ""
        ),
        "notices": links.notices(was_cut=query.was_cut),
        "orders": links.orders(orders, order),
        "in_use": links.in_use(),
        "ways": links.ways(query),
        "kept_by_search": links.kept("q"),
        "kept_by_filters": links.kept(*chosen.filters),
    }
    return render(request, f"conference/{'_results' if is_part else 'library'}.html", context)

"""What all pages of a conference have in common: how they are found, what frames them, how long they keep."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from conference.http import Request
from conference.links import absolute
from conference.models import Conference, Page, Subject


def page_of_conference(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Gives the view its conference in place of the slug; an old slug redirects for ever to the same page.

    The answer may be kept by the viewer's own browser alone, which asks each time whether it still holds.
    """

    @require_safe
    @cache_control(private=True, no_cache=True)
    @conditional_page
    @wraps(view)
    def wrapper(request: Request, slug: str, **names: Any) -> HttpResponse:
        conferences = Conference.objects.visible_to(request.viewer)
        if conference := conferences.filter(slug=slug).first():
            return view(request, conference, **names)
        if conference := conferences.filter(old_slugs__slug=slug).first():
            match = request.resolver_match
            return moved(request, match.view_name if match else "event", slug=conference.slug, **names)
        raise Http404("no such conference")

    return wrapper


def moved(request: Request, view_name: str, **names: Any) -> HttpResponsePermanentRedirect:
    """To the same page at its present address, with what stood behind the question mark."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(reverse(view_name, kwargs=names) + (f"?{query}" if query else ""))


def frame(request: Request, conference: Conference, pages: Iterable[Page] | None = None) -> dict[str, Any]:
    """The conference, the pages that its running head names, and what the viewer is to it.

    One query besides the access rules, or none where the caller has read the published `pages` along.
    """
    if pages is None:
        columns = ("title", "slug", "registered_only", "conference")
        pages = Page.objects.filter(conference=conference, is_published=True).only(*columns)
    is_inside = request.access.may(Subject.INSIDE, conference)
    conference_pages = [page for page in pages if is_inside or not page.registered_only]
    for page in conference_pages:
        page.conference = conference
    return {
        "conference": conference,
        "conference_pages": conference_pages,
        "canonical": absolute(request.path),
        "is_organizer": request.viewer.organizes(conference.pk),
        "program_absent": conference.program_hidden and not request.viewer.organizes(conference.pk),
    }

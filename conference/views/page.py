from django.http import Http404, HttpResponse
from django.shortcuts import render

from conference.http import Request
from conference.models import Conference, Page
from conference.views.frame import frame, moved, page_of_conference
from conference.views.gate import refuse


@page_of_conference
def page(request: Request, conference: Conference, page: str) -> HttpResponse:
    """A page of Markdown; one for registered people stands behind the gate, an unpublished one is its organizers' alone."""
    pages = Page.objects.filter(conference=conference)
    if not request.viewer.organizes(conference.pk):
        pages = pages.filter(is_published=True)
    found = pages.filter(slug=page).first()
    if found is None:
        if renamed := pages.filter(old_slugs__slug=page).first():
            return moved(request, "event-page", slug=conference.slug, page=renamed.slug)
        raise Http404("no such page")
    if found.registered_only:
        gate = request.access.gate(conference)
        if not gate.is_open:
            return refuse(request, gate)
    return render(request, "conference/page.html", frame(request, conference) | {"page": found})

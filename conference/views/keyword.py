from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from conference.http import Request
from conference.links import absolute
from conference.models import Keyword, Lecture
from conference.paging import page_of
from conference.views.frame import moved

RELATED = 8


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def keyword(request: Request, slug: str) -> HttpResponse:
    """The lectures of a keyword that the viewer sees, newest conference first; a slug it had once redirects for ever."""
    keywords = Keyword.objects.visible_to(request.viewer)
    found = keywords.filter(slug=slug).first()
    if found is None:
        if renamed := keywords.filter(old_slugs__slug=slug).first():
            return moved(request, "keyword", slug=renamed.slug)
        raise Http404("no such keyword")
    lectures = Lecture.objects.visible_to(request.viewer).filter(keywords=found)
    context = {
        "keyword": found,
        "page_obj": page_of(lectures.by_conference().with_card_data(), request.GET.get("page")),
        "related": _related(request, found),
        "canonical": absolute(request.path),
    }
    return render(request, "conference/keyword.html", context)


def _related(request: Request, keyword: Keyword) -> list[Keyword]:
    """What else its lectures are about, most shared first."""
    lectures = Lecture.objects.visible_to(request.viewer).filter(keywords=keyword)
    beside = Keyword.objects.filter(lectures__in=lectures).exclude(pk=keyword.pk)
    return list(beside.annotate(shared=Count("pk")).order_by("-shared", "name")[:RELATED])

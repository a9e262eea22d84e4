from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from conference.http import Request
from conference.links import absolute
from conference.models import Authorship, Lecture, Person
from conference.paging import page_of
from conference.views.frame import moved


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def person(request: Request, pk: int, slug: str) -> HttpResponse:
    """Someone's lectures that the viewer sees, newest conference first. Their addresses are private.

    The address of somebody who was merged into them redirects for ever.
    """
    people = Person.objects.visible_to(request.viewer)
    found = people.filter(pk=pk).first() or get_object_or_404(people, former__number=pk)
    if (pk, slug) != (found.pk, found.slug):
        return moved(request, "person", pk=found.pk, slug=found.slug)
    lectures = Lecture.objects.visible_to(request.viewer).filter(people=found)
    context = {
        "person": found,
        "affiliations": _affiliations(request, found),
        "page_obj": page_of(lectures.by_conference().with_card_data(), request.GET.get("page")),
        "canonical": absolute(request.path),
    }
    return render(request, "conference/person.html", context)


def _affiliations(request: Request, person: Person) -> list[str]:
    """Where they were, as far as the viewer sees it, latest first."""
    seen = Authorship.objects.filter(person=person, lecture__in=Lecture.objects.visible_to(request.viewer))
    named = seen.exclude(affiliation="").order_by().values("affiliation")
    latest = named.annotate(latest=Max("lecture__conference__starts_on")).order_by("-latest", "affiliation")
    return list(latest.values_list("affiliation", flat=True))

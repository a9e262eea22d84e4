from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from conference import clock
from conference.http import Request
from conference.links import absolute
from conference.models import Conference


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def home(request: Request) -> HttpResponse:
    now = clock.now()
    conferences = Conference.objects.visible_to(request.viewer).defer(
        "about", "about_html", "login_message_html"
    )
    by_stage: dict[str, list[Conference]] = {"before": [], "during": [], "after": []}
    for conference in conferences:
        by_stage[conference.stage(now)].append(conference)
    context = {
        "under_way": by_stage["during"],
        "coming": sorted(by_stage["before"], key=lambda conference: conference.starts_on),
        "past": by_stage["after"],
        "canonical": absolute(request.path),
    }
    return render(request, "conference/home.html", context)

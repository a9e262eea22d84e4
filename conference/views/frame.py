"""What layouts/event.html needs on every page of a conference."""

from typing import Any

from conference.http import Request
from conference.models import Conference, Page, Subject


def frame(request: Request, conference: Conference) -> dict[str, Any]:
    """The conference, the pages that its running head names, and what the viewer is to it.

    One query besides the access rules.
    """
    pages = Page.objects.filter(conference=conference, is_published=True).only("title", "slug", "conference")
    if not request.access.may(Subject.INSIDE, conference):
        pages = pages.filter(registered_only=False)
    conference_pages = list(pages)
    for page in conference_pages:
        page.conference = conference
    return {
        "conference": conference,
        "conference_pages": conference_pages,
        "is_organizer": request.viewer.organizes(conference.pk),
        "program_absent": conference.program_hidden and not request.viewer.organizes(conference.pk),
    }

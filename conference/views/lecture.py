from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from conference.citation import citation_of
from conference.exports.bibtex import bibtex
from conference.http import Request
from conference.materials import offers_of
from conference.models import Authorship, Keyword, Lecture, Page, Slot, Subject
from conference.neighbours import neighbours
from conference.views.frame import frame, moved
from conference.zones import zone_label

DESCRIPTION_LENGTH = 200


def page_of_lecture(view: Callable[[Request, Lecture], HttpResponse]) -> Callable[..., HttpResponse]:
    """Gives the view its lecture. The id finds it; without the right slug the address redirects for ever to the one that has it."""

    @require_safe
    @cache_control(private=True, no_cache=True)
    @conditional_page
    @wraps(view)
    def wrapper(request: Request, pk: int, slug: str = "") -> HttpResponse:
        lecture = get_object_or_404(Lecture.objects.visible_to(request.viewer).with_page_data(), pk=pk)
        if slug != lecture.slug:
            assert request.resolver_match is not None  # noqa: S101 - resolving it led here
            view_name = request.resolver_match.view_name
            return moved(
                request, "lecture" if view_name == "lecture-by-id" else view_name, pk=pk, slug=lecture.slug
            )
        return view(request, lecture)

    return wrapper


@page_of_lecture
def lecture(request: Request, lecture: Lecture) -> HttpResponse:
    conference, access = lecture.conference, request.access
    abstract_gate = access.abstract_gate(lecture)
    citation = citation_of(lecture)
    schedule = _schedule(request, lecture)
    context = frame(request, conference, _pages(lecture)) | schedule | _authors(lecture)
    context |= {
        "lecture": lecture,
        "keywords": [Keyword(**row) for row in vars(lecture)["keyword_rows"]],
        "is_presenter": access.presents(lecture),
        "may_submit": access.may_submit(lecture),
        "abstract_gate": abstract_gate,
        "description": _description(lecture, abstract=lecture.abstract_text if abstract_gate.is_open else ""),
        "offers": offers_of(lecture, access),
        "citation": citation,
        "bibtex": bibtex(citation),
        "formats": _formats(lecture),
        "neighbours": neighbours(lecture, request.viewer, with_places=schedule["schedule_gate"].is_open),
        "next": request.get_full_path(),
    }
    return render(request, "conference/lecture.html", context)


def slots_of(lecture: Lecture) -> list[Slot]:
    """Its places in the program in order of time, read along with it."""
    slots = list(lecture.slots.all())
    for slot in slots:
        slot.session.conference = lecture.conference
    return slots


def _pages(lecture: Lecture) -> list[Page]:
    return [Page(conference=lecture.conference, **row) for row in vars(lecture)["page_rows"]]


def _schedule(request: Request, lecture: Lecture) -> dict[str, Any]:
    """When and where, for those to whom the schedule is open. How it is presented is no secret."""
    conference, slots = lecture.conference, slots_of(lecture)
    gate = request.access.gate(conference, Subject.SCHEDULE)
    is_shown = gate.is_open and not lecture.is_withdrawn
    return {
        "kinds": list(dict.fromkeys(slot.kind_display for slot in slots)) or [lecture.get_kind_display()],
        "schedule_gate": gate,
        "slots": slots if is_shown else [],
        "zone": zone_label(conference.time_zone, conference.local(slots[0].begins).date()) if slots else "",
    }


def _authors(lecture: Lecture) -> dict[str, Any]:
    """Authors with the numbers of their affiliations; one affiliation that all share needs no number."""
    authorships: list[Authorship] = list(lecture.authorships.all())
    affiliations = list(dict.fromkeys(one.affiliation for one in authorships if one.affiliation))
    is_numbered = len({one.affiliation for one in authorships}) > 1
    numbers = {affiliation: number for number, affiliation in enumerate(affiliations, 1) if is_numbered}
    return {
        "authors": [(authorship, numbers.get(authorship.affiliation)) for authorship in authorships],
        "affiliations": affiliations,
        "numbered": is_numbered,
    }


def _description(lecture: Lecture, *, abstract: str) -> str:
    """Plain text for search engines and preview cards."""
    if abstract:
        return Truncator(" ".join(abstract.split())).chars(DESCRIPTION_LENGTH)
    kind, conference = str(lecture.get_kind_display()).capitalize(), lecture.conference.acronym
    if lecture.authors_text:
        who = Truncator(lecture.authors_text).chars(DESCRIPTION_LENGTH)
        return _("%(kind)s at %(conference)s by %(who)s") % {
            "kind": kind,
            "conference": conference,
            "who": who,
        }
    return _("%(kind)s at %(conference)s") % {"kind": kind, "conference": conference}


def _formats(lecture: Lecture) -> list[dict[str, str]]:
    names = [("BibTeX", "lecture-bib"), ("RIS", "lecture-ris"), ("JSON", "lecture-json")]
    return [{"name": name, "url": reverse(view, args=[lecture.pk, lecture.slug])} for name, view in names]

"""A lecture's records to take along: they say what its page says to the same viewer, and no more."""

from django.http import HttpResponse, JsonResponse

from conference.citation import citation_of
from conference.exports import bibtex as bib
from conference.exports import ical
from conference.exports import lecture_json as json
from conference.exports import ris as reference
from conference.http import Request
from conference.models import Lecture, Subject
from conference.views.gate import refuse
from conference.views.lecture import page_of_lecture, slots_of


@page_of_lecture
def bibtex(request: Request, lecture: Lecture) -> HttpResponse:
    return _saved(HttpResponse(bib.bibtex(citation_of(lecture)), bib.MEDIA_TYPE), lecture, "bib")


@page_of_lecture
def ris(request: Request, lecture: Lecture) -> HttpResponse:
    abstract = lecture.abstract_text if request.access.may_read_abstract(lecture) else ""
    keywords = [keyword.name for keyword in lecture.keywords.all()]
    record = reference.ris(citation_of(lecture), abstract=abstract, keywords=keywords)
    return _saved(HttpResponse(record, reference.MEDIA_TYPE), lecture, "ris")


@page_of_lecture
def as_json(request: Request, lecture: Lecture) -> HttpResponse:
    access = request.access
    slots = [] if lecture.is_withdrawn else slots_of(lecture)
    record = json.lecture_json(
        lecture,
        abstract=lecture.abstract_text if access.may_read_abstract(lecture) else None,
        slots=slots if access.may(Subject.SCHEDULE, lecture.conference) else None,
        materials=[
            (material, access.may_open(material))
            for material in lecture.materials.all()
            if access.may_know(material)
        ],
    )
    return JsonResponse(
        record, json_dumps_params={"ensure_ascii": False, "indent": 2}, content_type=json.MEDIA_TYPE
    )


@page_of_lecture
def calendar(request: Request, lecture: Lecture) -> HttpResponse:
    gate = request.access.gate(lecture.conference, Subject.SCHEDULE)
    if not gate.is_open:
        return refuse(request, gate)
    return _saved(
        HttpResponse(ical.ical(slots_of(lecture), name=lecture.title_text), ical.MEDIA_TYPE), lecture, "ics"
    )


def _saved(response: HttpResponse, lecture: Lecture, extension: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{lecture.slug}.{extension}"'
    return response

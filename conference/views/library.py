from django.http import Http404, HttpResponse

from conference.http import Request


def library(request: Request, **names: object) -> HttpResponse:
    raise Http404

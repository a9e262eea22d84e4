from django.http import Http404, HttpResponse

from conference.http import Request


def bibtex(request: Request, **names: object) -> HttpResponse:
    raise Http404


def ris(request: Request, **names: object) -> HttpResponse:
    raise Http404


def as_json(request: Request, **names: object) -> HttpResponse:
    raise Http404


def calendar(request: Request, **names: object) -> HttpResponse:
    raise Http404

from django.http import Http404, HttpResponse

from conference.http import Request


def schedule(request: Request, **names: object) -> HttpResponse:
    raise Http404


def posters(request: Request, **names: object) -> HttpResponse:
    raise Http404


def lectures(request: Request, **names: object) -> HttpResponse:
    raise Http404


def session(request: Request, **names: object) -> HttpResponse:
    raise Http404

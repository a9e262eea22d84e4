from django.http import Http404, HttpResponse

from conference.http import Request


def keyword(request: Request, **names: object) -> HttpResponse:
    raise Http404

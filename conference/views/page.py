from django.http import Http404, HttpResponse

from conference.http import Request


def page(request: Request, **names: object) -> HttpResponse:
    raise Http404

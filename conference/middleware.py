from collections.abc import Callable

from django.http import HttpResponse

from conference.access import Access
from conference.http import Request


class AccessMiddleware:
    """Gives every request its Access, which asks nothing of the database before it is asked itself."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.access = Access(request.viewer)
        return self.get_response(request)

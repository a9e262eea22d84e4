from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse_lazy

from conference.access import Access
from conference.http import Request
from conference.models import Change
from conference.services.changes import caused

ADMIN = reverse_lazy("admin:index")


class AccessMiddleware:
    """Gives every request its Access, which asks nothing of the database before it is asked itself."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.access = Access(request.viewer)
        return self.get_response(request)


class ChangesMiddleware:
    """What is sent to the admin is done by hand, by whoever sends it."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        if request.method != "POST" or not request.path.startswith(str(ADMIN)):
            return self.get_response(request)
        with caused(Change.Cause.HAND, actor_id=request.viewer.user_id):
            return self.get_response(request)

from collections.abc import Callable
from typing import cast

from django.http import HttpResponse
from django.utils.functional import SimpleLazyObject

from accounts.viewer import Viewer, viewer_for
from conference.http import Request


class ViewerMiddleware:
    """Gives every request its viewer, read from the database when somebody first asks."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.viewer = cast("Viewer", SimpleLazyObject(lambda: viewer_for(request.user)))
        return self.get_response(request)

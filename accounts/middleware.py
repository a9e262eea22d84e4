from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject

from accounts.viewer import Viewer, viewer_for
from conference.http import Request


class ViewerMiddleware:
    """Gives every request its viewer, read from the database when somebody first asks."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.viewer = cast("Viewer", SimpleLazyObject(lambda: viewer_for(request.user)))
        response = self.get_response(request)
        if _is_personal(request) and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response


def _is_personal(request: Request) -> bool:
    """Whether the answer may speak of somebody, an error page too, or holds a form's token: no proxy may keep it for others."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "CSRF_COOKIE_NEEDS_UPDATE" in request.META

"""A small cache of whole answers for readers who are not logged in, in each process's own memory.

An answer is at most ANSWER_CACHE_SECONDS stale. Kept are only answers that are the same for everyone who is not logged in: whatever
sets a cookie, holds a form's token, or says `no-store`, is not. Viewers with a session never meet the cache. Pages say `private` to
caches along the way, which cannot tell readers with a session from those without; this one can.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

MOST_ANSWERS = 500
LARGEST = 300_000  # bytes of a body; the whole cache stays under 150 MB even in the worst case

Key = tuple[str, ...]


class AnswerCacheMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.seconds = settings.ANSWER_CACHE_SECONDS
        if not self.seconds:
            raise MiddlewareNotUsed
        self._kept: OrderedDict[Key, tuple[float, HttpResponse]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_anybodys(request):
            return self.get_response(request)
        key = _key(request)
        kept = self._find(key)
        if kept is not None:
            return _copy(kept)
        response = self.get_response(request)
        if _is_for_everybody(request, response):
            self._keep(key, _copy(response))
        return response

    def _find(self, key: Key) -> HttpResponse | None:
        with self._lock:
            until, response = self._kept.get(key, (0.0, None))
            return response if time.monotonic() < until else None

    def _keep(self, key: Key, response: HttpResponse) -> None:
        with self._lock:
            self._kept[key] = (time.monotonic() + self.seconds, response)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_ANSWERS:
                self._kept.popitem(last=False)


def _is_anybodys(request: HttpRequest) -> bool:
    personal = {settings.SESSION_COOKIE_NAME, "messages"}
    return request.method == "GET" and not personal & request.COOKIES.keys()


def _key(request: HttpRequest) -> Key:
    # get_host refuses a host that is not ours before anything is kept or found under its name. What htmx says of itself, and what
    # validators ask for, change the answer.
    asked = ("HX-Request", "HX-History-Restore-Request", "If-None-Match", "If-Modified-Since", "Range")
    return (
        request.scheme or "",
        request.get_host(),
        request.get_full_path(),
        *(request.headers.get(name, "") for name in asked),
    )


def _is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code == 200  # noqa: PLR2004 - HTTP's own number
        and not response.streaming
        and not response.cookies
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
        and len(response.content) <= LARGEST
        and "no-store" not in {part.strip() for part in response.get("Cache-Control", "").split(",")}
    )


def _copy(response: HttpResponse) -> HttpResponse:
    """What is kept is never handed out itself: later middleware may add to it."""
    copy = HttpResponse(response.content, status=response.status_code)
    copy.headers = type(response.headers)(dict(response.headers.items()))
    return copy

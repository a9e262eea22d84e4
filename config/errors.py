"""What a visitor sees when a page breaks."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from config.database.server import DatabaseUnavailable

AWAY = (OperationalError, InterfaceError, DatabaseUnavailable)
RETRY_AFTER = "30"  # seconds


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 when the database is away. Django calls this while it handles the exception.

    Rendered without the request: what would describe the viewer may be what broke.
    """
    if isinstance(sys.exception(), AWAY):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})
    return HttpResponse(render_to_string("500.html"), status=500)

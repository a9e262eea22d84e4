from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def reference(request: HttpRequest) -> HttpResponse:
    """What every figure is a ratio to: a view without a database, through the same middleware and server."""
    return HttpResponse("reference", headers={"Cache-Control": "no-store"})


urlpatterns = [path("reference/", reference), path("", include("config.urls"))]

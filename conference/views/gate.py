"""The gate itself: what a viewer gets in the place of a page that is not open to them."""

from django.http import HttpResponse
from django.shortcuts import render

from conference.access import Gate
from conference.http import Request
from conference.views.frame import frame


def refuse(request: Request, gate: Gate) -> HttpResponse:
    """Says why the gate is shut and what to do.

    401 to whoever stands outside, 403 to a member without the right.
    """
    context = frame(request, gate.conference) | {"gate": gate, "next": _return_to(request, gate)}
    response = render(request, "conference/gate.html", context, status=403 if gate.is_members_only else 401)
    if not gate.is_members_only:
        response["WWW-Authenticate"] = f'Code realm="{_quotable(gate.conference.acronym)}"'
    response["Cache-Control"] = "no-store"
    return response


def _return_to(request: Request, gate: Gate) -> str:
    """Where to land after login: the page asked for, unless asking for it again would do something."""
    is_reading = request.method in {"GET", "HEAD"}
    return request.get_full_path() if is_reading else gate.conference.get_absolute_url()


def _quotable(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')

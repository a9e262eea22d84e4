"""Steps that tests of logging in share."""

from django.http import HttpResponse
from django.test import Client

ASK, ENTER = "/accounts/login/code/", "/accounts/login/code/confirm/"
WANTED = "/me/?from=gate"


def ask(client: Client, email: str, next_page: str = "") -> HttpResponse:
    return client.post(ASK, {"email": email, "next": next_page})  # type: ignore[return-value]

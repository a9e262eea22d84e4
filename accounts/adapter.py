from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Where Posterhall differs from allauth's own ways."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False  # accounts come from registration lists

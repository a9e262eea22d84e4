from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import OutgoingMail
from accounts.services.mail import queue_mail


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Where Posterhall differs from allauth's own ways."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False  # accounts come from registration lists

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Into the outbox: a page must neither wait for a mail server, nor take longer for an address that is known."""
        message = self.render_mail(
            template_prefix, email, {"email": email, "site_url": settings.SITE_URL, **context}
        )
        html = "".join(alternative.content for alternative in message.alternatives)
        queue_mail(
            to=email, subject=message.subject, text=message.body, html=html, queue=OutgoingMail.Queue.LOGIN
        )

    def add_message(
        self, request: HttpRequest, level: int, message_template: str = "", *args: Any, **kwargs: Any
    ) -> None:
        """Logging in proves an address in passing: that is no news of its own."""
        if message_template != "account/messages/email_confirmed.txt" or request.user.is_authenticated:
            super().add_message(request, level, message_template, *args, **kwargs)

    def get_email_verification_redirect_url(self, email_address: object) -> str:
        return reverse("me")

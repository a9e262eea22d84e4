"""Where the mail provider reports what became of our mail. django-anymail reads each provider's words, and asks for the secret."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anymail.exceptions import AnymailAPIError, AnymailConfigurationError
from anymail.signals import AnymailTrackingEvent, EventType, tracking
from anymail.webhooks.amazon_ses import AmazonSESTrackingWebhookView
from anymail.webhooks.brevo import BrevoTrackingWebhookView
from anymail.webhooks.mailgun import MailgunTrackingWebhookView
from anymail.webhooks.postmark import PostmarkTrackingWebhookView
from django.core.exceptions import BadRequest
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.services.bounces import mark_in, note_bounce

# Deferred mail is still under way, and what was delivered, opened or clicked is well.
CAME_BACK = {
    EventType.BOUNCED: _("came back"),
    EventType.REJECTED: _("not sent by the provider"),
    EventType.FAILED: _("not sent by the provider"),
    EventType.COMPLAINED: _("reported as spam by its reader"),
}


@contextmanager
def _senders_fault() -> Iterator[None]:
    try:
        yield
    except (
        AnymailAPIError,
        AnymailConfigurationError,
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ):
        raise BadRequest("This is no report of the mail provider.") from None


def _careful(view: type[Any]) -> Any:
    """What a provider would not say is a bad request, and none of it goes to the log: it may hold addresses."""

    class Careful(view):  # type: ignore[misc]  # anymail has no types
        def run_validators(self, request: HttpRequest) -> None:
            with _senders_fault():
                super().run_validators(request)

        def parse_events(self, request: HttpRequest) -> Any:
            with _senders_fault():
                return super().parse_events(request)

    return Careful.as_view()


REPORTS = {
    "amazon_ses": _careful(AmazonSESTrackingWebhookView),
    "brevo": _careful(BrevoTrackingWebhookView),
    "mailgun": _careful(MailgunTrackingWebhookView),
    "postmark": _careful(PostmarkTrackingWebhookView),
}


@receiver(tracking)
def note(event: AnymailTrackingEvent, **kwargs: Any) -> None:
    if (what := CAME_BACK.get(event.event_type)) is not None:
        why = event.mta_response or event.description
        note_bounce(mark=mark_in(event.metadata), reason=f"{what}: {why}" if why else str(what))

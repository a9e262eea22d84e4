"""System checks: log-in cannot work, or not safely, where these fail."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.tasks import task_backends
from django_tasks_db.backend import DatabaseBackend

from accounts.models import OutgoingMail


@register
def login_mail_has_a_worker(**kwargs: Any) -> list[CheckMessage]:
    """Mail leaves through tasks in the database, which a worker serves."""
    backend = task_backends["default"]
    if isinstance(backend, DatabaseBackend) and backend.queues >= set(OutgoingMail.Queue.values):
        return []
    return [
        Error(
            "TASKS['default'] does not keep the queues of outgoing mail in the database: no code would be mailed.",
            hint="Use django_tasks_db.DatabaseBackend with the queues 'login', 'default' and 'mailing', and run `manage.py worker`.",
            id="accounts.E001",
        )
    ]


@register
def limits_are_ours_alone(**kwargs: Any) -> list[CheckMessage]:
    """Counts in a cache that processes do not share, or that forgets, limit nothing."""
    if settings.ACCOUNT_RATE_LIMITS is False:
        return []
    return [
        Error(
            "ACCOUNT_RATE_LIMITS is on: django-allauth would count in the cache, beside our own limits.",
            hint="Set it to False; accounts/limits.py counts in the database.",
            id="accounts.E002",
        )
    ]


@register(Tags.security, deploy=True)
def proxies_are_told(**kwargs: Any) -> list[CheckMessage]:
    if settings.TRUSTED_PROXY_COUNT:
        return []
    return [
        Info(
            "TRUSTED_PROXY_COUNT is 0: the limits on mailed codes take every request's peer for its visitor.",
            hint="Right only where no proxy stands in front; behind one, all visitors would share one limit.",
            id="accounts.I001",
        )
    ]

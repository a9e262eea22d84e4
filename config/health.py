"""`/healthz/` for monitors and load balancers: no log-in, no session, nothing kept."""

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import OutgoingMail
from config.database.server import DatabaseUnavailable


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers; whatever else may be wrong, starting it anew would not help."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Whether pages can be served (200 or 503), and how many seconds the mail that waits longest is late."""
    try:
        late = _mail_lag()
    except (DatabaseError, DatabaseUnavailable):
        return JsonResponse({"status": "unavailable", "database": False}, status=503)
    return JsonResponse({"status": "ok", "database": True, "mail_lag_seconds": late})


def _mail_lag() -> int:
    now = timezone.now()
    # Mailings wait by design, for as long as their pace asks.
    queued = OutgoingMail.objects.filter(state=OutgoingMail.State.QUEUED, due_at__lte=now).exclude(
        queue=OutgoingMail.Queue.MAILING
    )
    oldest = queued.order_by("due_at").values_list("due_at", flat=True).first()
    return int((now - oldest).total_seconds()) if oldest else 0

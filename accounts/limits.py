"""How often something may happen. Counted in locked rows of the database, which all processes and parallel requests share."""

import hashlib
import ipaddress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Counter

WINDOW = timedelta(minutes=1)
CODES_FOR_ADDRESS = 3  # in a window
CODES_FOR_NETWORK = 400  # a conference hall stands behind one address
CODES_IN_ALL = 1_000  # more would ruin the sending domain's name
ATTEMPTS_FOR_CODE = 5
HOUR = timedelta(hours=1)
WELCOMES_FOR_ADDRESS = 2  # welcome mails that an address may have sent again in an hour
WELCOMES_FOR_NETWORK = 400
KEPT = timedelta(days=1)  # longer than any code lives
IPV6_HOME = 64  # bits of an IPv6 address that one household or venue gets for itself

# One statement, so that the row is locked from reading to writing; a window that is over starts anew.
_COUNT = """
    INSERT INTO accounts_counter AS c (key, count, started_at) VALUES (%(key)s, 1, %(now)s)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN c.started_at <= %(before)s THEN 1 ELSE c.count + 1 END,
        started_at = CASE WHEN c.started_at <= %(before)s THEN %(now)s ELSE c.started_at END
    RETURNING count, started_at
"""


class LimitReached(Exception):  # noqa: N818 - says what happened
    """`seconds` until it may be tried again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Try again in {seconds} s.")
        self.seconds = seconds


def count_code_request(request: HttpRequest, email: str) -> None:
    """Count one mailed code against its address (in normal form), its network and the whole site.

    Raises LimitReached. An address over its own limit does not use up what others share.
    """
    _count_within(f"codes:address:{_digest(email)}", CODES_FOR_ADDRESS, WINDOW)
    _count_within(f"codes:network:{network_of(request)}", CODES_FOR_NETWORK, WINDOW)
    _count_within("codes:all", CODES_IN_ALL, WINDOW)


def count_welcome_request(request: HttpRequest, conference_id: int, email: str) -> None:
    """Count one wish for a conference's welcome mail against its address (in normal form) and its network. Raises LimitReached."""
    _count_within(f"welcomes:address:{conference_id}:{_digest(email)}", WELCOMES_FOR_ADDRESS, HOUR)
    _count_within(f"welcomes:network:{network_of(request)}", WELCOMES_FOR_NETWORK, HOUR)


def count_mailed() -> None:
    """Count one mail of a mailing before it leaves, for all workers together. Raises LimitReached."""
    _count_within("mailings", settings.MAILING_PER_MINUTE, WINDOW)


def count_attempt(code_id: str) -> int:
    """Count one guess at a code before it is checked; gives how many are left after it, and -1 for a dead code."""
    count, _started_at = _count(f"attempts:{_digest(code_id)}", KEPT)
    return max(-1, ATTEMPTS_FOR_CODE - count)


def network_of(request: HttpRequest) -> str:
    """The network a request comes from: an IPv4 address, or the first 64 bits of an IPv6 one.

    Believes as many entries of X-Forwarded-For, from its end, as there are proxies of ours (TRUSTED_PROXY_COUNT).
    """
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    proxies = settings.TRUSTED_PROXY_COUNT
    address = hops[-proxies] if 0 < proxies <= len(hops) else request.META.get("REMOTE_ADDR", "")
    try:
        client = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(client, ipaddress.IPv6Address):
        mapped = client.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(client), IPV6_HOME), strict=False))
    return str(client)


def purge() -> int:
    """Forget what no limit needs any more; gives the number of rows."""
    return Counter.objects.filter(started_at__lt=timezone.now() - KEPT).delete()[0]


def _count_within(key: str, limit: int, window: timedelta) -> None:
    count, started_at = _count(key, window)
    if count > limit:
        raise LimitReached(max(1, round((started_at + window - timezone.now()).total_seconds())))


def _count(key: str, window: timedelta) -> tuple[int, datetime]:
    now = timezone.now()
    # Durable: a count must stand whatever becomes of the request that made it.
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(_COUNT, {"key": key, "now": now, "before": now - window})
        count, started_at = cursor.fetchone()
    return count, started_at


def _digest(secret: str) -> str:
    """Counters keep no addresses and no sessions."""
    return hashlib.sha256(secret.encode()).hexdigest()

"""Addresses that leave the site: in records, calendars, mails and preview cards."""

from django.conf import settings


def absolute(path: str) -> str:
    """The path under the one address of this site, whatever host a request came by."""
    return f"{settings.SITE_URL}{path}"

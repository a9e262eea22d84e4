"""Addresses that leave the site: in records, calendars, mails and preview cards."""

import uuid

from django.conf import settings


def absolute(path: str) -> str:
    """The path under the one address of this site, whatever host a request came by."""
    return f"{settings.SITE_URL}{path}"


def permanent_id(thing: str, number: int) -> str:
    """What one of our rows is called in files that leave the site: the same for ever, and the same nowhere else.

    `thing` is its name in addresses, `number` its primary key.
    """
    return str(uuid.uuid5(uuid.NAMESPACE_URL, absolute(f"/{thing}/{number}/")))

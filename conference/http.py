"""A request as our middleware leaves it."""

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from accounts.models import User
    from accounts.viewer import Viewer
    from conference.access import Access


class Request(HttpRequest):
    user: "User"  # an AnonymousUser stands here too; nothing but allauth and the admin looks
    viewer: "Viewer"
    access: "Access"
    htmx: HtmxDetails

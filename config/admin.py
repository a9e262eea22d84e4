"""The admin site: Django's own, opened to organizers and entered through the same log-in as everything else."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib.admin.sites import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

if TYPE_CHECKING:
    from conference.http import Request

# Django's detour to an object's page would tell the address of any object; and nobody gets in with a password.
NOT_OURS = {"view_on_site", "password_change", "password_change_done"}

FRONT_PAGES = 12  # on the index; the list of conferences leads to all


class PosterhallAdminSite(AdminSite):
    site_header = _("Posterhall desk")
    site_title = _("Posterhall desk")
    index_title = _("Your conferences")

    def get_urls(self) -> list[Any]:
        from conference.admin.previews import preview  # noqa: PLC0415 - the site is made before the apps are

        urls = [url for url in super().get_urls() if getattr(url, "name", None) not in NOT_OURS]
        return [path("preview/", self.admin_view(preview), name="preview"), *urls]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """With a way to the front page of each of one's conferences, the newest first."""
        from conference.models import Conference  # noqa: PLC0415 - the site is made before the apps are

        own = self.get_model_admin(Conference).get_queryset(request)
        return super().index(request, {**(extra_context or {}), "conferences": own[:FRONT_PAGES]})

    def has_permission(self, request: HttpRequest) -> bool:
        return cast("Request", request).viewer.runs_something

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if self.has_permission(request):
            return redirect("admin:index")
        if not cast("Request", request).viewer.is_anonymous:
            raise PermissionDenied(
                _("This address runs no conference. Use another address, or ask an owner to add you.")
            )
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

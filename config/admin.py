"""The admin site: Django's own, opened to organizers and entered through the same log-in as everything else."""

from django.contrib.admin.sites import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class PosterhallAdminSite(AdminSite):
    site_header = _("Posterhall desk")
    site_title = _("Posterhall desk")
    index_title = _("Your conferences")

    def has_permission(self, request: HttpRequest) -> bool:
        return request.viewer.runs_something

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        if self.has_permission(request):
            return redirect("admin:index")
        if not request.viewer.is_anonymous:
            raise PermissionDenied(_("This address runs no conference. Use another address, or ask an owner to add you."))
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"), reverse("account_request_login_code"))


"""Our addresses with those at which each mail provider reports; a site has one of them, if any."""

from django.urls import path

from accounts.views.mail_reports import REPORTS
from config.urls import urlpatterns as ours

urlpatterns = [*ours, *(path(f"mail/reports/{name}/", view) for name, view in REPORTS.items())]
handler500 = "config.errors.server_error"

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.views.demo_mail import demo_mail
from accounts.views.me import me
from config import health
from config.mode import Mode

urlpatterns = [
    path("", include("conference.urls")),
    path("me/", me, name="me"),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.health, name="health"),
    path("healthz/live", health.live, name="health-live"),
]
if settings.MODE is Mode.DEMO:  # it shows mailed codes
    urlpatterns.append(path("demo/mail/", demo_mail, name="demo-mail"))
if settings.MAIL_PROVIDER:
    from accounts.views.mail_reports import REPORTS

    urlpatterns.append(path("mail/reports/", REPORTS[settings.MAIL_PROVIDER], name="mail-reports"))

handler500 = "config.errors.server_error"

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("conference.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]

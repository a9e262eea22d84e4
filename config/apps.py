from django.contrib import admin
from django.contrib.admin.apps import AdminConfig


class PosterhallAdminConfig(AdminConfig):
    default_site = "config.admin.PosterhallAdminSite"

    def ready(self) -> None:
        from django.contrib.auth.models import Group  # noqa: PLC0415 - models are loaded by now

        super().ready()
        # Roles at a conference say who may do what; groups would say nothing.
        admin.site.unregister(Group)

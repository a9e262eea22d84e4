from django.contrib.admin.apps import AdminConfig


class PosterhallAdminConfig(AdminConfig):
    default_site = "config.admin.PosterhallAdminSite"

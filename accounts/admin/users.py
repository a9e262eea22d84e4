from django.contrib import admin
from django.http import HttpRequest

from accounts.models import User
from conference.admin.careful import CarefulAdmin


@admin.register(User)
class UserAdmin(CarefulAdmin[User]):
    """For administrators. Accounts come with registrations and organizers; switch off instead of deleting."""

    list_display = ("email", "name", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    search_fields = ("email", "name")
    fields = ("email", "name", "is_active", "is_superuser", "date_joined", "last_login")
    readonly_fields = ("email", "date_joined", "last_login")
    ordering = ("email",)
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

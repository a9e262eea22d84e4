from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField, is_normal


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A user who logs in by mailed code; a password is possible, and unusable unless given."""
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, **{**fields, "is_superuser": True, "is_staff": True})

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=User._meta.get_field("email").to_python(username))  # noqa: SLF001 - Django's own spelling


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who logs in, known by an e-mail address. What they may do hangs on registrations and organizers, not on this row."""

    email = AddressField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    is_staff = models.BooleanField(
        _("staff"), default=False, help_text=_("Kept for Django; organizers need it not.")
    )
    is_active = models.BooleanField(_("active"), default=True, help_text=_("Switch off instead of deleting."))
    date_joined = models.DateTimeField(_("since"), auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(
                condition=is_normal("email"),
                name="user_email_normal",
                violation_error_message=_("The address is not in its normal form."),
            ),
        ]

    def __str__(self) -> str:
        return self.email

    def get_full_name(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return self.get_full_name()

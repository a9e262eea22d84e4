from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower, Trim
from django.utils.translation import gettext_lazy as _

from accounts.addresses import InvalidAddress, normal_address


class AddressField(models.EmailField[str, str]):
    """An e-mail address in its one normal form, however it was typed; compared exactly everywhere."""

    description = _("E-mail address in normal form")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 254)
        super().__init__(*args, **kwargs)

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        if not value:
            return value
        try:
            return normal_address(value)
        except InvalidAddress as problem:
            raise ValidationError(str(problem), code="address") from problem

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value


def is_normal(name: str) -> models.Q:
    """For a check constraint: what the database can see of the normal form. The rest is AddressField's."""
    return models.Q(**{name: Lower(Trim(name))})

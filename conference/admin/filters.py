from typing import Any, cast

from django.contrib import admin
from django.db.models import Field, Model
from django.http import HttpRequest


class OwnFilter(admin.RelatedFieldListFilter):
    """A list filter that offers the rows which the viewer sees in their own list, and no others."""

    def field_choices(
        self, field: Field[Any, Any], request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, Any]]:
        related = model_admin.admin_site.get_model_admin(cast("type[Model]", field.related_model))
        return [(str(row.pk), str(row)) for row in related.get_queryset(request)]

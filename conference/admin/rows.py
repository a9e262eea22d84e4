"""Inline rows that cost the same number of queries however many there are."""

from typing import Any

from django.contrib import admin
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.forms import BaseInlineFormSet, Form, ModelChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conference.admin.careful import CarefulAutocomplete
from conference.admin.scope import ScopedInline


class KnownAutocomplete(CarefulAutocomplete):
    """Shows its row's choice as loaded with the row; Django's asks the database again for each."""

    known: Model | None = None

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> list[Any]:
        if self.known is None or [str(one) for one in value] != [str(self.known.pk)]:
            return super().optgroups(name, value, attrs)
        chosen = self.create_option(name, self.known.pk, str(self.known), True, 0)
        empty = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        return [(None, [*empty, chosen], 0)]


class KnownFormSet(BaseInlineFormSet[Any, Any, Any]):
    def add_fields(self, form: Form, index: int | None) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:
            form.fields["DELETE"].widget.attrs["aria-label"] = _("Delete this row")
        for name, field in form.fields.items():
            if not isinstance(field, ModelChoiceField):
                continue
            widget = getattr(field.widget, "widget", field.widget)  # without the wrapper that adds links
            if isinstance(widget, KnownAutocomplete):
                widget.known = getattr(form.instance, name, None)  # type: ignore[attr-defined]


class KnownRows[M: Model, P: Model](ScopedInline[M, P]):
    formset = KnownFormSet

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        rows = super().get_queryset(request)
        foreign = [name for name in self.autocomplete_fields if self.opts.get_field(name).many_to_one]
        return rows.select_related(*foreign) if foreign else rows

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault(
                "widget", KnownAutocomplete(db_field, self.admin_site, using=kwargs.get("using"))
            )
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class TabularRows[M: Model, P: Model](KnownRows[M, P], admin.TabularInline[M, P]):
    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        """The column's head names a cell for those who see it; this, for those who hear it."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.widget.attrs["aria-label"] = field.label
        return field


class StackedRows[M: Model, P: Model](KnownRows[M, P], admin.StackedInline[M, P]):
    pass

"""Inline rows that cost the same number of queries however many there are."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import BaseInlineFormSet, Form, ModelChoiceField
from django.http import HttpRequest

from conference.admin.scope import ScopedInline


class KnownAutocomplete(AutocompleteSelect):
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
        for name, field in form.fields.items():
            if not isinstance(field, ModelChoiceField):
                continue
            widget = getattr(field.widget, "widget", field.widget)  # without the wrapper that adds links
            if isinstance(widget, KnownAutocomplete):
                widget.known = getattr(form.instance, name, None)  # type: ignore[attr-defined]


class TabularRows[M: Model, P: Model](ScopedInline[M, P], admin.TabularInline[M, P]):
    formset = KnownFormSet

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        rows = super().get_queryset(request)
        return rows.select_related(*self.autocomplete_fields) if self.autocomplete_fields else rows

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):
            kwargs.setdefault(
                "widget", KnownAutocomplete(db_field, self.admin_site, using=kwargs.get("using"))
            )
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class StackedRows[M: Model, P: Model](ScopedInline[M, P], admin.StackedInline[M, P]):
    pass

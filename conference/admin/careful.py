"""Lists and forms that bear whatever is typed into an address or sent in place of an id."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import ActionLocation, IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.admin.widgets import AutocompleteMixin, AutocompleteSelect, AutocompleteSelectMultiple
from django.core.exceptions import BadRequest, ValidationError
from django.db import DataError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse


class CarefulChangeList(ChangeList):
    def get_results(self, request: HttpRequest) -> None:
        """Django notices what it cannot ask for; what the database cannot read, such as a broken pattern, shows only here."""
        try:
            super().get_results(request)
        except (DataError, ValueError) as error:
            raise IncorrectLookupParameters(error) from error


class CarefulAdmin[M: Model](admin.ModelAdmin[M]):
    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return CarefulChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        return super().get_search_results(request, queryset, search_term.replace("\0", ""))

    def response_action(
        self,
        request: HttpRequest,
        queryset: QuerySet[M],
        action_location: ActionLocation = ActionLocation.CHANGE_LIST,
    ) -> HttpResponse | None:
        for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
            if not is_id(self.model, chosen):
                raise BadRequest(f"{chosen!r} is no id of a row.")
        return super().response_action(request, queryset, action_location)


class _OfIds(AutocompleteMixin):
    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> list[Any]:
        """Django asks the database for whatever was chosen before, also for what the form refuses as no id."""
        model = self.choices.queryset.model
        return super().optgroups(name, [one for one in value if is_id(model, one)], attrs)


class CarefulAutocomplete(_OfIds, AutocompleteSelect):
    pass


class CarefulAutocompletes(_OfIds, AutocompleteSelectMultiple):
    pass


def is_id(model: type[Model], text: object) -> bool:
    try:
        model._meta.pk.to_python(text)  # noqa: SLF001 - Django's own spelling
    except ValidationError:
        return False
    return True

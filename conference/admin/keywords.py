from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from conference.admin.cleanup import CleanUp
from conference.admin.overview.alike import KeywordsAlikeFilter
from conference.admin.shared import SharedAdmin
from conference.keywords import keyword_key
from conference.models import Keyword
from conference.services import index
from conference.services.keywords import keywords_for


class KeywordForm(forms.ModelForm[Keyword]):
    def clean(self) -> dict[str, Any]:
        """Adding a keyword that is there, perhaps where this person does not see it, gives that keyword."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.instance._state.adding and "name" in cleaned:  # noqa: SLF001 - Django's own spelling
            existing = Keyword.objects.filter(key=keyword_key(cleaned["name"])).first()
            if existing is not None:
                self.instance = existing
                cleaned["name"] = existing.name
        return cleaned


@admin.register(Keyword)
class KeywordAdmin(CleanUp[Keyword], SharedAdmin[Keyword]):
    """A renamed keyword keeps its address."""

    form = KeywordForm
    lectures_lookup = "keywords"
    list_display = ("name", "slug")
    list_filter = (KeywordsAlikeFilter,)
    search_fields = ("name",)

    def save_model(
        self, request: HttpRequest, obj: Keyword, form: forms.ModelForm[Keyword], change: bool
    ) -> None:
        if obj._state.adding:  # noqa: SLF001 - Django's own spelling
            made = keywords_for([obj.name])[obj.key]
            obj.pk, obj.name, obj.slug = made.pk, made.name, made.slug
        elif change:
            super().save_model(request, obj, form, change)
            index.refresh(obj.lectures.values_list("pk", flat=True))

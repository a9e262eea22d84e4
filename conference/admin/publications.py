from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from conference.admin.shared import SharedAdmin
from conference.models import Publication


class PublicationForm(forms.ModelForm[Publication]):
    def clean_doi(self) -> str | None:
        return self.cleaned_data["doi"] or None

    def clean_awards(self) -> list[str]:
        awards = self.cleaned_data["awards"] or []
        if not isinstance(awards, list) or not all(isinstance(award, str) for award in awards):
            raise forms.ValidationError(_('Write a list of texts: ["Best paper"].'))
        return awards


@admin.register(Publication)
class PublicationAdmin(SharedAdmin[Publication]):
    form = PublicationForm
    lectures_lookup = "publication"
    list_display = ("title", "booktitle", "year", "doi", "bibkey")
    list_filter = ("year",)
    search_fields = ("title", "doi", "bibkey")

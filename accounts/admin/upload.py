"""What is asked of whoever uploads a registration list."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Registration, User
from accounts.services.imports import start_import
from conference.admin.careful import CarefulAutocomplete
from conference.importers.records import UnreadableFile
from conference.importers.registrations import SOURCE
from conference.models import Conference, ImportRun

ENCODINGS = (
    ("", _("As the file says, else UTF-8, else Windows-1252")),
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("cp1252", "Windows-1252"),
    ("iso8859-15", "ISO 8859-15"),
    ("mac-roman", "Mac Roman"),
)
SAMPLE = (
    "Email,Name,Ticket type,Status,Affiliation,Country,Registration ID,Registered at\r\n"
    "ana.velo@example.org,Ana Velo,Regular,confirmed,University of Lirano,AT,R-0001,2025-05-02 10:15\r\n"
    "toro@example.org,Toro Nakai,Virtual student,cancelled,Institute of Examples,JP,R-0002,2025-05-03 18:40\r\n"
)


class UploadForm(forms.Form):
    conference = forms.ModelChoiceField(
        Conference.objects.none(),
        label=_("Conference"),
        widget=CarefulAutocomplete(Registration._meta.get_field("conference"), admin.site),  # noqa: SLF001 - Django's own spelling
    )
    file = forms.FileField(
        label=_("List"),
        allow_empty_file=True,  # the reader says what is wrong with it
        help_text=_(
            "A CSV file, or a table with tabs or semicolons, of up to 32 MB. One column holds e-mail addresses."
        ),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        choices=ENCODINGS,
        required=False,
        help_text=_("Change it if the preview shows wrong letters."),
    )

    def __init__(self, *args: Any, conferences: QuerySet[Conference], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ModelChoiceField[Conference]", self.fields["conference"]).queryset = conferences

    def planned(self, actor: User) -> ImportRun | None:
        """The run that waits for confirmation; None, with an error beside the file, if the list cannot be read."""
        file = self.cleaned_data["file"]
        try:
            return start_import(
                conference=self.cleaned_data["conference"],
                source=SOURCE,
                filename=file.name,
                content=file.read(),
                options={"encoding": self.cleaned_data["encoding"] or None},
                actor=actor,
            )
        except UnreadableFile as refusal:
            self.add_error("file", str(refusal))
            return None

"""What is asked of whoever imports a file: which file, and how it is to be read."""

from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from conference.admin.careful import CarefulAutocomplete
from conference.importers.columns import TableLook
from conference.models import Conference, ImportRun, Lecture
from conference.services.imports.formats import IMPORTERS, of_subject
from conference.services.imports.runs import AnyImporter

ENCODINGS = (
    ("", _("As the file says, else UTF-8, else Windows-1252")),
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("cp1252", "Windows-1252"),
    ("iso8859-15", "ISO 8859-15"),
    ("mac-roman", "Mac Roman"),
)
PLAIN = ("kind", "encoding", "sheet", "gone")
GONE_LABELS = {
    "program": _("Withdraw lectures that are no longer in the file"),
    "registrations": _("Cancel registrations that are no longer in the list"),
}
STATUSES = (("", "—"), ("confirmed", _("confirmed")), ("cancelled", _("cancelled")))


class UploadForm(forms.Form):
    conference = forms.ModelChoiceField(
        Conference.objects.none(),
        label=_("Conference"),
        widget=CarefulAutocomplete(ImportRun._meta.get_field("conference"), admin.site),  # noqa: SLF001 - Django's own spelling
    )
    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,  # the reader says what is wrong with it
        help_text=_("Of up to 32 MB."),
    )
    format = forms.ChoiceField(
        label=_("Format"), required=False, help_text=_("Say it only if it is not recognised.")
    )

    def __init__(self, *args: Any, conferences: QuerySet[Conference], subject: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ModelChoiceField[Conference]", self.fields["conference"]).queryset = conferences
        formats = [(name, importer.label) for name, importer in of_subject(subject).items()]
        if len(formats) == 1:
            del self.fields["format"]
        else:
            choices = [("", _("Recognise it")), *formats]
            cast("forms.ChoiceField", self.fields["format"]).choices = choices


class ReadingForm(forms.Form):
    """How a file that waits is to be read, where a person may say. Tables show their first rows with it."""

    kind = forms.ChoiceField(
        label=_("Kind"),
        required=False,
        choices=[("", _("As the file says")), *Lecture.Kind.choices],
        help_text=_("How all these lectures are presented."),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        required=False,
        choices=ENCODINGS,
        help_text=_("Change it if letters look wrong."),
    )
    sheet = forms.ChoiceField(label=_("Sheet"), required=False)
    gone = forms.BooleanField(required=False)

    def __init__(
        self, data: Any, *, importer: AnyImporter, look: TableLook | None, options: dict[str, Any]
    ) -> None:
        initial = {name: options.get(name) or "" for name in PLAIN}
        super().__init__(data, initial=initial)
        self.importer, self.look, self.given = importer, look, options
        self.fields["gone"].label = GONE_LABELS[importer.subject]
        if importer.subject != "program":
            del self.fields["kind"]
        if look is None or look.sheets:
            del self.fields["encoding"]
        if look is None or len(look.sheets) < 2:  # noqa: PLR2004 - nothing to choose from
            del self.fields["sheet"]
        else:
            sheets = cast("forms.ChoiceField", self.fields["sheet"])
            sheets.choices = [(name, name) for name in look.sheets]
            self.initial["sheet"] = look.sheet
        if look is not None:
            self._add_columns(look)
            self._add_statuses(look, options.get("statuses") or {})

    def _add_columns(self, look: TableLook) -> None:
        choices = [("", _("not used")), *self.importer.fields.items()]
        fields_by_number = {number: name for name, number in look.columns.items()}
        for number in range(1, self._width(look) + 1):
            self.fields[f"column_{number}"] = forms.ChoiceField(
                label=_("Meaning of column %(number)d") % {"number": number},
                required=False,
                choices=choices,
                initial=fields_by_number.get(str(number), ""),
            )

    @staticmethod
    def _width(look: TableLook) -> int:
        return max(len(look.header or ()), *(len(row) for row in look.rows), 0)

    def _add_statuses(self, look: TableLook, said: dict[str, str]) -> None:
        if self.importer.subject != "registrations":
            return
        for place, word in enumerate(look.values.get("status", ())):
            self.fields[f"status_{place}"] = forms.ChoiceField(
                label=word, required=False, choices=STATUSES, initial=said.get(word, "")
            )

    def columns(self) -> Iterator[tuple[str, BoundField, list[str]]]:
        """Of each column of the table: its title, the field that says what it means, and the first cells."""
        if self.look is None:
            return
        for place in range(self._width(self.look)):
            cells = [row[place] if place < len(row) else "" for row in self.look.rows]
            title = self.look.header[place] if self.look.header and place < len(self.look.header) else ""
            yield title, self[f"column_{place + 1}"], cells

    def statuses(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith("status_")]

    def plain(self) -> list[BoundField]:
        return [self[name] for name in PLAIN if name in self.fields]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        meanings = [value for name, value in cleaned.items() if name.startswith("column_") and value]
        for name in {name for name in meanings if meanings.count(name) > 1}:
            message = _("Two columns are said to be “%(field)s”.")
            self.add_error(None, message % {"field": self.importer.fields[name]})
        return cleaned

    def options(self) -> dict[str, Any]:
        """As readers take them. Every field has a column or none, so that nothing is guessed against the person's word."""
        cleaned = self.cleaned_data
        options = {name: cleaned[name] for name in PLAIN if cleaned.get(name)}
        if self.look is not None:
            said = {
                value: name.removeprefix("column_")
                for name, value in cleaned.items()
                if name.startswith("column_") and value
            }
            options["columns"] = {name: said.get(name, "") for name in self.importer.fields}
        words = {field.label: cleaned.get(field.name) for field in self.statuses()}
        if chosen := {word: status for word, status in words.items() if status}:
            options["statuses"] = chosen
        return options


def subject_of(run: ImportRun) -> str:
    return IMPORTERS[run.source].subject

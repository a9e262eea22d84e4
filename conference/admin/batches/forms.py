import json
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms.widgets import Script
from django.utils.translation import gettext_lazy as _

from conference.models import Material
from conference.services.batches.unpacking import Sent


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[bytes]]:
        chosen = data if isinstance(data, list) else [data]
        return [super(ManyFilesField, self).clean(one, initial) for one in chosen or [None]]


MOST = settings.DATA_UPLOAD_MAX_NUMBER_FILES
TOO_MANY = _("These are more than %(count)d files: make a ZIP archive of them.") % {"count": MOST}
TOLD = {"data-most": MOST, "data-too-many": TOO_MANY}  # before thousands of files are on their way


class SendForm(forms.Form):
    """static/js/folder.js says in `paths` where the files of a folder lay in it; browsers send their bare names."""

    uploads = ManyFilesField(
        label=_("Files, or one ZIP archive of them"),
        required=False,
        allow_empty_file=True,  # the report says which
        help_text=_("Up to %(count)d files at once; an archive may hold more.") % {"count": MOST},
        widget=ManyFilesInput(attrs=TOLD),
    )
    folder = ManyFilesField(
        label=_("Or a folder"),
        required=False,
        allow_empty_file=True,
        help_text=_("With the folders in it. A large one is sent as a ZIP archive."),
        widget=ManyFilesInput(attrs={"webkitdirectory": True, **TOLD}),
    )
    paths = forms.CharField(required=False, widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=_("What they are"),
        required=False,
        choices=[("", _("As their names and types say")), *Material.Kind.choices],
        help_text=_("For files whose names do not say it."),
    )

    class Media:
        js = (Script("js/folder.js", type="module"),)

    def clean_paths(self) -> list[str]:
        """None of them where one is odd: the files' own names do as well."""
        try:
            paths = json.loads(self.cleaned_data["paths"])
        except ValueError:
            return []
        is_sound = isinstance(paths, list) and all(
            isinstance(one, str) and one.isprintable() for one in paths
        )
        return paths if is_sound else []

    def clean(self) -> dict[str, Any]:
        """With `sent`, what is to be looked at: each file, and where it lay."""
        cleaned = self.cleaned_data
        files, folder = ([one for one in cleaned.get(name, []) if one] for name in ("uploads", "folder"))
        if not files and not folder and not self.errors:
            raise forms.ValidationError(_("Choose files, or a folder."))
        paths = cleaned.get("paths", [])
        if len(paths) != len(folder):
            paths = [str(one.name) for one in folder]
        cleaned["sent"] = [
            *(Sent(str(one.name), one) for one in files),
            *(Sent(path, one) for path, one in zip(paths, folder, strict=True)),
        ]
        return cleaned

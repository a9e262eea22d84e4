from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from conference.models import Material


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[bytes]]:
        chosen = data if isinstance(data, list) else [data]
        return [super(ManyFilesField, self).clean(one, initial) for one in chosen or [None]]


class SendForm(forms.Form):
    uploads = ManyFilesField(
        label=_("Files, or one ZIP archive of them"),
        allow_empty_file=True,  # the report says which
        help_text=_("Up to %(count)d files at once; an archive may hold more.")
        % {"count": settings.DATA_UPLOAD_MAX_NUMBER_FILES},
    )
    kind = forms.ChoiceField(
        label=_("What they are"),
        required=False,
        choices=[("", _("As their names and types say")), *Material.Kind.choices],
        help_text=_("For files whose names do not say it."),
    )

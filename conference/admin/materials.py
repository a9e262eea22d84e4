from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminFileWidget
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from conference.admin.cleanup import CleanUp
from conference.admin.filters import OwnFilter
from conference.admin.outcomes import tell
from conference.admin.rows import KnownFormSet, StackedRows
from conference.filetypes import limits
from conference.models import Lecture, Material
from conference.services import index
from conference.services.materials import Examined, discard_files, examine
from conference.services.submissions import set_material_state


class KeptFile(AdminFileWidget):
    """Names the file that is kept and links nowhere: files leave through the gate only, by 'View on site'."""

    template_name = "admin/widgets/kept_file.html"
    use_fieldset = False


class MaterialForm(forms.ModelForm[Material]):
    """Looks at a file before it is kept, and notes what it found."""

    class Meta:
        widgets = {"file": KeptFile}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if file := self.fields.get("file"):  # which those who only look do not have
            file.help_text = "; ".join(f"{kind}: {types}, {limit}" for kind, types, limit in limits())

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        upload = cleaned.get("file")
        if "kind" not in cleaned or not {"file", "kind"} & set(self.changed_data):
            return cleaned
        if not upload:
            self._note(None)
            return cleaned
        try:
            self._note(
                examine(upload=upload, material_kind=cleaned["kind"]), is_new=isinstance(upload, UploadedFile)
            )
        except ValidationError as refusal:
            self.add_error("file", refusal)
        except OSError:
            self.add_error("file", ValidationError(_("The file is gone from the disk: choose it again.")))
        return cleaned

    def save(self, commit: bool = True) -> Material:
        if "file" in self.changed_data and (replaced := self.initial.get("file")):
            discard_files([replaced.name])
        return super().save(commit)

    def _note(self, found: Examined | None, *, is_new: bool = True) -> None:
        material = self.instance
        material.preview_tries = 0
        if is_new:
            material.filename = found.filename if found else ""
        material.media_type = found.kind.media_type if found else ""
        material.size = found.size if found else None
        material.sha256 = found.sha256 if found else ""


class MaterialFormSet(KnownFormSet):
    def delete_existing(self, obj: Material, commit: bool = True) -> None:
        discard_files([str(obj.file.name)])
        super().delete_existing(obj, commit)


class MaterialRows(StackedRows[Material, Lecture]):
    model = Material
    form = MaterialForm
    formset = MaterialFormSet
    fields = (("kind", "state"), "file", "url", ("title", "access", "position"))


@admin.register(Material)
class MaterialAdmin(CleanUp[Material]):
    form = MaterialForm
    conference_lookup = "lecture__conference_id"
    materials_lookup = "pk"
    lectures_lookup = "materials"
    list_display = ("lecture", "kind", "state", "title", "filename", "access")
    list_filter = (("lecture__conference", OwnFilter), "kind", "state")
    list_select_related = ("lecture",)
    search_fields = ("lecture__title_text", "filename", "title")
    autocomplete_fields = ("lecture",)
    fields = ("lecture", ("kind", "state"), "file", "url", ("title", "access", "position"))
    ordering = ("lecture", "position", "pk")
    actions = ("open", "withhold")

    @staticmethod
    def refresh(lectures: Iterable[int]) -> None:
        index.refresh_files(lectures)

    def get_readonly_fields(self, request: HttpRequest, obj: Material | None = None) -> Any:
        return ("lecture",) if obj else ()

    def save_related(
        self, request: HttpRequest, form: forms.ModelForm[Material], formsets: Any, change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        index.refresh([form.instance.lecture_id])

    @admin.action(
        description=_("Approve the selected materials: whoever may, opens them"), permissions=["change"]
    )
    def open(self, request: HttpRequest, queryset: QuerySet[Material]) -> None:
        self._set_state(request, queryset, Material.State.READY)

    @admin.action(description=_("Withhold the selected materials"), permissions=["change"])
    def withhold(self, request: HttpRequest, queryset: QuerySet[Material]) -> None:
        self._set_state(request, queryset, Material.State.WITHHELD)

    def _set_state(self, request: HttpRequest, chosen: QuerySet[Material], state: Material.State) -> None:
        asked = chosen.count()
        ids = list(self.changeable(request, chosen).values_list("pk", flat=True))
        outcome = set_material_state(material_ids=ids, state=state, actor=request.user)  # type: ignore[arg-type]
        refused = asked - len(ids)
        tell(request, done=outcome.done, already=outcome.already, empty=outcome.empty, refused=refused)

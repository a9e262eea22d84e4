"""The import desk: upload a file, look at what it would do, confirm, read what it did, undo it."""

import io
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from conference.admin.filters import OwnFilter
from conference.admin.imports.forms import ReadingForm, UploadForm, subject_of
from conference.admin.imports.standing import standing_of
from conference.admin.scope import ADDRESSES, PROGRAM, ReadOnlyAdmin, Rights, ScopedAdmin, viewer_of
from conference.importers.records import UnreadableFile
from conference.importers.samples import sample_path
from conference.models import Conference, ImportRun
from conference.services.imports import runs
from conference.services.imports.formats import IMPORTERS, of_subject, recognised
from conference.services.imports.plan import ALL
from conference.tasks import carry_out_import

if TYPE_CHECKING:
    from accounts.models import User

RIGHTS: dict[str, Rights] = {"program": PROGRAM, "registrations": ADDRESSES}
TITLES = {"program": _("Import a program"), "registrations": _("Import registrations")}


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnlyAdmin[ImportRun]):
    list_display = ("filename", "source", "state", "conference", "actor", "created_at", "applied_at")
    list_filter = (("conference", OwnFilter), "source", "state")
    list_select_related = ("conference", "actor")
    search_fields = ("filename",)
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ImportRun]:
        """Lists of people for those who may see addresses, programs for everybody at the conference."""
        viewer = viewer_of(request)
        every = ImportRun.objects.without_files()
        if viewer.is_administrator:
            return every
        mine = Q()
        for subject, rights in RIGHTS.items():
            mine |= Q(source__in=of_subject(subject), conference__in=rights.viewed_by(viewer))
        return every.filter(mine)

    def get_list_display(self, request: HttpRequest) -> Any:
        """People by name; by address, for those who see addresses at all their conferences."""
        viewer = viewer_of(request)
        if viewer.is_administrator or viewer.conference_ids <= ADDRESSES.viewed_by(viewer):
            return [*self.list_display]
        return ["actor__name" if column == "actor" else column for column in self.list_display]

    def has_add_permission(self, request: HttpRequest) -> bool:
        viewer = viewer_of(request)
        return viewer.is_administrator or any(rights.changed_by(viewer) for rights in RIGHTS.values())

    def has_view_permission(self, request: HttpRequest, obj: ImportRun | None = None) -> bool:
        viewer = viewer_of(request)
        if viewer.is_administrator:
            return True
        if obj is None:
            return any(rights.viewed_by(viewer) for rights in RIGHTS.values())
        return obj.conference_id in RIGHTS[subject_of(obj)].viewed_by(viewer)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        steps = {
            "reread": self.reread,
            "confirm": self.confirm,
            "refuse": self.refuse,
            "undo": self.undo,
        }
        return [
            *(
                path(f"<int:pk>/{name}/", wrap(require_POST(step)), name=f"import-{name}")
                for name, step in steps.items()
            ),
            path("<int:pk>/progress/", wrap(require_safe(self.progress)), name="import-progress"),
            path("<int:pk>/file/", wrap(self.file), name="import-file"),
            path("samples/<str:name>", wrap(self.sample), name="import-sample"),
            *super().get_urls(),
        ]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        subject = request.GET.get("subject", "program")
        if subject not in RIGHTS:
            raise Http404
        conferences = self._conferences(request, RIGHTS[subject])
        form = UploadForm(
            request.POST or None,
            request.FILES or None,
            conferences=conferences,
            subject=subject,
            initial=_only(conferences),
        )
        if request.method == "POST" and form.is_valid():
            run = self._planned(request, form, subject)
            if run is not None:
                return redirect("admin:conference_importrun_change", run.pk)
        return self._page(
            request,
            "admin/imports/upload.html",
            title=TITLES[subject],
            form=form,
            subject=subject,
            formats=of_subject(subject).values(),
        )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """What the file would do, or, once it is confirmed, what it did."""
        run = self._run(request, object_id)
        return self._review(request, run)

    def reread(self, request: HttpRequest, pk: int) -> HttpResponse:
        run = self._run(request, str(pk), to_change=True)
        importer = IMPORTERS[run.source]
        form = self._reading_form(run, request.POST)
        if not form.is_valid():
            return self._review(request, run, form)
        options = {name: run.options[name] for name in ("volumes",) if run.options.get(name)}
        options |= form.options() | {"theirs": request.POST.getlist("theirs")}
        try:
            runs.reread_import(run=run, importer=importer, options=options)
        except UnreadableFile as refusal:
            form.add_error(None, str(refusal))
            return self._review(request, run, form)
        except ValidationError as refusal:
            messages.warning(request, " ".join(refusal.messages))
        return redirect("admin:conference_importrun_change", pk)

    def confirm(self, request: HttpRequest, pk: int) -> HttpResponse:
        run = self._run(request, str(pk), to_change=True)
        try:
            with transaction.atomic():
                runs.confirm_import(run=run, actor=cast("User", request.user))
                transaction.on_commit(lambda: carry_out_import.enqueue(run.pk))
        except ValidationError as refusal:
            messages.warning(request, " ".join(refusal.messages))
        return redirect("admin:conference_importrun_change", pk)

    def refuse(self, request: HttpRequest, pk: int) -> HttpResponse:
        run = self._run(request, str(pk), to_change=True)
        if runs.refuse_import(run=run):
            messages.success(request, _("The file was not imported. Nothing has changed."))
        return redirect("admin:conference_importrun_changelist")

    def undo(self, request: HttpRequest, pk: int) -> HttpResponse:
        run = self._run(request, str(pk), to_change=True)
        try:
            runs.undo_import(run=run, importer=IMPORTERS[run.source], actor=cast("User", request.user))
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
        else:
            messages.success(request, _("The import is undone. Everything is as it was before."))
        return redirect("admin:conference_importrun_change", pk)

    def progress(self, request: HttpRequest, pk: int) -> JsonResponse:
        """For the page that waits."""
        return JsonResponse(standing_of(self._run(request, str(pk))).as_values())

    def file(self, request: HttpRequest, pk: int) -> FileResponse:
        """The file as it was uploaded, for those who may import such files: it may hold more than the report shows."""
        run = self._run(request, str(pk), to_change=True)
        return FileResponse(
            io.BytesIO(run.content),
            as_attachment=True,
            filename=run.filename,
            content_type="application/octet-stream",
        )

    def sample(self, request: HttpRequest, name: str) -> FileResponse:
        if name not in {importer.sample for importer in IMPORTERS.values()}:
            raise Http404
        return FileResponse(sample_path(name).open("rb"), as_attachment=True, filename=name)

    def _conferences(self, request: HttpRequest, rights: Rights) -> QuerySet[Conference]:
        conferences = cast("ScopedAdmin[Conference]", self.admin_site.get_model_admin(Conference))
        return conferences.choices(request, rights)

    def _planned(self, request: HttpRequest, form: UploadForm, subject: str) -> ImportRun | None:
        """The import that waits for confirmation; None, with an error beside the file, if it cannot be read."""
        file = form.cleaned_data["file"]
        content = file.read()
        try:
            return runs.start_import(
                conference=form.cleaned_data["conference"],
                importer=_importer(form.cleaned_data.get("format", ""), subject, content),
                filename=file.name,
                content=content,
                actor=cast("User", request.user),
            )
        except UnreadableFile as refusal:
            form.add_error("file", str(refusal))
            return None

    def _run(self, request: HttpRequest, object_id: str, *, to_change: bool = False) -> ImportRun:
        run = self.get_object(request, object_id)
        if run is None:
            raise Http404
        viewer = viewer_of(request)
        rights = RIGHTS[subject_of(run)]
        if to_change and not (viewer.is_administrator or run.conference_id in rights.changed_by(viewer)):
            raise PermissionDenied
        return run

    def _reading_form(self, run: ImportRun, data: Any = None) -> ReadingForm:
        importer = IMPORTERS[run.source]
        look = None
        if importer.look:
            try:
                look = importer.look(bytes(run.content), run.options)
            except UnreadableFile:
                look = importer.look(bytes(run.content), {})
        return ReadingForm(data, importer=importer, look=look, options=run.options)

    def _review(self, request: HttpRequest, run: ImportRun, form: ReadingForm | None = None) -> HttpResponse:
        standing = standing_of(run) if run.is_unfinished else None
        waits = run.state == ImportRun.State.PLANNED
        viewer = viewer_of(request)
        subject = subject_of(run)
        changeable = viewer.is_administrator or run.conference_id in RIGHTS[subject].changed_by(viewer)
        return self._page(
            request,
            "admin/imports/review.html",
            title=_("Import of %(file)s") % {"file": run.filename},
            run=run,
            standing=standing,
            report=run.report,
            importer=IMPORTERS[run.source],
            subject=subject,
            form=(form or self._reading_form(run)) if waits and changeable else None,
            changeable=changeable,
            all_theirs=ALL,
        )

    def _page(self, request: HttpRequest, template: str, **context: Any) -> HttpResponse:
        return TemplateResponse(
            request, template, {**self.admin_site.each_context(request), "opts": self.opts, **context}
        )


def _importer(name: str, subject: str, content: bytes) -> runs.AnyImporter:
    formats = of_subject(subject)
    if len(formats) == 1:
        return next(iter(formats.values()))
    return formats[name] if name in formats else recognised(content)


def _only(conferences: QuerySet[Conference]) -> dict[str, Any]:
    """Whoever runs one conference need not choose it."""
    first = list(conferences[:2])
    return {"conference": first[0]} if len(first) == 1 else {}

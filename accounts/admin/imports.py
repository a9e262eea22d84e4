"""Registration lists by upload: choose, look at what the list would do, confirm, read what it did."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.admin.upload import SAMPLE, UploadForm
from accounts.services.imports import apply_import
from conference.admin.scope import ADDRESSES, ScopedAdmin, viewer_of
from conference.importers.records import UnreadableFile
from conference.importers.registrations import SOURCE
from conference.models import Conference, ImportRun

if TYPE_CHECKING:
    from accounts.models import User


@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    if not (viewer.is_administrator or ADDRESSES.changed_by(viewer)):
        raise PermissionDenied
    conferences = cast("ScopedAdmin[Conference]", admin.site.get_model_admin(Conference)).choices(
        request, ADDRESSES
    )
    form = UploadForm(
        request.POST or None, request.FILES or None, conferences=conferences, initial=_only(conferences)
    )
    if request.method == "POST" and form.is_valid():
        run = form.planned(cast("User", request.user))
        if run is not None:
            return redirect("admin:registration-import-review", run.pk)
    return _page(request, "admin/registration_import.html", title=_("Import registrations"), form=form)


@require_GET
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """What the list would do, or, once it is confirmed, what it did."""
    run = _run(request, pk)
    title = _("Import of %(file)s") % {"file": run.filename}
    return _page(request, "admin/registration_review.html", title=title, run=run, report=run.report)


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    run = _run(request, pk)
    expected = run.report
    try:
        done = apply_import(run=run, actor=cast("User", request.user))
    except ValidationError as refusal:
        messages.warning(request, " ".join(refusal.messages))
    except UnreadableFile as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The list is imported."))
        if any(
            done.report[part] != expected[part] for part in ("created", "changed", "conflicts", "skipped")
        ):
            messages.warning(
                request,
                _(
                    "Something had changed since the preview was made, so the list was compared anew. This is what was done."
                ),
            )
    return redirect("admin:registration-import-review", pk)


@require_POST
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    _run(request, pk)
    waiting = ImportRun.objects.filter(pk=pk, state=ImportRun.State.PLANNED)
    if waiting.update(state=ImportRun.State.REFUSED):
        messages.success(request, _("The list was not imported. Nothing has changed."))
    return redirect("admin:registration-import")


@require_GET
def sample(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        SAMPLE,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="registrations-sample.csv"'},
    )


def _run(request: HttpRequest, pk: int) -> ImportRun:
    viewer = viewer_of(request)
    runs = ImportRun.objects.filter(source=SOURCE).select_related("conference", "actor")
    if not viewer.is_administrator:
        runs = runs.filter(conference__in=ADDRESSES.changed_by(viewer))
    return get_object_or_404(runs, pk=pk)


def _only(conferences: QuerySet[Conference]) -> dict[str, Any]:
    """Whoever runs one conference need not choose it."""
    first = list(conferences[:2])
    return {"conference": first[0]} if len(first) == 1 else {}


def _page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    return TemplateResponse(request, template, {**admin.site.each_context(request), **context})


_wrap = admin.site.admin_view
urls = [
    path("import/", _wrap(upload), name="registration-import"),
    path("import/sample.csv", _wrap(sample), name="registration-import-sample"),
    path("import/<int:pk>/", _wrap(review), name="registration-import-review"),
    path("import/<int:pk>/confirm/", _wrap(confirm), name="registration-import-confirm"),
    path("import/<int:pk>/discard/", _wrap(discard), name="registration-import-discard"),
]

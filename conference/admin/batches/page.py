"""Many files at once: send them, look at the report, keep them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from conference.admin.batches.forms import SendForm
from conference.admin.scope import ScopedAdmin
from conference.filetypes import limits
from conference.models import BatchFile, Conference, FileBatch, Material
from conference.services.batches.keeping import give_up_batch, keep_batch, renew_report, send_files
from conference.services.batches.placing import lacking

if TYPE_CHECKING:
    from accounts.models import User

SHOWN = 200  # rows of each list
# Of thousands of files no more than the report says.
READ = (
    *("batch", "name", "kind", "size", "verdict", "reason", "doubt"),
    *("lecture__title", "lecture__title_text"),
    *("replaced__file", "replaced__filename", "replaced__size", "replaced__state"),
)


def batch_urls(desk: ScopedAdmin[Conference]) -> list[URLPattern]:
    """Of pages below a conference's, for those who may change it."""

    def guarded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        def page(request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
            conference = desk.get_object(request, str(pk))
            if not desk.has_change_permission(request, conference):
                raise PermissionDenied
            return view(request, conference, desk.admin_site, **rest)

        return desk.admin_site.admin_view(page)

    return [
        path("<int:pk>/files/", guarded(send), name="conference-files"),
        path("<int:pk>/files/<int:batch_pk>/", guarded(review), name="conference-files-review"),
        path(
            "<int:pk>/files/<int:batch_pk>/keep/", guarded(require_POST(keep)), name="conference-files-keep"
        ),
        path(
            "<int:pk>/files/<int:batch_pk>/give-up/",
            guarded(require_POST(give_up)),
            name="conference-files-give-up",
        ),
    ]


def send(request: HttpRequest, conference: Conference, site: AdminSite) -> HttpResponse:
    form = SendForm(request.POST, request.FILES) if request.method == "POST" else SendForm()
    if form.is_valid():
        batch = send_files(
            conference=conference,
            files=form.cleaned_data["sent"],
            kind=form.cleaned_data["kind"],
            actor=cast("User", request.user),
        )
        return redirect("admin:conference-files-review", conference.pk, batch.pk)
    context = {
        "title": _("Upload files"),
        "form": form,
        "limits": limits(),
        "waiting": conference.file_batches.filter(is_complete=True).select_related("actor"),
    }
    return _page(request, "admin/batches/send.html", conference, site, context)


def review(request: HttpRequest, conference: Conference, site: AdminSite, batch_pk: int) -> HttpResponse:
    batch = _waiting(conference, batch_pk)
    renew_report(batch=batch)
    files = list(batch.files.select_related("lecture", "replaced").only(*READ))
    kept = [one for one in files if one.is_kept]
    context = {
        "title": _("Files that were sent"),
        "batch": batch,
        "kept": kept,
        "doubtful": [one for one in kept if one.doubt],
        "others": [one for one in files if not one.is_kept],
        "counts": [(verdict.label, _count(files, verdict)) for verdict in BatchFile.Verdict],
        "lacking": [(Material.Kind(one.kind).label, one.lectures) for one in lacking(conference, files)],
        "shown": SHOWN,
    }
    return _page(request, "admin/batches/review.html", conference, site, context)


def keep(request: HttpRequest, conference: Conference, site: AdminSite, batch_pk: int) -> HttpResponse:
    batch = _waiting(conference, batch_pk)
    try:
        kept = keep_batch(
            batch=batch, with_doubtful="with_doubtful" in request.POST, actor=cast("User", request.user)
        )
    except ValidationError as refusal:
        messages.warning(request, " ".join(refusal.messages))
        return redirect("admin:conference-files-review", conference.pk, batch_pk)
    said = ngettext("%(count)d file is new.", "%(count)d files are new.", kept.new) % {"count": kept.new}
    taken = ngettext(
        "%(count)d took the place of another.", "%(count)d took the place of others.", kept.replaced
    ) % {"count": kept.replaced}
    messages.success(request, f"{said} {taken}")
    return redirect("admin:conference-files", conference.pk)


def give_up(request: HttpRequest, conference: Conference, site: AdminSite, batch_pk: int) -> HttpResponse:
    batch = _waiting(conference, batch_pk)
    give_up_batch(batch=batch)
    messages.success(request, _("None of the files was kept. Nothing has changed."))
    return redirect("admin:conference-files", conference.pk)


def _waiting(conference: Conference, batch_pk: int) -> FileBatch:
    batch: FileBatch = get_object_or_404(conference.file_batches, pk=batch_pk, is_complete=True)
    return batch


def _count(files: list[BatchFile], verdict: str) -> int:
    return sum(one.verdict == verdict for one in files)


def _page(
    request: HttpRequest, template: str, conference: Conference, site: AdminSite, context: dict[str, Any]
) -> HttpResponse:
    common = {
        **site.each_context(request),
        "conference": conference,
        "opts": Conference._meta,  # noqa: SLF001 - as Django's own pages do
    }
    return TemplateResponse(request, template, common | context)

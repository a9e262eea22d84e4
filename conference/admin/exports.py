"""The page on which a conference is taken along: as tables, and as programs in the formats that imports read."""

from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from conference import clock
from conference.admin.scope import ADDRESSES, PROGRAM, Rights, viewer_of
from conference.exports.formats import EXPORTS, Export
from conference.models import Conference

RIGHTS: dict[str, Rights] = {"program": PROGRAM, "registrations": ADDRESSES}
IN_MEMORY = 1 << 20  # bytes; what is larger waits on disk until it is sent


@dataclass(frozen=True, slots=True)
class Row:
    """What is in the files, which are its forms: CSV and XLSX, JSON and XML."""

    about: Export
    files: list[Export]


def export_page(request: HttpRequest, conference: Conference, site: AdminSite) -> HttpResponse:
    context = {
        **site.each_context(request),
        "title": _("Export %(conference)s") % {"conference": conference},
        "conference": conference,
        "rows": list(_rows(request, conference)),
        "opts": Conference._meta,  # noqa: SLF001 - as Django's own pages do
    }
    return TemplateResponse(request, "admin/overview/export.html", context)


def export_file(request: HttpRequest, conference: Conference, name: str) -> FileResponse:
    """The whole file is made before any of it is sent, so that none ends halfway."""
    export = EXPORTS.get(name)
    if export is None:
        raise Http404
    if not _may(request, conference, export):
        raise PermissionDenied
    file = cast("IO[bytes]", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115 - the response closes it
    export.write(conference, file)
    file.seek(0)
    day = conference.today(clock.now()).isoformat()
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"{conference.slug}-{day}-{export.filename}",
        content_type=export.media_type,
    )


def _rows(request: HttpRequest, conference: Conference) -> Iterator[Row]:
    rows: dict[str, Row] = {}
    for export in EXPORTS.values():
        if _may(request, conference, export):
            rows.setdefault(str(export.label), Row(export, [])).files.append(export)
    yield from rows.values()


def _may(request: HttpRequest, conference: Conference, export: Export) -> bool:
    viewer = viewer_of(request)
    return viewer.is_administrator or conference.pk in RIGHTS[export.subject].viewed_by(viewer)

import logging
from typing import Any, BinaryIO, cast
from uuid import UUID

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import (
    FileResponse,
    Http404,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from conference.filetypes import PDF, TYPES
from conference.http import Request
from conference.models import Lecture, Material
from conference.ranges import UnsatisfiableError, Window, part_of
from conference.views.frame import frame
from conference.views.gate import refuse

logger = logging.getLogger(__name__)

# Nothing in a file may run, load or reach our pages. The browsers' own PDF readers do not open in a sandbox.
SHUT_IN = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
SANDBOX = f"sandbox; {SHUT_IN}"


@require_safe
def material(request: Request, uuid: UUID, filename: str) -> HttpResponseBase:
    """A file, or the way to a link's target, for those who may. The id finds it; the name in the address is for people."""
    found = _found(request, uuid)
    if not request.access.may_open(found):
        return _refuse(request, found)
    response = HttpResponseRedirect(found.url) if found.url else _file(request, found)
    response.setdefault("Cache-Control", "private, no-cache")
    return response


@require_safe
def preview(request: Request, uuid: UUID) -> HttpResponseBase:
    """The small picture of a file, for those who may open the file itself."""
    found = _found(request, uuid)
    if not request.access.may_open(found):
        return _refuse(request, found)
    if not found.has_preview:
        raise Http404
    etag = f'"{found.sha256}-preview"'
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            response = FileResponse(default_storage.open(found.preview_name), content_type="image/webp")
        except FileNotFoundError as error:
            raise Http404 from error
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Content-Security-Policy"] = SANDBOX
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _found(request: Request, uuid: UUID) -> Material:
    visible = Lecture.objects.visible_to(request.viewer)
    materials = Material.objects.filter(lecture__in=visible).select_related("lecture__conference")
    found = get_object_or_404(materials, uuid=uuid)
    if not request.access.may_know(found):
        raise Http404
    return found


def _refuse(request: Request, material: Material) -> HttpResponse:
    """The gate for what is there; for what is not there yet, no login would help."""
    gate = request.access.material_gate(material)
    if material.is_ready and not material.lecture.is_withdrawn and not gate.is_open:
        return refuse(request, gate)
    return _not_there(request, material, "withdrawn" if material.lecture.is_withdrawn else material.state)


def _not_there(request: Request, material: Material, reason: str) -> HttpResponse:
    context = frame(request, material.lecture.conference) | {"material": material, "reason": reason}
    response = render(request, "conference/no_file.html", context, status=404)
    response["Cache-Control"] = "no-store"
    return response


def _file(request: Request, material: Material) -> HttpResponseBase:
    if not material.file:
        return _not_there(request, material, material.state)
    if settings.SIGNED_LINK_SECONDS:
        return HttpResponseRedirect(_signed(material))
    etag = f'"{material.sha256}"' if material.sha256 else ""
    if etag and (unchanged := get_conditional_response(request, etag=etag)):
        unchanged["ETag"] = etag
        return unchanged
    try:
        content, size = cast("BinaryIO", material.file.open("rb")), material.file.size
    except FileNotFoundError:
        logger.exception(
            "Material %s: its file %s is gone from the storage.", material.uuid, material.file.name
        )
        return _not_there(request, material, "lost")
    response = _whole_or_part(request, content, size, etag)
    for name, value in _headers(material, etag).items():
        response[name] = value
    return response


def _signed(material: Material) -> str:
    """The file's address in the bucket, for a while, with the same type and name as from here."""
    headers = _headers(material, "")
    parameters = {
        f"Response{name.replace('-', '')}": headers[name] for name in ("Content-Type", "Content-Disposition")
    }
    storage = cast("Any", material.file.storage)  # one that signs takes more than a name
    return str(storage.url(material.file.name, parameters=parameters, expire=settings.SIGNED_LINK_SECONDS))


def _whole_or_part(request: Request, content: BinaryIO, size: int, etag: str) -> HttpResponseBase:
    is_same_file = request.headers.get("If-Range", etag) == etag
    try:
        part = part_of(request.headers.get("Range", "") if is_same_file else "", size)
    except UnsatisfiableError:
        content.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    if part is None:
        return FileResponse(content)
    headers = {"Content-Range": f"bytes {part.first}-{part.last}/{size}", "Content-Length": str(part.length)}
    return FileResponse(Window(content, part), status=206, headers=headers)


def _headers(material: Material, etag: str) -> dict[str, str]:
    file_type = TYPES.get(material.media_type)
    media_type = file_type.media_type if file_type else "application/octet-stream"
    is_shown = file_type is not None and file_type.is_shown
    headers = {
        "Content-Type": f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type,
        "Content-Disposition": content_disposition_header(not is_shown, material.download_name) or "inline",
        "Content-Security-Policy": SHUT_IN if file_type is PDF else SANDBOX,
        "X-Content-Type-Options": "nosniff",
        "Accept-Ranges": "bytes",
    }
    return headers | ({"ETag": etag} if etag else {})

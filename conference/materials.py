"""How a lecture's materials stand to a viewer: what its page lists under Downloads."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _

from conference.access import Access, Gate
from conference.filetypes import TYPES
from conference.models import Lecture, Material

PICTURED = {Material.Kind.POSTER, Material.Kind.SLIDES}  # a paper's first page says less than its line


@dataclass(frozen=True, slots=True)
class Preview:
    url: str
    width: int  # pixels
    height: int


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of Downloads. The address of what is locked is not in it, so that no page can show it."""

    name: str
    state: str  # open, locked, processing, missing or withheld
    detail: str
    url: str = ""
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    lines: tuple[Offer, ...]
    locks: tuple[Gate, ...]  # what stands before the locked ones, each reason once


def offers_of(lecture: Lecture, access: Access) -> Offers:
    """Reads the lecture's materials: fetch them with it."""
    if lecture.is_withdrawn:
        return Offers((), ())
    materials = [material for material in lecture.materials.all() if access.may_know(material)]
    is_captioned = any(
        material.kind == Material.Kind.CAPTIONS and material.is_ready for material in materials
    )
    lines = tuple(_offer(material, access, is_captioned=is_captioned) for material in materials)
    shut = [
        access.material_gate(material)
        for material, line in zip(materials, lines, strict=True)
        if line.state == "locked"
    ]
    return Offers(lines, tuple({(gate.state, gate.opens_at): gate for gate in shut}.values()))


def _offer(material: Material, access: Access, *, is_captioned: bool) -> Offer:
    if access.may_open(material):
        waits = _("waiting for approval") if material.state == Material.State.SUBMITTED else ""
        details = [_format(material), _size(material), _captions(material, is_captioned=is_captioned), waits]
        detail = ", ".join(filter(None, details))
        return Offer(material.label, "open", detail, material.get_absolute_url(), _preview(material))
    if not material.is_ready:
        return Offer(material.label, material.state, "")
    details = [
        "" if material.url else _format(material),
        _size(material),
        _captions(material, is_captioned=is_captioned),
    ]
    return Offer(material.label, "locked", ", ".join(filter(None, details)))


def _preview(material: Material) -> Preview | None:
    if material.kind not in PICTURED or not material.has_preview:
        return None
    url = reverse("material-preview", args=[material.uuid])
    return Preview(url, material.preview_width or 0, material.preview_height or 0)


def _format(material: Material) -> str:
    """PDF; or, of a link, the host that it leads to."""
    if material.url:
        return (urlsplit(material.url).hostname or "").removeprefix("www.")
    known = TYPES.get(material.media_type)
    return known.label if known else material.download_name.rpartition(".")[2].upper()


def _size(material: Material) -> str:
    return filesizeformat(material.size).replace("\xa0", " ") if material.size else ""


def _captions(material: Material, *, is_captioned: bool) -> str:
    return _("captions") if is_captioned and material.kind == Material.Kind.VIDEO else ""

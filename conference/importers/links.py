"""Links in program files: which are web addresses, and what they lead to."""

import re
from urllib.parse import urljoin, urlsplit

from django.utils.translation import gettext as _

from .records import MaterialRecord, Problem

_SPACE = re.compile(r"[\s\0-\x1f\x7f<>\"]")
_KINDS = {
    "paper": re.compile(r"\b(paper|article|preprint|arxiv)\b|arxiv\.org", re.IGNORECASE),
    "slides": re.compile(r"\b(slides?|slideshow|presentation)\b|\.(pptx?|odp|key)$", re.IGNORECASE),
    "poster": re.compile(r"\bposter\b", re.IGNORECASE),
    "video": re.compile(
        r"\b(videos?|recordings?)\b|\.(mp4|webm)$|//(www\.)?(youtube\.com|youtu\.be)/", re.IGNORECASE
    ),
    "code": re.compile(r"\b(code|software|repository)\b|//(github|gitlab)\.com/", re.IGNORECASE),
    "data": re.compile(r"\b(data|datasets?)\b", re.IGNORECASE),
}


def web_address(text: str, base: str = "") -> str:
    """Absolute, http or https; empty where it is none."""
    try:
        address = urljoin(base, text.strip()) if text.strip() else ""
        parts = urlsplit(address)
        is_web = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return ""
    return address if is_web and not _SPACE.search(address) else ""


def material(
    address: str, where: str, *, kind: str = "", title: str = "", base: str = ""
) -> tuple[MaterialRecord | None, list[Problem]]:
    """None, with a warning, where the address is none. Without a kind, title and address tell it, or it is a supplement."""
    if url := web_address(address, base):
        return MaterialRecord(kind or _kind(title) or kind_of(url), url, title), []
    message = _("The link “%(href)s” is no web address and was left out.")
    return None, [Problem("warning", where, message % {"href": address[:100]})]


def kind_of(address: str) -> str:
    """As an address tells it that nothing else is known of."""
    return _kind(address) or "supplement"


def _kind(text: str) -> str:
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), "")

"""Links to what the Anthology offers beside a paper's record."""

from urllib.parse import quote, urlsplit

from django.utils.translation import gettext as _

from .records import MaterialRecord, Problem
from .xml_files import Element, text_of

HOME = "https://aclanthology.org/"
_KINDS = {
    "code": "code",
    "software": "code",
    "data": "data",
    "dataset": "data",
    "poster": "poster",
    "presentation": "slides",
    "slides": "slides",
    "video": "video",
}


def materials_of(paper: Element, where: str) -> tuple[tuple[MaterialRecord, ...], list[Problem]]:
    """The paper, its attachments and videos, each address once."""
    found: dict[str, MaterialRecord] = {}
    problems = []
    for kind, href, folder in _links(paper):
        if url := address(href, folder):
            found.setdefault(url, MaterialRecord(kind, url))
        else:
            message = _("The link “%(href)s” is no web address and was left out.")
            problems.append(Problem("warning", where, message % {"href": href}))
    return tuple(found.values()), problems


def _links(paper: Element) -> list[tuple[str, str, str]]:
    """Kind, address as written, and the folder that a bare name is in."""
    links = []
    if href := text_of(paper.find("url")):
        links.append(("paper", href if "/" in href else f"{href}.pdf", ""))
    for attachment in paper.iterfind("attachment"):
        kind = _KINDS.get(attachment.get("type", "").lower(), "supplement")
        links.append((kind, text_of(attachment), "attachments/"))
    links.extend(("video", video.get("href", ""), "") for video in paper.iterfind("video"))
    return links


def address(href: str, folder: str = "") -> str:
    """Absolute, at the Anthology unless `href` names a host; empty where it is no http(s) address."""
    try:
        scheme = urlsplit(href).scheme
    except ValueError:
        return ""
    if scheme in {"http", "https"}:
        return href
    return "" if scheme or not href else f"{HOME}{folder}{quote(href.lstrip('/'))}"

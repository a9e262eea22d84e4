"""RIS (.ris), for reference managers: one tag a line, lines end in CRLF, plain text."""

from collections.abc import Iterable, Iterator

from conference.citation import Citation
from conference.models import Person

MEDIA_TYPE = "application/x-research-info-systems; charset=utf-8"


def ris(citation: Citation, *, abstract: str = "", keywords: Iterable[str] = ()) -> str:
    """One record. Pass the abstract only to those who may read it."""
    pairs = [*_fields(citation), ("AB", abstract), *(("KW", keyword) for keyword in keywords)]
    lines = [f"{tag}  - {' '.join(value.split())}" for tag, value in pairs if value]
    return "\r\n".join([*lines, "ER  - ", ""])


def _fields(citation: Citation) -> Iterator[tuple[str, str]]:
    # CPAPER is a conference paper; SLIDE is what reference managers take for a presentation.
    yield "TY", "CPAPER" if citation.is_paper else "SLIDE"
    yield "ID", citation.key
    yield "TI", citation.title_text
    for person in citation.authors:
        yield "AU", _name(person)
    yield "T2", citation.container
    yield "PY", str(citation.year or "")
    if citation.month:
        yield "DA", f"{citation.month:%Y/%m}//"
    yield "M3", citation.kind
    yield "CY", citation.place
    first, _dash, last = citation.pages.replace("–", "-").replace("--", "-").partition("-")
    yield "SP", first.strip()
    yield "EP", last.strip()
    yield "PB", citation.publisher
    yield "DO", citation.doi
    yield "UR", citation.url


def _name(person: Person) -> str:
    return f"{person.family}, {person.given}" if person.family and person.given else person.name

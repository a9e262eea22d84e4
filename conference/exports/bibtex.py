"""BibTeX (.bib): UTF-8, accents as LaTeX commands where LaTeX has them."""

import re

from conference.citation import Citation
from conference.exports.latex import latex_text, latex_title
from conference.models import Person

MEDIA_TYPE = "application/x-bibtex; charset=utf-8"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_LITERAL = {"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"}
_dash = re.compile(r"\s*[-–—]+\s*")
_not_in_key = re.compile(r"[^\w:.+/-]", re.ASCII)


def bibtex(citation: Citation) -> str:
    """One entry: @inproceedings for a paper in a book, @misc for any other paper and for a talk that no paper is behind."""
    in_book = citation.is_paper and citation.container
    fields = {
        "title": latex_title(citation.title),
        "author": " and ".join(_name(person) for person in citation.authors),
        "booktitle": latex_text(citation.container) if in_book else "",
        "howpublished": "" if citation.is_paper else latex_text(_presented(citation)),
        "month": _MONTHS[citation.month.month - 1] if citation.month else "",
        "year": str(citation.year or ""),
        "publisher": latex_text(citation.publisher),
        "pages": latex_text(_dash.sub("--", citation.pages)),
        "doi": _literal(citation.doi),
        "url": _literal(citation.url),
    }
    # The month is a macro, without braces, so that each style can spell it.
    lines = [
        f"  {name:<12} = {value if name == 'month' else _whole(value)},\n"
        for name, value in fields.items()
        if value
    ]
    return f"@{'inproceedings' if in_book else 'misc'}{{{_not_in_key.sub('', citation.key)},\n{''.join(lines)}}}\n"


def _presented(talk: Citation) -> str:
    return ", ".join(filter(None, [talk.kind, talk.container, talk.place]))


def _name(person: Person) -> str:
    """Last, First. Whoever has one name only, or a name with an "and" in it, is kept in one piece."""
    family, given = latex_text(person.family), latex_text(person.given)
    if not family or not given:
        return _whole(latex_text(person.name))
    return f"{_whole(family) if _is_ambiguous(family) else family}, {_whole(given) if _is_ambiguous(given) else given}"


def _is_ambiguous(name: str) -> bool:
    return "," in name or " and " in f" {name} ".lower()


def _whole(name: str) -> str:
    return f"{{{name}}}"


def _literal(address: str) -> str:
    """Styles print it as it stands; only what would end the field is encoded."""
    return "".join(_LITERAL.get(sign, sign) for sign in address)

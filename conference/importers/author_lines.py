"""Authors in several cells of a table, one author a line: names in the first, what is known of each in the same line of the others."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from .records import AuthorRecord, Problem

AUTHOR_LINES = ("authors", "given_names", "family_names", "affiliation", "orcids")
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


def authors_by_line(cells: Mapping[str, str], where: str) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    """By the names of AUTHOR_LINES. Names are taken word for word; a cell of more lines than there are names is left out."""
    lines = {name: [line.strip() for line in cells[name].rstrip().split("\n")] for name in AUTHOR_LINES}
    count, problems = len(lines["authors"]), []
    for field, own in lines.items():
        if len(own) > count:
            message = _(
                "There are %(lines)d lines of “%(field)s” for %(authors)d authors; they were left out."
            )
            counts = {"lines": len(own), "field": field.replace("_", " "), "authors": count}
            mend = _("Write one for each, or an empty line.")
            problems.append(Problem("warning", where, message % counts, mend))
            lines[field] = []
    padded = (own + [""] * (count - len(own)) for own in lines.values())
    authors = [
        AuthorRecord(given, family, name, "", orcid if _ORCID.fullmatch(orcid) else "", affiliation)
        for name, given, family, affiliation, orcid in zip(*padded, strict=True)
        if name
    ]
    return tuple(authors), problems

"""Names of people as program files give them."""

import re
from dataclasses import replace

from django.utils.translation import gettext as _

from accounts.addresses import InvalidAddress, normal_address
from conference.rendering import decode_name

from .addresses import without_addresses
from .records import AuthorRecord, Problem

_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")

type Found = tuple[AuthorRecord | None, list[Problem]]


def author_record(given: str, family: str, *, where: str, **more: str) -> Found:
    """None where no name is left. `more` are other fields of the record as they stand in the source.

    LaTeX accents are decoded; an e-mail address never becomes a name.
    """
    return _record((given, family), where, **more)


def named_record(name: str, *, where: str, **more: str) -> Found:
    """Of a name that the source does not divide, which is not divided here either."""
    author, problems = _record(("", name), where, **more)
    return author and replace(author, family=""), problems


def _record(
    divided: tuple[str, str],
    where: str,
    *,
    external_id: str = "",
    orcid: str = "",
    affiliation: str = "",
    email: str = "",
) -> Found:
    problems = []
    names = tuple(map(_without_addresses, divided))
    if names != divided:
        problems.append(
            Problem("warning", where, _("An e-mail address stood in an author’s name; it was left out."))
        )
    given, family = map(decode_name, names)
    name = f"{given} {family}".strip()
    if not name:
        problems.append(Problem("warning", where, _("An author without a name was left out.")))
        return None, problems
    identity = _ORCID.fullmatch(orcid.strip())
    if orcid and not identity:
        message = _("“%(orcid)s” is not the ORCID of %(name)s; it was left out.")
        problems.append(Problem("warning", where, message % {"orcid": orcid, "name": name}))
    place = decode_name(without_addresses(affiliation)).strip()
    try:
        address = normal_address(email) if email else ""
    except InvalidAddress:
        address = ""
        problems.append(
            Problem("warning", where, _("The address of %(name)s is none; it was left out.") % {"name": name})
        )
    return AuthorRecord(
        given, family, name, external_id, identity[1] if identity else "", place, address
    ), problems


def _without_addresses(name: str) -> str:
    """Word by word: a pattern for addresses would take hours over a long name that holds none."""
    words = name.split()
    kept = [word for word in words if "@" not in word[1:-1]]
    return name if kept == words else " ".join(kept)

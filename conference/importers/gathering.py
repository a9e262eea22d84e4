"""What of the lectures that a reader found can be taken: those that fit, each id once."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from .addresses import without_addresses
from .limits import too_long
from .records import LectureRecord, Problem

type FoundLecture = tuple[LectureRecord | None, list[Problem]]


def gather(found: Iterable[FoundLecture]) -> tuple[list[LectureRecord], list[Problem]]:
    """In order, without e-mail addresses in their texts; of two with one id the first stays."""
    taken: dict[str, LectureRecord] = {}
    problems: list[Problem] = []
    for record, own in found:
        problems += own
        if record and not (refusals := list(_refusals(record, taken.get(record.external_id)))):
            taken[record.external_id] = _without_addresses(record)
        elif record:
            problems += refusals
    return list(taken.values()), problems


def _without_addresses(record: LectureRecord) -> LectureRecord:
    """A title that was an address becomes the id; a record that adds to a lecture has none, and gets none."""
    title, abstract = map(without_addresses, (record.title, record.abstract))
    return replace(record, title=title or (record.title and record.external_id), abstract=abstract)


def _refusals(record: LectureRecord, first: LectureRecord | None) -> Iterable[Problem]:
    if not record.external_id:
        yield Problem("error", record.where, _("It has no id."), _("Give it one of its own."))
    elif first:
        message = _("The same id as the lecture at %(first)s; this one was left out.") % {
            "first": first.where
        }
        yield Problem("error", record.where, message, _("Give each lecture its own id."))
    for message in too_long(record):
        yield Problem("error", record.where, message, _("Shorten it."), record.external_id)

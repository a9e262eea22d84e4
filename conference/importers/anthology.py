"""The ACL Anthology's XML: one collection, such as 2023.emnlp, with the papers of its volumes."""

import re
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from .anthology_papers import lecture_record
from .anthology_volumes import Volume
from .records import LectureRecord, Problem, ProgramReading, UnreadableFile
from .xml_files import Element, parse, place_of

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,27}")


def read(data: bytes, *, volumes: Collection[str] | None = None) -> ProgramReading:
    """The papers of all volumes, or of those named. A bad paper is reported and harms no other.

    Raises UnreadableFile if the file as a whole is not a collection.
    """
    root = parse(data, root="collection")
    collection = root.get("id", "")
    if not _ID.fullmatch(collection):
        raise UnreadableFile(_("The collection has no id such as 2023.emnlp."), where=place_of(root))
    elements = root.findall("volume")
    chosen = [element for element in elements if volumes is None or element.get("id") in volumes]
    records: dict[str, LectureRecord] = {}
    problems = _missing_volumes(elements, volumes or ())
    notes = []
    for element in chosen:
        volume = Volume.of(element, collection)
        before = len(records)
        problems += _take(element, volume, records)
        counts = {"volume": volume.id, "taken": len(records) - before, "all": len(element.findall("paper"))}
        notes.append(_("Volume %(volume)s: %(taken)d of %(all)d papers read.") % counts)
    return ProgramReading(
        f"anthology:{collection}",
        tuple(records.values()),
        (*problems, *_repeated_abstracts(records.values())),
        read=sum(len(element.findall("paper")) for element in chosen),
        notes=(*notes, *_left_out(root, chosen)),
        volumes=tuple(element.get("id", "") for element in chosen),
        implied=frozenset({"track", "kind"}),  # of the volume
    )


def _take(element: Element, volume: Volume, records: dict[str, LectureRecord]) -> list[Problem]:
    """Add the volume's papers to `records`; of two with one id the first stays."""
    problems: list[Problem] = []
    for position, paper in enumerate(element.iterfind("paper"), start=1):
        record, found = lecture_record(paper, volume, position)
        problems += found
        if record is None:
            continue
        first = records.setdefault(record.external_id, record)
        if first is not record:
            message = _("The same id as the paper at %(first)s; this one was left out.")
            problems.append(
                Problem(
                    "error", record.where, message % {"first": first.where}, _("Give each paper its own id.")
                )
            )
    return problems


def _missing_volumes(elements: Iterable[Element], wanted: Iterable[str]) -> list[Problem]:
    present = [element.get("id", "") for element in elements]
    message = _("There is no such volume in this file; it holds %(present)s.")
    return [
        Problem("error", _("Volume %(volume)s") % {"volume": name}, message % {"present": ", ".join(present)})
        for name in sorted(wanted)
        if name not in present
    ]


def _repeated_abstracts(records: Iterable[LectureRecord]) -> list[Problem]:
    first_with: dict[str, LectureRecord] = {}
    message = _("The abstract is the same as that of %(first)s.")
    return [
        Problem("warning", record.where, message % {"first": first.where})
        for record in records
        if record.abstract and (first := first_with.setdefault(record.abstract, record)) is not record
    ]


def _left_out(root: Element, chosen: Iterable[Element]) -> list[str]:
    notes = []
    if front := sum(element.find("frontmatter") is not None for element in chosen):
        notes.append(
            _("The front matter of %(count)d volumes is no lecture and was skipped.") % {"count": front}
        )
    if talks := len(root.findall("event/talk")):
        notes.append(_("%(count)d talks of the event are not papers and were skipped.") % {"count": talks})
    return notes

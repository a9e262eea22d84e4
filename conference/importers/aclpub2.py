"""A folder of aclpub2, zipped: papers, program, prefaces, invited talks, tutorials and workshops of one volume."""

from dataclasses import replace

from django.utils.translation import gettext as _

from .aclpub2_files import Package
from .aclpub2_messages import messages_of
from .aclpub2_papers import FILE as PAPERS
from .aclpub2_papers import Volume, by_id, kind_of, lectures_of
from .aclpub2_program import FILE as PROGRAM
from .aclpub2_program import Program, program_of
from .aclpub2_talks import invited_talks, tutorials, workshops
from .archives import open_folder
from .gathering import gather
from .records import LectureRecord, ProgramReading
from .times import is_zoned
from .yaml_files import Mapping, place

DETAILS = "conference_details.yml"
_IGNORED = ("sponsors.yml", "organizing_committee.yml", "program_committee.yml")


def read(data: bytes) -> ProgramReading:
    """Raises UnreadableFile if it is no such folder, if one of its YAML files is broken, or two papers share an id."""
    mend = _("Zip the folder with conference_details.yml; its PDFs and attachments may stay out.")
    package = Package(open_folder(data, (DETAILS, PAPERS, PROGRAM), mend=mend))
    details = package.mapping(DETAILS)
    volume = Volume.of(details)
    entries = package.entries(PAPERS)
    papers = by_id(entries)
    program = program_of(package, {key: kind_of(entry) for key, entry in papers.items()}, volume.name)
    taken = lectures_of(package, entries, volume, program.slots)
    talks = [*invited_talks(package, program, volume.name), *tutorials(package, program, volume.name)]
    workshops(package, program, volume.name)
    messages = messages_of(package, volume.name)
    numbered = [replace(record, position=number) for number, record in enumerate([*taken, *talks], start=1)]
    records, problems = gather((record, []) for record in numbered)
    _check_dates(package, details, program)
    _note_what_is_left(package, taken, program)
    return ProgramReading(
        f"aclpub2:{volume.key}" if volume.key else "aclpub2",
        tuple(records),
        (*package.problems, *problems),
        read=len(entries) + len(talks),
        notes=tuple(package.notes),
        volumes=(volume.name,),
        unsaid=_unsaid(package, records),
        sessions=program.sessions,
        messages=tuple(messages),
    )


def _check_dates(package: Package, details: Mapping, program: Program) -> None:
    """Dates of the form 2031-05-23 compare as text."""
    first, last = details.text("start_date"), details.text("end_date")
    where = place(DETAILS, details.line)
    if not first or not last:
        package.warn(where, _("The conference has no start_date or no end_date."))
    elif first > last:
        package.warn(where, _("The start_date %(first)s is after the end_date.") % {"first": first})
    else:
        days = {one.starts_at.date().isoformat() for one in program.sessions}
        if outside := sorted(day for day in days if not first <= day <= last):
            message = _("There are sessions on %(days)s, outside the dates of the conference.")
            package.warn(where, message % {"days": ", ".join(outside)})


def _note_what_is_left(package: Package, papers: list[LectureRecord], program: Program) -> None:
    for name in (PAPERS, PROGRAM):
        if name not in package.folder:
            package.notes.append(_("There is no %(name)s in the archive.") % {"name": name})
    if PROGRAM in package.folder:
        package.note(
            _("%(count)d papers have no place in the program."), sum(not paper.slots for paper in papers)
        )
    if skipped := [name for name in _IGNORED if name in package.folder]:
        message = _("Not part of the program, and skipped: %(names)s.")
        package.notes.append(message % {"names": ", ".join(skipped)})
    package.note(
        _("%(count)d talks, tutorials and workshops have no end: one, three and eight hours were taken."),
        package.without_end,
    )
    if any(not is_zoned(session.starts_at) for session in program.sessions):
        package.notes.append(_("Times have no zone; they are taken to be in that of the conference."))


def _unsaid(package: Package, records: list[LectureRecord]) -> frozenset[str]:
    """Keywords have no key; of the rest, what no paper has."""
    fields = ["abstract", "materials", "publication", "track"]
    unsaid = {name for name in fields if not any(getattr(record, name) for record in records)}
    if PROGRAM not in package.folder:
        unsaid.add("slots")
    return frozenset(unsaid | {"keywords"})

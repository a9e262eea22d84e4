"""What a conference can be written as, by the names that pages use."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Literal

from django.utils.translation import gettext_lazy as _

from conference.exports import (
    lecture_table,
    miniconf_json,
    platform_workbook,
    schedule,
    slot_table,
    workbooks,
)
from conference.exports.program import Program
from conference.exports.tables import csv_lines
from conference.models import Conference, Lecture, Session

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CSV = "text/csv; charset=utf-8"
PORTION = 500  # rows held in memory at a time

type Subject = Literal["program", "registrations"]
type Rows = Iterable[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Export:
    """`write` puts a whole file; `carries` and `omits` say what of the conference is in it."""

    name: str
    label: "StrOrPromise"
    filename: str  # behind slug and date of the conference
    media_type: str
    subject: Subject
    carries: "StrOrPromise"
    omits: "StrOrPromise"
    write: Callable[[Conference, IO[bytes]], None]


def table(
    name: str,
    label: "StrOrPromise",
    header: Sequence[str],
    rows: Callable[[Conference], Rows],
    *,
    carries: "StrOrPromise",
    omits: "StrOrPromise",
    subject: Subject = "program",
) -> tuple[Export, Export]:
    """The same rows as CSV and as a workbook."""

    def write_csv(conference: Conference, file: IO[bytes]) -> None:
        file.writelines(line.encode() for line in csv_lines(header, rows(conference)))

    def write_xlsx(conference: Conference, file: IO[bytes]) -> None:
        workbooks.write_workbook(file, {name.capitalize(): _with(header, rows(conference))})

    return (
        Export(f"{name}-csv", label, f"{name}.csv", CSV, subject, carries, omits, write_csv),
        Export(
            f"{name}-xlsx",
            label,
            f"{name}.xlsx",
            workbooks.MEDIA_TYPE,
            subject,
            carries,
            omits,
            write_xlsx,
        ),
    )


def _with(header: Sequence[str], rows: Rows) -> Rows:
    yield header
    yield from rows


def _lecture_rows(conference: Conference) -> Rows:
    lectures = Lecture.objects.filter(conference=conference).with_export_data()
    return lecture_table.rows(lectures.iterator(chunk_size=PORTION))


def _slot_rows(conference: Conference) -> Rows:
    sessions = Session.objects.filter(conference=conference).with_export_data()
    return slot_table.rows(conference, sessions.iterator(chunk_size=PORTION))


def program_of(conference: Conference) -> Program:
    lectures = Lecture.objects.filter(conference=conference).with_export_data()
    sessions = Session.objects.filter(conference=conference).with_export_data()
    return Program.of(conference, lectures.iterator(chunk_size=PORTION), sessions)


def _program(
    name: str,
    label: "StrOrPromise",
    filename: str,
    media_type: str,
    write: Callable[[Program, IO[bytes]], None],
    *,
    carries: "StrOrPromise",
    omits: "StrOrPromise",
) -> Export:
    def write_program(conference: Conference, file: IO[bytes]) -> None:
        write(program_of(conference), file)

    return Export(name, label, filename, media_type, "program", carries, omits, write_program)


_SCHEDULE: "dict[str, StrOrPromise]" = {
    "label": _("Schedule, as pretalx and frab write it"),
    "carries": _(
        "Sessions, and what is in them: titles, abstracts, tracks, names, links, times, rooms, boards."
    ),
    "omits": _(
        "Drafts, withdrawn and closed lectures, those without a place; affiliations, keywords, papers, live links."
    ),
}
EXPORTS: dict[str, Export] = {
    export.name: export
    for export in (
        *table(
            "lectures",
            _("Lectures"),
            lecture_table.HEADER,
            _lecture_rows,
            carries=_(
                "Every lecture, drafts and withdrawn ones too: texts, kind, state, access, track, people, keywords, publication, links."
            ),
            omits=_(
                "Places in sessions, uploaded files, links that are withheld or have an access of their own, addresses."
            ),
        ),
        *table(
            "slots",
            _("Sessions and places in them"),
            slot_table.HEADER,
            _slot_rows,
            carries=_(
                "Sessions with room, chair, track, times, live link; in them each lecture’s time, order and board, and what is no lecture."
            ),
            omits=_("What lectures are, but for their titles: import those first."),
        ),
        _program(
            "schedule-json",
            filename="schedule.json",
            media_type=schedule.JSON_TYPE,
            write=schedule.write_json,
            **_SCHEDULE,
        ),
        _program(
            "schedule-xml",
            filename="schedule.xml",
            media_type=schedule.XML_TYPE,
            write=schedule.write_xml,
            **_SCHEDULE,
        ),
        _program(
            "miniconf",
            _("MiniConf"),
            "conference.json",
            miniconf_json.MEDIA_TYPE,
            miniconf_json.write,
            carries=_(
                "Lectures with abstract, track, names, keywords and links; sessions with room, chair, times, order and boards."
            ),
            omits=_(
                "Drafts, withdrawn and closed lectures; affiliations, publications, titled links, live links, what is no lecture."
            ),
        ),
        _program(
            "platform",
            _("Virtual platform"),
            "platform.xlsx",
            workbooks.MEDIA_TYPE,
            platform_workbook.write,
            carries=_(
                "Numbers of lectures with a link to video, slides and poster; tracks; sessions with kind and times."
            ),
            omits=_("All else: titles, names, abstracts, places; links with a title."),
        ),
    )
}


def register(*exports: Export) -> None:
    """Files of things that other apps keep."""
    EXPORTS.update({export.name: export for export in exports})

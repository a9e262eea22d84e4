"""The program tables of ACL conferences: a row is the place of one paper in one session, in a table of talks or of posters."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from .author_cells import authors_in
from .gathering import FoundLecture, gather
from .kinds import lecture_kind
from .miniconf_papers import fitted_slots
from .people import author_record, named_record
from .program_sessions import Place, Sessions, sessions_of
from .records import AuthorRecord, LectureRecord, Problem, ProgramReading, UnreadableFile
from .tables import Table, read_table
from .texts import text_problems
from .times import moment_of

# The papers have the ids that MiniConf's conference.json gives them, and the sessions the same names.
TALKS, POSTERS = "miniconf:talks", "miniconf:posters"
_NEEDED = ("PID", "Title", "Author", "Session", "Date", "Start Time", "End Time")
_OTHERS = ("Category", "Track", "Location", "Session Title", "Presentation Order", "Assigned Board")
_UNSAID = frozenset({"abstract", "keywords", "publication", "materials"})


def read(data: bytes, *, encoding: str | None = None) -> ProgramReading:
    """A bad row is reported and harms no other. Raises UnreadableFile if the columns are others."""
    table = read_table(data, encoding=encoding)
    columns = {name.strip(): index for index, name in reversed(list(enumerate(table.header.cells)))}
    if missing := [name for name in _NEEDED if name not in columns]:
        raise UnreadableFile(
            _("The column “%(name)s” is missing.") % {"name": missing[0]},
            table.header.where,
            _("A program table has at least these columns: %(names)s.") % {"names": ", ".join(_NEEDED)},
        )
    places = list(_places(table, columns))
    sessions = sessions_of(places)
    records, problems = gather(_lectures(places, sessions))
    return ProgramReading(
        TALKS if "Session Title" in columns else POSTERS,
        tuple(records),
        (*table.problems, *sessions.problems, *problems),
        read=len(records) + sum(problem.level == "error" for problem in (*table.problems, *problems)),
        notes=(*table.notes, *_notes(columns, sessions)),
        unsaid=_UNSAID,
        sessions=tuple(sessions.records.values()),
    )


def _places(table: Table, columns: dict[str, int]) -> Iterator[Place]:
    for row in table.rows:
        cells = {
            name: " ".join(row.cells[columns[name]].split()) if name in columns else ""
            for name in (*_NEEDED, *_OTHERS)
        }
        yield Place(
            where=f"{row.where} ({cells['PID']})",
            cells=cells,
            starts_at=moment_of(cells["Date"], cells["Start Time"]),
            ends_at=moment_of(cells["Date"], cells["End Time"]),
        )


def _lectures(places: list[Place], sessions: Sessions) -> Iterator[FoundLecture]:
    """One for each paper; its first row tells what it is, and each row where."""
    by_paper: dict[str, list[Place]] = {}
    for place in places:
        by_paper.setdefault(place.cells["PID"] or place.where, []).append(place)
    for position, own in enumerate(by_paper.values(), start=1):
        yield _lecture(own, position, sessions)


def _lecture(places: list[Place], position: int, sessions: Sessions) -> FoundLecture:
    first = places[0]
    cells = first.cells
    if not cells["Title"]:
        problem = Problem(
            "error", first.where, _("The paper has no title."), _("Add its title."), cells["PID"]
        )
        return None, [problem]
    authors, problems = _authors(cells["Author"], first.where)
    slots = [slot for place in places if (slot := sessions.slots.get(place.where))]
    kind = lecture_kind(cells["Category"]) or next((slot.kind for slot in slots if slot.kind), None)
    record = LectureRecord(
        external_id=cells["PID"],
        volume="",
        position=position,
        title=cells["Title"],
        kind=kind,
        track=cells["Track"],
        authors=authors,
        slots=tuple(fitted_slots(slots, kind)),
        where=first.where,
    )
    return record, [*problems, *text_problems(record)]


def _authors(cell: str, where: str) -> tuple[tuple[AuthorRecord, ...], list[Problem]]:
    authors, problems = [], []
    for one in authors_in(cell):
        if one.name:
            author, found = named_record(one.name, where=where, affiliation=one.affiliation)
        else:
            author, found = author_record(one.given, one.family, where=where, affiliation=one.affiliation)
        problems += found
        if author:
            authors.append(author)
    return tuple(authors), problems


def _notes(columns: dict[str, int], sessions: Sessions) -> Iterator[str]:
    counts = {"sessions": len(sessions.records), "slots": len(sessions.slots)}
    yield _("%(sessions)d sessions with %(slots)d places were found.") % counts
    yield _("The times name no zone and are taken as the conference’s.")
    if others := [name for name in columns if name and name not in (*_NEEDED, *_OTHERS)]:
        yield _("Columns that are not read: %(names)s.") % {"names": ", ".join(others)}

"""The workbook that a virtual platform exports: links for lectures that another file has brought, and sessions."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from .columns import MAX_SHOWN, Columns, UnknownColumns, by_name, plain_key
from .files import refuse_foreign
from .gathering import FoundLecture, gather
from .kinds import session_kind
from .lecture_rows import each_once
from .limits import too_long
from .links import material
from .own import ID_COLUMN, is_own_table
from .own import SOURCE as OWN
from .records import LectureRecord, Problem, ProgramReading, SessionRecord, UnreadableFile
from .tables import Row, Table, read_table
from .times import moment
from .workbooks import is_zip

SOURCE = "virtual-platform"
LECTURES, TRACKS, SESSIONS = "Lectures", "Tracks", "Event Sessions"
# Lectures have named columns; tracks and sessions have places: A, B, F, G, H.
_FIELDS = {
    "papernumber": "number",
    "videofilelink": "video",
    "posterdocumenturl": "poster",
    "posterurl": "picture",
    "slideshowurl": "slides",
    "frontenduri": "page",
    plain_key(ID_COLUMN): "own",
}
_ID, _NAME, _TRACK, _STARTS, _ENDS, _KIND = 0, 1, 5, 6, 7, 8
KIND = "Kind"  # of sessions, in our own exports
PAGE = "Virtual platform"
_MEND_TIME = "July 10, 2023 13:30"
_UNSAID = frozenset(
    (
        "title",
        "position",
        "abstract",
        "kind",
        "track",
        "authors",
        "keywords",
        "publication",
        "slots",
        "state",
        "access",
    )
)

type FoundSession = tuple[SessionRecord | None, list[Problem]]


def read(data: bytes) -> ProgramReading:
    """Lectures have a paper number and no title. Raises UnreadableFile if it is no such workbook."""
    if not is_zip(data):
        wanted, mend = _("an Excel workbook (.xlsx)"), _("Export the workbook from the platform again.")
        refuse_foreign(data, wanted=wanted, mend=mend)
        raise UnreadableFile(_("This is not %(wanted)s.") % {"wanted": wanted}, mend=mend)
    table = read_table(data, sheet=LECTURES)
    columns = by_name(table, _FIELDS)
    if "number" not in columns.places:
        raise UnknownColumns(
            _("No column holds paper numbers."), table.header.where, _("Name one column “Paper number”.")
        )
    numbered = [row for row in columns.rows if _number(columns, row)]
    lectures, problems = gather(_lecture(columns, row, at) for at, row in enumerate(numbered, start=1))
    found = list(_sessions(data, table))
    sessions, session_problems = _each_once(found)
    return ProgramReading(
        f"{OWN}:{SOURCE}" if is_own_table(table) else SOURCE,
        tuple(lectures),
        (*table.problems, *problems, *session_problems),
        read=len(columns.rows) + len(found),
        notes=_notes(columns, len(columns.rows) - len(numbered), len(found)),
        unsaid=_UNSAID,
        sessions=tuple(sessions),
    )


def _number(columns: Columns, row: Row) -> str:
    return columns.cell(row, "own") or columns.cell(row, "number")


def _lecture(columns: Columns, row: Row, position: int) -> FoundLecture:
    """The picture of a poster stands in for its document where there is none."""
    number = _number(columns, row)
    links = {name: columns.cell(row, name) for name in ("video", "poster", "slides")}
    links["poster"] = links["poster"] or columns.cell(row, "picture")
    page = columns.cell(row, "page")
    found = [material(link, row.where, kind=kind) for kind, link in links.items() if link]
    if page:
        found.append(material(page, row.where, kind="supplement", title=PAGE))
    materials, problems = each_once(found)
    record = LectureRecord(number, "", position, "", materials=materials, where=row.where)
    return record, problems


def _sessions(data: bytes, lectures: Table) -> Iterator[FoundSession]:
    tracks = {}
    if TRACKS in lectures.sheets:
        tracks = {_at(row, _ID): _at(row, _NAME) for row in read_table(data, sheet=TRACKS).rows}
    if SESSIONS in lectures.sheets:
        table = read_table(data, sheet=SESSIONS)
        with_kinds = _at(table.header, _KIND) == KIND
        for row in table.rows:
            yield _session(row, tracks, _at(row, _KIND) if with_kinds else "")


def _session(row: Row, tracks: Mapping[str, str], kind: str) -> FoundSession:
    number, name, track = _at(row, _ID), _at(row, _NAME), _at(row, _TRACK)
    starts, ends = _time(_at(row, _STARTS)), _time(_at(row, _ENDS))
    if not number or not name:
        return None, [Problem("error", row.where, _("The session has no id or no name."), _("Add it."))]
    if starts is None or ends is None or starts >= ends:
        message = _("“%(starts)s” to “%(ends)s” is no time from a beginning to an end.")
        times = {"starts": _at(row, _STARTS)[:MAX_SHOWN], "ends": _at(row, _ENDS)[:MAX_SHOWN]}
        mend = _("Write %(example)s, in UTC.") % {"example": _MEND_TIME}
        return None, [Problem("error", row.where, message % times, mend, number)]
    track = tracks.get(track, track)
    kind = session_kind(kind) or session_kind(name) or session_kind(track) or "oral"
    record = SessionRecord(number, name, starts, ends, kind=kind, track=track, where=row.where)
    refusals = [Problem("error", row.where, text, _("Shorten it."), number) for text in too_long(record)]
    return (None if refusals else record), refusals


def _each_once(found: list[FoundSession]) -> tuple[list[SessionRecord], list[Problem]]:
    problems = [problem for _record, own in found for problem in own]
    taken: dict[str, SessionRecord] = {}
    for record, _own in found:
        if record and (first := taken.setdefault(record.external_id, record)) is not record:
            message = _("The same id as the session at %(first)s; this one was left out.")
            message %= {"first": first.where}
            problems.append(Problem("error", record.where, message, _("Give each session its own id.")))
    return list(taken.values()), problems


def _notes(columns: Columns, unnumbered: int, sessions: int) -> tuple[str, ...]:
    notes = list(columns.notes())
    if unnumbered:
        notes.append(_("%(count)d lectures have no paper number and were left out.") % {"count": unnumbered})
    if sessions:
        notes.append(_("Times of sessions were taken as UTC; their descriptions were left out."))
    return tuple(notes)


def _at(row: Row, place: int) -> str:
    return " ".join(row.cells[place].split()) if place < len(row.cells) else ""


def _time(text: str) -> datetime | None:
    """As the platform writes it, or a cell of the type date and time."""
    try:
        read: datetime | None = datetime.strptime(text, "%B %d, %Y %H:%M").replace(tzinfo=UTC)
    except ValueError:
        read = moment(text)
    return read.replace(tzinfo=UTC) if read and read.tzinfo is None else read

"""What every reader gives: plain records, each with the place it came from, and problems."""

from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any, Literal

type Values = dict[str, Any]
"""JSON-able: kept as what the source last said, compared with what it says next time."""

type Level = Literal["error", "warning"]
type Status = Literal["confirmed", "cancelled"]


class UnreadableFile(Exception):  # noqa: N818 - says what the file is
    """Nothing of this file can be taken; says where it broke and how to mend it."""

    def __init__(self, message: str, where: str = "", mend: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.mend = mend

    def __str__(self) -> str:
        head = f"{self.where}: {self.message}" if self.where else self.message
        return f"{head} {self.mend}".rstrip()


@dataclass(frozen=True, slots=True)
class Problem:
    """An error means that the item at `where` was left out; a warning, that it is worth a look.

    `item` is the id of what was left out, where it is known.
    """

    level: Level
    where: str
    message: str
    mend: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class AuthorRecord:
    """`name` is for display; `given` and `family` are as the source divides it (either may be empty). `email` is in normal form."""

    given: str
    family: str
    name: str
    external_id: str = ""
    orcid: str = ""
    affiliation: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class PublicationRecord:
    title: str
    booktitle: str = ""
    pages: str = ""
    year: int | None = None
    doi: str = ""
    url: str = ""
    bibkey: str = ""
    publisher: str = ""
    awards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MaterialRecord:
    kind: str
    url: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class SlotRecord:
    """A place in a session, which `session` names by its id in the same source: a lecture's, or that of something with only a title.

    Where times are None the session's own hold; naive ones are in the conference's zone. `kind` is a lecture kind that holds here
    alone. Of one lecture in one session there is one slot.
    """

    session: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    position: int = 0
    board: str = ""
    kind: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A block of time in a room. `kind` is one of Session.Kind; `items` are what happens in it and is no lecture."""

    external_id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    volume: str = ""
    kind: str = "oral"
    code: str = ""
    room: str = ""
    chair: str = ""
    track: str = ""
    live_url: str = ""
    items: tuple[SlotRecord, ...] = ()
    where: str = ""

    def as_values(self) -> Values:
        return _values(self)


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A welcome message; `body` is source text for the renderer."""

    external_id: str
    body: str
    volume: str = ""
    position: int = 0
    signed_by: str = ""
    role: str = ""
    affiliation: str = ""
    where: str = ""

    def as_values(self) -> Values:
        return _values(self)


@dataclass(frozen=True, slots=True)
class LectureRecord:
    """`title` and `abstract` are source text for the renderer; `kind` is None if the source says none.

    `state` and `access` are empty if it says none: hardly any does.
    """

    external_id: str
    volume: str
    position: int
    title: str
    abstract: str = ""
    kind: str | None = None
    track: str = ""
    authors: tuple[AuthorRecord, ...] = ()
    keywords: tuple[str, ...] = ()
    publication: PublicationRecord | None = None
    materials: tuple[MaterialRecord, ...] = ()
    slots: tuple[SlotRecord, ...] = ()
    state: str = ""
    access: str = ""
    where: str = ""

    def as_values(self) -> Values:
        return _values(self)


@dataclass(frozen=True, slots=True)
class RegistrationRecord:
    """`email` is in normal form; `registered_at` is naive where the file names no zone."""

    email: str
    name: str = ""
    ticket_type: str = ""
    status: Status = "confirmed"
    affiliation: str = ""
    country: str = ""
    external_id: str = ""
    registered_at: datetime | None = None
    where: str = ""

    def as_values(self) -> Values:
        return _values(self)


@dataclass(frozen=True, slots=True)
class Reading[R]:
    """`read` counts the items that the source holds, taken or not; `notes` say how it was understood.

    `volumes` are those that were read, whatever they held. Of the fields in `unsaid` the source says nothing: it has no such column.
    """

    source: str
    records: tuple[R, ...]
    problems: tuple[Problem, ...]
    read: int
    notes: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ("",)
    unsaid: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ProgramReading(Reading[LectureRecord]):
    """`unsaid` names fields of lectures. Every session that a slot names is among `sessions`.

    `implied` are fields that follow from where a lecture stands in the source; they do not contest what another source says outright.
    """

    implied: frozenset[str] = frozenset()
    sessions: tuple[SessionRecord, ...] = ()
    messages: tuple[MessageRecord, ...] = ()


def _values(record: Any) -> Values:
    """Without `where`: a row that only moved has not changed."""
    return {
        field.name: _plain(getattr(record, field.name)) for field in fields(record) if field.name != "where"
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return _values(value) if is_dataclass(value) else value

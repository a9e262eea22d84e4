"""One event of a schedule in the form that its JSON and its XML have in common."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from .frab_own import Place
from .kinds import lecture_kind, session_kind
from .records import Problem
from .times import duration, is_span, moment

type Fields = dict[str, str]


@dataclass(frozen=True, slots=True)
class Person:
    """`id` is one that no other program system gives: a guid or a code, never a number."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Link:
    address: str
    title: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """`day` and `room` are as the schedule files it; `fields` are texts by the name that both forms use."""

    where: str
    day: str
    room: str
    starts_at: datetime
    ends_at: datetime
    fields: Fields
    persons: tuple[Person, ...]
    links: tuple[Link, ...]
    is_unrecorded: bool
    own: Place | None = None

    @property
    def type(self) -> str:
        return self.fields["type"] or "–"

    @property
    def kind(self) -> str | None:
        return self.own.kind if self.own else lecture_kind(self.fields["type"])

    @property
    def is_break(self) -> bool:
        """An item of its session, and no lecture."""
        if self.own:
            return not self.own.lecture
        return session_kind(self.fields["type"]) in {"break", "social"}

    @property
    def title(self) -> str:
        title, subtitle = self.fields["title"], self.fields["subtitle"]
        return f"{title}: {subtitle}" if subtitle else title

    @property
    def talk(self) -> str:
        """The same in all places of one talk: the short code, or the number that its slots share."""
        if self.own:
            return self.own.lecture
        return self.fields["code"] or self.fields["id"] or self.fields["guid"]


# Texts on one line; the two of several paragraphs are added by each form.
NAMES = ("guid", "id", "code", "title", "subtitle", "type", "track", "date", "start", "duration", "end")


def made(
    where: str,
    day: str,
    room: str,
    fields: Fields,
    *,
    persons: tuple[Person, ...],
    links: tuple[Link, ...],
    is_unrecorded: bool,
    own: Place | None,
) -> Event | Problem:
    """A problem where the event cannot be taken."""
    starts = moment(fields["date"]) or moment(f"{day}T{fields['start']}")
    length = duration(fields["duration"])
    ends = moment(fields["end"]) or _after(starts, length)
    item = fields["guid"] or fields["code"] or fields["id"]
    if not fields["title"]:
        return Problem("error", where, _("The event has no title."), _("Add its title."), item)
    if not starts or not ends or not is_span(starts, ends):
        message = _("The event has no start and duration that can be read.")
        mend = _("Write them as 2031-05-23T09:00:00+02:00 and 00:30.")
        return Problem("error", where, message, mend, item)
    if own and len(own.links) == len(links):
        links = tuple(replace(link, kind=kind) for link, kind in zip(links, own.links, strict=True))
    return Event(where, day, room, starts, ends, fields, persons, links, is_unrecorded, own)


def _after(starts: datetime | None, length: timedelta | None) -> datetime | None:
    return starts + length if starts and length else None

"""The program by day: pure functions over sessions that were read before. grid.py lays one day out by room."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from conference.models import Conference, Session


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a conference, by the calendar of its place."""

    date: date
    sessions: list[Session]

    @property
    def held(self) -> list[Session]:
        """Its sessions without the breaks."""
        return [session for session in self.sessions if session.kind != Session.Kind.BREAK]

    @property
    def kinds(self) -> list[str]:
        """What happens on it, in words, in the order of Session.Kind."""
        present = {session.kind for session in self.held}
        return [str(kind.label) for kind in Session.Kind if kind in present]

    @property
    def theme(self) -> str:
        """`tutorial` or `workshop` where most of the day is that, otherwise `main`; nothing for an empty day."""
        if not self.held:
            return ""
        for kind in (Session.Kind.TUTORIAL, Session.Kind.WORKSHOP):
            if sum(session.kind == kind for session in self.held) * 2 > len(self.held):
                return str(kind)
        return "main"


def days_of(conference: Conference, sessions: Iterable[Session]) -> list[Day]:
    """The conference's days, and any other on which a session begins."""
    days: dict[date, list[Session]] = {day: [] for day in conference.days}
    for session in sessions:
        days.setdefault(conference.local(session.starts_at).date(), []).append(session)
    return [Day(day, days[day]) for day in sorted(days)]


def day_asked_for(days: Sequence[Day], asked: str | None, today: date) -> Day:
    """The day that the address names; without one, or with nonsense, today's or else the first that has sessions."""
    by_date = {day.date: day for day in days}
    try:
        return by_date[date.fromisoformat(asked or "")]
    except (KeyError, ValueError):
        return by_date.get(today) or next((day for day in days if day.sessions), days[0])


def matching(sessions: Iterable[Session], words: str) -> list[Session]:
    """Sessions whose code is `words` or whose name holds them, whatever the case. A code that fits is meant alone."""
    sought = " ".join(words.split()).casefold()
    found = [session for session in sessions if sought in session.name.casefold()]
    coded = [session for session in sessions if sought == session.code.casefold()]
    return coded or found


def under_way(sessions: Iterable[Session], now: datetime) -> list[Session]:
    return [session for session in sessions if session.starts_at <= now < session.ends_at]


def still_to_come(sessions: Iterable[Session], now: datetime) -> list[Session]:
    return [session for session in sessions if session.starts_at > now]


def natural(text: str) -> list[tuple[int, str]]:
    """A key that puts Room 2 before Room 10."""
    return [
        (int(part), "") if part.isdecimal() else (0, part.casefold()) for part in re.split(r"(\d+)", text)
    ]

"""A conference's program as other programs may have it: what is published, and open to whom the conference's rules say."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from conference.links import permanent_id
from conference.models import AccessLevel, Conference, Lecture, Material, Session, Slot

GENERATOR = {"name": "Posterhall"}


@dataclass(frozen=True, slots=True)
class Place:
    """What takes place in a session: a lecture, or something with only a title."""

    slot: Slot
    session: Session
    lecture: Lecture | None

    @property
    def title(self) -> str:
        return self.lecture.title if self.lecture else self.slot.title

    @property
    def kind(self) -> str:
        return self.slot.kind or (self.lecture.kind if self.lecture else "")

    @property
    def starts_at(self) -> datetime:
        return self.slot.starts_at or self.session.starts_at

    @property
    def ends_at(self) -> datetime:
        return self.slot.ends_at or self.session.ends_at


@dataclass(frozen=True, slots=True)
class Program:
    """`lectures` are those that formats without states and rights may carry."""

    conference: Conference
    lectures: dict[int, Lecture]
    sessions: list[Session]

    @classmethod
    def of(
        cls, conference: Conference, lectures: Iterable[Lecture], sessions: Iterable[Session]
    ) -> "Program":
        return cls(conference, {one.pk: one for one in lectures if is_public(one)}, list(sessions))

    def places(self, session: Session) -> list[Place]:
        """In order; of two places of one thing the last, which is the one that imports keep, too."""
        places: dict[object, Place] = {}
        for slot in session.slots.all():
            lecture = self.lectures.get(slot.lecture_id or 0)
            if lecture or not slot.lecture_id:
                slot.session = session
                places[slot.lecture_id or slot.title] = Place(slot, session, lecture)
        return list(places.values())

    def time(self, moment: datetime) -> str:
        """With the offset of the conference's place."""
        return self.conference.local(moment).isoformat()


def is_public(lecture: Lecture) -> bool:
    """Neither a draft nor withdrawn, and shut to no more people than the conference's rules say."""
    is_shut = lecture.access not in {"", AccessLevel.EVERYONE}
    return lecture.state == Lecture.State.PUBLISHED and not is_shut


def links_of(lecture: Lecture) -> Iterator[Material]:
    """Each address once."""
    seen: set[str] = set()
    for link in lecture.materials.all():
        if link.is_plain_link and link.url not in seen:
            seen.add(link.url)
            yield link


def session_id(session: Session) -> str:
    return permanent_id("sessions", session.pk)


def lecture_id(lecture: Lecture) -> str:
    return permanent_id("lecture", lecture.pk)

"""Rows out of the demo's content. A conference is made whole, in one transaction, or not at all."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import TicketType
from conference.keywords import keyword_key
from conference.models import (
    AccessRule,
    Authorship,
    Conference,
    Lecture,
    Page,
    Person,
    PersonIdentifier,
    Publication,
    Series,
    Session,
    Slot,
    Track,
    WelcomeMessage,
)
from conference.services import index
from conference.services.imports.tracks import track_slug
from conference.services.keywords import keywords_for
from config.demo import files
from config.demo.cast import let_in
from config.demo.content import (
    CastMember,
    ConferenceContent,
    LectureContent,
    PersonContent,
    SessionContent,
)

SOURCE = "demo"  # of the ids by which the three conferences share their people
TALK = 15  # minutes


def is_there(content: ConferenceContent) -> bool:
    return Conference.objects.filter(Q(slug=content.slug) | Q(acronym=content.facts["acronym"])).exists()


@transaction.atomic
def make_conference(
    content: ConferenceContent, people: dict[str, PersonContent], cast: list[CastMember]
) -> Conference:
    conference = _conference(content)
    tickets = {
        code: TicketType.objects.create(conference=conference, code=code, name=name)
        for code, name in content.tickets.items()
    }
    _texts(conference, content)
    _rules(conference, content, tickets)
    tracks = {
        key: Track.objects.create(conference=conference, name=name, slug=track_slug(name), position=position)
        for position, (key, name) in enumerate(content.tracks.items())
    }
    lectures = _lectures(conference, content.lectures, tracks)
    persons = _persons(people)
    _authorships(content.lectures, lectures, people, persons)
    _keywords(content.lectures, lectures)
    _program(conference, content.sessions, tracks, lectures)
    for entry in content.lectures:
        files.attach(lectures[entry.id], entry.materials)
    index.refresh([lecture.pk for lecture in lectures.values()])
    let_in(conference, [member for member in cast if not member.unknown], tickets, persons)
    return conference


def _conference(content: ConferenceContent) -> Conference:
    series, _ = Series.objects.get_or_create(acronym=content.series)
    facts = {"state": Conference.State.PUBLISHED, **content.facts}
    return Conference.objects.create(series=series, slug=content.slug, **facts)


def _texts(conference: Conference, content: ConferenceContent) -> None:
    for position, message in enumerate(content.welcome):
        WelcomeMessage.objects.create(conference=conference, position=position, **message)
    for position, page in enumerate(content.pages):
        Page.objects.create(conference=conference, position=position, **page)


def _rules(conference: Conference, content: ConferenceContent, tickets: dict[str, TicketType]) -> None:
    for entry in content.rules:
        rule = AccessRule.objects.create(
            conference=conference,
            subject=entry.subject,
            audience=entry.audience,
            opens_at=_at(conference, entry.opens_at) if entry.opens_at else None,
            closes_at=_at(conference, entry.closes_at) if entry.closes_at else None,
        )
        rule.ticket_types.set(tickets[code] for code in entry.tickets)


def _at(conference: Conference, moment: datetime) -> datetime:
    return moment.replace(tzinfo=conference.tz)


def _lectures(
    conference: Conference, entries: list[LectureContent], tracks: dict[str, Track]
) -> dict[str, Lecture]:
    lectures = [
        Lecture(
            conference=conference,
            track=tracks[entry.track] if entry.track else None,
            publication=_publication(conference, entry),
            kind=entry.kind,
            state=entry.state,
            title=entry.title,
            abstract=entry.abstract.strip(),
            position=position,
        )
        for position, entry in enumerate(entries, start=1)
    ]
    Lecture.objects.bulk_create(lectures)
    return {entry.id: lecture for entry, lecture in zip(entries, lectures, strict=True)}


def _publication(conference: Conference, entry: LectureContent) -> Publication | None:
    paper = entry.publication
    if paper is None:
        return None
    return Publication.objects.create(
        title=entry.title,
        booktitle=f"Proceedings of a demonstration of {conference.acronym}",
        publisher="Posterhall demonstration",
        year=conference.starts_on.year,
        pages=paper.pages,
        doi=paper.doi,
        bibkey=paper.bibkey,
        awards=paper.awards,
    )


def _persons(people: dict[str, PersonContent]) -> dict[str, Person]:
    known = {
        identifier.external_id: identifier.person
        for identifier in PersonIdentifier.objects.filter(source=SOURCE).select_related("person")
    }
    fresh = {
        key: Person(name=person.display_name, given=person.given, family=person.family)
        for key, person in people.items()
        if key not in known
    }
    Person.objects.bulk_create(fresh.values())
    PersonIdentifier.objects.bulk_create(
        PersonIdentifier(person=person, source=SOURCE, external_id=key) for key, person in fresh.items()
    )
    return known | fresh


def _authorships(
    entries: list[LectureContent],
    lectures: dict[str, Lecture],
    people: dict[str, PersonContent],
    persons: dict[str, Person],
) -> None:
    Authorship.objects.bulk_create(
        Authorship(
            lecture=lectures[entry.id], person=persons[key], position=position, affiliation=people[key].at
        )
        for entry in entries
        for position, key in enumerate(entry.authors)
    )


def _keywords(entries: list[LectureContent], lectures: dict[str, Lecture]) -> None:
    keywords = keywords_for(name for entry in entries for name in entry.keywords)
    Lecture.keywords.through.objects.bulk_create(
        Lecture.keywords.through(lecture_id=lectures[entry.id].pk, keyword_id=keywords[keyword_key(name)].pk)
        for entry in entries
        for name in entry.keywords
    )


def _program(
    conference: Conference,
    entries: list[SessionContent],
    tracks: dict[str, Track],
    lectures: dict[str, Lecture],
) -> None:
    for entry in entries:
        session = Session.objects.create(
            conference=conference,
            track=tracks[entry.track] if entry.track else None,
            kind=entry.kind,
            name=entry.name,
            code=entry.code,
            room=entry.room,
            chair=entry.chair,
            live_url=entry.live_url,
            starts_at=_at(conference, entry.starts_at),
            ends_at=_at(conference, entry.ends_at),
        )
        Slot.objects.bulk_create(_slots(session, entry, lectures))


def _slots(session: Session, entry: SessionContent, lectures: dict[str, Lecture]) -> Iterator[Slot]:
    minutes = TALK if entry.kind == Session.Kind.ORAL else entry.minutes
    for number, key in enumerate(entry.lectures):
        slot = Slot(conference=session.conference, session=session, lecture=lectures[key], position=number)
        if minutes:
            slot.starts_at = session.starts_at + number * timedelta(minutes=minutes)
            slot.ends_at = slot.starts_at + timedelta(minutes=minutes)
        if entry.board:
            slot.board = f"{entry.board}-{number + 1:03}"
        # A poster's talk, and a talk's poster.
        if entry.kind in {Session.Kind.ORAL, Session.Kind.POSTER} and lectures[key].kind != entry.kind:
            slot.kind = entry.kind
        yield slot
    for number, title in enumerate(entry.titles, start=len(entry.lectures)):
        yield Slot(conference=session.conference, session=session, title=title, position=number)

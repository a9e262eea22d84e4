"""Rows for tests: valid with the least said. What a test is about, it says itself."""

from datetime import UTC, date, datetime
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from accounts.models import Organizer, Registration, TicketType, User
from conference.models import (
    AccessRule,
    Authorship,
    Conference,
    Keyword,
    Lecture,
    Material,
    Page,
    Person,
    PersonEmail,
    Publication,
    Session,
    Slot,
    SourceRecord,
    Track,
    WelcomeMessage,
)


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    email = factory.Sequence(lambda n: f"user{n}@example.org")
    name = factory.Sequence(lambda n: f"User {n}")


class ConferenceFactory(DjangoModelFactory):
    class Meta:
        model = Conference

    acronym = factory.Sequence(lambda n: f"CONF {2030 + n}")
    slug = factory.LazyAttribute(lambda o: o.acronym.lower().replace(" ", "-"))
    name = factory.LazyAttribute(lambda o: f"The {o.acronym} meeting")
    state = Conference.State.PUBLISHED
    starts_on = date(2025, 7, 27)
    ends_on = date(2025, 8, 1)
    time_zone = "Europe/Vienna"
    city = "Vienna"
    country = "AT"


class TrackFactory(DjangoModelFactory):
    class Meta:
        model = Track

    conference = factory.SubFactory(ConferenceFactory)
    name = factory.Sequence(lambda n: f"Track {n}")
    slug = factory.Sequence(lambda n: f"track-{n}")


class LectureFactory(DjangoModelFactory):
    """A published poster. Its derived columns are those of `index.refresh`, which `indexed=True` runs."""

    class Meta:
        model = Lecture
        skip_postgeneration_save = True

    conference = factory.SubFactory(ConferenceFactory)
    title = factory.Sequence(lambda n: f"Lecture {n}")
    abstract = "We measure a thing and find it so."
    position = factory.Sequence(lambda n: n)

    @factory.post_generation  # type: ignore[untyped-decorator]
    def indexed(self, create: bool, extracted: bool | None, **kwargs: Any) -> None:
        if create and extracted is not False:
            from conference.services import index  # noqa: PLC0415 - only where the database is

            index.refresh([self.pk])
            self.refresh_from_db()


class PersonFactory(DjangoModelFactory):
    class Meta:
        model = Person

    given = "Ana"
    family = factory.Sequence(lambda n: f"Velo {n}")
    name = factory.LazyAttribute(lambda o: f"{o.given} {o.family}")


class PersonEmailFactory(DjangoModelFactory):
    class Meta:
        model = PersonEmail

    person = factory.SubFactory(PersonFactory)
    email = factory.Sequence(lambda n: f"person{n}@example.org")


class AuthorshipFactory(DjangoModelFactory):
    class Meta:
        model = Authorship

    lecture = factory.SubFactory(LectureFactory)
    person = factory.SubFactory(PersonFactory)


class KeywordFactory(DjangoModelFactory):
    class Meta:
        model = Keyword

    name = factory.Sequence(lambda n: f"keyword {n}")
    key = factory.LazyAttribute(lambda o: o.name)
    slug = factory.LazyAttribute(lambda o: o.name.replace(" ", "-"))


class PublicationFactory(DjangoModelFactory):
    class Meta:
        model = Publication

    title = factory.Sequence(lambda n: f"Paper {n}")


class SessionFactory(DjangoModelFactory):
    class Meta:
        model = Session

    conference = factory.SubFactory(ConferenceFactory)
    name = factory.Sequence(lambda n: f"Session {n}")
    room = "Hall A"
    starts_at = datetime(2025, 7, 29, 9, 0, tzinfo=UTC)
    ends_at = datetime(2025, 7, 29, 10, 30, tzinfo=UTC)


class SlotFactory(DjangoModelFactory):
    class Meta:
        model = Slot

    conference = factory.SelfAttribute("session.conference")
    session = factory.SubFactory(SessionFactory)
    lecture = factory.SubFactory(LectureFactory, conference=factory.SelfAttribute("..session.conference"))


class MaterialFactory(DjangoModelFactory):
    """A link, unless a file is given."""

    class Meta:
        model = Material

    lecture = factory.SubFactory(LectureFactory)
    kind = Material.Kind.SLIDES
    url = "https://files.example.org/secret-slides.pdf"


class SourceRecordFactory(DjangoModelFactory):
    class Meta:
        model = SourceRecord

    conference = factory.SubFactory(ConferenceFactory)
    source = "anthology:2031.expo"
    external_id = factory.Sequence(lambda n: f"main.{n}")
    thing = SourceRecord.Thing.LECTURE
    seen_at = factory.LazyFunction(timezone.now)


class PageFactory(DjangoModelFactory):
    class Meta:
        model = Page

    conference = factory.SubFactory(ConferenceFactory)
    title = "Code of conduct"
    slug = "code-of-conduct"
    body = "Be kind."


class WelcomeMessageFactory(DjangoModelFactory):
    class Meta:
        model = WelcomeMessage

    conference = factory.SubFactory(ConferenceFactory)
    body = "Welcome, **all**."
    signed_by = "Katharina Lind"
    role = "General Chair"


class AccessRuleFactory(DjangoModelFactory):
    class Meta:
        model = AccessRule

    conference = factory.SubFactory(ConferenceFactory)


class TicketTypeFactory(DjangoModelFactory):
    class Meta:
        model = TicketType

    conference = factory.SubFactory(ConferenceFactory)
    code = "regular"
    name = "Regular"


class RegistrationFactory(DjangoModelFactory):
    class Meta:
        model = Registration

    conference = factory.SubFactory(ConferenceFactory)
    email = factory.Sequence(lambda n: f"registered{n}@example.org")


class OrganizerFactory(DjangoModelFactory):
    class Meta:
        model = Organizer

    conference = factory.SubFactory(ConferenceFactory)
    user = factory.SubFactory(UserFactory)

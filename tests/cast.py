"""The people of the tests, each built once and known by name. They meet at one conference, `hall`, and a second one, `annex`.

visitor      looks without logging in
registered   Rea, registered for hall with a regular ticket
cancelled    Caro, whose registration for hall was cancelled
stranger     Sten, who has an account and is registered for annex only
presenter    Pia, registered for hall and an author of hall's first lecture
organizer    Olga, who edits hall
outsider     Odo, who edits annex, and is nobody at hall
administrator Ada
"""

from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import Registration, TicketType, User
from accounts.viewer import ANONYMOUS, Viewer, viewer_for
from conference.models import Conference
from tests import factories


@dataclass(frozen=True)
class Cast:
    """Everybody, and their two conferences."""

    hall: Conference
    annex: Conference
    regular: TicketType
    registered: User
    cancelled: User
    stranger: User
    presenter: User
    organizer: User
    outsider: User
    administrator: User

    @property
    def people(self) -> dict[str, User | None]:
        """All of them by name, the anonymous visitor included."""
        names = ("registered", "cancelled", "stranger", "presenter", "organizer", "outsider", "administrator")
        return {"visitor": None, **{name: getattr(self, name) for name in names}}

    def viewer(self, name: str) -> Viewer:
        person = self.people[name]
        return viewer_for(person) if person else ANONYMOUS

    def client(self, name: str) -> Client:
        """A browser in which this person is logged in."""
        client = Client()
        if person := self.people[name]:
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        return client


def _person(email: str, name: str) -> User:
    user = factories.UserFactory(email=email, name=name)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


@pytest.fixture
def cast(db: None) -> Cast:
    return assemble()


def assemble() -> Cast:
    """Everybody's rows. For fixtures that keep them longer than one test."""
    hall = factories.ConferenceFactory(acronym="HALL 2025", slug="hall-2025", help_email="desk@hall.example")
    annex = factories.ConferenceFactory(acronym="ANNEX 2025", slug="annex-2025")
    regular = factories.TicketTypeFactory(conference=hall)
    people = {
        "registered": _person("rea@example.org", "Rea"),
        "cancelled": _person("caro@example.org", "Caro"),
        "stranger": _person("sten@example.org", "Sten"),
        "presenter": _person("pia@example.org", "Pia"),
        "organizer": _person("olga@example.org", "Olga"),
        "outsider": _person("odo@example.org", "Odo"),
        "administrator": _person("ada@example.org", "Ada"),
    }
    User.objects.filter(pk=people["administrator"].pk).update(is_superuser=True, is_staff=True)
    for name, status in [("registered", "confirmed"), ("presenter", "confirmed"), ("cancelled", "cancelled")]:
        factories.RegistrationFactory(
            conference=hall, email=people[name].email, ticket_type=regular, status=status
        )
    factories.RegistrationFactory(
        conference=annex, email=people["stranger"].email, status=Registration.Status.CONFIRMED
    )
    factories.OrganizerFactory(conference=hall, user=people["organizer"])
    factories.OrganizerFactory(conference=annex, user=people["outsider"])
    people["administrator"].refresh_from_db()
    lecture = factories.LectureFactory(conference=hall, title="The first lecture")
    pia = factories.PersonFactory(given="Pia", family="Sands", name="Pia Sands")
    factories.AuthorshipFactory(lecture=lecture, person=pia)
    factories.PersonEmailFactory(person=pia, email=people["presenter"].email)
    return Cast(hall=hall, annex=annex, regular=regular, **people)

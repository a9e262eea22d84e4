"""Whom a mailing is meant for: registrations, or the authors whose private addresses are known."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Mailing, OutgoingMail, Registration
from conference.models import Authorship, Lecture

BATCH = 1000
State = OutgoingMail.State


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who gets a letter: somebody registered, or a presenter with their lectures, registered or not."""

    email: str
    name: str
    registration: Registration | None = None
    lectures: tuple[Lecture, ...] = ()

    @classmethod
    def of(cls, registration: Registration) -> "Recipient":
        return cls(registration.email, registration.name, registration)


@dataclass(frozen=True, slots=True)
class Reach:
    """How many a mailing would go to now, and how many of its audience have had it."""

    waiting: int
    have_it: int


def reach(mailing: Mailing) -> Reach:
    if mailing.is_to_presenters:
        people = _presenters(mailing)
        waiting = len(_without_it(mailing, people))
        return Reach(waiting=waiting, have_it=len(people) - waiting)
    registered = _registrations(mailing)
    count = registered.exclude(_has_it(mailing)).count()
    return Reach(waiting=count, have_it=registered.count() - count)


def waiting(mailing: Mailing) -> Iterator[Recipient]:
    """Those who have not had it, in an order that stays."""
    if mailing.is_to_presenters:
        return iter(_without_it(mailing, _presenters(mailing)))
    registered = _registrations(mailing).exclude(_has_it(mailing))
    return map(Recipient.of, registered.iterator(BATCH))


def somebody(mailing: Mailing, email: str = "") -> Recipient | None:
    """The first of whom it is meant for; or whoever has the address, cancelled or not, to see a letter to them."""
    if mailing.is_to_presenters:
        return next((one for one in _presenters(mailing) if email in ("", one.email)), None)
    if not email:
        registration = _registrations(mailing).first()
    else:
        everybody = Registration.objects.select_related("ticket_type")
        registration = everybody.filter(conference=mailing.conference_id, email=email).first()
    return Recipient.of(registration) if registration else None


def _registrations(mailing: Mailing) -> QuerySet[Registration]:
    people = Registration.objects.filter(
        conference=mailing.conference_id, status=Registration.Status.CONFIRMED
    )
    if mailing.audience == Mailing.Audience.TICKET:
        people = people.filter(ticket_type=mailing.ticket_type_id)
    return people.select_related("ticket_type").order_by("pk")


def _has_it(mailing: Mailing) -> Exists:
    had = OutgoingMail.objects.filter(registration=OuterRef("pk")).exclude(state=State.WITHDRAWN)
    if mailing.audience == Mailing.Audience.NEW:
        return Exists(had.filter(mailing__conference=mailing.conference_id, mailing__kind=mailing.kind))
    return Exists(had.filter(mailing=mailing.pk))


def _presenters(mailing: Mailing) -> list[Recipient]:
    """One for each address, with all lectures that it presents; those of withdrawn lectures alone are left out."""
    held = Q(lecture__conference=mailing.conference_id) & ~Q(lecture__state=Lecture.State.WITHDRAWN)
    authorships = Authorship.objects.filter(held).order_by("lecture__position", "lecture", "position")
    columns = ("address", "person__name", "lecture")
    here = authorships.exclude(email="").annotate(address=F("email")).values_list(*columns)
    anywhere = authorships.filter(person__emails__isnull=False).annotate(address=F("person__emails__email"))
    names: dict[str, str] = {}
    presented: dict[str, dict[int, None]] = {}
    for address, name, lecture in (*here, *anywhere.values_list(*columns)):
        names.setdefault(address, name)
        presented.setdefault(address, {})[lecture] = None
    lectures = Lecture.objects.only("title", "title_text", "slug").in_bulk(
        {lecture for own in presented.values() for lecture in own}
    )
    return [
        Recipient(address, names[address], lectures=tuple(lectures[lecture] for lecture in own))
        for address, own in sorted(presented.items())
    ]


def _without_it(mailing: Mailing, people: Iterable[Recipient]) -> list[Recipient]:
    had = OutgoingMail.objects.filter(mailing=mailing.pk).exclude(state=State.WITHDRAWN)
    addresses = set(had.values_list("recipient", flat=True))
    return [one for one in people if one.email not in addresses]

"""One row of everything that a conference can hold, and the admin addresses of rows."""

from dataclasses import dataclass

from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from accounts.models import Mailing, OutgoingMail
from conference.models import Change, Conference, ImportRun, Series, SourceRecord
from tests import factories


@dataclass(frozen=True)
class Holdings:
    """Rows that stand in a list of the admin, and belong to one conference or are used by it alone."""

    rows: tuple[Model, ...]

    def one(self, model: type[Model]) -> Model:
        return next(row for row in self.rows if type(row) is model)


def holdings(conference: Conference) -> Holdings:
    """Its lecture is a draft, so that what it uses alone is nobody else's to see."""
    name = conference.slug
    track = factories.TrackFactory(conference=conference)
    publication = factories.PublicationFactory(title=f"Paper of {name}")
    lecture = factories.LectureFactory(
        conference=conference, track=track, publication=publication, state="draft", title=f"Secret of {name}"
    )
    keyword = factories.KeywordFactory(name=f"keyword of {name}")
    lecture.keywords.add(keyword)
    person = factories.PersonFactory(family=f"Velo of {name}")
    factories.AuthorshipFactory(lecture=lecture, person=person)
    factories.PersonEmailFactory(person=person, email=f"velo@{name}.example")
    session = factories.SessionFactory(conference=conference, track=track)
    factories.SlotFactory(session=session, lecture=lecture)
    material = factories.MaterialFactory(lecture=lecture)
    ticket = factories.TicketTypeFactory(conference=conference, code="holder", name="Holder")
    registration = factories.RegistrationFactory(
        conference=conference, email=f"holder@{name}.example", ticket_type=ticket
    )
    organizer = factories.OrganizerFactory(conference=conference)
    page = factories.PageFactory(conference=conference)
    factories.WelcomeMessageFactory(conference=conference)
    factories.AccessRuleFactory(conference=conference, subject="live", audience="registered")
    now = timezone.now()
    record = SourceRecord.objects.create(
        conference=conference,
        source="anthology",
        external_id=name,
        thing="lecture",
        lecture=lecture,
        seen_at=now,
    )
    run = ImportRun.objects.create(
        conference=conference,
        source="registrations",
        filename=f"{name}.csv",
        content=b"Email\r\na@b.example\r\n",
    )
    mailing = Mailing.objects.create(conference=conference, subject=f"Welcome to {name}", body="Come.")
    mail = OutgoingMail.objects.create(
        conference=conference,
        mailing=mailing,
        recipient=f"holder@{name}.example",
        subject=f"Welcome to {name}",
        text=f"Come to {name}.",
        message_id=f"<1@{name}.example>",
        due_at=now,
        state_changed_at=now,
        state="failed",
    )
    change = Change.objects.get(subject="registration", thing_id=registration.pk)
    return Holdings(
        (
            conference, track, publication, lecture, keyword, person, session, material, ticket, registration,
            organizer, page, record, run, mailing, mail, change,
        )
    )  # fmt: skip


def series() -> Series:
    return Series.objects.create(acronym="HALL")


def admin_url(row: Model | type[Model], action: str) -> str:
    """`changelist` and `add` need no row."""
    args = [row.pk] if isinstance(row, Model) and action not in {"changelist", "add"} else []
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{action}", args=args)


def logged(row: Model) -> list[str]:
    """What the row's history says of changes, newest first."""
    entries = LogEntry.objects.filter(object_id=str(row.pk), content_type__model=row._meta.model_name)
    return [entry.change_message for entry in entries.filter(action_flag=CHANGE).order_by("-pk")]

"""The database itself refuses what must never be: each constraint is tried with the row that breaks it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, models, transaction

from conference.models import (
    Authorship,
    BatchFile,
    Conference,
    FileBatch,
    Lecture,
    OldSlug,
    SimilarLecture,
    Slot,
)
from tests import factories

pytestmark = pytest.mark.django_db
NINE = datetime(2025, 7, 29, 9, 0, tzinfo=UTC)


def other_track() -> None:
    factories.LectureFactory(track=factories.TrackFactory(), indexed=False)


def other_session() -> None:
    session = factories.SessionFactory()
    lecture = factories.LectureFactory(indexed=False)
    Slot.objects.create(conference=lecture.conference, session=session, lecture=lecture)


def other_lecture() -> None:
    session = factories.SessionFactory()
    Slot.objects.create(
        conference=session.conference, session=session, lecture=factories.LectureFactory(indexed=False)
    )


def twice_on_a_board() -> None:
    slot = factories.SlotFactory(board="P1-01")
    factories.SlotFactory(session=slot.session, board="P1-01")


def keyword_of_two_things() -> None:
    OldSlug.objects.create(
        slug="x", conference=factories.ConferenceFactory(), keyword=factories.KeywordFactory()
    )


def similar_to_itself() -> None:
    lecture = factories.LectureFactory(indexed=False)
    SimilarLecture.objects.create(lecture=lecture, other=lecture, score=1)


def address_not_normal() -> None:
    authorship = factories.AuthorshipFactory()
    Authorship.objects.filter(pk=authorship.pk).update(email=models.Value("Ana@Lareva.example"))


def taken_for_oneself() -> None:
    person = factories.PersonFactory()
    factories.AuthorshipFactory(person=person, taken_for=person)


def kept_file_without_a_place() -> None:
    batch = FileBatch.objects.create(conference=factories.ConferenceFactory())
    BatchFile.objects.create(batch=batch, name="17.pdf", kind="paper", file="a", verdict="new")


def record_of_no(thing: str) -> Callable[[], object]:
    return lambda: factories.SourceRecordFactory(thing=thing)


BROKEN: dict[str, Callable[[], object]] = {
    "conference_ends_after_start": lambda: factories.ConferenceFactory(
        starts_on=date(2025, 8, 1), ends_on=date(2025, 7, 1)
    ),
    "session_ends_after_start": lambda: factories.SessionFactory(starts_at=NINE, ends_at=NINE),
    "slot_ends_after_start": lambda: factories.SlotFactory(starts_at=NINE, ends_at=NINE),
    "slot_has_lecture_or_title": lambda: factories.SlotFactory(lecture=None, title=""),
    "slot_board_once": twice_on_a_board,
    "material_file_or_link": lambda: factories.MaterialFactory(file="a.pdf", url="https://example.org/a.pdf"),
    "material_ready_has_content": lambda: factories.MaterialFactory(file="", url=""),
    "batch_file_that_is_kept_has_its_place": kept_file_without_a_place,
    "publication_doi_not_empty": lambda: factories.PublicationFactory(doi=""),
    "person_orcid_form": lambda: factories.PersonFactory(orcid="0000-0000"),
    "person_named": lambda: factories.PersonFactory(name=""),
    "authorship_email_normal": address_not_normal,
    "authorship_not_taken_for_itself": taken_for_oneself,
    "old_slug_of_one_thing": keyword_of_two_things,
    "similar_never_itself": similar_to_itself,
    "source_record_of_lecture": record_of_no("lecture"),
    "source_record_of_session": record_of_no("session"),
    "source_record_of_message": record_of_no("message"),
    "rule_closes_after_opening": lambda: factories.AccessRuleFactory(
        subject="inside", audience="everyone", opens_at=NINE, closes_at=NINE
    ),
    "conference_lecture_track_id_same_conference": other_track,
    "conference_slot_session_id_same_conference": other_session,
    "conference_slot_lecture_id_same_conference": other_lecture,
    "conference_session_track_id_same_conference": lambda: factories.SessionFactory(
        track=factories.TrackFactory()
    ),
    "accounts_registration_ticket_type_id_same_conference": lambda: factories.RegistrationFactory(
        ticket_type=factories.TicketTypeFactory()
    ),
}


def write(broken: Callable[[], object]) -> None:
    with transaction.atomic():
        broken()
        connection.check_constraints()  # the deferred ones too


@pytest.mark.parametrize("name", BROKEN)
def test_the_database_refuses(name: str) -> None:
    with pytest.raises(IntegrityError, match=name):
        write(BROKEN[name])


def test_every_check_constraint_of_the_domain_is_tried() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("conference").get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, models.CheckConstraint)
    }
    assert len(named) > 10
    assert named - set(BROKEN) == set()


@pytest.mark.parametrize("zone", ["Nowhere/X", "GMT", "PST", "EST5EDT", "Etc/GMT+2", ""])
def test_a_vague_time_zone_is_refused(zone: str) -> None:
    conference = factories.ConferenceFactory()
    conference.time_zone = zone
    with pytest.raises(ValidationError) as caught:
        conference.full_clean()
    assert list(caught.value.message_dict) == ["time_zone"]


@pytest.mark.parametrize("zone", ["Europe/Kyiv", "Europe/Kiev", "Asia/Singapore", "America/Toronto", "UTC"])
def test_a_time_zone_of_the_iana_list_is_taken(zone: str) -> None:
    conference = factories.ConferenceFactory(time_zone=zone)
    conference.full_clean()
    assert Conference.objects.get().time_zone == zone


def test_a_slug_that_another_conference_had_is_refused() -> None:
    OldSlug.objects.create(slug="acl-2025", conference=factories.ConferenceFactory())
    newcomer = factories.ConferenceFactory.build(slug="acl-2025")
    with pytest.raises(ValidationError, match="its old address must lead there"):
        newcomer.clean()


@pytest.mark.parametrize(
    ("city", "country", "place"),
    [
        ("Vienna", "AT", "Vienna, Austria"),
        ("Singapore", "SG", "Singapore"),
        ("", "CA", "Canada"),
        ("Online", "", "Online"),
    ],
)
def test_place_names_city_and_country_once(city: str, country: str, place: str) -> None:
    assert factories.ConferenceFactory.build(city=city, country=country).place == place


def test_stage_goes_by_the_calendar_of_the_place() -> None:
    conference = factories.ConferenceFactory.build(
        starts_on=date(2025, 7, 27), ends_on=date(2025, 8, 1), time_zone="Europe/Vienna"
    )
    moments = [
        datetime(2025, 7, 26, 21, 59, tzinfo=UTC),
        datetime(2025, 7, 26, 22, 0, tzinfo=UTC),
        datetime(2025, 8, 1, 21, 59, tzinfo=UTC),
        datetime(2025, 8, 1, 22, 0, tzinfo=UTC),
    ]
    assert [conference.stage(moment) for moment in moments] == ["before", "during", "during", "after"]


def test_messages_are_rendered_at_save() -> None:
    message = factories.WelcomeMessageFactory(body="Welcome, **all**: $x^2$.")
    assert message.body_html.startswith("<p>Welcome, <strong>all</strong>:")
    message.body = "Adieu."
    message.save(update_fields=["body"])
    message.refresh_from_db()
    assert message.body_html.strip() == "<p>Adieu.</p>"


def test_a_slot_ends_after_it_starts_also_where_its_session_says_when() -> None:
    slot = factories.SlotFactory(session__starts_at=NINE, session__ends_at=NINE + timedelta(hours=1))
    slot.clean()
    for times in ({"ends_at": NINE - timedelta(minutes=5)}, {"starts_at": NINE + timedelta(hours=2)}):
        with pytest.raises(ValidationError, match="ends before it starts"):
            Slot(session=slot.session, conference=slot.conference, title="Break", **times).clean()


def test_a_lecture_names_its_title_as_text() -> None:
    lecture = factories.LectureFactory(title=r"Rotation by 45$^{\circ}$ in Parsing")
    assert str(Lecture.objects.get(pk=lecture.pk)) == "Rotation by 45° in Parsing"

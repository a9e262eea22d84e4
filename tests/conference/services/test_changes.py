"""The change log: what changed, from what to what, by whom and how, whichever way it was written."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import Model

from accounts.models import Registration
from accounts.services.registrations import register
from conference.models import Change, Conference, ImportRun, Lecture, Track
from conference.services import index
from conference.services.changes import caused
from conference.services.imports.runs import import_at_once, undo_import
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url
from tests.conference.admin.forms import filled
from tests.conference.services.program_files import author, importer_of, paper, reading

pytestmark = pytest.mark.django_db

type Told = tuple[str, str, str, str, str]


def log_of(thing: Model) -> list[Told]:
    """Oldest first: action, field, old, new, cause."""
    rows = Change.objects.filter(subject=thing._meta.model_name, thing_id=thing.pk).order_by("pk")
    return list(rows.values_list("action", "field", "old", "new", "cause"))


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(acronym="HALL 2025")


def test_what_is_made_is_one_row_with_its_name(hall: Conference) -> None:
    lecture = factories.LectureFactory(conference=hall, title="On *tags*")
    assert log_of(hall) == [("added", "", "", "HALL 2025", "command")]
    assert log_of(lecture) == [("added", "", "", "On *tags*", "command")]
    said: set[Any] = set(Change.objects.values_list("conference", "actor", "run"))
    assert said == {(hall.pk, None, None)}


def test_each_field_is_logged_with_names_in_place_of_numbers(hall: Conference) -> None:
    lecture = factories.LectureFactory(conference=hall, title="Old", position=1)
    track = factories.TrackFactory(conference=hall, name="Speech")
    Lecture.objects.filter(pk=lecture.pk).update(title="New", position=2, track=track)
    Track.objects.all().delete()
    assert log_of(lecture)[1:] == [
        ("changed", "track_id", "", "Speech", "command"),
        ("changed", "title", "Old", "New", "command"),
        ("changed", "position", "1", "2", "command"),
        ("changed", "track_id", "Speech", "", "command"),
    ]


def test_bulk_writes_and_plain_sql_are_seen(hall: Conference) -> None:
    one, two = (factories.RegistrationFactory(conference=hall, email=f"{n}@example.org") for n in "ab")
    one.name, two.name = "Ana", "Bo"
    Registration.objects.bulk_update([one, two], ["name"])
    Registration.objects.bulk_create(
        [Registration(conference=hall, email="a@example.org", name="Anna"), Registration(conference=hall, email="c@example.org")],
        update_conflicts=True,
        unique_fields=["conference", "email"],
        update_fields=["name"],
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_registration SET country = 'AT' WHERE id = %s", [two.pk])
    assert log_of(one) == [
        ("added", "", "", "a@example.org", "command"),
        ("changed", "name", "", "Ana", "command"),
        ("changed", "name", "Ana", "Anna", "command"),
    ]
    assert log_of(two)[1:] == [
        ("changed", "name", "", "Bo", "command"),
        ("changed", "country", "", "AT", "command"),
    ]
    assert log_of(Registration.objects.get(email="c@example.org")) == [
        ("added", "", "", "c@example.org", "command")
    ]


def test_authors_and_keywords_are_logged_as_text_once_they_have_changed(hall: Conference) -> None:
    lecture = factories.LectureFactory(conference=hall, indexed=False)
    ana = factories.AuthorshipFactory(lecture=lecture, person__name="Ana Velo", position=0)
    lecture.keywords.add(factories.KeywordFactory(name="parsing"))
    index.refresh([lecture.pk])
    assert len(log_of(lecture)) == 1
    factories.AuthorshipFactory(lecture=lecture, person__name="Bo Lio", position=1)
    ana.delete()
    lecture.keywords.add(factories.KeywordFactory(name="speech"))
    index.refresh([lecture.pk])
    index.refresh([lecture.pk])
    assert log_of(lecture)[1:] == [
        ("changed", "authors_text", "Ana Velo", "Bo Lio", "command"),
        ("changed", "keywords_text", "parsing", "parsing, speech", "command"),
    ]


def test_what_writes_the_same_or_only_derives_is_no_change(hall: Conference) -> None:
    lecture = factories.LectureFactory(conference=hall)
    lecture.save()
    hall.save()
    index.refresh([lecture.pk])
    Lecture.objects.update(slug="other", renderer_version=0, has_video=True)
    assert (len(log_of(lecture)), len(log_of(hall))) == (1, 1)


def test_a_form_and_a_list_action_of_the_admin_say_who(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, title="The first")
    client, url = cast.client("organizer"), admin_url(lecture, "change")
    client.post(url, filled(client, url) | {"title": "Renamed"})
    client.post(admin_url(Lecture, "changelist"), {"action": "withdraw", "_selected_action": [lecture.pk]})
    assert log_of(lecture)[1:] == [
        ("changed", "title", "The first", "Renamed", "hand"),
        ("changed", "state", "published", "withdrawn", "hand"),
    ]
    by_hand = Change.objects.filter(cause="hand")
    said: set[Any] = set(by_hand.values_list("actor", "conference", "run"))
    assert said == {(cast.organizer.pk, cast.hall.pk, None)}


def test_an_import_and_its_undoing_name_the_import(cast: Cast) -> None:
    def imported(*records: Any) -> ImportRun:
        what = importer_of(reading(*records))
        return import_at_once(
            conference=cast.hall, importer=what, filename="f", content=b"x", actor=cast.organizer
        )

    ana = author("Ana Velo")
    first = imported(paper(1, title="One", authors=(ana,), keywords=("parsing",)))
    second = imported(paper(1, title="Two", authors=(ana, author("Bo Lio")), keywords=("speech",)))
    lecture = Lecture.objects.get(title="Two")
    undo_import(run=second, importer=importer_of(reading()), actor=cast.administrator)
    assert log_of(lecture) == [
        ("added", "", "", "One", "import"),
        ("changed", "title", "One", "Two", "import"),
        ("changed", "authors_text", "Ana Velo", "Ana Velo, Bo Lio", "import"),
        ("changed", "keywords_text", "parsing", "speech", "import"),
        ("changed", "title", "Two", "One", "undo"),
        ("changed", "authors_text", "Ana Velo, Bo Lio", "Ana Velo", "undo"),
        ("changed", "keywords_text", "speech", "parsing", "undo"),
    ]
    said = Change.objects.filter(thing_id=lecture.pk, subject="lecture").order_by("run", "cause")
    assert list(said.values_list("run", "cause", "actor").distinct()) == [
        (first.pk, "import", cast.organizer.pk),
        (second.pk, "import", cast.organizer.pk),
        (second.pk, "undo", cast.administrator.pk),
    ]


def test_a_text_that_looks_like_a_cause_is_none(cast: Cast) -> None:
    lecture = Lecture.objects.get(conference=cast.hall)
    with caused(Change.Cause.HAND, actor_id=cast.organizer.pk):
        Lecture.objects.filter(pk=lecture.pk).update(title=f"/* by {cast.administrator.pk}, import 1 */ x")
    Lecture.objects.filter(pk=lecture.pk).update(title=f"/* by {cast.administrator.pk}, import 1 */ y")
    assert list(Change.objects.filter(field="title").order_by("pk").values_list("cause", "actor")) == [
        ("hand", cast.organizer.pk),
        ("command", None),
    ]


def test_a_deleted_registration_leaves_the_fact_and_no_address(cast: Cast) -> None:
    registration = register(conference=cast.hall, email="nevi@example.org", name="Nevi", actor=cast.organizer)
    Registration.objects.filter(pk=registration.pk).update(email="new@example.org")
    client = cast.client("organizer")
    client.post(admin_url(registration, "delete"), {"post": "yes"})
    assert log_of(registration) == [("deleted", "", "", "", "hand")]
    assert not Change.objects.filter(old__contains="nevi").exists()
    assert not LogEntry.objects.filter(object_repr__contains="example.org").exists()


def test_a_deleted_lecture_leaves_its_title(hall: Conference) -> None:
    lecture = factories.LectureFactory(conference=hall, title="Gone")
    lecture_id = lecture.pk
    lecture.delete()
    lecture.pk = lecture_id
    assert log_of(lecture)[1:] == [("deleted", "", "Gone", "", "command")]


def test_a_deleted_conference_takes_its_log_along(cast: Cast) -> None:
    number = cast.annex.pk
    assert Change.objects.filter(conference=number).count() == 2
    cast.client("administrator").post(admin_url(cast.annex, "delete"), {"post": "yes"})
    assert not Change.objects.filter(conference=number).exists()
    left = Change.objects.filter(conference=None)
    assert list(left.values_list("subject", "thing_id", "old", "actor")) == [
        ("conference", number, "ANNEX 2025", cast.administrator.pk)
    ]


# What tells nothing: addresses that are made of titles, moments, what follows from a status.
UNTOLD = {
    "conference": set(),
    "lecture": {"conference_id", "slug", "authors_text", "keywords_text"},
    "registration": {"conference_id"},
}


@pytest.mark.parametrize("model", [Conference, Lecture, Registration])
def test_every_column_that_people_write_is_logged(model: type[Model]) -> None:
    name = str(model._meta.model_name)
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [f"log_changed_{name}"])
        logged = set(re.findall(r"\('(\w+)', was", cursor.fetchone()[0]))
    written = {
        str(field.column) for field in model._meta.concrete_fields if field.editable and not field.primary_key
    }
    assert logged ^ written == UNTOLD[name]

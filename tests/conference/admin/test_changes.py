"""The pages of the change log: a list of each conference, and the history of each thing."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Organizer, Registration, User
from conference.admin.changes.differences import Difference, difference
from conference.models import Change, Lecture, Person
from conference.services.changes import caused
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url


@pytest.fixture
def lecture(cast: Cast) -> Lecture:
    """Of hall, retitled by Olga."""
    made: Lecture = factories.LectureFactory(conference=cast.hall, title="Old title")
    with caused(Change.Cause.HAND, actor_id=cast.organizer.pk):
        Lecture.objects.filter(pk=made.pk).update(title="New title", title_text="New title")
    return made


def rows(cast: Cast, name: str, url: str, **query: Any) -> list[tuple[str, ...]]:
    """Who, how, what, field, from and to, as the list shows them."""
    found = cast.client(name).get(url, query).context["cl"].result_list
    return [
        (row.told.who, row.told.how, row.told.thing, row.told.field, row.told.difference.removed, row.told.difference.added)
        for row in found
    ]  # fmt: skip


LIST = reverse("admin:conference_change_changelist")


def test_the_list_tells_newest_first_who_changed_what(cast: Cast, lecture: Lecture) -> None:
    found = rows(cast, "organizer", LIST, subject__exact="lecture")
    assert found[:2] == [
        ("Olga", "by hand", "lecture New title", "Title", "Old title", "New title"),
        ("—", "command", "lecture New title", "added", "", "Old title"),
    ]
    page = cast.client("organizer").get(LIST).text
    assert "<del>Old title</del> → <ins>New title</ins>" in page
    assert f'<a href="{admin_url(lecture, "change")}">lecture New title</a>' in page


def test_filters_take_who_kind_cause_and_conference(cast: Cast, lecture: Lecture) -> None:
    Lecture.objects.filter(pk=lecture.pk).update(state="withdrawn")
    by_olga = rows(cast, "administrator", LIST, actor=cast.organizer.pk)
    assert [row[3] for row in by_olga] == ["Title"]
    assert by_olga == rows(cast, "administrator", LIST, cause__exact="hand")
    withdrawn = rows(cast, "administrator", LIST, subject__exact="lecture", cause__exact="command")[0]
    assert withdrawn[3:] == ("State", "published", "withdrawn")
    annex = rows(cast, "administrator", LIST, conference__id__exact=cast.annex.pk)
    assert {row[2] for row in annex} == {"conference ANNEX 2025", "registration sten@example.org"}


@pytest.mark.parametrize(
    ("role", "subjects"),
    [
        ("owner", {"conference", "lecture", "registration"}),
        ("registrations", {"conference", "lecture", "registration"}),
        ("viewer", {"conference", "lecture"}),
    ],
)
def test_changes_of_registrations_are_for_those_who_see_addresses(
    cast: Cast, role: str, subjects: set[str]
) -> None:
    Organizer.objects.filter(user=cast.organizer).update(role=role)
    client = cast.client("organizer")
    found = client.get(LIST).context["cl"].result_list
    assert {(row.conference, row.subject) for row in found} == {(cast.hall, one) for one in subjects}
    change = Change.objects.filter(conference=cast.hall, subject="registration")[0]
    status = client.get(admin_url(change, "change")).status_code
    assert status == (200 if "registration" in subjects else 404)
    registration = Registration.objects.filter(conference=cast.hall)[0]
    assert client.get(admin_url(registration, "history")).status_code == status


def test_a_name_is_told_and_an_address_only_to_those_who_may_see_it(cast: Cast, lecture: Lecture) -> None:
    User.objects.filter(pk=cast.organizer.pk).update(name="")
    assert rows(cast, "organizer", LIST, cause__exact="hand")[0][0] == "olga@example.org"
    Organizer.objects.create(conference=cast.hall, user=cast.outsider, role="viewer")
    assert rows(cast, "outsider", LIST, cause__exact="hand")[0][0] == "an organizer"
    assert "olga@" not in cast.client("outsider").get(LIST).text
    assert "olga@" not in cast.client("outsider").get(admin_url(lecture, "history")).text


def test_nor_is_an_address_told_by_a_row_of_its_own_or_below_a_history(cast: Cast, lecture: Lecture) -> None:
    User.objects.filter(pk=cast.organizer.pk).update(name="")
    Organizer.objects.create(conference=cast.hall, user=cast.outsider, role="viewer")
    cast.client("organizer").post(
        admin_url(Lecture, "changelist"), {"action": "withdraw", "_selected_action": [lecture.pk]}
    )
    change = Change.objects.filter(subject="lecture", thing_id=lecture.pk)[0]
    for name, told, untold in (
        ("organizer", "olga@example.org</td>", "an organizer</td>"),
        ("outsider", "an organizer</td>", "olga@"),
    ):
        below = cast.client(name).get(admin_url(lecture, "history")).text.split("What was done here")[1]
        assert (told in below, untold in below) == (True, False)
    pages = [cast.client("outsider").get(admin_url(change, action)) for action in ("change", "history")]
    assert [(page.status_code, "olga@" in page.text) for page in pages] == [(200, False), (200, False)]
    assert "<del>published</del> → <ins>withdrawn</ins>" in pages[0].text


def test_the_history_of_somebody_holds_no_private_address(cast: Cast) -> None:
    person = Person.objects.get(name="Pia Sands")
    (email,) = person.emails.all()
    rows = {
        "emails-TOTAL_FORMS": "2", "emails-INITIAL_FORMS": "1", "emails-0-id": email.pk, "emails-0-person": person.pk,
        "emails-0-email": email.email, "emails-0-DELETE": "on", "emails-1-person": person.pk, "emails-1-email": "new@private.example",
        "identifiers-TOTAL_FORMS": "0", "identifiers-INITIAL_FORMS": "0",
    }  # fmt: skip
    cast.client("organizer").post(
        admin_url(person, "change"), {"name": person.name, "given": "Pia", "family": "Sands", **rows}
    )
    assert [one.email for one in person.emails.all()] == ["new@private.example"]
    (entry,) = LogEntry.objects.all()
    assert entry.get_change_message() == (
        "Added private address “Pia Sands”. Deleted private address “Pia Sands”."
    )


def test_addresses_that_histories_held_are_taken_out(cast: Cast) -> None:
    migration = import_module("conference.migrations.0018_no_addresses_in_histories")
    person = Person.objects.get(name="Pia Sands")
    kind = ContentType.objects.get_for_model(Person)
    said = [
        {"added": {"name": "private address", "object": "pia@example.org"}},
        {"changed": {"fields": ["Name"]}},
    ]
    entry = LogEntry.objects.create(
        user=cast.organizer,
        content_type=kind,
        object_id=str(person.pk),
        action_flag=2,
        change_message=json.dumps(said),
    )
    with connection.cursor() as cursor:
        cursor.execute(migration.FORGET)
    entry.refresh_from_db()
    assert entry.get_change_message() == "Added private address “…”. Changed Name."


def test_a_history_shows_each_field_above_what_was_done(cast: Cast, lecture: Lecture) -> None:
    client = cast.client("organizer")
    client.post(admin_url(Lecture, "changelist"), {"action": "withdraw", "_selected_action": [lecture.pk]})
    response = client.get(admin_url(lecture, "history"))
    assert [(one.who, one.how, one.field) for one in response.context["told"]] == [
        ("Olga", "by hand", "State"),
        ("Olga", "by hand", "Title"),
        ("—", "command", "added"),
    ]
    above, below = response.text.split("What was done here")
    assert ("<del>published</del> → <ins>withdrawn</ins>" in above, "State set to withdrawn." in below) == (
        True,
        True,
    )


def test_a_history_is_turned_page_by_page(cast: Cast, lecture: Lecture) -> None:
    for number in range(100):
        Lecture.objects.filter(pk=lecture.pk).update(position=number + 1000)
    client, url = cast.client("organizer"), admin_url(lecture, "history")
    first, second = (client.get(url, {"changes": page}).context["told"] for page in (1, 2))
    assert (len(first), first[0].difference.added, [one.field for one in second]) == (
        100,
        "1099",
        ["Title", "added"],
    )


def test_an_import_is_linked_for_those_who_may_open_it(cast: Cast, lecture: Lecture) -> None:
    from conference.models import ImportRun  # noqa: PLC0415

    run = ImportRun.objects.create(conference=cast.hall, source="registrations", filename="f", content=b"x")
    with caused(Change.Cause.IMPORT, actor_id=None, run_id=run.pk):
        factories.RegistrationFactory(conference=cast.hall, email="new@example.org")
    page = cast.client("organizer").get(LIST).text
    assert f'<a href="{admin_url(run, "change")}">import {run.pk}</a>' in page


def counted(cast: Cast, url: str) -> int:
    client = cast.client("organizer")
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def test_list_and_histories_cost_the_same_with_one_and_three(cast: Cast, lecture: Lecture) -> None:
    Change.objects.exclude(thing_id=lecture.pk, subject="lecture", action="changed").delete()
    registration = factories.RegistrationFactory(conference=cast.hall)
    type(cast.hall).objects.filter(pk=cast.hall.pk).update(city="Linz")
    urls = [LIST, *(admin_url(thing, "history") for thing in (lecture, registration, cast.hall))]
    few = [counted(cast, url) for url in urls]
    for number in (1, 2):
        other = factories.LectureFactory(conference=cast.hall)
        factories.RegistrationFactory(conference=cast.hall)
        Lecture.objects.filter(pk__in=[lecture.pk, other.pk]).update(position=number + 1000)
        Registration.objects.filter(pk=registration.pk).update(name=f"Nevi {number}")
        type(cast.hall).objects.filter(pk=cast.hall.pk).update(venue=f"Hall {number}")
    assert (few, [counted(cast, url) for url in urls]) == ([12, 10, 10, 9], [12, 10, 10, 9])


def test_the_front_page_leads_to_the_list(cast: Cast) -> None:
    page = cast.client("organizer").get(reverse("admin:conference-overview", args=[cast.hall.pk])).text
    assert f'href="{LIST}?conference__id__exact={cast.hall.pk}">Changes</a>' in page


LONG = "We measure " + "very " * 30 + "long things."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("poster", "oral", Difference("poster", "oral")),
        ("", "x" * 500, Difference("", "x" * 400 + "…")),
        (
            LONG,
            LONG.replace("long", "short"),
            Difference("long ", "short ", "…very very very very very very very ", "things."),
        ),
        (
            LONG,
            LONG + " Indeed.",
            Difference("things.", "things. Indeed.", "…very very very very very very long "),
        ),
        ("a" * 90, "", Difference("a" * 90, "")),
    ],
)
def test_long_texts_show_what_differs_with_some_words_around(
    old: str, new: str, expected: Difference
) -> None:
    assert difference(old, new) == expected

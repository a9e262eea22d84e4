"""Actions on many rows, beyond the page that the list shows: all are done, counted, and cost as much as a few."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Organizer, OutgoingMail, Registration, TicketType
from conference.models import Conference, Keyword, Lecture, Material, Person, Session, Track
from conference.services.staleness import stale
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url, holdings


def choose_all(client: Client, model: type[Model], action: str, **data: Any) -> Any:
    """As a browser does once all rows of the list are chosen, not only those on its page."""
    one = model._default_manager.values_list("pk", flat=True).first()
    chosen = {"action": action, "select_across": "1", "_selected_action": [one]}
    return client.post(admin_url(model, "changelist"), chosen | data)


def said(client: Client, model: type[Model]) -> list[str]:
    return [str(message) for message in client.get(admin_url(model, "changelist")).context["messages"]]


def lectures(hall: Conference, count: int) -> None:
    Lecture.objects.bulk_create(
        Lecture(conference=hall, title=f"Deep {n}", state="draft") for n in range(count)
    )


def registrations(hall: Conference, count: int) -> None:
    Registration.objects.bulk_create(
        Registration(conference=hall, email=f"many{n}@example.org") for n in range(count)
    )


def materials(hall: Conference, count: int) -> None:
    lectures(hall, count)
    Material.objects.bulk_create(
        Material(lecture=lecture, kind="slides", url="https://files.example.org/a", state="submitted")
        for lecture in Lecture.objects.filter(title__startswith="Deep")
    )


def test_all_lectures_are_published_beyond_the_page(cast: Cast) -> None:
    lectures(cast.hall, 120)
    client = cast.client("organizer")
    choose_all(client, Lecture, "publish")
    assert said(client, Lecture) == ["120 changed. 1 skipped: they were so already."]
    assert Lecture.objects.filter(conference=cast.hall, state="published").count() == 121


def test_all_registrations_are_cancelled_but_those_at_other_conferences(cast: Cast) -> None:
    registrations(cast.hall, 120)
    client = cast.client("organizer")
    choose_all(client, Registration, "cancel")
    assert said(client, Registration) == ["122 changed. 1 skipped: they were so already."]
    assert list(Registration.objects.filter(status="confirmed").values_list("email", flat=True)) == [
        "sten@example.org"
    ]


def test_all_materials_are_opened_and_nothing_is_stale(cast: Cast) -> None:
    materials(cast.hall, 60)
    Lecture.objects.filter(title="Deep 7").update(transcript_text="what was said once")
    client = cast.client("organizer")
    choose_all(client, Material, "open")
    assert said(client, Material) == ["60 changed."]
    assert Lecture.objects.filter(has_slides=True).count() == 60
    assert Lecture.objects.get(title="Deep 7").transcript_text == ""
    flags = {"has_video", "has_slides", "has_poster", "transcript_text"}
    assert {pk for pk, columns in stale() if flags & set(columns)} == set()


def test_all_mails_are_exported(cast: Cast) -> None:
    mail = holdings(cast.hall).one(OutgoingMail)
    rows = OutgoingMail.objects.filter(pk=mail.pk).values().get() | {"id": None, "mailing_id": None}
    OutgoingMail.objects.bulk_create(OutgoingMail(**rows | {"message_id": f"<{n}@x>"}) for n in range(120))
    answer = choose_all(cast.client("organizer"), OutgoingMail, "export")
    assert len(answer.text.splitlines()) == 122


def test_deleting_all_asks_once_names_some_and_sends_no_list_of_ids_back(cast: Cast) -> None:
    registrations(cast.hall, 120)
    client = cast.client("organizer")
    page = choose_all(client, Registration, "delete_selected")
    assert page.context["title"] == "Delete 123 registrations?"
    assert (page.text.count("@example.org</li>"), "and 73 more" in page.text) == (50, True)
    assert page.text.count('name="_selected_action"') == 1
    choose_all(client, Registration, "delete_selected", count="123")
    assert said(client, Registration) == ["123 deleted."]
    assert list(Registration.objects.values_list("email", flat=True)) == ["sten@example.org"]


def test_a_list_that_changed_since_it_was_counted_is_shown_once_more(cast: Cast) -> None:
    client = cast.client("organizer")
    registrations(cast.hall, 1)
    page = choose_all(client, Registration, "delete_selected", count="3")
    assert page.context["title"] == "Delete 4 registrations?"
    assert [str(one) for one in page.context["messages"]] == [
        "The list has changed since you looked at it. Look once more."
    ]
    assert Registration.objects.filter(conference=cast.hall).count() == 4


def test_the_filter_of_the_list_holds_for_all(cast: Cast) -> None:
    lectures(cast.hall, 60)
    client = cast.client("organizer")
    url = admin_url(Lecture, "changelist") + "?state__exact=draft"
    one = Lecture.objects.filter(title="Deep 0").values_list("pk", flat=True)
    client.post(
        url, {"action": "delete_selected", "select_across": "1", "_selected_action": one, "count": "60"}
    )
    assert said(client, Lecture) == ["60 deleted."]
    assert list(Lecture.objects.values_list("title", flat=True)) == ["The first lecture"]


def test_what_something_else_needs_stays_and_is_counted(cast: Cast) -> None:
    for _number in range(3):
        factories.PersonFactory()
    client = cast.client("administrator")
    page = choose_all(client, Person, "delete_selected")
    assert "1 is left out: something else needs it." in page.text
    choose_all(client, Person, "delete_selected", count="3")
    assert said(client, Person) == ["3 deleted. 1 skipped: something else needs them."]
    assert list(Person.objects.values_list("name", flat=True)) == ["Pia Sands"]


def test_where_nothing_may_go_it_is_said_at_once(cast: Cast) -> None:
    Organizer.objects.create(user=cast.outsider, conference=cast.hall, role="viewer")
    client = cast.client("outsider")
    data = {"action": "delete_selected", "_selected_action": [Lecture.objects.get(conference=cast.hall).pk]}
    client.post(admin_url(Lecture, "changelist"), data)
    assert said(client, Lecture) == ["0 deleted. 1 skipped: you may not delete them."]
    assert Lecture.objects.count() == 1


def test_the_confirmation_counts_what_goes_along(cast: Cast) -> None:
    held = holdings(cast.hall)
    data = {"action": "delete_selected", "_selected_action": [held.one(Lecture).pk]}
    page = cast.client("organizer").post(admin_url(Lecture, "changelist"), data)
    assert dict(page.context["along"]) == {
        "authorships": 1,
        "materials": 1,
        "slots": 1,
        "source records": 1,
        "lecture-keyword relationships": 1,
    }


ACTIONS: list[tuple[type[Model], str, Callable[[Conference, int], None]]] = [
    (Lecture, "publish", lectures),
    (Lecture, "withdraw", lectures),
    (Lecture, "delete_selected", lectures),
    (Registration, "cancel", registrations),
    (Registration, "delete_selected", registrations),
    (Material, "open", materials),
    (Material, "withhold", materials),
    (Material, "delete_selected", materials),
]


@pytest.mark.parametrize(("model", "action", "make"), ACTIONS)
def test_many_cost_as_many_queries_as_few(
    cast: Cast, model: type[Model], action: str, make: Callable[[Conference, int], None]
) -> None:
    client, counts = cast.client("organizer"), []
    client.get("/admin/")
    ContentType.objects.get_for_model(model)  # which a process asks for once
    for number in (3, 60):
        Registration.objects.filter(conference=cast.hall).delete()
        Lecture.objects.all().delete()
        make(cast.hall, number)
        with CaptureQueriesContext(connection) as queries:
            choose_all(client, model, action, count=str(number))
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 45


@pytest.mark.parametrize("model", [Keyword, TicketType, Track, Session])
def test_every_list_asks_before_it_deletes(cast: Cast, model: type[Model]) -> None:
    row = holdings(cast.hall).one(model)
    data = {"action": "delete_selected", "_selected_action": [row.pk]}
    client = cast.client("organizer")
    page = client.post(admin_url(model, "changelist"), data)
    assert (page.context["names"], f'name="_selected_action" value="{row.pk}"' in page.text) == (
        [str(row)],
        True,
    )
    client.post(admin_url(model, "changelist"), data | {"count": "1"})
    assert said(client, model) == ["1 deleted."]
    assert not model._default_manager.filter(pk=row.pk).exists()

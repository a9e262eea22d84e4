"""The page of exports: what each role may take along, and what the files are called."""

import io
from datetime import UTC, datetime
from typing import Any
from zipfile import ZipFile

import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Organizer
from conference.exports.formats import EXPORTS
from conference.models import Conference, Lecture
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import holdings

REGISTRATIONS = {"registrations-csv", "registrations-xlsx"}


def page(conference: Conference) -> str:
    return reverse("admin:conference-export", args=[conference.pk])


def file(conference: Conference, name: str) -> str:
    return reverse("admin:conference-export-file", args=[conference.pk, name])


def sent(client: Client, conference: Conference, name: str) -> bytes:
    response = answer(client, conference, name)
    assert response.status_code == 200
    return bytes(response.content)


def answer(client: Client, conference: Conference, name: str) -> Any:
    """With the whole file, after which that is closed."""
    response: Any = client.get(file(conference, name))
    if response.streaming:
        content = b"".join(response)
        response = HttpResponse(content, status=response.status_code, headers=response.headers)
    return response


def statuses(cast: Cast, member: str, conference: Conference) -> dict[str, int]:
    client = cast.client(member)
    return {name: answer(client, conference, name).status_code for name in EXPORTS}


def offered(cast: Cast, member: str) -> set[str]:
    rows = cast.client(member).get(page(cast.hall)).context["rows"]
    return {export.name for row in rows for export in row.files}


def test_each_role_is_offered_what_it_gets(cast: Cast) -> None:
    for role in Organizer.Role:
        Organizer.objects.filter(user=cast.organizer).update(role=role)
        answers = statuses(cast, "organizer", cast.hall)
        refused = REGISTRATIONS if role == "viewer" else set()
        assert {name for name, status in answers.items() if status != 200} == refused
        assert {answers[name] for name in refused} <= {403}
        assert offered(cast, "organizer") == set(EXPORTS) - refused
    assert offered(cast, "administrator") == set(EXPORTS)


def test_nobody_exports_another_conference(cast: Cast) -> None:
    for member, status in (("outsider", 404), ("registered", 302), ("visitor", 302)):
        assert statuses(cast, member, cast.hall) == dict.fromkeys(EXPORTS, status)
        assert cast.client(member).get(page(cast.hall)).status_code == status


def test_a_file_that_there_is_not_is_not_found(cast: Cast) -> None:
    assert cast.client("organizer").get(file(cast.hall, "passwords")).status_code == 404


@time_machine.travel(datetime(2025, 7, 28, 23, 30, tzinfo=UTC), tick=False)
def test_files_are_called_by_conference_and_the_day_at_its_place(cast: Cast) -> None:
    client = cast.client("organizer")
    found = {}
    for name in ("lectures-csv", "lectures-xlsx"):
        response = answer(client, cast.hall, name)
        found[name] = (response["Content-Disposition"], response["Content-Type"])
    assert found == {
        "lectures-csv": (
            'attachment; filename="hall-2025-2025-07-29-lectures.csv"',
            "text/csv; charset=utf-8",
        ),
        "lectures-xlsx": (
            'attachment; filename="hall-2025-2025-07-29-lectures.xlsx"',
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
    }


def test_a_file_holds_one_conference_alone(cast: Cast) -> None:
    holdings(cast.hall)
    holdings(cast.annex)
    Lecture.objects.update(state="published")
    client = cast.client("organizer")
    files = {name: unpacked(sent(client, cast.hall, name)).lower() for name in EXPORTS}
    assert [name for name, content in files.items() if b"annex" in content] == []
    assert [name for name, content in files.items() if b"hall-2025" not in content] == []


def unpacked(content: bytes) -> bytes:
    """Also what is in a workbook."""
    if not content.startswith(b"PK"):
        return content
    with ZipFile(io.BytesIO(content)) as book:
        return b"".join(book.read(name) for name in book.namelist())


def test_the_page_is_found_from_the_front_page_and_the_form(cast: Cast) -> None:
    client = cast.client("organizer")
    from_pages = ["admin:conference-overview", "admin:conference_conference_change"]
    links = [
        client.get(reverse(name, args=[cast.hall.pk])).text.count(f'href="{page(cast.hall)}"')
        for name in from_pages
    ]
    assert links == [1, 1]


def queries(client: Client, conference: Conference, name: str) -> int:
    sent(client, conference, name)  # content types and the like are remembered by the process
    with CaptureQueriesContext(connection) as captured:
        sent(client, conference, name)
    return len(captured)


QUERIES = {
    **dict.fromkeys(("lectures-csv", "lectures-xlsx"), 9),
    **dict.fromkeys(("slots-csv", "slots-xlsx", "registrations-csv", "registrations-xlsx"), 6),
    **dict.fromkeys(("schedule-json", "schedule-xml", "miniconf", "platform"), 11),
}


def test_files_cost_the_same_with_one_and_three_of_everything(cast: Cast) -> None:
    Lecture.objects.filter(conference=cast.hall).delete()
    client, found = cast.client("organizer"), []
    for _time in range(3):
        lecture = factories.LectureFactory(conference=cast.hall)
        factories.AuthorshipFactory(lecture=lecture)
        factories.SlotFactory(lecture=lecture, session__conference=cast.hall)
        factories.MaterialFactory(lecture=lecture)
        lecture.keywords.add(factories.KeywordFactory())
        factories.RegistrationFactory(conference=cast.hall)
        found.append({name: queries(client, cast.hall, name) for name in EXPORTS})
    assert found[0] == found[2]
    assert found[0] == QUERIES

"""Presenters send files for their own lectures until a deadline; an organizer opens them to others."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from conference.models import Conference, Lecture, Material
from tests.cast import Cast
from tests.factories import LectureFactory, MaterialFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 50
DEADLINE = datetime(2025, 7, 20, 12, 0, tzinfo=UTC)
BEFORE, AFTER = DEADLINE - timedelta(seconds=1), DEADLINE + timedelta(seconds=1)


@pytest.fixture
def first(cast: Cast) -> Lecture:
    Conference.objects.filter(pk=cast.hall.pk).update(materials_until=DEADLINE)
    return Lecture.objects.get(title="The first lecture")


def address(lecture: Lecture) -> str:
    return reverse("submission", args=[lecture.pk, lecture.slug])


def send(cast: Cast, lecture: Lecture, name: str = "presenter", content: bytes = PNG, **data: Any) -> Any:
    file = SimpleUploadedFile("mine.png", content)
    with time_machine.travel(BEFORE, tick=False):
        return cast.client(name).post(address(lecture), {"kind": "poster", "file": file, **data}, follow=True)


def test_the_page_is_the_presenters_alone(cast: Cast, first: Lecture) -> None:
    with time_machine.travel(BEFORE, tick=False):
        statuses = {name: cast.client(name).get(address(first)).status_code for name in cast.people}
        links = {
            name: address(first) in cast.client(name).get(first.get_absolute_url()).content.decode()
            for name in cast.people
        }
    others = dict.fromkeys(cast.people, 403)
    assert statuses == others | {"visitor": 302, "presenter": 200}
    assert links == dict.fromkeys(cast.people, False) | {"presenter": True}


def test_a_file_waits_and_only_its_people_know_of_it(cast: Cast, first: Lecture) -> None:
    answer = send(cast, first)
    assert [str(one) for one in answer.context["messages"]] == [
        "Thank you. Your file waits for an organizer, who opens it to others."
    ]
    material = Material.objects.get()
    assert (material.state, material.kind, material.filename) == ("submitted", "poster", "mine.png")
    Material.objects.update(access="everyone")
    insiders = {"presenter", "organizer", "administrator"}
    opened, named, told = set(), set(), set()
    for name in cast.people:
        client = cast.client(name)
        response = client.get(material.get_absolute_url())
        if response.status_code == 200:
            b"".join(response)  # which closes its file
            opened.add(name)
        if "waiting for approval" in client.get(first.get_absolute_url()).content.decode():
            named.add(name)
        if client.get(reverse("lecture-json", args=[first.pk, first.slug])).json()["materials"]:
            told.add(name)
    assert (opened, named, told) == (insiders, insiders, insiders)
    first.refresh_from_db()
    assert not first.has_poster


def test_the_next_file_of_a_kind_takes_the_place_of_the_one_that_waits(
    cast: Cast,
    first: Lecture,
    media: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    ready = MaterialFactory(lecture=first, kind="poster")
    with django_capture_on_commit_callbacks(execute=True):
        send(cast, first)
        send(cast, first, content=PNG + b"newer")
    assert {one.state: one.size for one in Material.objects.all()} == {
        "ready": None,
        "submitted": len(PNG) + 5,
    }
    assert (
        Material.objects.filter(pk=ready.pk).count(),
        sum(path.is_file() for path in media.rglob("*")),
    ) == (1, 1)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            b"<html>",
            "mine.png is not one of: PDF, PNG, JPEG, WebP. What a file is called does not count, only what is in it.",
        ),
        (b"", "mine.png is empty: choose the file again."),
    ],
)
def test_what_cannot_be_taken_is_said_beside_the_file(
    cast: Cast, first: Lecture, content: bytes, problem: str
) -> None:
    answer = send(cast, first, content=content)
    assert (answer.context["form"].errors, Material.objects.count()) == ({"file": [problem]}, 0)


@pytest.mark.parametrize("change", ["late", "never", "withdrawn"])
def test_without_time_left_nothing_is_taken(cast: Cast, first: Lecture, change: str) -> None:
    if change == "never":
        Conference.objects.update(materials_until=None)
    if change == "withdrawn":
        Lecture.objects.filter(pk=first.pk).update(state="withdrawn")
    client = cast.client("presenter")
    with time_machine.travel(AFTER if change == "late" else BEFORE, tick=False):
        page = client.get(address(first))
        sent = client.post(address(first), {"kind": "poster", "file": SimpleUploadedFile("a.png", PNG)})
        link = address(first) in client.get(first.get_absolute_url()).content.decode()
    assert (page.status_code, page.context["form"], sent.status_code, link) == (200, None, 403, False)
    assert Material.objects.count() == 0


def test_nobody_sends_for_the_lecture_of_another(cast: Cast, first: Lecture) -> None:
    other = LectureFactory(conference=cast.hall)
    statuses = {
        name: send(cast, other, name).status_code for name in ("registered", "presenter", "organizer")
    }
    assert (statuses, Material.objects.count()) == (
        {"registered": 403, "presenter": 403, "organizer": 403},
        0,
    )


@pytest.mark.parametrize(("action", "state"), [("open", "ready"), ("withhold", "withheld")])
def test_an_organizer_approves_or_withholds_many_and_is_told_how_many(
    cast: Cast, first: Lecture, action: str, state: str
) -> None:
    send(cast, first)
    ready = MaterialFactory(lecture=first, kind="slides", state=state)
    MaterialFactory(lecture=first, kind="video", state="missing", url="")
    url = reverse("admin:conference_material_changelist")
    chosen = list(Material.objects.values_list("pk", flat=True))
    answer = cast.client("organizer").post(url, {"action": action, "_selected_action": chosen}, follow=True)
    assert [str(one) for one in answer.context["messages"]] == [
        "1 changed. 1 skipped: they were so already. 1 skipped: there is neither a file nor a link."
    ]
    assert {one.kind: one.state for one in Material.objects.all()} == {
        "poster": state, "slides": ready.state, "video": "missing",
    }  # fmt: skip
    first.refresh_from_db()
    assert first.has_poster == (state == "ready")

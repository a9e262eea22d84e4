"""Downloads through the gate: files, links, and what stands in the place of both."""

import logging
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http.response import ResponseHeaders
from django.test import Client
from pytest_django import Settings

from conference.models import AccessLevel, Conference, Lecture, Material
from conference.services.materials import store_file
from tests.cast import Cast
from tests.factories import LectureFactory, MaterialFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
CONTENT = b"%PDF-1.7\n" + b"0123456789" * 100


@pytest.fixture
def first(cast: Cast) -> Lecture:
    return Lecture.objects.get(title="The first lecture")


def slides(lecture: Lecture, access: str = "", name: str = "slides.pdf") -> Material:
    return store_file(
        lecture=lecture, kind="slides", upload=ContentFile(CONTENT, name), access=access, actor=None
    )


@dataclass(frozen=True)
class Answer:
    """A response that was read to its end, which closes its file."""

    status: int
    headers: ResponseHeaders
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def ask(client: Client, address: str, method: str = "get", **headers: str) -> Answer:
    response = getattr(client, method)(address, headers=headers)
    content = b"".join(response) if response.streaming else response.content
    return Answer(response.status_code, response.headers, content)


EVERYBODY_IN = {"registered": 200, "presenter": 200, "organizer": 200, "administrator": 200}
STRANGERS_OUT = {"visitor": 401, "cancelled": 401, "stranger": 401, "outsider": 401}
EVERYBODY_OUT = dict.fromkeys([*EVERYBODY_IN, *STRANGERS_OUT], 404)


@pytest.mark.parametrize(
    ("access", "expected"),
    [
        ("", EVERYBODY_IN | STRANGERS_OUT),
        (AccessLevel.EVERYONE, dict.fromkeys([*EVERYBODY_IN, *STRANGERS_OUT], 200)),
        (AccessLevel.ORGANIZERS, EVERYBODY_IN | STRANGERS_OUT | {"registered": 403}),
    ],
)
def test_a_file_opens_for_those_who_may(
    cast: Cast, first: Lecture, access: str, expected: dict[str, int]
) -> None:
    address = slides(first, access).get_absolute_url()
    assert {name: ask(cast.client(name), address).status for name in cast.people} == expected


def test_the_same_holds_for_a_link_whose_target_nobody_else_learns(cast: Cast, first: Lecture) -> None:
    material = MaterialFactory(lecture=first, url="https://films.example/secret")
    answers = {name: ask(cast.client(name), material.get_absolute_url()) for name in cast.people}
    assert {name: answer.status for name, answer in answers.items()} == dict.fromkeys(
        EVERYBODY_IN, 302
    ) | STRANGERS_OUT
    assert {answers[name].headers["Location"] for name in EVERYBODY_IN} == {"https://films.example/secret"}
    assert [name for name in STRANGERS_OUT if "films.example" in answers[name].text] == []


def test_the_gate_stands_in_the_files_place_and_leads_back_to_it(cast: Cast, first: Lecture) -> None:
    address = slides(first).get_absolute_url()
    response = ask(cast.client("visitor"), address)
    assert (response.headers["WWW-Authenticate"], response.headers["Cache-Control"]) == (
        'Code realm="HALL 2025"',
        "no-store",
    )
    assert response.text.count(f'name="next" value="{address}"') == 1


@pytest.mark.parametrize(
    ("change", "insiders"),
    [
        ({"state": "processing"}, {"organizer": 200, "administrator": 200}),
        ({"state": "missing"}, {"organizer": 200, "administrator": 200}),
        ({"state": "withheld"}, {"organizer": 200, "administrator": 200}),
    ],
)
def test_what_is_not_ready_is_not_found(
    cast: Cast, first: Lecture, change: dict[str, str], insiders: dict[str, int]
) -> None:
    material = slides(first)
    Material.objects.update(**change)
    found = {name: ask(cast.client(name), material.get_absolute_url()).status for name in cast.people}
    assert found == EVERYBODY_OUT | insiders


def test_what_is_not_published_is_not_found(cast: Cast, first: Lecture) -> None:
    address = slides(first, AccessLevel.EVERYONE).get_absolute_url()
    Conference.objects.update(state=Conference.State.DRAFT)
    found = {name: ask(cast.client(name), address).status for name in cast.people}
    assert found == EVERYBODY_OUT | {"organizer": 200, "administrator": 200}


def test_a_withdrawn_lectures_files_are_not_found_and_the_page_says_why(cast: Cast, first: Lecture) -> None:
    address = slides(first, AccessLevel.EVERYONE).get_absolute_url()
    Lecture.objects.update(state=Lecture.State.WITHDRAWN)
    response = ask(cast.client("registered"), address)
    assert response.status == 404
    assert response.text.count("The lecture was withdrawn, and its files with it.") == 1


def test_a_file_that_the_storage_lost_is_not_found_says_so_and_is_logged(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    material = slides(LectureFactory(), AccessLevel.EVERYONE)
    Path(material.file.path).unlink()
    with caplog.at_level(logging.ERROR, "conference"):
        response = ask(client, material.get_absolute_url())
    assert response.status == 404
    assert response.text.count("This file is lost") == 1
    messages = [
        record.getMessage() for record in caplog.records if record.name == "conference.views.downloads"
    ]
    assert messages == [f"Material {material.uuid}: its file {material.file.name} is gone from the storage."]


def test_a_file_leaves_shut_in_and_under_its_name(client: Client) -> None:
    material = slides(LectureFactory(), AccessLevel.EVERYONE, 'Präsentation 日本語 "v2".pdf')
    response = ask(client, material.get_absolute_url())
    names = [
        "Content-Type",
        "Content-Length",
        "X-Content-Type-Options",
        "Cache-Control",
        "ETag",
        "Accept-Ranges",
    ]
    assert [response.headers[name] for name in names] == [
        "application/pdf", str(len(CONTENT)), "nosniff", "private, no-cache", f'"{material.sha256}"', "bytes",
    ]  # fmt: skip
    assert response.headers["Content-Disposition"] == (
        "inline; filename*=utf-8''Pr%C3%A4sentation%20%E6%97%A5%E6%9C%AC%E8%AA%9E%20%22v2%22.pdf"
    )
    assert response.body == CONTENT


@pytest.mark.parametrize(
    ("kind", "upload", "expected"),
    [
        ("paper", ContentFile(CONTENT, "a.pdf"), ("inline", "default-src 'none'")),
        ("captions", ContentFile(b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n", "a.vtt"), ("inline", "sandbox")),
        ("code", ContentFile(b"print('hello')\n", "a.py"), ("attachment", "sandbox")),
    ],
)
def test_only_what_a_browser_shows_safely_opens_in_place(
    client: Client, kind: str, upload: ContentFile[bytes], expected: tuple[str, str]
) -> None:
    lecture = LectureFactory()
    material = store_file(lecture=lecture, kind=kind, upload=upload, access=AccessLevel.EVERYONE, actor=None)
    response = ask(client, material.get_absolute_url())
    names = ("Content-Disposition", "Content-Security-Policy")
    assert tuple(response.headers[name].partition(";")[0] for name in names) == expected


def test_a_browser_that_has_the_file_is_told_so_after_the_gate(cast: Cast, first: Lecture) -> None:
    material = slides(first)
    headers = {"If-None-Match": f'"{material.sha256}"'}
    answers = {
        name: ask(cast.client(name), material.get_absolute_url(), **headers)
        for name in ("visitor", "registered")
    }
    assert {name: answer.status for name, answer in answers.items()} == {
        "visitor": 401,
        "registered": 304,
    }


def test_a_player_can_seek(client: Client) -> None:
    material = slides(LectureFactory(), AccessLevel.EVERYONE)
    address, size = material.get_absolute_url(), len(CONTENT)
    part = ask(client, address, Range="bytes=9-18")
    assert (part.status, part.headers["Content-Range"], part.headers["Content-Length"]) == (
        206,
        f"bytes 9-18/{size}",
        "10",
    )
    assert part.body == b"0123456789"
    beyond = ask(client, address, Range=f"bytes={size}-")
    assert (beyond.status, beyond.headers["Content-Range"]) == (416, f"bytes */{size}")
    assert ask(client, address, **{"Range": "bytes=9-18", "If-Range": '"another"'}).body == CONTENT


def test_asking_for_the_head_sends_no_file(client: Client) -> None:
    response = ask(client, slides(LectureFactory(), AccessLevel.EVERYONE).get_absolute_url(), "head")
    assert (response.status, response.headers["Content-Length"], response.body) == (
        200,
        str(len(CONTENT)),
        b"",
    )


def test_any_name_behind_the_id_leads_to_the_file(client: Client) -> None:
    material = slides(LectureFactory(), AccessLevel.EVERYONE)
    assert ask(client, f"/materials/{material.uuid}/old%20name.pdf?utm_source=x").status == 200


def test_an_unknown_id_is_not_found(client: Client) -> None:
    assert ask(client, "/materials/00000000-0000-4000-8000-000000000000/x.pdf").status == 404


def test_from_a_bucket_the_gate_sends_those_who_may_to_a_signed_address(
    cast: Cast, first: Lecture, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def signed(name: str, parameters: dict[str, str], expire: int) -> str:
        return f"https://bucket.example/{name}?{urlencode(parameters | {'expires': expire})}"

    monkeypatch.setattr(default_storage, "url", signed)
    settings.SIGNED_LINK_SECONDS = 900
    material = slides(first)
    answers = {name: ask(cast.client(name), material.get_absolute_url()) for name in cast.people}
    assert {name: answer.status for name, answer in answers.items()} == dict.fromkeys(
        EVERYBODY_IN, 302
    ) | STRANGERS_OUT
    query = "ResponseContentType=application%2Fpdf&ResponseContentDisposition=inline%3B+filename%3D%22slides.pdf%22&expires=900"
    assert {answers[name].headers["Location"] for name in EVERYBODY_IN} == {
        f"https://bucket.example/{material.file.name}?{query}"
    }
    assert {answers[name].headers["Cache-Control"] for name in EVERYBODY_IN} == {"private, no-cache"}
    assert [name for name in STRANGERS_OUT if "bucket.example" in answers[name].text] == []

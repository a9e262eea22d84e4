"""The demo's materials, opened as the people of its cast would."""

import io
from collections import Counter

import pytest
from PIL import Image

from conference.models import Lecture, Material
from config.demo import files
from config.demo.content import MaterialContent
from tests.demo.made.conftest import Demo

pytestmark = pytest.mark.xdist_group("demo")  # which is made once

FIRST_BYTES = {
    "application/pdf": b"%PDF-",
    "image/png": b"\x89PNG",
    "text/vtt": b"WEBVTT\n",
}


def test_every_state_occurs(demo: Demo) -> None:
    states = Counter(Material.objects.values_list("state", flat=True))
    assert states == {"ready": 118, "processing": 4, "missing": 1, "withheld": 1}


def test_every_ready_file_opens_for_the_administrator(demo: Demo) -> None:
    browser, opened = demo.client("ada"), Counter[str]()
    for material in Material.objects.filter(state=Material.State.READY).exclude(file=""):
        response = browser.get(material.get_absolute_url())
        content = response.getvalue()
        assert (response.status_code, len(content)) == (200, material.size)
        assert content.startswith(FIRST_BYTES.get(material.media_type, b""))
        opened[material.media_type] += 1
    assert opened == {"application/pdf": 58, "image/png": 24, "text/vtt": 9, "text/plain": 6}


def test_links_lead_away_once_they_may_be_opened(demo: Demo) -> None:
    link = Material.objects.get(lecture__title_text__startswith="Demons", kind="code")
    assert demo.client("visitor").get(link.get_absolute_url()).status_code == 401
    response = demo.client("rea").get(link.get_absolute_url())
    assert response["Location"] == "https://example.org/?code=global-batch"


@pytest.mark.parametrize(
    ("start", "kind", "status"),
    [
        ("Demons", "paper", 200),  # open to everyone, deliberately
        ("Demons", "slides", 401),
        ("Demons", "captions", 401),
        ("Improving Self-training", "slides", 200),  # ACL 2023 is open
        ("Lessons from the Hawker", "captions", 200),  # recordings of 2023 are free
        ("Lessons from the Hawker", "video", 302),
        ("Reading Without Vowels", "slides", 404),  # withheld
    ],
)
def test_what_a_visitor_may_open(demo: Demo, start: str, kind: str, status: int) -> None:
    material = Material.objects.get(lecture__title_text__startswith=start, kind=kind)
    response = demo.client("visitor").get(material.get_absolute_url())
    response.getvalue()  # which closes the file
    assert response.status_code == status


def test_a_poster_is_an_upright_picture(demo: Demo) -> None:
    material = Material.objects.filter(kind="poster").exclude(file="")[0]
    with material.file.open("rb") as file:
        picture = Image.open(io.BytesIO(file.read()))
    assert (picture.format, picture.size) == ("PNG", (1000, 1414))


def test_the_same_lecture_gets_the_same_bytes(demo: Demo) -> None:
    first = Material.objects.get(lecture__title_text__startswith="Demons", kind="paper")
    lecture = Lecture.objects.get(pk=first.lecture_id)
    files.attach(lecture, [MaterialContent(kind="paper")])
    again = lecture.materials.filter(kind="paper").last()
    assert again
    assert (again.pk != first.pk, again.sha256) == (True, first.sha256)


def test_what_is_said_is_found_by_those_who_may_hear_it(demo: Demo) -> None:
    said = Lecture.objects.exclude(transcript_text="").count()
    assert (
        said
        == Lecture.objects.filter(materials__kind__in=["captions", "transcript"], materials__state="ready")
        .distinct()
        .count()
    )

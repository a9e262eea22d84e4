"""Small pictures of files: made in the background, behind the same gate as the files."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django_tasks_db.models import DBTaskResult
from fpdf import FPDF
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from conference import pictures
from conference.models import Lecture, Material
from conference.services import previews
from conference.services.materials import discard_files, store_file
from conference.services.previews import make_preview, without_preview
from conference.tasks import ensure_previews, make_previews
from tests.cast import Cast
from tests.factories import LectureFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
ORIENTATION = 0x0112  # the tag of EXIF


def picture(name: str = "PNG", size: tuple[int, int] = (1200, 800)) -> bytes:
    content = io.BytesIO()
    Image.new("RGB", size, "teal").save(content, name)
    return content.getvalue()


def pdf() -> bytes:
    document = FPDF(format=(200, 100))
    document.add_page()
    document.set_fill_color(0, 128, 128)
    document.rect(0, 0, 200, 100, style="F")
    return bytes(document.output())


def stored(content: bytes, name: str, kind: str = "poster", lecture: Lecture | None = None) -> Material:
    return store_file(
        lecture=lecture or LectureFactory(), kind=kind, upload=ContentFile(content, name), actor=None
    )


@pytest.mark.parametrize(
    ("content", "name", "kind", "size"),
    [
        (picture(), "a.png", "poster", (360, 240)),
        (picture("JPEG", (400, 1600)), "a.jpg", "poster", (120, 480)),
        (picture("WEBP", (90, 60)), "a.webp", "poster", (90, 60)),
        (pdf(), "a.pdf", "slides", (360, 180)),
    ],
)
def test_the_picture_is_small_and_shows_the_file(
    media: Path, content: bytes, name: str, kind: str, size: tuple[int, int]
) -> None:
    material = stored(content, name, kind)
    make_preview(material=material)
    material.refresh_from_db()
    assert (material.has_preview, material.preview_width, material.preview_height) == (True, *size)
    with Image.open(media / material.preview_name) as made:
        red, green, blue = made.convert("RGB").resize((1, 1)).tobytes()
        assert (made.format, made.size) == ("WEBP", size)
    assert (red < 20, abs(green - 128) < 20, abs(blue - 128) < 20) == (True, True, True)
    assert not without_preview().exists()


def test_a_see_through_poster_is_on_white_and_a_turned_photograph_upright() -> None:
    clear, turned = io.BytesIO(), io.BytesIO()
    Image.new("RGBA", (60, 60), (0, 0, 0, 0)).save(clear, "PNG")
    exif = Image.Exif()
    exif[ORIENTATION] = 6  # to be turned by a quarter
    Image.new("RGB", (800, 400), "teal").save(turned, "JPEG", exif=exif)
    made = pictures.preview_of(clear, "image/png")
    assert made is not None
    with Image.open(io.BytesIO(made.content)) as shown:
        assert shown.convert("RGB").getpixel((30, 30)) == (255, 255, 255)
    upright = pictures.preview_of(turned, "image/jpeg")
    assert upright is not None
    assert (upright.width, upright.height) == (240, 480)


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"%PDF-1.7\nbroken", "a.pdf", "slides"),
        (picture()[:60], "a.png", "poster"),
        (picture("JPEG")[:200], "a.jpg", "poster"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a.webp", "poster"),
    ],
)
def test_what_cannot_be_pictured_is_tried_once(content: bytes, name: str, kind: str) -> None:
    material = stored(content, name, kind)
    make_preview(material=material)
    material.refresh_from_db()
    assert (material.has_preview, material.state, without_preview().count()) == (False, "ready", 0)


def test_a_picture_that_would_fill_the_memory_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", 1200 * 800 - 1)
    assert pictures.preview_of(io.BytesIO(picture()), "image/png") is None


def test_a_large_photograph_is_read_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", 1200 * 800)
    made = io.BytesIO()
    Image.new("RGB", (2400, 1600)).save(made, "JPEG")
    found = pictures.preview_of(made, "image/jpeg")
    assert found is not None
    assert (found.width, found.height) == (360, 240)


def test_a_file_over_which_workers_die_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    material = stored(picture(), "a.png")

    def killed(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(previews, "preview_of", killed)
    waiting = []
    for _try in range(3):
        waiting.append(without_preview().count())
        with pytest.raises(KeyboardInterrupt):
            make_preview(material=material)
    assert (waiting, without_preview().count()) == ([1, 1, 1], 0)


def test_the_worker_makes_all_and_a_new_file_gets_a_new_picture() -> None:
    material = stored(picture(), "a.png")
    stored(b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n", "a.vtt", "captions")
    ensure_previews()
    ensure_previews()
    assert DBTaskResult.objects.count() == 1
    make_previews.func()
    material.refresh_from_db()
    assert material.has_preview
    material.file.save("b.png", ContentFile(picture(size=(60, 60))))
    assert (material.has_preview, list(without_preview())) == (False, [material])


def test_the_picture_goes_with_the_file(
    media: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    material = stored(picture(), "a.png")
    make_preview(material=material)
    assert sum(path.is_file() for path in media.rglob("*")) == 2
    with django_capture_on_commit_callbacks(execute=True):
        material.delete()
        discard_files([str(material.file.name)])
    assert sum(path.is_file() for path in media.rglob("*")) == 0


def test_the_gate_before_the_picture_is_that_before_the_file(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    material = stored(picture(), "a.png", lecture=lecture)
    address = f"/materials/{material.uuid}/preview/"
    assert cast.client("registered").get(address).status_code == 404
    make_preview(material=material)
    for access, state in (("", "ready"), ("everyone", "ready"), ("organizers", "ready"), ("", "withheld")):
        Material.objects.update(access=access, state=state)
        answers = {}
        for name in cast.people:
            client = cast.client(name)
            answers[name] = [_status(client.get(one)) for one in (address, material.get_absolute_url())]
        assert {name for name, (first, second) in answers.items() if first != second} == set()
        assert {first for first, _second in answers.values()} >= {200}


def test_the_lecture_page_shows_it_to_those_who_may_open_the_file(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    material = stored(picture(), "a.png", lecture=lecture)
    make_preview(material=material)
    image = f'<img src="/materials/{material.uuid}/preview/" width="360" height="240" alt="" loading="lazy" decoding="async">'
    pages = {name: cast.client(name).get(lecture.get_absolute_url()) for name in ("registered", "visitor")}
    assert {name: page.content.decode().count(image) for name, page in pages.items()} == {
        "registered": 1,
        "visitor": 0,
    }
    assert pages["visitor"].content.decode().count(str(material.uuid)) == 0


def test_its_answer_is_private_and_shut_in(cast: Cast) -> None:
    material = stored(picture(), "a.png", lecture=Lecture.objects.get(title="The first lecture"))
    make_preview(material=material)
    client = cast.client("registered")
    answer = client.get(f"/materials/{material.uuid}/preview/")
    assert b"".join(answer)[8:12] == b"WEBP"
    assert {name: answer[name] for name in ("Content-Type", "Cache-Control", "X-Content-Type-Options")} == {
        "Content-Type": "image/webp", "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff",
    }  # fmt: skip
    again = client.get(f"/materials/{material.uuid}/preview/", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def _status(response: Any) -> int:
    """Of an answer that was read to its end, which closes its file."""
    if response.streaming:
        b"".join(response)
    return int(response.status_code)

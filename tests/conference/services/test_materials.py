import hashlib
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from pytest_django import Settings

from conference import filetypes
from conference.filetypes import PDF
from conference.models import Lecture, Material
from conference.services.materials import examine, store_file
from tests.factories import LectureFactory

PAPER = b"%PDF-1.7\nhello"


@pytest.mark.django_db
def test_a_stored_file_says_what_it_is_and_its_lecture_knows(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    lecture = LectureFactory()
    material = store_file(
        lecture=lecture, kind="slides", upload=ContentFile(PAPER, "../my talk.pdf"), actor=None
    )
    stored = Material.objects.get()
    assert stored == material
    assert (stored.state, stored.filename, stored.media_type, stored.size, stored.sha256) == (
        "ready", "my talk.pdf", "application/pdf", len(PAPER), hashlib.sha256(PAPER).hexdigest(),
    )  # fmt: skip
    assert (tmp_path / f"materials/{lecture.conference_id}/{stored.uuid}").read_bytes() == PAPER
    assert Lecture.objects.get().has_slides


@pytest.mark.django_db
def test_a_refused_file_leaves_nothing_behind(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    with pytest.raises(ValidationError):
        store_file(lecture=LectureFactory(), kind="paper", upload=ContentFile(b"<html>", "x.pdf"), actor=None)
    assert (Material.objects.count(), list(tmp_path.iterdir())) == (0, [])


@pytest.mark.parametrize(
    ("content", "name", "kind", "message"),
    [
        (
            b"<svg/>",
            "x.pdf",
            "poster",
            "x.pdf is not one of: PDF, PNG, JPEG, WebP. What a file is called does not count, only what is in it.",
        ),
        (
            PAPER,
            "x.mp4",
            "video",
            "x.mp4 is not one of: MP4, WebM. What a file is called does not count, only what is in it.",
        ),
        (
            b"WEBVTT\n\n1\n00:00:01,000 --> 00:00:02,000\nHello.\n",
            "x.vtt",
            "captions",
            "x.vtt is no WebVTT that browsers show. Line 4: “00:00:01,000 --> 00:00:02,000”: write times as 00:01.000 --> 00:04.000.",
        ),
        (b"", "x.pdf", "paper", "x.pdf is empty: choose the file again."),
    ],
)
def test_a_refusal_names_the_file_and_what_would_do(
    content: bytes, name: str, kind: str, message: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        examine(upload=ContentFile(content, name), material_kind=kind)
    assert refused.value.messages == [message]


@pytest.mark.parametrize(("limit", "is_kept"), [(len(PAPER), True), (len(PAPER) - 1, False)])
def test_the_limit_that_is_told_is_the_limit_that_holds(
    monkeypatch: pytest.MonkeyPatch, limit: int, is_kept: bool
) -> None:
    monkeypatch.setitem(filetypes.ALLOWED, "paper", ((PDF,), limit))
    upload = ContentFile(PAPER, "x.pdf")
    if is_kept:
        assert examine(upload=upload, material_kind="paper").size == limit
        return
    with pytest.raises(ValidationError) as refused:
        examine(upload=upload, material_kind="paper")
    assert refused.value.messages == [
        "x.pdf has 14\xa0bytes; the limit for this kind of material is 13\xa0bytes."
    ]

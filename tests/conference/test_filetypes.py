import io
import zipfile

import pytest

from conference import filetypes
from conference.filetypes import (
    ALLOWED,
    GZIP,
    JPEG,
    MP4,
    ODP,
    PDF,
    PNG,
    PPTX,
    TEXT,
    VTT,
    WEBM,
    WEBP,
    ZIP,
    FileType,
    safe_name,
    sniff,
)
from conference.models import Material


def test_of_an_archive_of_very_many_files_no_list_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    presentation = archive(**{"ppt__presentation.xml": "<p/>", "a": "text"})
    assert sniff(io.BytesIO(presentation)) == PPTX
    monkeypatch.setattr(filetypes, "MOST_ENTRIES", 1)
    assert sniff(io.BytesIO(presentation)) == ZIP
    assert sniff(io.BytesIO(presentation[:-10])) is None


def test_an_archive_that_points_behind_its_end_is_of_no_type() -> None:
    damaged = bytearray(archive(mimetype=ODP.media_type, a="text"))
    damaged[28] = 255  # letters between the first file's head and what is in it
    second = damaged.rfind(b"PK\x01\x02")
    damaged[second + 44] = 1  # where the second file is said to lie
    assert sniff(io.BytesIO(bytes(damaged))) is None


def archive(**files: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        for name, text in files.items():
            made.writestr(name.replace("__", "/"), text)
    return content.getvalue()


def with_damaged_mimetype() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("mimetype", ODP.media_type * 20)
    damaged = bytearray(content.getvalue())
    damaged[38:44] = b"\xff" * 6
    return bytes(damaged)


FILES: list[tuple[bytes, FileType | None]] = [
    (b"%PDF-1.7\n", PDF),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff\xe0", JPEG),
    (b"RIFF\x00\x00\x00\x00WEBPVP8 ", WEBP),
    (b"\x00\x00\x00\x18ftypmp42", MP4),
    (b"\x1a\x45\xdf\xa3", WEBM),
    (b"\x1f\x8b\x08", GZIP),
    (archive(a="text"), ZIP),
    (archive(**{"ppt__presentation.xml": "<p/>"}), PPTX),
    (archive(mimetype="application/vnd.oasis.opendocument.presentation"), ODP),
    (archive(mimetype=" " * 50_000_000), ZIP),
    (with_damaged_mimetype(), ZIP),
    (b"WEBVTT\n\n00:00.000 --> 00:01.000\nHello", VTT),
    (b"\xef\xbb\xbfWEBVTT", VTT),
    (b"WEBVTTX", TEXT),
    ("Grüße, 日本語\n".encode() * 400, TEXT),
    (b"if a < b: print(a)", TEXT),
    (b"<!DOCTYPE html><p>", None),
    (b"\xef\xbb\xbf \n<svg onload=alert(1)>", None),
    (b"<?xml version='1.0'?><svg/>", None),
    (b"hello <script>alert(1)</script>", None),
    ("Gr\xfc\xdfe".encode("latin-1"), None),
    (b"a\x00b", None),
    (b"MZ\x90\x00", None),
    (b"PK\x03\x04 broken", None),
    (b" %PDF-1.7 after a space", TEXT),
    (b"   ", None),
    (b"", None),
]


@pytest.mark.parametrize(("content", "expected"), FILES)
def test_a_file_is_what_its_bytes_say(content: bytes, expected: FileType | None) -> None:
    assert sniff(io.BytesIO(content)) == expected


def test_every_kind_of_material_has_types_and_a_limit() -> None:
    assert set(ALLOWED) == set(Material.Kind)


@pytest.mark.parametrize(
    ("name", "kind", "safe"),
    [
        ('Präsentation 日本語 "v2".pdf', PDF, 'Präsentation 日本語 "v2".pdf'),
        ("../../etc/passwd", PDF, "passwd.pdf"),
        ("C:\\Users\\me\\slides.PDF", PDF, "slides.pdf"),
        ("evil.html", PDF, "evil.html.pdf"),
        ("photo.jpeg", JPEG, "photo.jpg"),
        ("a\u202efdp.exe\x00", PDF, "afdp.exe.pdf"),
        ("..", PDF, "file.pdf"),
        ("x" * 300 + ".pdf", PDF, "x" * 100 + ".pdf"),
    ],
)
def test_a_name_is_kept_without_what_could_harm(name: str, kind: FileType, safe: str) -> None:
    assert safe_name(name, kind) == safe

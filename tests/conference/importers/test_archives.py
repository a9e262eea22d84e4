"""ZIP archives from strangers."""

import io
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from conference.importers import archives
from conference.importers.archives import open_folder
from conference.importers.records import UnreadableFile


def packed(*names: str, text: str = "x") -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as target:
        for name in names:
            target.writestr(name, text)
    return archive.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFile) as refused:
        open_folder(data, ["a.yml"], mend="Zip it.").read("a.yml")
    return refused.value.message


def test_the_outermost_folder_with_a_mark_and_nothing_outside() -> None:
    names = (
        "top/a.yml",
        "top/in/a.yml",
        "other/b.yml",
        "../c.yml",
        "/d.yml",
        "__MACOSX/top/a.yml",
        "top/in/",
    )
    assert list(open_folder(packed(*names), ["a.yml"], mend="").files) == ["a.yml", "in/a.yml"]


def test_several_folders_are_refused() -> None:
    assert refusal(packed("x/a.yml", "y/a.yml")) == "The archive holds several volumes: x, y."


def test_an_archive_of_something_else_is_refused() -> None:
    assert refusal(packed("b.yml")) == "The archive holds none of a.yml."
    assert refusal(b"a: 1") == "This is no ZIP archive, or it is damaged."
    assert refusal(b"") == "The file is empty (0 bytes)."


def test_what_unpacks_to_too_much_is_refused() -> None:
    size = archives.MAX_UNPACKED_MEGABYTES * 1024 * 1024 + 1
    assert refusal(packed("a.yml", text="0" * size)) == "The file is larger than 16 MB."


def test_too_many_files_are_refused_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_FILES", 1)
    assert refusal(packed("a.yml", "b.yml")) == "The archive holds more than 1 files."


def test_a_damaged_file_is_refused() -> None:
    data = packed("a.yml", text="something to be packed " * 20)
    start = data.index(b"a.yml") + 10
    assert refusal(data[:start] + b"\xff\xff\xff" + data[start + 3 :]) == (
        "The file is damaged or encrypted in the archive."
    )

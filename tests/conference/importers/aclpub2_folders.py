"""Small folders of aclpub2, zipped, and the short way to read them."""

import io
from datetime import datetime
from zipfile import ZipFile

import pytest

from conference.importers import aclpub2
from conference.importers.records import ProgramReading, UnreadableFile

DETAILS = "start_date: 2031-05-22\nend_date: 2031-05-24\nvolume_name: main\nbook_title: Proceedings"
ABSTRACT = "An abstract that is long enough to be taken for one, whoever reads it."


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2031-05-{text}")


def packed(files: dict[str, str], top: str = "expo/") -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w") as target:
        for name, text in {"conference_details.yml": DETAILS, **files}.items():
            target.writestr(f"{top}{name}", text)
    return archive.getvalue()


def read(**files: str) -> ProgramReading:
    """By the names of files without .yml."""
    return aclpub2.read(packed({f"{name}.yml": text for name, text in files.items()}))


def paper(key: int, inside: str = "", title: str = "T") -> str:
    return (
        f"- id: {key}\n  title: {title}\n  abstract: {ABSTRACT} {key}\n  archival: true\n"
        f"  authors: [{{first_name: Ana, last_name: Velo}}]\n{inside}"
    )


def session(title: str, inside: str = "", hours: tuple[str, str] = ("09:00", "10:00")) -> str:
    start, end = hours
    return f"- title: {title}\n  start_time: 2031-05-22 {start}\n  end_time: 2031-05-22 {end}\n{inside}"


def refusal(data: bytes) -> tuple[str, str]:
    with pytest.raises(UnreadableFile) as refused:
        aclpub2.read(data)
    return refused.value.where, refused.value.message

"""The files that were sent, one after the other: those of an archive are unpacked to the disk, and gone when the next one comes."""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, cast
from zipfile import ZipFile, ZipInfo

from django.core.files.base import File
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from conference.filetypes import ALLOWED, MB
from conference.importers.archives import DAMAGE, MAX_FILES, path_of

MAX_UNPACKED = 16 * 1024 * MB  # of one archive, in bytes
MAX_RATIO = 200  # by how much a file may shrink: no poster, no video and hardly a text does so more
LONGEST_NAME = 300  # letters, with its folders: more is no name, and takes long to understand
SMALL = MB  # what is smaller may shrink as it likes
LARGEST = max(limit for _types, limit in ALLOWED.values())
_ENTRY = b"PK\x01\x02"


@dataclass(frozen=True, slots=True)
class Sent:
    """A file, by its path where it was in an archive or a folder; or why it cannot be read."""

    name: str
    content: File[bytes] | None
    problem: str = ""


def unpacked(sent: Iterable[Sent], *, is_one_file: Callable[[str], bool]) -> Iterator[Sent]:
    """`is_one_file` tells, by its name, that an archive is a file itself (`17_code.zip`) and not a folder of many."""
    for one in sent:
        if one.content is not None and one.name.lower().endswith(".zip") and not is_one_file(one.name):
            yield from _members(one.content, one.name)
        else:
            yield one


def _members(upload: File[bytes], name: str) -> Iterator[Sent]:
    # Asked before the archive is opened, which reads its whole list of files into memory.
    if sum(chunk.count(_ENTRY) for chunk in upload.chunks()) > MAX_FILES:
        problem = _("The archive holds more than %(limit)d files. Make several of it.") % {"limit": MAX_FILES}
        yield Sent(name, None, problem)
        return
    upload.seek(0)
    try:
        archive = ZipFile(cast("IO[bytes]", upload))
    except DAMAGE:
        yield Sent(name, None, _("This is no ZIP archive, or it is damaged. Make it again."))
        return
    with archive:
        entries = [entry for entry in archive.infolist() if path_of(entry) and not _is_hidden(entry)]
        left = MAX_UNPACKED
        for entry in entries:
            left -= entry.file_size
            if left < 0:
                limit = filesizeformat(MAX_UNPACKED)
                yield Sent(
                    name,
                    None,
                    _("The archive unpacks to more than %(limit)s. Make several of it.") % {"limit": limit},
                )
                return
            yield from _member(archive, entry)


def _member(archive: ZipFile, entry: ZipInfo) -> Iterator[Sent]:
    path = str(path_of(entry))
    if len(path) > LONGEST_NAME:
        problem = _("Its name is longer than %(limit)d letters, with its folders. Shorten it.")
        yield Sent(f"{path[: LONGEST_NAME - 1]}…", None, problem % {"limit": LONGEST_NAME})
        return
    if entry.file_size > LARGEST:
        limit = filesizeformat(LARGEST)
        yield Sent(
            path, None, _("It is larger than %(limit)s, the limit of the largest files.") % {"limit": limit}
        )
        return
    if entry.file_size > max(SMALL, MAX_RATIO * entry.compress_size):
        yield Sent(path, None, _("It is packed more tightly than any real file. Send it by itself."))
        return
    with tempfile.TemporaryFile() as kept:
        try:
            # No more is read of an entry than the size that it states.
            with archive.open(entry) as packed:
                shutil.copyfileobj(packed, kept)
        except DAMAGE:
            yield Sent(path, None, _("It is damaged or encrypted in the archive. Make the archive again."))
            return
        content = File(kept, name=path)
        content.size = entry.file_size
        yield Sent(path, content)


def _is_hidden(entry: ZipInfo) -> bool:
    """`.DS_Store` and the like."""
    return entry.filename.rpartition("/")[2].startswith(".")

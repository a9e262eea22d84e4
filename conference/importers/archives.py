"""ZIP archives from strangers: the files below one folder, bounded in number and size, and nothing outside it."""

import io
import lzma
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from .files import refuse_size
from .records import UnreadableFile

MAX_FILES = 20_000
MAX_UNPACKED_MEGABYTES = 16
_ENTRY = b"PK\x01\x02"
DAMAGE = (
    BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Folder:
    """`files` are its entries by their path below the folder."""

    archive: ZipFile
    files: dict[str, ZipInfo]

    def __contains__(self, path: str) -> bool:
        return path in self.files

    def read(self, path: str) -> bytes:
        """Raises UnreadableFile for a file that is damaged, encrypted or too large; KeyError for none."""
        entry = self.files[path]
        limit = MAX_UNPACKED_MEGABYTES * 1024 * 1024
        try:
            with self.archive.open(entry) as file:
                data = file.read(limit + 1)
        except DAMAGE as error:
            raise UnreadableFile(
                _("The file is damaged or encrypted in the archive."), path, _("Make the archive again.")
            ) from error
        if len(data) > limit:
            raise UnreadableFile(
                _("The file is larger than %(limit)d MB.") % {"limit": MAX_UNPACKED_MEGABYTES},
                path,
                _("Choose another file."),
            )
        return data


def open_folder(data: bytes, marks: Collection[str], *, mend: str) -> Folder:
    """The outermost folder that holds a file named as one of the marks. Raises UnreadableFile."""
    refuse_size(data)
    archive = _opened(data, mend)
    files = {path: entry for entry in archive.infolist() if (path := path_of(entry))}
    tops = {path.parent for path in files if path.name in marks}
    depth = min((len(top.parts) for top in tops), default=0)
    outermost = sorted(top for top in tops if len(top.parts) == depth)
    if not outermost:
        names = {"names": ", ".join(marks)}
        raise UnreadableFile(_("The archive holds none of %(names)s.") % names, mend=mend)
    if len(outermost) > 1:
        raise UnreadableFile(
            _("The archive holds several volumes: %(names)s.") % {"names": ", ".join(map(str, outermost))},
            mend=_("Make an archive of each."),
        )
    top = outermost[0]
    return Folder(
        archive,
        {str(path.relative_to(top)): entry for path, entry in files.items() if path.is_relative_to(top)},
    )


def inside(folder: str, path: str) -> str | None:
    """The path below the folder, whose name it may begin with already; None where it leads out of it."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    if not parts or ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
        return None
    return "/".join((folder, *(parts[1:] if parts[0] == folder else parts)))


def _opened(data: bytes, mend: str) -> ZipFile:
    if data.count(_ENTRY) > MAX_FILES:
        raise UnreadableFile(
            _("The archive holds more than %(limit)d files.") % {"limit": MAX_FILES}, mend=mend
        )
    try:
        return ZipFile(io.BytesIO(data))
    except DAMAGE as error:
        raise UnreadableFile(_("This is no ZIP archive, or it is damaged."), mend=mend) from error


def path_of(entry: ZipInfo) -> PurePosixPath | None:
    """None for folders, for what a Mac adds, and for what would lie outside."""
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    is_outside = path.is_absolute() or ".." in path.parts
    return None if entry.is_dir() or is_outside or "__MACOSX" in path.parts else path

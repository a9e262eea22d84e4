"""What a file is, told from its bytes and never from its name, and which files a material may be."""

import codecs
import re
import unicodedata
import zipfile
from dataclasses import dataclass
from typing import BinaryIO

from django.template.defaultfilters import filesizeformat

from conference.models import Material

HEAD = 4096  # bytes that are looked at to tell what a file is
MOST_ENTRIES = 20_000  # of an archive that may be a presentation
MB = 1024 * 1024
_ENTRY = b"PK\x01\x02"


@dataclass(frozen=True, slots=True)
class FileType:
    media_type: str
    extension: str
    label: str
    is_shown: bool = False  # whether a browser may show it in place; anything else is saved


PDF = FileType("application/pdf", "pdf", "PDF", is_shown=True)
PNG = FileType("image/png", "png", "PNG", is_shown=True)
JPEG = FileType("image/jpeg", "jpg", "JPEG", is_shown=True)
WEBP = FileType("image/webp", "webp", "WebP", is_shown=True)
MP4 = FileType("video/mp4", "mp4", "MP4", is_shown=True)
WEBM = FileType("video/webm", "webm", "WebM", is_shown=True)
VTT = FileType("text/vtt", "vtt", "WebVTT", is_shown=True)
TEXT = FileType("text/plain", "txt", "text")
PPTX = FileType(
    "application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx", "PowerPoint"
)
ODP = FileType("application/vnd.oasis.opendocument.presentation", "odp", "OpenDocument")
ZIP = FileType("application/zip", "zip", "ZIP")
GZIP = FileType("application/gzip", "gz", "gzip")

TYPES = {kind.media_type: kind for kind in (PDF, PNG, JPEG, WEBP, MP4, WEBM, VTT, TEXT, PPTX, ODP, ZIP, GZIP)}

# What each kind of material may be, and how large, in bytes.
ALLOWED: dict[str, tuple[tuple[FileType, ...], int]] = {
    Material.Kind.PAPER: ((PDF,), 50 * MB),
    Material.Kind.SLIDES: ((PDF, PPTX, ODP), 200 * MB),
    Material.Kind.POSTER: ((PDF, PNG, JPEG, WEBP), 50 * MB),
    Material.Kind.VIDEO: ((MP4, WEBM), 4096 * MB),
    Material.Kind.CAPTIONS: ((VTT,), 2 * MB),
    Material.Kind.TRANSCRIPT: ((TEXT, VTT, PDF), 10 * MB),
    Material.Kind.CODE: ((ZIP, GZIP, TEXT), 200 * MB),
    Material.Kind.DATA: ((ZIP, GZIP, TEXT), 1024 * MB),
    Material.Kind.SUPPLEMENT: ((PDF, ZIP, GZIP, TEXT, PNG, JPEG, WEBP, MP4, WEBM), 200 * MB),
}


def limits() -> list[tuple[str, str, str]]:
    """Of each kind of material: its name, the types that it may be, and its largest size, as people read them."""
    return [
        (str(kind.label), ", ".join(one.label for one in ALLOWED[kind][0]), _whole(ALLOWED[kind][1]))
        for kind in Material.Kind
    ]


def _whole(size: int) -> str:
    """50 MB, and not 50.0 MB: limits are whole."""
    return filesizeformat(size).replace(".0", "")


_SIGNATURES = [
    (b"%PDF-", PDF),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"\xff\xd8\xff", JPEG),
    (b"\x1a\x45\xdf\xa3", WEBM),
    (b"\x1f\x8b\x08", GZIP),
]
# In a browser each of these runs, whatever the file is called.
_active = re.compile(r"<(?:!doctype|html|head|body|script|svg|iframe|\?xml|\?php)", re.IGNORECASE)
_unprintable = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def sniff(content: BinaryIO) -> FileType | None:
    """The type of the file, or None for one that nobody should be offered (HTML and SVG among them)."""
    content.seek(0)
    head = content.read(HEAD)
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return WEBP
    if head[4:8] == b"ftyp":
        return MP4
    if head.startswith(b"PK\x03\x04"):
        return _archive(content)
    return _text(head)


def _archive(content: BinaryIO) -> FileType | None:
    if _holds_more_than(MOST_ENTRIES, content):
        return ZIP if zipfile.is_zipfile(content) else None
    try:
        with zipfile.ZipFile(content) as archive:
            members = {member.filename: member for member in archive.infolist()}
            if "ppt/presentation.xml" in members:
                return PPTX
            named = members.get("mimetype")
            # OpenDocument does not compress it, and what is compressed may be damaged, or a bomb.
            is_odp = (
                named is not None
                and named.compress_type == zipfile.ZIP_STORED
                and named.file_size == len(ODP.media_type)
                and archive.read(named) == ODP.media_type.encode()
            )
    except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError):
        return None
    return ODP if is_odp else ZIP


def _holds_more_than(limit: int, content: BinaryIO) -> bool:
    """Asked before an archive is opened, which reads the whole list of its files into memory."""
    content.seek(0)
    count, end = 0, b""
    while chunk := content.read(MB):
        chunk = end + chunk  # a mark may begin in one and end in the next
        count += chunk.count(_ENTRY)
        end = chunk[1 - len(_ENTRY) :]
        if count > limit:
            return True
    return False


def _text(head: bytes) -> FileType | None:
    try:
        # The head may end in the middle of a letter.
        text = codecs.getincrementaldecoder("utf-8")().decode(head).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None
    if not text.strip() or _unprintable.search(text) or _active.search(text):
        return None
    return VTT if re.match(r"WEBVTT(?:\s|$)", text) else TEXT


def safe_name(name: str, kind: FileType) -> str:
    """The name to save a file under: no folders, nothing invisible (a right-to-left mark can dress up an extension), of that type."""
    name = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    name = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C")
    stem = re.sub(rf"\.{kind.extension}$|\.jpeg$", "", name.strip(), flags=re.IGNORECASE).strip(" .")[:100]
    return f"{stem or 'file'}.{kind.extension}"

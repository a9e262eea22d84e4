"""What every reader refuses before it looks inside."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .records import UnreadableFile

MAX_MEGABYTES = 32

_FOREIGN = (
    (b"PK\x03\x04", gettext_lazy("a ZIP archive or an Excel workbook (.xlsx)")),
    (b"\xd0\xcf\x11\xe0", gettext_lazy("an old Excel or Word file (.xls, .doc)")),
    (b"%PDF-", gettext_lazy("a PDF")),
    (b"\x1f\x8b", gettext_lazy("a compressed file (.gz)")),
    (b"\x89PNG", gettext_lazy("a picture (.png)")),
    (b"\xff\xd8\xff", gettext_lazy("a picture (.jpg)")),
)


def refuse_foreign(data: bytes, *, wanted: str, mend: str) -> None:
    """Raise UnreadableFile for an empty file, one that is too large, or one of another kind than `wanted`."""
    refuse_size(data)
    for start, kind in _FOREIGN:
        if data.startswith(start):
            raise UnreadableFile(
                _("This is %(kind)s, not %(wanted)s.") % {"kind": kind, "wanted": wanted}, mend=mend
            )


def refuse_size(data: bytes) -> None:
    """Raise UnreadableFile for an empty file, or one that is too large."""
    if not data:
        raise UnreadableFile(
            _("The file is empty (0 bytes)."), mend=_("Choose the file again, or save it anew.")
        )
    if len(data) > MAX_MEGABYTES * 1024 * 1024:
        raise UnreadableFile(
            _("The file is larger than %(limit)d MB.") % {"limit": MAX_MEGABYTES},
            mend=_("Split it into several files."),
        )

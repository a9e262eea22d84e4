"""From bytes to text: a byte order mark wins, then strict UTF-8, then Windows-1252, which is said aloud."""

import codecs
import unicodedata

from django.utils.translation import gettext as _

from .records import UnreadableFile

MAX_EXCERPT = 60
# Half of a UTF-16 text without its mark is NUL bytes; of a damaged text only a few are.
MAX_CONTROL_SHARE = 0.05
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str, tuple[str, ...]]:
    """The text, the encoding it was read with, and notes for the person who chose the file.

    Raises UnreadableFile where the bytes fit neither the encoding asked for nor one of the usual ones.
    """
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    chosen = marked or encoding
    decoded = (_decoded(data, chosen), chosen, ()) if chosen else _guessed(data)
    _refuse_binary(decoded[0])
    return decoded


def _guessed(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    try:
        return data.decode("utf-8"), "utf-8", ()
    except UnicodeDecodeError as error:
        text = _decoded(data, "cp1252")
        line = _line(data, error.start)
        note = _(
            "The file is not UTF-8 and was read as Windows-1252. Line %(line)d reads: “%(excerpt)s”. "
            "If letters look wrong, choose another encoding, or save the file as “CSV UTF-8”."
        )
        excerpt = data.splitlines()[line - 1].decode("cp1252")[:MAX_EXCERPT]
        # A damaged file may have signs that no note can hold.
        shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in excerpt)
        return text, "cp1252", (note % {"line": line, "excerpt": shown},)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
        text.encode()  # some encodings can write half of a letter, which no database takes
    except LookupError as error:
        raise UnreadableFile(_("The encoding “%(name)s” is not known.") % {"name": encoding}) from error
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        raise UnreadableFile(
            _("A byte here is no letter in the encoding %(name)s.") % {"name": encoding},
            where=_("Line %(line)d") % {"line": _line(data, start)},
            mend=_("Save the file as “CSV UTF-8”, or choose the encoding that it has."),
        ) from error
    return text


def _line(data: bytes, offset: int) -> int:
    return len(data[: offset + 1].splitlines())


def _refuse_binary(text: str) -> None:
    start = text[:4096]
    controls = sum(
        unicodedata.category(character) == "Cc" and character not in "\t\r\n" for character in start
    )
    if controls > len(start) * MAX_CONTROL_SHARE:
        raise UnreadableFile(
            _("This is not a text file, or it is UTF-16 without its byte order mark."),
            mend=_("Open it in a spreadsheet program and save it as “CSV UTF-8”."),
        )

"""Names as submission systems write them: LaTeX accents to Unicode, nothing else."""

import re
import unicodedata

from conference.rendering.symbols import ACCENT, LETTERS, accented

_letter = re.compile(
    r"\\(" + "|".join(sorted(LETTERS, key=len, reverse=True)) + r")(?![A-Za-z])(?:\{\}|\s(?=\S))?"
)
_escaped = re.compile(r"\\([&%$#_ {}])")


def decode_name(text: str) -> str:
    r"""`Sch{\"u}tze` to `Schütze`: NFC, single spaces, without braces of LaTeX groups. Never recased."""
    if "\\" in text:
        text = ACCENT.sub(lambda match: accented(match) or match[0], text)
        text = _letter.sub(lambda match: LETTERS[match[1]], text)
        text = _escaped.sub(r"\1", text)
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    return " ".join(unicodedata.normalize("NFC", text).split())

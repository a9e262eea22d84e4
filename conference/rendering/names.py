"""Names as submission systems write them: LaTeX accents to Unicode, nothing else."""

import re
import unicodedata

from conference.rendering.symbols import ACCENT, LETTERS, accented

_letter = re.compile(
    r"\\(" + "|".join(sorted(LETTERS, key=len, reverse=True)) + r")(?![A-Za-z])(?:\{\}|\s(?=\S))?"
)
_escaped = re.compile(r"\\([&%$#_ {}])")
MAX_NAME = 1000


def decode_name(text: str) -> str:
    r"""`Sch{\"u}tze` to `Schütze`: NFC, single spaces, braces of LaTeX groups gone. A name is never recased."""
    if "\\" in text[:MAX_NAME]:
        text = ACCENT.sub(lambda match: accented(match) or match[0], text[:MAX_NAME]) + text[MAX_NAME:]
        text = _letter.sub(lambda match: LETTERS[match[1]], text)
        text = _escaped.sub(r"\1", text)
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    return " ".join(unicodedata.normalize("NFC", text).split())

r"""LaTeX's own letters, accents and symbols in running text: `\'e`, `\ss`, `\times`."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

from pylatexenc.latex2text import get_default_latex_context_db  # type: ignore[import-untyped]

COMBINING = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
    "t": "\u0361",
}
LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "j": "ȷ",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "dj": "đ",
    "DJ": "Đ",
    "ng": "ŋ",
    "NG": "Ŋ",
}
OWN_SYMBOLS = {
    "copyright": "©",
    "textcopyright": "©",
    "degree": "°",
    "textdegree": "°",
    "checkmark": "✓",
    "P": "¶",
    "S": "§",
    "pounds": "£",
    "euro": "€",
    "texteuro": "€",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "textgreater": ">",
    "textless": "<",
    "textbar": "|",
    "bigstar": "★",
    "xmark": "✗",
    "cmark": "✓",
    "quad": " ",
    "qquad": " ",
    "thinspace": "\u2009",
    "space": " ",
    "slash": "/",
    "circ": "°",
    "textunderscore": "_",
    "textregistered": "®",
    "textasciicircum": "^",
    "textquotedbl": '"',
    "guillemotleft": "«",
    "guillemotright": "»",
    "BibTeX": "BibTeX",
}
MAX_SYMBOL = 3
# Accent on one letter: \'e  \'{e}  \'{\i}  \c{c}  \v S  \'\i
ACCENT = re.compile(
    r"""\\(?:(?P<sign>["'`^~=]|\.(?=\{|[zZIgGeE]))|(?P<mark>[cuvHkrdbt])(?=[\s{\\])\s*)
        (?:\{\s*\\?(?P<braced>[^\W\d_]{1,2})\s*\}|\\(?P<dotless>[ij])(?![A-Za-z])(?:\{\})?|(?P<bare>[^\W\d_]))""",
    re.VERBOSE,
)


def accented(match: re.Match[str]) -> str | None:
    """The composed letter of an `ACCENT` match, or None where Unicode has no such letter."""
    letters = match["braced"] or match["dotless"] or match["bare"]
    if match["mark"] == "t":
        return letters[0] + COMBINING["t"] + letters[1:] if len(letters) > 1 else letters
    composed = unicodedata.normalize("NFC", letters[0] + COMBINING[match["sign"] or match["mark"]])
    if len(composed) > 1 and not match["mark"]:
        return None
    return composed + letters[1:]


@cache
def _database() -> Any:
    return get_default_latex_context_db()


@lru_cache(maxsize=2048)
def symbol(command: str) -> str | None:
    r"""The character that `\command` stands for in text, or None if it stands for no single piece of text."""
    own = LETTERS.get(command) or OWN_SYMBOLS.get(command)
    if own:
        return own
    spec = _database().get_macro_spec(command)
    text = getattr(spec, "simplify_repl", None)
    if (
        not isinstance(text, str)
        or not text
        or "%" in text
        or "<" in text[:-1]
        or getattr(spec, "args", None)
    ):
        return None
    return text if len(text) <= MAX_SYMBOL and text.strip() else None

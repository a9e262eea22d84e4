"""What program files call lectures and sessions, in our words."""

import re
from functools import cache

_LECTURES = {
    "keynote": r"keynotes?|invited",
    "demo": r"demos?|demonstrations?",
    "poster": r"posters?|findings",
    "tutorial": r"tutorials?|course|training",
    "workshop": r"workshops?|hands[ -]on",
    "panel": r"panels?|discussion|round ?table",
    "oral": r"orals?|talks?|presentations?|lectures?|lightning",
    "other": r"other",
}
_SESSIONS = {
    "break": r"breaks?|coffee|lunch",
    "social": r"socials?|dinner|reception",
    "tutorial": r"tutorials?",
    "workshop": r"workshops?",
    "plenary": r"plenar(?:y|ies)|keynotes?|panels?",
    "oral": r"orals?|talks?|presentations?",
    "poster": r"posters?",
    "demo": r"demos?|demonstrations?",
}


def lecture_kind(text: str) -> str | None:
    """By the first of our kinds that a word of `Main-Oral` or `Short talk` names; None where none does."""
    return _first(_LECTURES, text)


def session_kind(text: str) -> str | None:
    return _first(_SESSIONS, text)


def session_kind_for(lecture_kind: str) -> str:
    """Of a session that holds such lectures."""
    same = {"poster", "demo", "tutorial", "workshop"}
    return lecture_kind if lecture_kind in same else "plenary" if lecture_kind == "keynote" else "oral"


def _first(kinds: dict[str, str], text: str) -> str | None:
    words = text.replace("_", " ")
    return next((kind for kind, pattern in kinds.items() if _words(pattern).search(words)), None)


@cache
def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)

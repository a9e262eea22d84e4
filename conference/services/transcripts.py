"""What was said in a lecture, from its caption and transcript files."""

import re
from collections import defaultdict
from collections.abc import Collection
from pathlib import PurePath

from conference.models import AccessLevel, Material

MAX_BYTES = 1_000_000  # a day of speech; what is larger is no transcript
PLAIN_TEXT = {".txt", ".vtt", ".srt", ".md"}
SPOKEN = (Material.Kind.TRANSCRIPT, Material.Kind.CAPTIONS)
# Cue numbers and times, the head of a WebVTT file, and its voice and style tags.
_NOT_SPOKEN = re.compile(r"^(WEBVTT.*|NOTE\b.*|\d+|[\d:.,]+ --> .*)$|<[^>\n]{0,100}>", re.MULTILINE)


def spoken(text: str) -> str:
    """The words of a caption file without its times and marks, in one line."""
    return " ".join(_NOT_SPOKEN.sub(" ", text.replace("\r", "\n").replace("\x00", " ")).split())


def transcripts(lecture_ids: Collection[int]) -> dict[int, str]:
    """The spoken text of each lecture that has one.

    A material that is closed more strictly than its lecture is left out: search asks what a viewer may hear of the lecture as a whole.
    """
    materials = Material.objects.filter(
        lecture__in=lecture_ids,
        kind__in=SPOKEN,
        state=Material.State.READY,
        access__in=["", AccessLevel.EVERYONE],
    ).exclude(file="")
    parts: dict[int, list[str]] = defaultdict(list)
    for material in materials:
        if text := spoken(_read(material)):
            parts[material.lecture_id].append(text)
    return {lecture_id: " ".join(texts) for lecture_id, texts in parts.items()}


def _read(material: Material) -> str:
    if PurePath(material.filename).suffix.lower() not in PLAIN_TEXT:
        return ""
    try:
        if material.file.size > MAX_BYTES:
            return ""
        with material.file.open("rb") as file:
            return str(file.read().decode("utf-8", errors="replace"))
    except OSError:
        # The file is gone from the disk: the page says so when it is opened, and a search index can do without.
        return ""

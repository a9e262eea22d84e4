"""What the Anthology's usual volumes hold, as far as their names tell."""

import re
from dataclasses import dataclass

from .xml_files import Element, text_of

_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class VolumeDefaults:
    """Track and kind of a lecture until a program file says more."""

    track: str
    kind: str


_DEFAULTS = {
    "main": VolumeDefaults("Main conference", "poster"),
    "long": VolumeDefaults("Long papers", "poster"),
    "short": VolumeDefaults("Short papers", "poster"),
    "demo": VolumeDefaults("System demonstrations", "demo"),
    "demos": VolumeDefaults("System demonstrations", "demo"),
    "industry": VolumeDefaults("Industry", "poster"),
    "srw": VolumeDefaults("Student research workshop", "poster"),
    "tutorial": VolumeDefaults("Tutorials", "tutorial"),
    "tutorials": VolumeDefaults("Tutorials", "tutorial"),
}


def volume_defaults(volume: str) -> VolumeDefaults:
    """Posters without a track for a volume of another name."""
    return _DEFAULTS.get(volume, VolumeDefaults("", "poster"))


@dataclass(frozen=True, slots=True)
class Volume:
    collection: str
    id: str
    booktitle: str
    publisher: str
    year: int | None

    @classmethod
    def of(cls, element: Element, collection: str) -> "Volume":
        year = _YEAR.search(text_of(element.find("meta/year")))
        return cls(
            collection,
            element.get("id", ""),
            text_of(element.find("meta/booktitle")),
            text_of(element.find("meta/publisher")),
            int(year[0]) if year else None,
        )

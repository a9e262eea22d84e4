"""Which track of a conference a name means."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from zlib import crc32

from django.utils.text import slugify

from conference.models import Conference, Track


@dataclass(slots=True)
class Tracks:
    """Those there are, and those that `add` makes; a track is known by its name, whatever slug it was given, or else by its slug."""

    conference: Conference
    by_slug: dict[str, Track] = field(default_factory=dict)
    _by_name: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, conference: Conference) -> "Tracks":
        tracks = {track.slug: track for track in conference.tracks.all()}
        return cls(conference, tracks, {track.name.casefold(): slug for slug, track in tracks.items()})

    def slug(self, name: str) -> str:
        return self._by_name.get(name.strip().casefold()) or track_slug(name)

    def get(self, slug: str) -> Track | None:
        return self.by_slug.get(slug)

    def add(self, names: Iterable[str]) -> None:
        """Make those that are new, in this order."""
        position = max((track.position for track in self.by_slug.values()), default=0)
        for name in dict.fromkeys(names):
            slug = self.slug(name)
            if slug and slug not in self.by_slug:
                position += 1
                self.by_slug[slug] = Track.objects.create(
                    conference=self.conference, name=name, slug=slug, position=position
                )


def track_slug(name: str) -> str:
    """A name without Latin letters has a number in its place."""
    name = name.strip().casefold()
    return slugify(name)[:200] or (f"track-{crc32(name.encode()):08x}" if name else "")

"""The ways on from one state of the library: each a link that changes one thing of its address."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from conference.facets import Counted
from conference.filters import LectureFilter
from conference.finding import LABELS
from conference.search import MAX_LENGTH, Query


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    label: str
    is_current: bool = False


@dataclass(frozen=True)
class Links:
    address: QueryDict
    chosen: LectureFilter
    counts: Counted

    def orders(self, names: Iterable[str], current: str) -> list[Link]:
        return [Link(self._with(sort=name), str(LABELS[name]), name == current) for name in names]

    def in_use(self) -> list[Link]:
        """One for each filter value: without it."""
        labels = {
            (facet.name, value.slug): value.label for facet in self.counts.facets for value in facet.values
        }
        return [
            Link(
                self._with(**{name: [other for other in slugs if other != slug]}),
                labels.get((name, slug), slug),
            )
            for name, slugs in self.chosen.chosen.items()
            for slug in slugs
        ]

    def suggested(self, words: str) -> Link | None:
        return Link(self._with(q=words), words) if words else None

    def ways(self, query: Query) -> list[Link]:
        """What to do where nothing was found."""
        ways = []
        if query and self.chosen.chosen:
            ways += [
                Link(
                    self._with(**dict.fromkeys(self.chosen.filters, "")),
                    _("Look for these words in the whole library"),
                ),
                Link(self._with(q=""), _("Keep the filters, without the words")),
            ]
        return [*ways, Link(reverse("library"), _("Browse the whole library"))]

    def kept(self, *changed: str) -> list[tuple[str, str]]:
        """What a form must carry along that itself sets `changed`."""
        return [
            (name, value) for name, values in self._state.lists() if name not in changed for value in values
        ]

    def notices(self, *, was_cut: bool) -> list[str]:
        """What of the request could not be followed."""
        cut = (
            [_("Only the first %(count)d characters were searched.") % {"count": MAX_LENGTH}]
            if was_cut
            else []
        )
        words = {
            "conference": _("There is no event “%(value)s”."),
            "kind": _("There is no kind “%(value)s”."),
            "track": _("There is no track “%(value)s”."),
            "keyword": _("There is no keyword “%(value)s”."),
            "has": _("There is no material “%(value)s”."),
        }
        return cut + [words[name] % {"value": value} for name, value in self.counts.unknown]

    @cached_property
    def _state(self) -> QueryDict:
        """The address without its page, and without what others hung on it."""
        state = QueryDict(mutable=True)
        for name in ("q", "sort"):
            if value := self.address.get(name, "").replace("\x00", ""):
                state[name] = value
        for name, values in self.chosen.chosen.items():
            state.setlist(name, values)
        return state

    def _with(self, **changes: str | list[str]) -> str:
        state = self._state.copy()
        for name, change in changes.items():
            values = [change] if isinstance(change, str) else change
            state.setlist(name, [value for value in values if value])
        query = state.urlencode()
        return reverse("library") + (f"?{query}" if query else "")

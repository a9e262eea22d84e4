"""Which lecture of a conference a record of a program file speaks of."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Max
from django.utils.translation import gettext as _

from conference.importers.own import is_own
from conference.importers.records import LectureRecord, Problem, ProgramReading
from conference.links import permanent_id
from conference.models import Conference, Lecture, SourceRecord
from conference.rendering import render_inline
from conference.services.imports.plan import missing_from

# Volumes begin at full thousands, so that one can grow without running into the next.
VOLUME_STRIDE = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """`stored` is None where the source has not spoken of the lecture before; it may stand under an id that is gone."""

    lecture_id: int
    stored: SourceRecord | None


@dataclass(slots=True)
class Finder:
    """By the id in the source, then by DOI, then by a title that only one lecture has; the latter two are told in `matched`.

    A record without a title, of a file that only adds to lectures, is found by the id that another source gave. In our own exports a
    lecture of this very conference is called by its permanent id.
    """

    conference: Conference
    reading: ProgramReading
    stored: dict[tuple[str, str], SourceRecord]
    problems: list[Problem] = field(default_factory=list)
    matched: list[Problem] = field(default_factory=list)
    _by_doi: dict[str, list[int]] = field(default_factory=dict)
    _by_title: dict[str, list[int]] = field(default_factory=dict)
    _by_other_id: dict[str, list[int]] = field(default_factory=dict)
    _ours: dict[str, int] = field(default_factory=dict)
    _free: dict[int, SourceRecord | None] = field(default_factory=dict)
    missing: dict[int, SourceRecord] = field(default_factory=dict)  # by lecture

    @classmethod
    def of(cls, conference: Conference, reading: ProgramReading) -> "Finder":
        known = SourceRecord.objects.filter(
            conference=conference, source=reading.source, thing=SourceRecord.Thing.LECTURE
        )
        finder = cls(conference, reading, {(one.volume, one.external_id): one for one in known})
        present = {(one.volume, one.external_id) for one in reading.records}
        for one in missing_from(reading, finder.stored.values(), present):
            finder.missing[_lecture_of(one)] = one
        finder._load_others()
        return finder

    def _load_others(self) -> None:
        """Lectures that a record with an unknown id may mean: all but those that the source knows under an id it still has."""
        unknown = [one for one in self.reading.records if (one.volume, one.external_id) not in self.stored]
        if not unknown:
            return
        claimed = {_lecture_of(one) for one in self.stored.values()} - self.missing.keys()
        lectures = Lecture.objects.filter(conference=self.conference).exclude(pk__in=claimed)
        rows = list(lectures.order_by("pk").values_list("pk", "title_text", "publication__doi"))
        self._by_doi = _grouped((doi, pk) for pk, _title, doi in rows if doi)
        self._by_title = _grouped((folded(title), pk) for pk, title, _doi in rows)
        self._free = {pk: self.missing.get(pk) for pk, _title, _doi in rows}
        self._ours = own_ids("lecture", self._free, self.reading.source)
        is_ours = is_own(self.reading.source)
        if known_elsewhere := [one.external_id for one in unknown if is_ours or not one.title]:
            others = SourceRecord.objects.filter(
                conference=self.conference, external_id__in=known_elsewhere, lecture__in=self._free
            )
            self._by_other_id = _grouped(set(others.values_list("external_id", "lecture")))

    def find(self, record: LectureRecord) -> Found | None:
        if stored := self.stored.get((record.volume, record.external_id)):
            return Found(_lecture_of(stored), stored)
        if (ours := self._ours.get(record.external_id)) in self._free:
            return self._taken(ours)
        for how, candidates in self._ways(record):
            free = [pk for pk in candidates if pk in self._free]
            if len(free) == 1:
                message = _("Its id is new here; it was found by its %(how)s: “%(title)s”.")
                message %= {"how": how, "title": record.title or record.external_id}
                self.matched.append(Problem("warning", record.where, message))
                return self._taken(free[0])
        if not record.title:
            self.problems.append(_unknown(record))
        return None

    def _taken(self, lecture: int) -> Found:
        self.missing.pop(lecture, None)
        return Found(lecture, self._free.pop(lecture))

    def _ways(self, record: LectureRecord) -> Iterator[tuple[str, list[int]]]:
        if not self._free:
            return
        if elsewhere := self._by_other_id.get(record.external_id):
            yield _("id in another file"), elsewhere
        if record.publication and record.publication.doi:
            yield _("DOI"), self._by_doi.get(record.publication.doi, [])
        if record.title:
            yield _("title"), self._by_title.get(folded(render_inline(record.title).text), [])

    def first_positions(self) -> dict[str, int]:
        """Where each volume begins in the conference's program: where most of its lectures say, or behind all others."""
        votes: defaultdict[str, Counter[int]] = defaultdict(Counter)
        rows = SourceRecord.objects.filter(pk__in=[one.pk for one in self.stored.values()])
        for volume, said, position in rows.values_list("volume", "values__position", "lecture__position"):
            votes[volume][position - said] += 1
        starts = {volume: count.most_common(1)[0][0] for volume, count in votes.items()}
        end = Lecture.objects.filter(conference=self.conference).aggregate(end=Max("position"))["end"] or 0
        sizes = _last_positions(self.reading.records)
        for volume, size in sizes.items():
            if volume not in starts:
                starts[volume] = -(-end // VOLUME_STRIDE) * VOLUME_STRIDE
            end = max(end, starts[volume] + size)
        return starts


def own_ids(thing: str, numbers: Iterable[int], source: str) -> dict[str, int]:
    """Primary keys by the permanent ids that exports of ours give; none for files of other programs."""
    return {permanent_id(thing, number): number for number in numbers} if is_own(source) else {}


def _lecture_of(stored: SourceRecord) -> int:
    assert stored.lecture_id is not None  # noqa: S101 - a check constraint holds it
    return stored.lecture_id


def _last_positions(records: Sequence[LectureRecord]) -> dict[str, int]:
    last: dict[str, int] = {}
    for record in records:
        last[record.volume] = max(last.get(record.volume, 0), record.position)
    return last


def folded(title: str) -> str:
    """What spellings of one title have in common: its letters and digits, without case and accents."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", title).casefold()))


def _unknown(record: LectureRecord) -> Problem:
    return Problem(
        "error",
        record.where,
        _("No lecture of this conference, or more than one, has the id %(id)s.") % {"id": record.external_id},
        _("Import the file that gives the lectures their titles first."),
        record.external_id,
    )


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for value, pk in pairs:
        groups[value].append(pk)
    return groups

"""What would become of the files of a batch, as its conference stands now."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from conference.filenames import id_key
from conference.models import BatchFile, Conference, Lecture, Material, SourceRecord

V = BatchFile.Verdict
OPEN_TO_CHANGE = (V.NEW, V.REPLACES, V.SAME, V.DOUBLE)


@dataclass(frozen=True, slots=True)
class Lacking:
    """Lectures that would still have nothing of a kind that the batch brings."""

    kind: str
    lectures: list[Lecture]


def ids_of(conference: Conference) -> dict[str, frozenset[int]]:
    """What each id stands for: those of the files that were imported, and, where none of them is such, our own."""
    said: defaultdict[str, set[int]] = defaultdict(set)
    records = SourceRecord.objects.filter(conference=conference, lecture__isnull=False)
    for external_id, lecture in records.values_list("external_id", "lecture"):
        said[id_key(external_id)].add(lecture)
    ids = {key: frozenset(lectures) for key, lectures in said.items()}
    for number in Lecture.objects.filter(conference=conference).values_list("pk", flat=True):
        ids.setdefault(str(number), frozenset([number]))
    return ids


def place(files: Sequence[BatchFile]) -> bool:
    """Sets verdicts and what is replaced, of files that have a lecture. True if any of that is other than it was."""
    files = [one for one in files if one.verdict in OPEN_TO_CHANGE]
    before = [_outcome(one) for one in files]
    here = _materials(files)
    together: defaultdict[tuple[int | None, str], list[BatchFile]] = defaultdict(list)
    for one in files:
        together[one.lecture_id, one.kind].append(one)
    for rivals in together.values():
        first, *others = rivals
        _place_one(first, here)
        for other in others:
            _set(other, V.DOUBLE, reason=_("It is the same as %(name)s.") % {"name": first.name})
        if any(other.sha256 != first.sha256 for other in others):
            names = ", ".join(one.name for one in rivals)
            for one in rivals:
                _set(
                    one,
                    V.DOUBLE,
                    reason=_("Several files say that they are this: %(names)s. Send one of them.")
                    % {"names": names},
                )
    return before != [_outcome(one) for one in files]


def lacking(conference: Conference, files: Iterable[BatchFile]) -> list[Lacking]:
    """Withdrawn lectures lack nothing."""
    brought: defaultdict[str, set[int | None]] = defaultdict(set)
    for one in files:
        if one.is_kept or one.verdict == V.SAME:
            brought[one.kind].add(one.lecture_id)
    held = Lecture.objects.filter(conference=conference).exclude(state=Lecture.State.WITHDRAWN)
    found = []
    for kind, lectures in brought.items():
        has = (
            Material.objects.filter(kind=kind)
            .exclude(file="", url="")
            .exclude(state=Material.State.SUBMITTED)
        )
        without = held.exclude(Q(pk__in=lectures) | Q(pk__in=has.values("lecture"))).only(
            "title", "title_text", "slug"
        )
        found.append(Lacking(kind, list(without.order_by("position", "pk"))))
    return found


def _place_one(one: BatchFile, here: dict[tuple[int, str], list[Material]]) -> None:
    assert one.lecture_id is not None  # noqa: S101 - files without a lecture are not placed
    standing = here.get((one.lecture_id, one.kind), [])
    if same := next((each for each in standing if each.sha256 == one.sha256), None):
        _set(one, V.SAME, reason=_("This very file is here as %(name)s.") % {"name": same.filename})
    elif standing:
        named_alike = [each for each in standing if each.filename == one.filename]
        _set(one, V.REPLACES, replaced=(named_alike or standing)[0])
    else:
        _set(one, V.NEW)


def _set(one: BatchFile, verdict: str, *, reason: str = "", replaced: Material | None = None) -> None:
    one.verdict, one.reason, one.replaced = verdict, reason, replaced
    one.replaced_sha256 = replaced.sha256 if replaced else ""


def _outcome(one: BatchFile) -> tuple[str, str, int | None, str]:
    return one.verdict, one.reason, one.replaced_id, one.replaced_sha256


def _materials(files: Iterable[BatchFile]) -> dict[tuple[int, str], list[Material]]:
    """Files, and places that wait for one. A link stays beside a file."""
    found: defaultdict[tuple[int, str], list[Material]] = defaultdict(list)
    rows = Material.objects.filter(lecture__in={one.lecture_id for one in files}, url="")
    rows = rows.exclude(state=Material.State.SUBMITTED)  # an organizer decides on them one by one
    for material in rows.order_by("position", "pk"):
        found[material.lecture_id, material.kind].append(material)
    return dict(found)

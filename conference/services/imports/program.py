"""Programs: what a file of lectures would do to a conference."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch

from conference.importers.records import LectureRecord, Reading
from conference.models import Authorship, Conference, Lecture
from conference.services.imports.comparing import SETS, ours_of, said_of
from conference.services.imports.finding import Finder, Found
from conference.services.imports.merging import Change, Merge, merge
from conference.services.imports.people import Byline, PeopleMatch, match_people
from conference.services.imports.plan import Plan, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramPlan(Plan[LectureRecord]):
    """With what writing it needs: the lectures to change, whom each byline means, and where volumes begin."""

    lectures: dict[int, Lecture]
    credited: list[Step[LectureRecord]]  # whose authors are written: people.credits has them in this order
    people: PeopleMatch
    first_positions: dict[str, int]


def plan_program(conference: Conference, reading: Reading[LectureRecord]) -> ProgramPlan:
    """Compare the records with what is stored; nothing is written."""
    finder = Finder.of(conference, reading)
    found = [finder.find(record) for record in reading.records]
    starts = finder.first_positions()
    drafts = [_draft(record, one) for record, one in zip(reading.records, found, strict=True)]
    lectures = _lectures(step.target for step in drafts if step.target and not step.is_repeated)
    steps = tuple(
        replace(step, merge=_merged(step, lectures[step.target], starts, reading.source))
        if step.target in lectures
        else step
        for step in drafts
    )
    credited = [step for step in steps if step.is_new or _changes(step, "authors")]
    people = match_people([_byline(step, lectures) for step in credited], family_of(reading.source))
    return ProgramPlan(
        reading=reading,
        steps=steps,
        gone=tuple(finder.missing.values()),
        findings=(*finder.problems, *people.problems),
        notes=people.notes(),
        lectures=lectures,
        credited=credited,
        people=people,
        first_positions=starts,
    )


def family_of(source: str) -> str:
    """`anthology:2023.acl` -> `anthology`: people have the same ids in all files of a family."""
    return source.partition(":")[0]


def _draft(record: LectureRecord, found: Found | None) -> Step[LectureRecord]:
    values = record.as_values()
    if found is None:
        return Step(record, record.title, values)
    stored = found.stored
    is_repeated = stored is not None and stored.external_id == record.external_id and stored.values == values
    return Step(record, record.title, values, found.lecture_id, stored, is_repeated)


def _lectures(ids: Iterable[int]) -> dict[int, Lecture]:
    authorships = Authorship.objects.select_related("person").prefetch_related("person__identifiers")
    return (
        Lecture.objects.select_related("track", "publication")
        .prefetch_related(Prefetch("authorships", authorships), "keywords", "materials")
        .in_bulk(list(ids))
    )


def _merged(step: Step[LectureRecord], lecture: Lecture, starts: dict[str, int], source: str) -> Merge:
    said = said_of(step.values)
    last = said_of(step.stored.values) if step.stored else {}
    if step.stored is None:
        # Of a place in a program that was ours before this source spoke, it knows nothing.
        del said["position"]
    first = starts[step.stored.volume if step.stored else step.record.volume]
    ours = ours_of(lecture, first_position=first, last=last, said=said, source=family_of(source))
    result = merge(ours=ours, last=last, said=said, sets=SETS)
    return Merge(tuple(map(_readable, result.changes)), tuple(map(_readable, result.conflicts)))


def _readable(change: Change) -> Change:
    """Authors as one line each; who they are is people's business."""
    if change.field != "authors":
        return change
    return Change(change.field, _lines(change.old), _lines(change.new))


def _lines(authors: list[dict[str, Any]]) -> list[str]:
    shown = ("name", "affiliation", "external_id", "orcid")
    return [", ".join(author[key] for key in shown if author.get(key)) for author in authors]


def _changes(step: Step[LectureRecord], field: str) -> bool:
    return any(change.field == field for change in step.merge.changes)


def _byline(step: Step[LectureRecord], lectures: dict[int, Lecture]) -> Byline:
    lecture = lectures[step.target] if step.target else None
    present = [one.person_id for one in lecture.authorships.all()] if lecture else ()
    return Byline(step.record.where, step.record.authors, present)

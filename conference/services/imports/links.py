"""What hangs on lectures: people, keywords and materials."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conference.importers.records import LectureRecord
from conference.models import Authorship, Lecture, Material
from conference.services.imports.comparing import addresses_of, keywords_of, material_values
from conference.services.imports.directory import known_authorships, means
from conference.services.imports.memory import BATCH
from conference.services.imports.people import Credit
from conference.services.imports.plan import Step
from conference.services.imports.program import ProgramPlan, family_of
from conference.services.keywords import keywords_for


@dataclass(frozen=True, slots=True)
class Writing:
    """A new or changed lecture, and why."""

    step: Step[LectureRecord]
    lecture: Lecture

    def lists(self, field: str) -> tuple[list[Any], list[Any]]:
        """The members of one of its lists that go, and those that come."""
        if self.step.is_new:
            values = self.step.values
            return [], keywords_of(values) if field == "keywords" else values[field]
        for change in self.step.merge.changes:
            if change.field == field:
                gone = [member for member in change.old if member not in change.new]
                return gone, [member for member in change.new if member not in change.old]
        return [], []


def write_authorships(plan: ProgramPlan, writings: Sequence[Writing]) -> None:
    lectures = {id(one.step): one.lecture for one in writings}
    rewritten = Authorship.objects.filter(lecture__in=[step.target for step in plan.credited if step.target])
    former: defaultdict[int, list[Authorship]] = defaultdict(list)
    for one in rewritten.all():
        former[one.lecture_id].append(one)
    rewritten.delete()
    rows = []
    for step, people in zip(plan.credited, plan.people.credits, strict=True):
        lecture = lectures[id(step)]
        rows += _authorships(lecture, people, former[lecture.pk])
    Authorship.objects.bulk_create(rows, batch_size=BATCH)


def _authorships(
    lecture: Lecture, people: Sequence[Credit], former: Sequence[Authorship]
) -> list[Authorship]:
    """What hung on a person stays; the address of one who goes stays with the entry that gives it, whoever that means by now."""
    leaving = {one.person_id: one for one in former}
    staying = {credit.person.pk: leaving.pop(credit.person.pk, None) for credit in people}
    freed = {one.email for one in leaving.values()}
    rows = []
    for position, credit in enumerate(people, start=1):
        row = Authorship(
            lecture=lecture, person=credit.person, position=position, affiliation=credit.affiliation
        )
        if ours := staying[credit.person.pk]:
            row.email, row.taken_for_id = ours.email, ours.taken_for_id
        elif credit.email in freed:
            row.email = credit.email
        rows.append(row)
    return rows


def write_addresses(plan: ProgramPlan, writings: Sequence[Writing]) -> None:
    """Those that a source gives its authors, and no longer those that it gave and gives no more."""
    steps = {one.lecture.pk: one.step for one in writings if _changes_addresses(one.step)}
    source, changed = family_of(plan.reading.source), []
    for one in known_authorships().filter(lecture__in=steps) if steps else ():
        email = _address(one, steps[one.lecture_id], source)
        if email != one.email:
            one.email = email
            changed.append(one)
    Authorship.objects.bulk_update(changed, ["email"], batch_size=BATCH)


def _changes_addresses(step: Step[LectureRecord]) -> bool:
    if step.is_new:
        return any(author.email for author in step.record.authors)
    return any(change.field == "addresses" for change in step.merge.changes)


def _address(authorship: Authorship, step: Step[LectureRecord], source: str) -> str:
    before = addresses_of(step.stored.values) if step.stored else []
    new = [author for author in step.record.authors if author.email and author.email not in before]
    given = (author.email for author in new if means(author, authorship, source))
    dropped = {*before} - {author.email for author in step.record.authors}
    return next(given, "" if authorship.email in dropped else authorship.email)


def write_keywords(writings: Sequence[Writing]) -> None:
    keywords = keywords_for(name for one in writings for name in one.step.record.keywords)
    through = Lecture.keywords.through
    rows = []
    for one in writings:
        gone, added = one.lists("keywords")
        if gone:
            through.objects.filter(lecture=one.lecture, keyword__key__in=gone).delete()
        rows += [through(lecture=one.lecture, keyword=keywords[key]) for key in added]
    # Of two spellings that were merged, the second says nothing new.
    through.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def write_materials(writings: Sequence[Writing]) -> None:
    """Links only: a file that was uploaded here is no source's business."""
    dropped: list[int] = []
    rows = []
    for one in writings:
        gone, added = one.lists("materials")
        if gone:
            links = [each for each in one.lecture.materials.all() if each.is_plain_link]
            dropped += [each.pk for each in links if material_values(each) in gone]
        rows += [
            Material(lecture=one.lecture, position=place, **values) for place, values in enumerate(added, 1)
        ]
    Material.objects.filter(pk__in=dropped).delete()
    Material.objects.bulk_create(rows, batch_size=BATCH)

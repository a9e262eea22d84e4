"""What hangs on lectures: people, keywords and materials."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conference.importers.records import LectureRecord
from conference.models import Authorship, Lecture, Material
from conference.services.imports.comparing import material_values, said_of
from conference.services.imports.memory import BATCH
from conference.services.imports.plan import Step
from conference.services.imports.program import ProgramPlan
from conference.services.keywords import keywords_for


@dataclass(frozen=True, slots=True)
class Writing:
    """A new or changed lecture, and why."""

    step: Step[LectureRecord]
    lecture: Lecture

    def lists(self, field: str) -> tuple[list[Any], list[Any]]:
        """The members of one of its lists that go, and those that come."""
        if self.step.is_new:
            return [], said_of(self.step.values)[field]
        for change in self.step.merge.changes:
            if change.field == field:
                gone = [member for member in change.old if member not in change.new]
                return gone, [member for member in change.new if member not in change.old]
        return [], []


def write_authorships(plan: ProgramPlan, writings: Sequence[Writing]) -> None:
    lectures = {id(one.step): one.lecture for one in writings}
    rewritten = [step.target for step in plan.credited if step.target]
    Authorship.objects.filter(lecture__in=rewritten).delete()
    Authorship.objects.bulk_create(
        (
            Authorship(
                lecture=lectures[id(step)],
                person=credit.person,
                position=position,
                affiliation=credit.affiliation,
            )
            for step, people in zip(plan.credited, plan.people.credits, strict=True)
            for position, credit in enumerate(people, start=1)
        ),
        batch_size=BATCH,
    )


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
            dropped += [each.pk for each in one.lecture.materials.all() if material_values(each) in gone]
        rows += [
            Material(lecture=one.lecture, position=place, **values) for place, values in enumerate(added, 1)
        ]
    Material.objects.filter(pk__in=dropped).delete()
    Material.objects.bulk_create(rows, batch_size=BATCH)

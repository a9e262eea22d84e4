"""Writing a planned program: in bulk, all of it or nothing."""

from dataclasses import dataclass

from django.utils import timezone

from conference.importers.records import LectureRecord
from conference.models import Authorship, Conference, Keyword, Lecture, Material, Person, SourceRecord
from conference.progress import Phase, tell
from conference.services import index
from conference.services.imports.links import (
    Writing,
    write_addresses,
    write_authorships,
    write_keywords,
    write_materials,
)
from conference.services.imports.memory import BATCH, count_rows, remember_steps
from conference.services.imports.messages import write_messages
from conference.services.imports.plan import Step
from conference.services.imports.program import ProgramPlan
from conference.services.imports.publications import Shelf
from conference.services.imports.seating import write_sessions, write_slots
from conference.services.imports.tracks import Tracks

_GROWING = (Lecture, Authorship, Person, Keyword, Lecture.keywords.through, Material, SourceRecord)
_COLUMNS = ("title", "abstract", "kind", "state", "access", "track", "position", "publication", "updated_at")


def write_program(conference: Conference, plan: ProgramPlan) -> dict[str, list[int]]:
    """Call it in the transaction in which the plan was made. Gives the new rows, by the name of the thing."""
    touched = [*plan.new, *plan.changed]
    shelf = Shelf.of(step.record.publication for step in touched if step.record.publication)
    names = [step.record.track for step in touched]
    names += [step.record.track for step in (*plan.sessions.new, *plan.sessions.changed)]
    tracks = plan.tracks
    tracks.add(names)
    desk = _Desk(conference, plan, shelf, tracks)
    tell(Phase.LECTURES)
    sessions = write_sessions(conference, plan.reading.source, plan.sessions, tracks)
    created = [Writing(step, desk.created(step)) for step in plan.new]
    updated = [Writing(step, desk.updated(step)) for step in plan.changed]
    writings = created + updated
    shelf.save()
    for one in writings:
        # A new publication had no primary key when it was assigned.
        one.lecture.publication = one.lecture.publication
    Lecture.objects.bulk_create([one.lecture for one in created], batch_size=BATCH)
    Lecture.objects.bulk_update([one.lecture for one in updated], _COLUMNS, batch_size=BATCH)
    tell(Phase.PEOPLE)
    plan.people.directory.save()
    write_authorships(plan, writings)
    write_addresses(plan, writings)
    write_keywords(writings)
    write_materials(writings)
    write_slots(plan, writings, sessions)
    ids = {id(one.step): one.lecture.pk for one in created}
    remember_steps(conference, plan.reading.source, SourceRecord.Thing.LECTURE, plan.steps, ids)
    messages = write_messages(conference, plan.reading.source, plan.messages)
    count_rows(_GROWING, new=len(created))
    index.refresh([one.lecture.pk for one in writings])
    Lecture.objects.filter(pk__in=plan.withdrawn).update(
        state=Lecture.State.WITHDRAWN, updated_at=timezone.now()
    )
    blocks = [sessions[step.record.external_id].pk for step in plan.sessions.new]
    return {"lecture": [one.lecture.pk for one in created], "session": blocks, "message": messages}


@dataclass(frozen=True, slots=True)
class _Desk:
    """Lectures in memory, as they will be."""

    conference: Conference
    plan: ProgramPlan
    shelf: Shelf
    tracks: Tracks

    def created(self, step: Step[LectureRecord]) -> Lecture:
        record = step.record
        return Lecture(
            conference=self.conference,
            title=record.title,
            abstract=record.abstract,
            kind=record.kind or Lecture.Kind.POSTER,
            track=self.tracks.get(self.tracks.slug(record.track)),
            state=record.state or Lecture.State.PUBLISHED,
            access=record.access,
            position=self.plan.first_positions[record.volume] + record.position,
            publication=self.shelf.place(record.publication) if record.publication else None,
        )

    def updated(self, step: Step[LectureRecord]) -> Lecture:
        record = step.record
        lecture = self.plan.lectures[step.target or 0]
        for change in step.merge.changes:
            match change.field:
                case "title" | "abstract" | "kind" | "state" | "access":
                    setattr(lecture, change.field, change.new)
                case "track":
                    lecture.track = self.tracks.get(change.new)
                case "position":
                    lecture.position = self.plan.first_positions[record.volume] + record.position
        if record.publication:
            self.shelf.change(lecture, record.publication, step.merge.changes)
        lecture.updated_at = timezone.now()
        return lecture

"""Programs: what a file of lectures would do to a conference."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from conference.importers.records import LectureRecord, ProgramReading, Values
from conference.models import Conference, Lecture
from conference.progress import Phase, counted
from conference.rendering import render_inline
from conference.services.imports.comparing import PUBLICATION_TITLE, SETS, ours_of, said_of, settled_links
from conference.services.imports.directory import known_authorships
from conference.services.imports.finding import Finder, Found
from conference.services.imports.merging import Change, Merge, merge
from conference.services.imports.messages import MessagesPlan, plan_messages
from conference.services.imports.people import Byline, PeopleMatch, match_people
from conference.services.imports.places import Places, dropped_places, said_places
from conference.services.imports.plan import GONE, Plan, Step, met_by
from conference.services.imports.sessions import SessionsPlan, plan_sessions
from conference.services.imports.slots import plan_slots, slots_of
from conference.services.imports.tracks import Tracks

_MARKUP = frozenset("$\\*_`{~")  # most titles have none, and are their own plain text


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramPlan(Plan[LectureRecord]):
    """With what writing it needs: the lectures to change, whom each byline means, and where volumes begin."""

    lectures: dict[int, Lecture]
    credited: list[Step[LectureRecord]]  # whose authors are written: people.credits has them in this order
    people: PeopleMatch
    first_positions: dict[str, int]
    sessions: SessionsPlan
    messages: MessagesPlan
    tracks: Tracks
    places: dict[int, Places]  # of lectures in sessions, by id(step)
    withdrawn: tuple[int, ...]  # lectures that go because the source has them no longer

    @property
    def met(self) -> dict[str, list[int]]:
        steps: dict[str, Sequence[Step[Any]]] = {
            "lecture": self.steps,
            "session": self.sessions.steps,
            "message": self.messages.steps,
        }
        met = {name: met_by(some) for name, some in steps.items()}
        return met | {"lecture": [*met["lecture"], *self.withdrawn]}

    @property
    def parts(self) -> dict[str, Sequence[Step[Any]]]:
        return {"sessions": self.sessions.steps, "messages": self.messages.steps}


def plan_program(
    conference: Conference, reading: ProgramReading, theirs: Collection[str] = ()
) -> ProgramPlan:
    """Compare the records with what is stored; nothing is written."""
    finder = Finder.of(conference, reading)
    found = [finder.find(record) for record in reading.records]
    starts = finder.first_positions()
    tracks = Tracks.of(conference)
    sessions = plan_sessions(conference, reading, tracks, theirs)
    messages = plan_messages(conference, reading, theirs)
    drafts = [
        _draft(record, one) for record, one in zip(reading.records, found, strict=True) if one or record.title
    ]
    lectures = _lectures(
        (step.target for step in drafts if step.target and not step.is_repeated), bool(sessions.keys)
    )
    comparison = _Comparison(conference, reading, tracks, sessions, starts, theirs)
    compared = [comparison.of(step, lectures) for step in counted(Phase.COMPARING, drafts)]
    slots = plan_slots(compared, comparison.slots, sessions)
    credited = [step for step in slots.steps if step.is_new or _changes(step, "authors")]
    people = match_people([_byline(step, lectures) for step in credited], family_of(reading.source))
    return ProgramPlan(
        reading=reading,
        steps=slots.steps,
        gone=(*finder.missing.values(), *sessions.gone, *messages.gone),
        findings=(*finder.problems, *sessions.problems, *slots.problems, *people.problems),
        notes=(*people.notes(), *_returned(drafts)),
        matched=tuple(finder.matched),
        only_here=_only_here(conference, [step.target for step in drafts if step.target]),
        lectures=lectures,
        credited=credited,
        people=people,
        first_positions=starts,
        sessions=sessions,
        messages=messages,
        tracks=tracks,
        places=slots.places,
        withdrawn=tuple(_published(finder.missing)) if GONE in theirs else (),
    )


def _published(ids: Iterable[int]) -> list[int]:
    here = Lecture.objects.filter(pk__in=list(ids), state=Lecture.State.PUBLISHED)
    return list(here.order_by("pk").values_list("pk", flat=True))


def _returned(steps: Iterable[Step[LectureRecord]]) -> tuple[str, ...]:
    """A lecture is withdrawn by a person's word, and comes back by one."""
    back = Lecture.objects.filter(
        pk__in=[step.target for step in steps if step.target], state=Lecture.State.WITHDRAWN
    )
    message = _("“%(title)s” is withdrawn here and stays so, though it is in the file.")
    return tuple(
        message % {"title": title} for title in back.order_by("pk").values_list("title_text", flat=True)
    )


def _only_here(conference: Conference, meant: list[int]) -> tuple[str, ...]:
    others = Lecture.objects.filter(conference=conference).exclude(pk__in=meant).order_by("position", "pk")
    return tuple(others.values_list("title_text", flat=True)) if meant else ()


def family_of(source: str) -> str:
    """`anthology:2023.acl` -> `anthology`: people have the same ids in all files of a family."""
    return source.partition(":")[0]


def _draft(record: LectureRecord, found: Found | None) -> Step[LectureRecord]:
    values = record.as_values()
    label = render_inline(record.title).text if _MARKUP & {*record.title} else record.title
    if found is None:
        return Step(record, label, values)
    stored = found.stored
    is_repeated = stored is not None and stored.external_id == record.external_id and stored.values == values
    return Step(record, label, values, found.lecture_id, stored, is_repeated)


def _lectures(ids: Iterable[int], with_slots: bool) -> dict[int, Lecture]:
    lectures = Lecture.objects.select_related("track", "publication").prefetch_related(
        Prefetch("authorships", known_authorships()), "keywords", "materials"
    )
    return (lectures.prefetch_related("slots") if with_slots else lectures).in_bulk(list(ids))


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What a source says of lectures against what it said last and what is stored; `slots` keeps the latter's places."""

    conference: Conference
    reading: ProgramReading
    tracks: Tracks
    sessions: SessionsPlan
    starts: dict[str, int]
    theirs: Collection[str]
    slots: dict[int, Values] = field(default_factory=dict)

    def of(
        self, step: Step[LectureRecord], lectures: dict[int, Lecture]
    ) -> tuple[Step[LectureRecord], Values]:
        said = self._said(step.values)
        if step.target is None or step.target not in lectures:
            return step, said
        lecture = lectures[step.target]
        last = self._said(step.stored.values) if step.stored else {}
        said |= dropped_places("slot", said, last)
        first = self.starts[step.stored.volume if step.stored else step.record.volume]
        source = family_of(self.reading.source)
        ours = ours_of(lecture, first_position=first, last=last, said=said, source=source)
        if self.sessions.keys:
            self.slots[lecture.pk] = slots_of(lecture, self.sessions, last)
            ours |= self.slots[lecture.pk]
        if "materials" in said:
            settled = settled_links(lecture)
            said["materials"] = [one for one in said["materials"] if one["url"] not in settled]
        said = {name: value for name, value in said.items() if not self._is_presumed(name, ours, said, step)}
        result = merge(ours=ours, last=last, said=said, sets=SETS)
        merged = Merge(tuple(map(_readable, result.changes)), tuple(map(_readable, result.conflicts)))
        return replace(step, merge=merged).settled(self.theirs), said

    def _is_presumed(self, field: str, ours: Values, said: Values, step: Step[LectureRecord]) -> bool:
        """Of a place in a program that was ours before this source spoke, it knows nothing; nor does it where it only implies.

        A paper's title that only follows from the lecture's changes along with that.
        """
        is_implied = field in self.reading.implied
        if is_implied and field == PUBLICATION_TITLE and said.get("title") == ours["title"]:
            return bool(ours.get(field))
        if step.stored is not None:
            return False
        is_order = field.startswith("slot.position.")
        return field == "position" or (bool(ours.get(field)) and (is_implied or is_order))

    def _said(self, values: Values) -> Values:
        """Without what the format never speaks of, and without places in sessions that were left out."""
        known = self.sessions.known
        slots = [(slot["session"], slot) for slot in values.get("slots", ()) if slot["session"] in known]
        said = said_of(values, self.tracks) | said_places("slot", slots, self.conference.tz)
        return {name: value for name, value in said.items() if name not in self.reading.unsaid}


def _readable(change: Change) -> Change:
    """Authors as one line each; who they are is people's business. Addresses are only counted: a report is no place for them."""
    if change.field == "addresses":
        return Change(change.field, str(len(change.old or ())), str(len(change.new)))
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
    authorships = list(lecture.authorships.all()) if lecture else []
    present = [one.person_id for one in authorships]
    mistaken = {one.person_id: one.taken_for_id for one in authorships if one.taken_for_id}
    return Byline(step.record.where, step.record.authors, present, mistaken)

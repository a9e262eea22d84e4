"""What would change in lectures' places in sessions, without what the database would refuse."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from conference.importers.records import LectureRecord, Problem, Values
from conference.models import Lecture
from conference.services.imports.merging import Merge
from conference.services.imports.places import PRESENT, Places, grouped, is_of_place, ours_places
from conference.services.imports.plan import Step
from conference.services.imports.sessions import SessionsPlan

type LectureStep = Step[LectureRecord]
type _Board = tuple[str, str]
"""The id of a session, and a board in it."""


@dataclass(slots=True)
class SlotsPlan:
    """`places` has what is to be written for each step, by `id(step)`."""

    steps: tuple[LectureStep, ...]
    places: dict[int, Places] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def slots_of(lecture: Lecture, sessions: SessionsPlan, last: Values) -> Values:
    """Of its places, those in sessions that the source speaks of."""
    slots = [slot for slot in lecture.slots.all() if slot.session_id in sessions.keys]
    return ours_places("slot", ((sessions.keys[slot.session_id], slot) for slot in slots), last)


def plan_slots(
    steps: list[tuple[LectureStep, Values]], ours: dict[int, Values], sessions: SessionsPlan
) -> SlotsPlan:
    """`steps` come with what they say; `ours` has what is stored, by primary key of the lecture."""
    wanted = [
        (step, grouped(said.items() if step.is_new else _changes(step)), ours.get(step.target or 0, {}))
        for step, said in steps
    ]
    board = _Boards(_held(sessions))
    for step, places, mine in wanted:
        board.leave(step, places, mine)
    plan = SlotsPlan(())
    planned = []
    for step, places, mine in wanted:
        refused = [*_backwards(step, places, mine), *board.take(step, places)]
        for name, key, problem in refused:
            places[key].pop(name, None)
            plan.problems.append(problem)
        kept = _without(step, {f"slot.{name}.{key}" for name, key, _problem in refused})
        planned.append(kept)
        if places:
            plan.places[id(kept)] = places
    plan.steps = tuple(planned)
    return plan


def _changes(step: LectureStep) -> list[tuple[str, object]]:
    return [(change.field, change.new) for change in step.merge.changes if is_of_place(change.field)]


def _without(step: LectureStep, fields: set[str]) -> LectureStep:
    if not fields or step.is_new:
        return step
    changes = tuple(change for change in step.merge.changes if change.field not in fields)
    return replace(step, merge=Merge(changes, step.merge.conflicts))


def _backwards(step: LectureStep, places: Places, mine: Values) -> Iterator[tuple[str, str, Problem]]:
    for key, place in list(places.items()):
        starts, ends = (
            place.get(name, mine.get(f"slot.{name}.{key}", "")) for name in ("starts_at", "ends_at")
        )
        if starts and ends and ends <= starts:
            message = _("“%(title)s” would end before it starts; its time was left out.") % {
                "title": step.label
            }
            problem = Problem("warning", step.record.where, message, _("Correct its times."))
            yield "starts_at", key, problem
            place.pop("ends_at", None)


@dataclass(slots=True)
class _Boards:
    """Who has which board; one board is for one lecture in a session."""

    holders: dict[_Board, int]

    def leave(self, step: LectureStep, places: Places, mine: Values) -> None:
        """Boards that are given up are free for others of the same file."""
        for key, place in places.items():
            board = mine.get(f"slot.board.{key}", "")
            if board and ("board" in place or place.get(PRESENT) is False):
                self.holders.pop((key, board), None)

    def take(self, step: LectureStep, places: Places) -> Iterator[tuple[str, str, Problem]]:
        for key, place in places.items():
            board = place.get("board", "")
            if not board or place.get(PRESENT) is False:
                continue
            if self.holders.setdefault((key, board), id(step)) != id(step):
                message = _("Board %(board)s is taken in its session; “%(title)s” was left without one.")
                values = {"board": board, "title": step.label}
                problem = Problem("warning", step.record.where, message % values, _("Correct the board."))
                yield "board", key, problem


def _held(sessions: SessionsPlan) -> dict[_Board, int]:
    return {
        (key, slot.board): -slot.pk
        for pk, key in sessions.keys.items()
        for slot in sessions.rows[pk].slots.all()
        if slot.board
    }

"""What a file would do, and, once it is written, what it did. The same plan serves dry runs, previews and reports."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from operator import attrgetter
from typing import Any

from conference.importers.records import (
    LectureRecord,
    MessageRecord,
    Problem,
    Reading,
    RegistrationRecord,
    SessionRecord,
    Values,
)
from conference.models import SourceRecord
from conference.services.imports.merging import Change, Merge

LISTED = 100
# What a person chose of a plan: conflicts that the file wins, by step and field; all of them; that what is gone is to go here too.
ALL = "*"
GONE = "gone"


@dataclass(frozen=True, slots=True)
class Step[R: (LectureRecord, SessionRecord, MessageRecord, RegistrationRecord)]:
    """One record, and the row (`target`, its primary key) that it was found as; None if it is new.

    `values` are what is kept as said by the source; `is_repeated`, that it said the very same last time.
    """

    record: R
    label: str
    values: Values
    target: int | None = None
    stored: SourceRecord | None = None
    is_repeated: bool = False
    merge: Merge = field(default_factory=Merge)

    @property
    def key(self) -> str:
        """Tells the record from all others of its file."""
        thing = type(self.record).__name__.removesuffix("Record").lower()
        volume = getattr(self.record, "volume", "")
        return f"{thing}|{volume}|{getattr(self.record, 'external_id', '') or self.label}"

    def settled(self, theirs: Collection[str]) -> "Step[R]":
        """The file wins the conflicts that `theirs` names, by key and field, or all of them."""
        won: list[Change] = [
            one for one in self.merge.conflicts if {ALL, f"{self.key}|{one.field}"} & {*theirs}
        ]
        if not won:
            return self
        lost: tuple[Change, ...] = tuple(one for one in self.merge.conflicts if one not in won)
        return replace(self, merge=Merge((*self.merge.changes, *won), lost))

    @property
    def is_new(self) -> bool:
        return self.target is None


@dataclass(frozen=True, slots=True)
class Plan[R: (LectureRecord, RegistrationRecord)]:
    """`gone` is what the source no longer holds: told, and nothing is done about it.

    `matched` tells of what was found by something other than its id, `only_here` what the conference has and the file does not.
    """

    reading: Reading[R]
    steps: tuple[Step[R], ...]
    gone: tuple[SourceRecord, ...] = ()
    findings: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    matched: tuple[Problem, ...] = ()
    only_here: tuple[str, ...] = ()

    @property
    def new(self) -> list[Step[R]]:
        return [step for step in self.steps if step.is_new]

    @property
    def changed(self) -> list[Step[R]]:
        return [step for step in self.steps if step.merge.changes]

    @property
    def met(self) -> dict[str, list[int]]:
        """Rows that are there already and that writing may change, by the name of the thing."""
        raise NotImplementedError

    @property
    def parts(self) -> dict[str, Sequence[Step[Any]]]:
        """What is planned besides, by its name in the report."""
        return {}

    def report(self) -> dict[str, Any]:
        """JSON-able. `created`, `changed` and `unchanged` are counts; `new` shows the first of the created ones."""
        created, everything = self.new, [*self.steps, *chain.from_iterable(self.parts.values())]
        problems = (*self.reading.problems, *self.findings)
        return {
            "source": self.reading.source,
            "read": self.reading.read,
            **counts(self.steps),
            "skipped": [_told(problem) for problem in problems if problem.level == "error"],
            "warnings": [_told(problem) for problem in problems if problem.level == "warning"],
            "conflicts": [
                _compared(step, step.merge.conflicts) for step in everything if step.merge.conflicts
            ],
            "gone": [_named(record) for record in sorted(self.gone, key=attrgetter("volume", "external_id"))],
            "new": [{"row": step.record.where, "label": step.label} for step in islice(created, LISTED)],
            "changes": [_compared(step, step.merge.changes) for step in everything if step.merge.changes],
            "matched": [_told(problem) for problem in self.matched],
            "only_here": [{"id": "", "label": title} for title in self.only_here],
            "notes": [*self.reading.notes, *self.notes],
        } | {name: {"read": len(steps), **counts(steps)} for name, steps in self.parts.items() if steps}


def counts(steps: Collection[Step[Any]]) -> dict[str, int]:
    created = sum(step.is_new for step in steps)
    changed = sum(bool(step.merge.changes) for step in steps)
    return {"created": created, "changed": changed, "unchanged": len(steps) - created - changed}


def met_by(steps: Iterable[Step[Any]]) -> list[int]:
    return [step.target for step in steps if step.target and not step.is_repeated]


def missing_from(
    reading: Reading[Any], stored: Iterable[SourceRecord], present: Collection[tuple[str, str]]
) -> list[SourceRecord]:
    """What the volumes that were read held last time, and now neither hold nor fail to give; `present` is (volume, id)."""
    left_out = {problem.item for problem in reading.problems if problem.level == "error"}
    return [
        record
        for record in stored
        if record.volume in reading.volumes
        and (record.volume, record.external_id) not in present
        and record.external_id not in left_out
    ]


def _told(problem: Problem) -> Values:
    return {"row": problem.where, "reason": f"{problem.message} {problem.mend}".rstrip()}


def _compared(step: Step[Any], changes: tuple[Change, ...]) -> Values:
    fields = [{"field": change.field, "old": change.old, "new": change.new} for change in changes]
    return {"row": step.record.where, "label": step.label, "key": step.key, "fields": fields}


def _named(record: SourceRecord) -> Values:
    return {"id": record.external_id, "label": record.values.get("title", "")}

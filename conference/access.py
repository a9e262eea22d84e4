"""Who may see what, of things that are visible at all (querysets.py). There are no exceptions elsewhere.

A conference's AccessRules open its seven subjects; DEFAULTS stand where it has none. A lecture may say otherwise for itself, and a
material for itself. Organizers see all of their conferences, presenters all of their own lectures.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Q, QuerySet

from accounts.viewer import Entry, Viewer
from conference import clock
from conference.models import AccessLevel, AccessRule, Audience, Conference, Lecture, Material, Subject

DEFAULTS: dict[str, Audience] = {
    Subject.INSIDE: Audience.REGISTERED,
    Subject.SCHEDULE: Audience.REGISTERED,
    Subject.ABSTRACTS: Audience.EVERYONE,
    Subject.VIDEOS: Audience.REGISTERED,
    Subject.FILES: Audience.REGISTERED,
    Subject.LIVE: Audience.REGISTERED,
    Subject.QUESTIONS: Audience.REGISTERED,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """An AccessRule, or the default in its place."""

    audience: str
    tickets: frozenset[int] = frozenset()
    opens_at: datetime | None = None
    closes_at: datetime | None = None

    def admits(self, viewer: Viewer, conference_id: int) -> bool:
        """Whether the audience includes the viewer, whatever the time."""
        if self.audience == Audience.EVERYONE:
            return True
        entry = viewer.entries.get(conference_id)
        if entry is None or not entry.is_confirmed or self.audience == Audience.ORGANIZERS:
            return False
        return self.audience == Audience.REGISTERED or not entry.ticket_type_ids.isdisjoint(self.tickets)

    def is_over(self, now: datetime) -> bool:
        return self.closes_at is not None and self.closes_at <= now

    def is_early(self, now: datetime) -> bool:
        return self.opens_at is not None and now < self.opens_at

    def is_open(self, now: datetime) -> bool:
        return not self.is_early(now) and not self.is_over(now)


class GateState(StrEnum):
    """How the gate stands to a viewer; the panel has words for each."""

    ANONYMOUS = "anonymous"
    NOT_REGISTERED = "not_registered"
    CANCELLED = "cancelled"
    TOO_EARLY = "too_early"
    CLOSED = "closed"
    NO_RIGHT = "no_right"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Gate:
    """The answer for one subject, with what the panel needs to explain it."""

    conference: Conference
    subject: str
    state: GateState
    opens_at: datetime | None = None
    entry: Entry | None = None

    @property
    def is_open(self) -> bool:
        return self.state is GateState.OPEN

    @property
    def is_members_only(self) -> bool:
        """A member stands before it without the right: 403, not the gate."""
        return self.state in {GateState.NO_RIGHT, GateState.CLOSED, GateState.TOO_EARLY}


@dataclass(slots=True)
class Access:
    """Answers for one viewer during one request; a conference's rules are read once."""

    viewer: Viewer
    _rules: dict[int, dict[str, list[Rule]]] = field(default_factory=dict)

    def may(self, subject: str, conference: Conference) -> bool:
        return self.gate(conference, subject).is_open

    def gate(self, conference: Conference, subject: str = Subject.INSIDE) -> Gate:
        """Open, or why not and until when."""
        entry = self.viewer.entries.get(conference.pk)
        rules = self._rules_of(conference.pk)[subject]
        state, opens_at = self._standing(conference.pk, rules, entry)
        return Gate(conference, subject, state, opens_at, entry)

    def abstract_gate(self, lecture: Lecture) -> Gate:
        return self._gate_of_lecture(lecture, Subject.ABSTRACTS, lecture.access)

    def may_read_abstract(self, lecture: Lecture) -> bool:
        return self.abstract_gate(lecture).is_open

    def material_gate(self, material: Material) -> Gate:
        """How the gate stands before a material, whatever the material's own state."""
        return self._gate_of_lecture(
            material.lecture, material.subject, material.access or material.lecture.access
        )

    def may_open(self, material: Material) -> bool:
        """Whether its bytes, or a link's address, may leave. Withheld ones, and those of withdrawn lectures, do so for organizers only."""
        organizes = self.viewer.organizes(material.lecture.conference_id)
        if material.state == Material.State.SUBMITTED:
            return self.may_know(material)
        if material.state == Material.State.WITHHELD or material.lecture.is_withdrawn:
            return organizes
        return self.material_gate(material).is_open and (material.is_ready or organizes)

    def may_know(self, material: Material) -> bool:
        """Whether it is there at all: what waits for approval is so for organizers and its presenters only."""
        if material.state != Material.State.SUBMITTED:
            return True
        return self.viewer.organizes(material.lecture.conference_id) or (
            self.presents(material.lecture) and not material.lecture.is_withdrawn
        )

    def may_submit(self, lecture: Lecture) -> bool:
        """Whether the viewer may send files for it: its presenters, until the conference's deadline."""
        until = lecture.conference.materials_until
        in_time = until is not None and clock.now() < until
        return in_time and not lecture.is_withdrawn and self.presents(lecture)

    def presents(self, lecture: Lecture) -> bool:
        """Whether the viewer has proved the address of one of its authors."""
        return lecture.pk in self.viewer.lecture_ids

    def readable(self, subject: str) -> Q:
        """As a condition on lectures, what the page says of one: for search, where no closed text may make a hit."""
        if self.viewer.is_administrator:
            return Q()
        registered = Q(access=AccessLevel.REGISTERED, conference__in=self.viewer.registered_ids)
        readable = (
            Q(access="") & self._conferences_open(subject) | Q(access=AccessLevel.EVERYONE) | registered
        )
        if self.viewer.lecture_ids:
            readable |= Q(pk__in=self.viewer.lecture_ids)
        if subject != Subject.ABSTRACTS:
            readable &= ~Q(state=Lecture.State.WITHDRAWN)
        if self.viewer.conference_ids:
            readable |= Q(conference__in=self.viewer.conference_ids)
        return readable

    def _gate_of_lecture(self, lecture: Lecture, subject: str, level: str) -> Gate:
        """The conference's gate for the subject, unless a level of its own stands before the thing; open to its presenters."""
        if self.presents(lecture):
            return Gate(lecture.conference, subject, GateState.OPEN)
        if not level:
            return self.gate(lecture.conference, subject)
        entry = self.viewer.entries.get(lecture.conference_id)
        state, opens_at = self._standing(lecture.conference_id, [Rule(level)], entry)
        return Gate(lecture.conference, subject, state, opens_at, entry)

    def _standing(
        self, conference_id: int, rules: list[Rule], entry: Entry | None
    ) -> tuple[GateState, datetime | None]:
        now = clock.now()
        admitting = [rule for rule in rules if rule.admits(self.viewer, conference_id)]
        if self.viewer.organizes(conference_id) or any(rule.is_open(now) for rule in admitting):
            return GateState.OPEN, None
        # A rule for everyone that is not open yet says nothing about who is registered: only its time counts.
        coming = [rule.opens_at for rule in admitting if rule.opens_at and rule.is_early(now)]
        if entry is not None and entry.is_confirmed:
            if coming:
                return GateState.TOO_EARLY, min(coming)
            return (GateState.CLOSED if admitting else GateState.NO_RIGHT), None
        if entry is not None:
            return GateState.CANCELLED, None
        return (GateState.ANONYMOUS if self.viewer.is_anonymous else GateState.NOT_REGISTERED), None

    def _conferences_open(self, subject: str) -> Q:
        """The conferences whose own rules open `subject` to the viewer now."""
        now = clock.now()
        ruled = _rules_by_conference(AccessRule.objects.filter(subject=subject))
        opened = [
            number
            for number, rules in ruled.items()
            if any(rule.admits(self.viewer, number) and rule.is_open(now) for rule in rules[subject])
        ]
        if DEFAULTS[subject] == Audience.EVERYONE:
            return ~Q(conference__in=ruled.keys() - set(opened))
        return Q(conference__in=[*opened, *(self.viewer.registered_ids - ruled.keys())])

    def _rules_of(self, conference_id: int) -> dict[str, list[Rule]]:
        if conference_id not in self._rules:
            stored = _rules_by_conference(AccessRule.objects.filter(conference=conference_id)).get(
                conference_id, {}
            )
            defaults = {subject: [Rule(audience)] for subject, audience in DEFAULTS.items()}
            self._rules[conference_id] = defaults | stored
        return self._rules[conference_id]


def _rules_by_conference(rules: QuerySet[AccessRule]) -> dict[int, dict[str, list[Rule]]]:
    found: dict[int, dict[str, list[Rule]]] = defaultdict(lambda: defaultdict(list))
    columns = ("conference_id", "subject", "audience", "opens_at", "closes_at", "tickets")
    annotated = rules.annotate(
        tickets=ArrayAgg("ticket_types", default=[], filter=Q(ticket_types__isnull=False))
    )
    for conference_id, subject, audience, opens_at, closes_at, tickets in annotated.values_list(*columns):
        found[conference_id][subject].append(Rule(audience, frozenset(tickets), opens_at, closes_at))
    return found

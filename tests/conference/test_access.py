"""Who may see what: the whole table of a conference's rules, a lecture's or a material's own level, and the viewer."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from pytest_django import DjangoAssertNumQueries

from conference.access import Access, GateState
from conference.models import AccessLevel, Audience, Conference, Lecture, Material, Subject
from tests import factories
from tests.cast import Cast

NOON = datetime(2025, 7, 29, 12, 0, tzinfo=UTC)
PEOPLE = [
    "visitor",
    "registered",
    "cancelled",
    "stranger",
    "presenter",
    "organizer",
    "outsider",
    "administrator",
]
INSIDERS = {"registered", "presenter", "organizer", "administrator"}
RUNNERS = {"organizer", "administrator"}


def who(cast: Cast, question: str, *arguments: object) -> set[str]:
    """The people to whom Access answers yes."""
    return {name for name in PEOPLE if getattr(Access(cast.viewer(name)), question)(*arguments)}


def test_everybody_of_the_cast_is_asked(cast: Cast) -> None:
    assert sorted(cast.people) == sorted(PEOPLE)


def test_without_rules_abstracts_are_public_and_the_rest_is_for_registered_people(cast: Cast) -> None:
    found = {subject: who(cast, "may", subject, cast.hall) for subject in Subject.values}
    assert found == {
        "inside": INSIDERS,
        "schedule": INSIDERS,
        "abstracts": set(PEOPLE),
        "videos": INSIDERS,
        "files": INSIDERS,
        "live": INSIDERS,
        "questions": INSIDERS,
    }


@pytest.mark.parametrize(
    ("audience", "expected"),
    [
        (Audience.EVERYONE, set(PEOPLE)),
        (Audience.REGISTERED, INSIDERS),
        (Audience.TICKETS, RUNNERS),
        (Audience.ORGANIZERS, RUNNERS),
    ],
)
def test_a_rule_opens_its_subject_to_its_audience(cast: Cast, audience: str, expected: set[str]) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.SCHEDULE, audience=audience)
    assert who(cast, "may", Subject.SCHEDULE, cast.hall) == expected


def test_a_rule_for_ticket_types_admits_their_holders_only(cast: Cast) -> None:
    rule = factories.AccessRuleFactory(
        conference=cast.hall, subject=Subject.VIDEOS, audience=Audience.TICKETS
    )
    rule.ticket_types.add(cast.regular)
    assert who(cast, "may", Subject.VIDEOS, cast.hall) == INSIDERS


def test_a_rule_of_one_conference_opens_nothing_at_another(cast: Cast) -> None:
    factories.AccessRuleFactory(conference=cast.annex, subject=Subject.SCHEDULE, audience=Audience.EVERYONE)
    assert who(cast, "may", Subject.SCHEDULE, cast.hall) == INSIDERS


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize(
    ("opens", "closes", "expected"),
    [
        (-1, None, INSIDERS),
        (0, None, INSIDERS),
        (1, None, RUNNERS),
        (None, 1, INSIDERS),
        (None, 0, RUNNERS),
        (-2, -1, RUNNERS),
    ],
)
def test_a_rule_holds_from_its_opening_until_just_before_its_closing(
    cast: Cast, opens: int | None, closes: int | None, expected: set[str]
) -> None:
    factories.AccessRuleFactory(
        conference=cast.hall,
        subject=Subject.SCHEDULE,
        audience=Audience.REGISTERED,
        opens_at=None if opens is None else NOON + timedelta(hours=opens),
        closes_at=None if closes is None else NOON + timedelta(hours=closes),
    )
    assert who(cast, "may", Subject.SCHEDULE, cast.hall) == expected


def test_the_gate_tells_each_viewer_how_they_stand(cast: Cast) -> None:
    found = {name: Access(cast.viewer(name)).gate(cast.hall).state for name in PEOPLE}
    assert found == {
        "visitor": GateState.ANONYMOUS,
        "registered": GateState.OPEN,
        "cancelled": GateState.CANCELLED,
        "stranger": GateState.NOT_REGISTERED,
        "presenter": GateState.OPEN,
        "organizer": GateState.OPEN,
        "outsider": GateState.NOT_REGISTERED,
        "administrator": GateState.OPEN,
    }


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize(
    ("audience", "opens", "closes", "state"),
    [
        (Audience.REGISTERED, NOON + timedelta(hours=3), None, GateState.TOO_EARLY),
        (Audience.REGISTERED, None, NOON - timedelta(hours=1), GateState.CLOSED),
        (Audience.TICKETS, None, None, GateState.NO_RIGHT),
    ],
)
def test_a_member_before_a_closed_gate_learns_why(
    cast: Cast, audience: str, opens: datetime | None, closes: datetime | None, state: GateState
) -> None:
    factories.AccessRuleFactory(
        conference=cast.hall, subject=Subject.INSIDE, audience=audience, opens_at=opens, closes_at=closes
    )
    gate = Access(cast.viewer("registered")).gate(cast.hall)
    assert (gate.state, gate.opens_at) == (state, opens if state is GateState.TOO_EARLY else None)


OPEN_TO: dict[str, set[str]] = {
    "": INSIDERS,
    AccessLevel.EVERYONE: set(PEOPLE),
    AccessLevel.REGISTERED: INSIDERS,
    AccessLevel.ORGANIZERS: {"presenter", *RUNNERS},
}


@pytest.mark.parametrize("own", ["", *AccessLevel.values])
@pytest.mark.parametrize("lectures", ["", *AccessLevel.values])
def test_a_material_speaks_for_itself_then_its_lecture_then_the_conference(
    cast: Cast, lectures: str, own: str
) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    Lecture.objects.update(access=lectures)
    lecture.refresh_from_db()
    material = factories.MaterialFactory(lecture=lecture, access=own)
    assert who(cast, "may_open", material) == OPEN_TO[own or lectures]


@pytest.mark.parametrize("kind", Material.Kind.values)
def test_videos_and_files_fall_under_rules_of_their_own(cast: Cast, kind: str) -> None:
    for subject, audience in [(Subject.VIDEOS, Audience.EVERYONE), (Subject.FILES, Audience.ORGANIZERS)]:
        factories.AccessRuleFactory(conference=cast.hall, subject=subject, audience=audience)
    material = factories.MaterialFactory(lecture=Lecture.objects.get(title="The first lecture"), kind=kind)
    spoken = kind in {"video", "captions", "transcript"}
    assert who(cast, "may_open", material) == (set(PEOPLE) if spoken else {"presenter", *RUNNERS})


@pytest.mark.parametrize(
    ("state", "expected"),
    [("ready", set(PEOPLE)), ("processing", RUNNERS), ("missing", RUNNERS), ("withheld", RUNNERS)],
)
def test_what_is_not_ready_leaves_for_organizers_only(cast: Cast, state: str, expected: set[str]) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    material = factories.MaterialFactory(lecture=lecture, state=state, access=AccessLevel.EVERYONE)
    assert who(cast, "may_open", material) == expected


@pytest.mark.parametrize("level", ["", *AccessLevel.values])
@pytest.mark.parametrize("audience", [None, *Audience.values])
def test_search_reads_the_same_abstracts_as_the_page(cast: Cast, level: str, audience: str | None) -> None:
    """`readable` as a condition and `may_read_abstract` as an answer must never differ."""
    if audience:
        factories.AccessRuleFactory(conference=cast.hall, subject=Subject.ABSTRACTS, audience=audience)
    factories.LectureFactory(conference=cast.hall, access=level)
    factories.LectureFactory(conference=cast.annex, access=level)
    Lecture.objects.filter(title="The first lecture").update(access=level)
    lectures = list(Lecture.objects.with_page_data())
    assert len(lectures) == 3
    for name in PEOPLE:
        access = Access(cast.viewer(name))
        answered = {lecture.pk for lecture in lectures if access.may_read_abstract(lecture)}
        searched = set(
            Lecture.objects.filter(access.readable(Subject.ABSTRACTS)).values_list("pk", flat=True)
        )
        assert searched == answered, name


@pytest.mark.parametrize("audience", [None, *Audience.values])
@pytest.mark.parametrize("state", ["published", "withdrawn"])
def test_search_reads_the_same_transcripts_as_the_page(cast: Cast, audience: str | None, state: str) -> None:
    if audience:
        factories.AccessRuleFactory(conference=cast.hall, subject=Subject.VIDEOS, audience=audience)
    Lecture.objects.update(state=state)
    video = factories.MaterialFactory(lecture=Lecture.objects.get(title="The first lecture"), kind="video")
    for name in PEOPLE:
        access = Access(cast.viewer(name))
        searched = Lecture.objects.filter(access.readable(Subject.VIDEOS), pk=video.lecture_id).exists()
        assert searched == access.may_open(video), name


def test_a_conferences_rules_are_read_once(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    access = Access(cast.viewer("registered"))
    with django_assert_num_queries(1):
        assert [access.may(subject, cast.hall) for subject in Subject.values] == [True] * 7


def test_a_viewer_is_read_in_one_query(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        viewer = cast.viewer("presenter")
    assert (len(viewer.entries), len(viewer.lecture_ids), viewer.roles) == (1, 1, {})


class TestVisibility:
    """Which rows exist for whom."""

    def conferences(self, cast: Cast) -> set[str]:
        return {
            name
            for name in PEOPLE
            if Conference.objects.visible_to(cast.viewer(name)).filter(pk=cast.hall.pk).exists()
        }

    def lectures(self, cast: Cast) -> set[str]:
        first = Lecture.objects.filter(title="The first lecture")
        return {name for name in PEOPLE if first.visible_to(cast.viewer(name)).exists()}

    @pytest.mark.parametrize(
        ("state", "expected"), [("draft", RUNNERS), ("published", set(PEOPLE)), ("archived", set(PEOPLE))]
    )
    def test_a_draft_conference_is_absent_for_all_but_its_organizers(
        self, cast: Cast, state: str, expected: set[str]
    ) -> None:
        Conference.objects.filter(pk=cast.hall.pk).update(state=state)
        assert (self.conferences(cast), self.lectures(cast)) == (expected, expected)

    @pytest.mark.parametrize("hidden", [False, True])
    @pytest.mark.parametrize("state", Lecture.State.values)
    def test_drafts_and_hidden_programs_are_absent_for_all_but_presenter_and_organizers(
        self, cast: Cast, state: str, hidden: bool
    ) -> None:
        Conference.objects.filter(pk=cast.hall.pk).update(program_hidden=hidden)
        Lecture.objects.update(state=state)
        shown = not hidden and state != "draft"
        assert self.lectures(cast) == (set(PEOPLE) if shown else {"presenter", *RUNNERS})

    def test_two_registrations_of_one_person_speak_with_the_confirmed_voice(self, cast: Cast) -> None:
        EmailAddress.objects.create(user=cast.cancelled, email="caro@work.example", verified=True)
        factories.RegistrationFactory(conference=cast.hall, email="caro@work.example")
        assert Access(cast.viewer("cancelled")).gate(cast.hall).state is GateState.OPEN

    @pytest.mark.parametrize("status", ["confirmed", "cancelled"])
    @pytest.mark.parametrize("email", ["a@work.example", "z@work.example"])
    def test_the_tickets_of_all_confirmed_registrations_of_one_person_count(
        self, cast: Cast, email: str, status: str
    ) -> None:
        tutorials = factories.TicketTypeFactory(conference=cast.hall, code="tutorials")
        for subject, ticket in ((Subject.VIDEOS, cast.regular), (Subject.FILES, tutorials)):
            rule = factories.AccessRuleFactory(
                conference=cast.hall, subject=subject, audience=Audience.TICKETS
            )
            rule.ticket_types.set([ticket])
        EmailAddress.objects.create(user=cast.registered, email=email, verified=True)
        factories.RegistrationFactory(conference=cast.hall, email=email, ticket_type=tutorials, status=status)

        access = Access(cast.viewer("registered"))
        opened = {subject: access.may(subject, cast.hall) for subject in (Subject.VIDEOS, Subject.FILES)}
        assert opened == {Subject.VIDEOS: True, Subject.FILES: status == "confirmed"}

    def test_an_address_that_is_not_proved_opens_nothing(self, cast: Cast) -> None:

        EmailAddress.objects.create(user=cast.stranger, email="rea2@example.org", verified=False)
        factories.RegistrationFactory(conference=cast.hall, email="rea2@example.org")
        assert Access(cast.viewer("stranger")).gate(cast.hall).state is GateState.NOT_REGISTERED


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (
            "",
            {
                "visitor": "anonymous",
                "registered": "open",
                "cancelled": "cancelled",
                "stranger": "not_registered",
            },
        ),
        (
            AccessLevel.EVERYONE,
            {"visitor": "open", "registered": "open", "cancelled": "open", "stranger": "open"},
        ),
        (
            AccessLevel.ORGANIZERS,
            {
                "visitor": "anonymous",
                "registered": "no_right",
                "cancelled": "cancelled",
                "stranger": "not_registered",
            },
        ),
    ],
)
def test_a_materials_gate_tells_each_viewer_how_they_stand(
    cast: Cast, level: str, expected: dict[str, str]
) -> None:
    material = factories.MaterialFactory(lecture=Lecture.objects.get(conference=cast.hall), access=level)
    found = {name: Access(cast.viewer(name)).material_gate(material).state for name in expected}
    assert found == expected


def test_a_withdrawn_lectures_materials_open_for_its_organizers_only(cast: Cast) -> None:
    lecture = factories.LectureFactory(conference=cast.hall, state=Lecture.State.WITHDRAWN)
    material = factories.MaterialFactory(lecture=lecture, access=AccessLevel.EVERYONE)
    assert who(cast, "may_open", material) == RUNNERS

"""A conference's front page: its numbers are those of the lists they lead to, and it tells each role what that role may see."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import Model
from django.urls import reverse

from accounts.models import Organizer
from conference.admin.overview.clashes import overlapping
from conference.models import Conference, Lecture, Person, PersonIdentifier, Session
from conference.services.people_splitting import split_person
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import holdings
from tests.conference.admin.test_lists import counted

NINE = datetime(2025, 7, 29, 9, 0, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NINE + timedelta(minutes=minutes)


def front_page(conference: Conference) -> str:
    return reverse("admin:conference-overview", args=[conference.pk])


def numbers(cast: Cast, name: str = "organizer") -> dict[str, Any]:
    groups = cast.client(name).get(front_page(cast.hall)).context["groups"]
    return {str(number.label): number for group in groups for number in group.numbers}


def listed(cast: Cast, number: Any) -> set[Model]:
    return set(cast.client("organizer").get(number.url).context["cl"].queryset)


def test_every_number_is_that_of_the_list_it_leads_to(cast: Cast) -> None:
    holdings(cast.hall)
    holdings(cast.annex)
    factories.RegistrationFactory(conference=cast.hall)  # without a ticket type
    shown = numbers(cast)
    counts = {label: number.count for label, number in shown.items()}
    assert counts == {label: len(listed(cast, number)) for label, number in shown.items()}
    assert counts == {
        "draft": 1,
        "published": 1,
        "withdrawn": 0,
        "without abstract": 0,
        "without authors": 0,
        "without time and place": 1,
        "without anything to open": 1,
        "files of presenters that wait for approval": 0,
        "lectures whose first author is in two places at once": 0,
        "lectures on a board that is given twice at once": 0,
        "sessions in a room that is given away twice": 0,
        "keywords that look alike": 0,
        "people who look alike": 0,
        "Regular, confirmed": 2,
        "Holder, confirmed": 1,
        "no ticket type, confirmed": 1,
        "Regular, cancelled": 1,
        "failed": 1,
    }


def test_lectures_are_found_by_what_they_lack(cast: Cast) -> None:
    bare = factories.LectureFactory(conference=cast.hall, abstract="")
    factories.LectureFactory(conference=cast.hall, abstract="", state="withdrawn")
    factories.LectureFactory(conference=cast.annex, abstract="")
    first = Lecture.objects.get(title="The first lecture")
    factories.SlotFactory(lecture=first, session__conference=cast.hall)
    factories.MaterialFactory(lecture=first, state="missing", url="")
    shown = numbers(cast)
    lacking = {label: listed(cast, shown[label]) for label in shown if label.startswith("without")}
    assert lacking == {
        "without abstract": {bare},
        "without authors": {bare},
        "without time and place": {bare},
        "without anything to open": {bare, first},
    }


@pytest.mark.parametrize(
    ("bookings", "clashing"),
    [
        ([("a", 0, 10, 1), ("a", 10, 20, 2)], set()),
        ([("a", 0, 10, 1), ("b", 5, 20, 2)], set()),
        ([("a", 0, 10, 1), ("a", 9, 20, 2), ("a", 30, 40, 3)], {1, 2}),
        ([("a", 0, 60, 1), ("a", 5, 10, 2), ("a", 50, 55, 3), ("a", 60, 70, 4)], {1, 2, 3}),
        ([("a", 0, 10, 1), ("a", 0, 10, 2)], {1, 2}),
        ([], set()),
    ],
)
def test_bookings_that_overlap(bookings: list[tuple[str, int, int, int]], clashing: set[int]) -> None:
    rows = [(place, at(begins), at(ends), thing) for place, begins, ends, thing in bookings]
    assert overlapping(rows) == overlapping(reversed(rows)) == clashing


def test_a_first_author_in_two_places_at_once_is_told(cast: Cast) -> None:
    first = Lecture.objects.get(title="The first lecture")
    pia = first.people.get()
    talk, beside, later = (factories.LectureFactory(conference=cast.hall, title=name) for name in "tbl")
    morning = factories.SessionFactory(conference=cast.hall)
    other = factories.SessionFactory(conference=cast.hall, room="Hall B")
    factories.SlotFactory(lecture=first, session=morning)
    factories.SlotFactory(lecture=talk, session=other, starts_at=at(30), ends_at=at(45))
    factories.SlotFactory(lecture=beside, session=other, starts_at=at(45), ends_at=at(60))
    factories.SlotFactory(lecture=later, session=other, starts_at=at(90), ends_at=at(100))
    factories.AuthorshipFactory(lecture=talk, person=pia, position=0)
    factories.AuthorshipFactory(lecture=beside, position=0)
    factories.AuthorshipFactory(lecture=beside, person=pia, position=1)
    factories.AuthorshipFactory(lecture=later, person=pia)
    number = numbers(cast)["lectures whose first author is in two places at once"]
    assert (number.count, listed(cast, number)) == (2, {first, talk})


def test_a_room_given_away_twice_is_told_and_a_hall_of_boards_is_not(cast: Cast) -> None:
    one = factories.SessionFactory(conference=cast.hall, room="Hall A")
    two = factories.SessionFactory(conference=cast.hall, room=" hall  a", starts_at=at(60), ends_at=at(120))
    factories.SessionFactory(conference=cast.hall, room="", starts_at=at(0), ends_at=at(120))
    factories.SessionFactory(conference=cast.hall, room="Hall A", kind=Session.Kind.POSTER)
    factories.SessionFactory(conference=cast.annex, room="Hall A")
    number = numbers(cast)["sessions in a room that is given away twice"]
    assert (number.count, listed(cast, number)) == (2, {one, two})


def test_a_board_given_twice_at_once_is_told(cast: Cast) -> None:
    lectures = [factories.LectureFactory(conference=cast.hall, title=name) for name in "abcde"]
    rooms = ("Hall X4", "hall  x4", "Hall X4", "Hall Z", "Hall X4")
    for number, (lecture, room) in enumerate(zip(lectures, rooms, strict=True)):
        later = {"starts_at": at(500), "ends_at": at(560)} if number == 2 else {}
        session = factories.SessionFactory(conference=cast.hall, room=room, kind="poster", **later)
        board = "P1-02" if number == 4 else "P1-01"
        factories.SlotFactory(lecture=lecture, session=session, board=board)
    number = numbers(cast)["lectures on a board that is given twice at once"]
    assert (number.count, listed(cast, number)) == (2, set(lectures[:2]))


def test_keywords_and_people_that_look_alike_are_told(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    pair = [factories.KeywordFactory(name=name, key=name, slug=name.lower()) for name in ("LLM", "LLMs")]
    lecture.keywords.add(*pair, factories.KeywordFactory(name="parsing"))
    factories.KeywordFactory(name="L-L-M", slug="l-l-m")  # of no lecture
    twin = factories.PersonFactory(given="", family="", name="Sands, Pia")
    factories.AuthorshipFactory(lecture=lecture, person=twin, position=1)
    shown = numbers(cast)
    found = [listed(cast, shown[label]) for label in ("keywords that look alike", "people who look alike")]
    assert found == [set(pair), {twin, Person.objects.get(name="Pia Sands")}]


def test_namesakes_whom_a_source_tells_apart_do_not_look_alike(cast: Cast) -> None:
    lecture = Lecture.objects.get(title="The first lecture")
    pia, twin = Person.objects.get(name="Pia Sands"), factories.PersonFactory(name="Pia Sands")
    factories.AuthorshipFactory(lecture=lecture, person=twin, position=1)
    PersonIdentifier.objects.create(person=pia, source="anthology", external_id="pia-sands-oslo")
    PersonIdentifier.objects.create(person=twin, source="anthology", external_id="pia-sands-graz")
    assert numbers(cast)["people who look alike"].count == 0


def test_namesakes_whom_somebody_split_do_not_look_alike(cast: Cast) -> None:
    pia = Person.objects.get(name="Pia Sands")
    second = factories.AuthorshipFactory(lecture__conference=cast.hall, person=pia).lecture
    other = split_person(
        person_id=pia.pk, other=Person(name="Pia Sands"), lecture_ids=[second.pk], actor=cast.organizer
    )
    assert numbers(cast)["people who look alike"].count == 0
    third = factories.PersonFactory(name="Sands, Pia")
    factories.AuthorshipFactory(lecture=second, person=third, position=1)
    assert listed(cast, numbers(cast)["people who look alike"]) == {pia, other, third}


@pytest.mark.parametrize("value", ["annex", "x", "9" * 30])
def test_what_looks_alike_elsewhere_is_not_told(cast: Cast, value: str) -> None:
    lecture = factories.LectureFactory(conference=cast.annex)
    lecture.keywords.add(*(factories.KeywordFactory(name=n, key=n, slug=n) for n in ("llm", "llms")))
    asked = str(cast.annex.pk) if value == "annex" else value
    response = cast.client("organizer").get(f"/admin/conference/keyword/?alike={asked}")
    assert list(response.context["cl"].queryset) == []
    own = cast.client("outsider").get(f"/admin/conference/keyword/?alike={cast.annex.pk}")
    assert len(own.context["cl"].queryset) == 2


def test_the_front_page_is_its_organizers_own(cast: Cast) -> None:
    answers = {name: cast.client(name).get(front_page(cast.hall)).status_code for name in cast.people}
    assert {name for name, status in answers.items() if status == 200} == {"organizer", "administrator"}
    assert answers["outsider"] == 404


def test_a_viewer_reads_no_numbers_of_people(cast: Cast) -> None:
    names = {}
    for role in Organizer.Role:
        Organizer.objects.filter(user=cast.organizer).update(role=role)
        response = cast.client("organizer").get(front_page(cast.hall))
        names[role.value] = [group.name for group in response.context["groups"]]
    every = ["lectures", "clashes", "alike", "registrations", "mails"]
    assert names.pop("viewer") == every[:3]
    assert names == dict.fromkeys(["owner", "editor", "registrations"], every)


def test_the_checklist_says_what_is_there_and_what_is_missing(cast: Cast) -> None:
    def done() -> dict[str, bool]:
        steps = cast.client("organizer").get(front_page(cast.hall)).context["steps"]
        return {step.label: step.is_done for step in steps}

    before = done()
    holdings(cast.hall)
    Conference.objects.filter(pk=cast.hall.pk).update(
        about="Come.", registration_url="https://register.example", program_hidden=True, state="draft"
    )
    after = done()
    assert {label for label, there in before.items() if there} == {
        "Place",
        "Help contact, shown to whoever cannot get in",
        "Lectures",
        "No lecture left as a draft",
        "Registrations",
        "Program shown",
        "Published",
    }
    assert {label for label, there in after.items() if not there} == {
        "No lecture left as a draft",
        "Program shown",
        "Published",
    }
    assert list(before) == list(after)


def test_every_step_leads_to_a_page(cast: Cast) -> None:
    client = cast.client("organizer")
    steps = client.get(front_page(cast.hall)).context["steps"]
    assert {step.url: client.get(step.url).status_code for step in steps} == {step.url: 200 for step in steps}


def test_the_front_page_costs_the_same_with_one_and_three_of_everything(cast: Cast) -> None:
    holdings(cast.hall)
    few = counted(cast, "organizer", front_page(cast.hall))
    for _ in range(2):
        lecture = factories.LectureFactory(conference=cast.hall)
        lecture.keywords.add(factories.KeywordFactory())
        factories.AuthorshipFactory(lecture=lecture)
        factories.SlotFactory(lecture=lecture, session__conference=cast.hall)
        factories.RegistrationFactory(conference=cast.hall)
        factories.PageFactory(conference=cast.hall, slug=f"page-{lecture.pk}")
    assert (few, counted(cast, "organizer", front_page(cast.hall))) == (17, 17)


def test_the_front_page_is_found_from_the_index_the_list_and_the_form(cast: Cast) -> None:
    client = cast.client("organizer")
    change = reverse("admin:conference_conference_change", args=[cast.hall.pk])
    pages = ["/admin/", "/admin/conference/conference/", change]
    links = {page: client.get(page).text.count(f'href="{front_page(cast.hall)}"') for page in pages}
    assert links == dict.fromkeys(pages, 1)
    assert front_page(cast.annex) not in client.get("/admin/").text

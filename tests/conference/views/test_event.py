from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conference.models import Audience, Conference, Subject
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts, values, words

HALL = "/events/hall-2025/"
DURING = datetime(2025, 7, 29, 9, 20, tzinfo=UTC)
GATE = "//section[contains(@class, 'gate')]/h2"


def test_each_viewer_has_the_panel_or_the_inside(cast: Cast) -> None:
    answers = {name: cast.client(name).get(HALL) for name in cast.people}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(cast.people, 200)
    assert {name: texts(answer, GATE) for name, answer in answers.items()} == {
        "visitor": ["Please log in"],
        "registered": [],
        "cancelled": ["Registration cancelled"],
        "stranger": ["Not on this list"],
        "presenter": [],
        "organizer": [],
        "outsider": ["Not on this list"],
        "administrator": [],
    }
    inside = {name: texts(answer, "//h2[@id='hand']") == ["At hand"] for name, answer in answers.items()}
    assert inside == {name: texts(answer, GATE) == [] for name, answer in answers.items()}


@pytest.mark.parametrize(
    ("rule", "panel"),
    [
        (
            {"audience": Audience.REGISTERED, "opens_at": datetime(2025, 7, 29, 7, tzinfo=UTC)},
            "You are registered",
        ),
        (
            {"audience": Audience.REGISTERED, "closes_at": datetime(2025, 7, 19, tzinfo=UTC)},
            "These pages have closed",
        ),
        ({"audience": Audience.TICKETS}, "Not part of your registration"),
    ],
    ids=["too early", "closed", "no right"],
)
def test_a_member_who_is_not_let_in_reads_why(cast: Cast, rule: dict[str, object], panel: str) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.INSIDE, **rule)
    with time_machine.travel(datetime(2025, 7, 20, tzinfo=UTC), tick=False):
        assert texts(cast.client("registered").get(HALL), GATE) == [panel]


def test_the_panel_speaks_in_the_conferences_own_words_and_leads_back_here(cast: Cast) -> None:
    cast.hall.login_message = "Use the address from your *receipt*."
    cast.hall.registration_url = "https://register.example.org/"
    cast.hall.save()
    response = cast.client("visitor").get(HALL)
    form = "//section[contains(@class, 'gate')]//form"
    assert texts(response, "//div[@class='said']") == ["Use the address from your receipt."]
    assert values(response, f"{form}/@action") == ["/accounts/login/code/"]
    assert values(response, f"{form}//input/@name") == ["csrfmiddlewaretoken", "next", "email"]
    assert values(response, f"{form}//input[@name='next']/@value") == [HALL]
    assert values(response, "//div[@class='also']/a/@href") == ["https://register.example.org/"]
    assert words(response).count("write to desk@hall.example") == 1


def test_arriving_shows_what_when_and_where(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(name="The 63rd Hall", venue="Congress Centre")
    assert texts(cast.client("visitor").get(HALL), "//h1/span") == ["HALL 2025", "The 63rd Hall"]
    assert texts(cast.client("visitor").get(HALL), "//dl[@class='facts']//dd") == [
        "27 July – 1 August 2025",
        "Vienna, Austria",
        "Congress Centre",
        "Vienna, UTC+2",
    ]


def test_a_city_that_is_its_country_is_named_once(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(
        city="Singapore", country="SG", time_zone="Asia/Singapore"
    )
    facts = texts(cast.client("visitor").get(HALL), "//dl[@class='facts']//dd")
    assert facts == ["27 July – 1 August 2025", "Singapore", "Singapore, UTC+8"]


@pytest.mark.parametrize("name", ["visitor", "registered"])
def test_welcome_and_about_stand_on_both_sides(cast: Cast, name: str) -> None:
    cast.hall.about = "Once a *year*."
    cast.hall.save()
    factories.WelcomeMessageFactory(conference=cast.hall, read_more_url="https://hall.example/welcome")
    response = cast.client(name).get(HALL)
    assert texts(response, "//div[@class='prose']") == ["Welcome, all.", "Once a year."]
    assert texts(response, "//p[@class='signature']") == ["Katharina Lind General Chair"]
    assert values(response, "//a[@class='more'][contains(., 'Read more')]/@href") == [
        "https://hall.example/welcome"
    ]


def test_what_is_for_members_is_not_told_outside(cast: Cast) -> None:
    cast.hall.handbook_url = "https://hall.example/secret-handbook.pdf"
    cast.hall.save()
    factories.SessionFactory(
        conference=cast.hall, name="Secret session", live_url="https://live.example/secret"
    )
    factories.PageFactory(conference=cast.hall, title="Secret page", slug="secret-page", registered_only=True)
    told = {name: cast.client(name).get(HALL).text.lower().count("secret") > 0 for name in cast.people}
    members = {"registered", "presenter", "organizer", "administrator"}
    assert told == {name: name in members for name in cast.people}


@time_machine.travel(DURING, tick=False)
def test_inside_says_what_goes_on_and_what_comes_today(cast: Cast) -> None:
    session = factories.SessionFactory(
        conference=cast.hall, name="Parsing 2", live_url="https://live.example/a"
    )
    factories.SlotFactory(
        session=session,
        lecture=factories.LectureFactory(conference=cast.hall, title="On *trees*"),
        starts_at=datetime(2025, 7, 29, 9, 15, tzinfo=UTC),
        ends_at=datetime(2025, 7, 29, 9, 30, tzinfo=UTC),
    )
    boards = factories.SessionFactory(conference=cast.hall, name="Posters 1", kind="poster", room="Hall X4")
    factories.SlotFactory.create_batch(2, session=boards)
    for name, day, hour in [("Panel", 29, 14), ("Dinner", 29, 21), ("Tomorrow", 30, 9), ("Midnight", 29, 22)]:
        starts_at = datetime(2025, 7, day, hour, tzinfo=UTC)
        factories.SessionFactory(
            conference=cast.hall, name=name, starts_at=starts_at, ends_at=starts_at.replace(minute=30)
        )
    response = cast.client("registered").get(HALL)
    assert texts(response, "//h1") == ["Tuesday in Vienna"]
    assert texts(response, "//p[@class='clock']/time") == ["11:20"]
    assert words(response).count("Day 3 of 6. Registered as rea@example.org.") == 1
    assert texts(response, "//section[@aria-labelledby='now']//li/*[self::h3 or self::p]") == [
        "Hall A until 12:30",
        "Parsing 2",
        "11:15 On trees",
        "Watch Hall A: Parsing 2",
        "Hall X4 until 12:30",
        "Posters 1",
        "2 posters",
    ]
    assert values(response, "//p[@class='program-do']/a/@href") == ["https://live.example/a"]
    assert texts(response, "//section[@aria-labelledby='next']//tbody//td[1]") == ["Panel", "Dinner"]


@time_machine.travel(DURING, tick=False)
def test_live_links_are_for_those_who_may_join(cast: Cast) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.LIVE, audience=Audience.ORGANIZERS)
    factories.SessionFactory(conference=cast.hall, live_url="https://live.example/a")
    told = {name: "live.example" in cast.client(name).get(HALL).text for name in ("registered", "organizer")}
    assert told == {"registered": False, "organizer": True}


def test_without_the_schedule_inside_says_when_it_opens(cast: Cast) -> None:
    opens_at = datetime(2025, 7, 20, 16, tzinfo=UTC)
    factories.AccessRuleFactory(
        conference=cast.hall, subject=Subject.SCHEDULE, audience=Audience.REGISTERED, opens_at=opens_at
    )
    factories.SessionFactory(conference=cast.hall, name="Secret session")
    with time_machine.travel(datetime(2025, 7, 1, tzinfo=UTC), tick=False):
        response = cast.client("registered").get(HALL)
    assert words(response).count("The schedule opens on Sunday 20 July, 18:00.") == 1
    assert words(response).count("It begins in 26 days.") == 1
    assert words(response).count("Secret session") == 0


def test_an_open_schedule_is_outlined_outside(cast: Cast) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.SCHEDULE, audience=Audience.EVERYONE)
    for kind in ("plenary", "oral", "break"):
        factories.SessionFactory(conference=cast.hall, kind=kind)
    rows = texts(cast.client("visitor").get(HALL), "//table[@class='ledger']//tbody/tr")
    assert [row for row in rows if "29" in row] == ["Tue 29 July Talks, plenary 2 sessions"]
    assert len(rows) == 6


def test_a_draft_exists_for_its_organizers_who_are_told(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(state="draft")
    statuses = {name: cast.client(name).get(HALL).status_code for name in cast.people}
    assert statuses == {name: 200 if name in {"organizer", "administrator"} else 404 for name in cast.people}
    assert words(cast.client("organizer").get(HALL)).count("Draft: only organizers see this page.") == 1


@pytest.mark.parametrize("name", ["visitor", "registered"])
def test_a_hidden_program_is_not_mentioned(cast: Cast, name: str) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(program_hidden=True)
    factories.SessionFactory(conference=cast.hall, name="Secret session")
    text = words(cast.client(name).get(HALL))
    assert [text.count(word) for word in ("Posters", "Lectures", "The first lecture", "Secret")] == [
        0,
        0,
        0,
        0,
    ]


def test_organizers_are_told_that_their_program_is_hidden(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(program_hidden=True)
    told = {
        name: words(cast.client(name).get(HALL)).count("The program is hidden")
        for name in ("registered", "organizer")
    }
    assert told == {"registered": 0, "organizer": 1}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["nope", "HALL-2025", "hall_2025"])
def test_an_unknown_conference_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/events/{path}/").status_code == 404


def furnished(conference: Conference, count: int) -> None:
    """`count` of everything that the event page shows."""
    for number in range(count):
        factories.WelcomeMessageFactory(conference=conference)
        factories.PageFactory(conference=conference, title=f"Page {number}", slug=f"page-{number}")
        factories.AccessRuleFactory(
            conference=conference, subject=Subject.SCHEDULE, audience=Audience.EVERYONE
        )
        session = factories.SessionFactory(conference=conference)
        for _ in range(count):
            factories.SlotFactory(session=session, starts_at=session.starts_at, ends_at=session.ends_at)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("day", [date(2025, 7, 1), date(2025, 7, 29)])
def test_the_event_page_takes_a_fixed_number_of_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, count: int, day: date
) -> None:
    furnished(cast.hall, count)
    visitor, member = cast.client("visitor"), cast.client("registered")
    with time_machine.travel(DURING.replace(month=day.month, day=day.day), tick=False):
        # conference, access rules, sessions, pages, welcome messages, lectures
        with django_assert_num_queries(6):
            visitor.get(HALL)
        # session, user and viewer come first; during the conference: running slots and contents in place of lectures
        with django_assert_num_queries(10 if day.day == 29 else 9):
            member.get(HALL)

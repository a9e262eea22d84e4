from datetime import UTC, datetime

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from conference.models import Audience, Conference, Subject
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts, values, words

SCHEDULE = "/events/hall-2025/schedule/"
NAMES = "//li[contains(@class, 'slot')]/h3"


def test_the_schedule_is_for_registered_people(cast: Cast) -> None:
    factories.SessionFactory(conference=cast.hall, name="Parsing 2")
    answers = {name: cast.client(name).get(SCHEDULE) for name in cast.people}
    assert {name: answer.status_code for name, answer in answers.items()} == {
        "visitor": 401,
        "registered": 200,
        "cancelled": 401,
        "stranger": 401,
        "presenter": 200,
        "organizer": 200,
        "outsider": 401,
        "administrator": 200,
    }
    told = {name: answer.text.count("Parsing 2") for name, answer in answers.items()}
    assert told == {name: int(answer.status_code == 200) for name, answer in answers.items()}


def test_what_the_gate_says_is_kept_nowhere(cast: Cast) -> None:
    response = cast.client("visitor").get(SCHEDULE)
    assert "no-store" in {part.strip() for part in response["Cache-Control"].split(",")}
    assert response.has_header("ETag") is False


def test_a_member_without_the_right_gets_403(cast: Cast) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.SCHEDULE, audience=Audience.TICKETS)
    assert cast.client("registered").get(SCHEDULE).status_code == 403


@pytest.mark.parametrize("path", ["schedule/", "posters/", "lectures/"])
def test_a_hidden_program_is_not_there_except_for_organizers(cast: Cast, path: str) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(program_hidden=True)
    statuses = {name: cast.client(name).get(f"/events/hall-2025/{path}").status_code for name in cast.people}
    assert statuses == {name: 200 if name in {"organizer", "administrator"} else 404 for name in cast.people}


def test_times_are_those_of_the_place_to_the_minute(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(starts_on="2025-05-23", ends_on="2025-05-23")
    starts_at = datetime(2025, 5, 23, 3, 7, tzinfo=UTC)
    factories.SessionFactory(conference=cast.hall, starts_at=starts_at, ends_at=starts_at.replace(minute=52))
    response = cast.client("registered").get(SCHEDULE)
    assert texts(response, "//h1") == ["Friday 23 May"]
    assert texts(response, "//h2[contains(@class, 'block-time')]") == ["05:07"]
    assert values(response, "//h2[contains(@class, 'block-time')]/time/@datetime") == [
        "2025-05-23T05:07:00+02:00"
    ]
    assert texts(response, "//span[@class='slot-until']") == ["until 05:52"]


def test_eight_in_singapore_is_midnight_in_utc(cast: Cast) -> None:
    Conference.objects.filter(pk=cast.hall.pk).update(
        time_zone="Asia/Singapore", starts_on="2023-12-06", ends_on="2023-12-10"
    )
    starts_at = datetime(2023, 12, 7, tzinfo=UTC)
    factories.SessionFactory(conference=cast.hall, starts_at=starts_at, ends_at=starts_at.replace(hour=1))
    response = cast.client("registered").get(f"{SCHEDULE}?day=2023-12-07")
    assert values(response, "//h2[contains(@class, 'block-time')]/time/@datetime") == [
        "2023-12-07T08:00:00+08:00"
    ]
    assert words(response).count("All times are those of Singapore, UTC+8.") == 1


def test_a_day_shows_its_sessions_and_what_they_hold(cast: Cast) -> None:
    talks = factories.SessionFactory(
        conference=cast.hall, name="Parsing 2", code="11B", room="Hall B", chair="R. Okafor"
    )
    factories.SlotFactory.create_batch(2, session=talks, lecture__kind="oral")
    factories.SlotFactory(session=talks, lecture__kind="oral", kind="poster")
    factories.SlotFactory(session=talks, lecture__kind="oral", lecture__state="withdrawn")
    factories.SlotFactory(session=talks, lecture__kind="oral", lecture__state="draft")
    factories.SessionFactory(
        conference=cast.hall,
        name="Coffee",
        kind="break",
        room="Foyer",
        starts_at=talks.ends_at,
        ends_at=talks.ends_at.replace(hour=11),
    )
    factories.SessionFactory(
        conference=cast.hall,
        name="Elsewhen",
        starts_at=talks.starts_at.replace(day=30),
        ends_at=talks.ends_at.replace(day=30),
    )
    response = cast.client("registered").get(f"{SCHEDULE}?day=2025-07-29")
    assert texts(response, NAMES) == ["11B: Parsing 2", "Coffee"]
    assert texts(response, "//p[@class='slot-note']") == ["2 talks, 1 poster, chair R. Okafor"]
    assert values(response, "//li[contains(@class, 'slot')]/@class") == [
        "slot f1 u2 c1 k1",
        "slot f2 u3 c1 k1 is-break is-elsewhere",
    ]
    assert values(response, "//nav[@class='days']//a[@aria-current='date']/@href") == [
        f"{SCHEDULE}?day=2025-07-29"
    ]


@pytest.mark.parametrize(
    "query", ["?day=soon", "?day=2025-13-45", "?day=%00", "?day=1999-01-01", "?utm_source=x", "?day="]
)
@time_machine.travel(datetime(2025, 7, 30, 9, tzinfo=UTC), tick=False)
def test_odd_days_show_today(cast: Cast, query: str) -> None:
    assert texts(cast.client("registered").get(SCHEDULE + query), "//h1") == ["Wednesday 30 July"]


@time_machine.travel(datetime(2025, 7, 29, 9, 30, tzinfo=UTC), tick=False)
def test_what_goes_on_is_marked(cast: Cast) -> None:
    factories.SessionFactory(conference=cast.hall)
    response = cast.client("registered").get(SCHEDULE)
    assert texts(response, "//h2[contains(@class, 'block-time')]") == ["11:00 Now"]
    assert texts(response, "//p[@class='clock']/time") == ["11:30"]


@pytest.mark.parametrize(
    ("sought", "names"),
    [
        ("11b", ["11B: Parsing 2"]),
        ("PARSING", ["3A: Parsing 1", "11B: Parsing 2"]),
        ("nope", []),
        ("日本語", []),
        ("\0", []),
        ("x" * 5000, []),
    ],
)
def test_sessions_are_found_by_code_and_name_on_all_days(cast: Cast, sought: str, names: list[str]) -> None:
    for day, code, name in [(28, "3A", "Parsing 1"), (29, "11B", "Parsing 2"), (29, "11C", "Ethics")]:
        starts_at = datetime(2025, 7, day, 9, tzinfo=UTC)
        factories.SessionFactory(
            conference=cast.hall,
            code=code,
            name=name,
            starts_at=starts_at,
            ends_at=starts_at.replace(hour=10),
        )
    response = cast.client("registered").get(SCHEDULE, {"session": sought})
    assert response.status_code == 200
    assert texts(response, NAMES) == names
    assert len(texts(response, "//section[@class='nothing']")) == (0 if names else 1)


def test_a_day_with_more_rooms_than_the_grid_has_stays_a_list(cast: Cast) -> None:
    for number in range(16):
        factories.SessionFactory(conference=cast.hall, room=f"Room {number}")
    response = cast.client("registered").get(SCHEDULE)
    assert values(response, "//div[@class='day']/@class") == []
    assert len(texts(response, NAMES)) == 16


def test_a_conference_without_sessions_says_so(cast: Cast) -> None:
    response = cast.client("registered").get(SCHEDULE)
    assert texts(response, "//section[@class='nothing']/h2") == ["Nothing is planned for this day"]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("query", ["?day=2025-07-29", "?session=session"])
def test_the_schedule_takes_eight_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, count: int, query: str
) -> None:
    for _ in range(count):
        factories.SlotFactory.create_batch(count, session=factories.SessionFactory(conference=cast.hall))
    client = cast.client("registered")
    # session, user, viewer; conference, access rules, sessions, contents, pages
    with django_assert_num_queries(8):
        assert client.get(SCHEDULE + query).status_code == 200

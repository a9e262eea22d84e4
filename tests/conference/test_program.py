from datetime import UTC, date, datetime

import pytest

from conference.models import Conference, Session
from conference.program import Day, day_asked_for, days_of, matching, natural

VIENNA = Conference(
    acronym="HALL", starts_on=date(2025, 7, 28), ends_on=date(2025, 7, 30), time_zone="Europe/Vienna"
)


def session(
    name: str = "Parsing", *, day: int = 29, hour: int = 9, code: str = "", kind: str = "oral"
) -> Session:
    starts_at = datetime(2025, 7, day, hour, tzinfo=UTC)
    return Session(name=name, code=code, kind=kind, starts_at=starts_at, ends_at=starts_at.replace(minute=30))


def test_a_session_belongs_to_the_day_on_which_it_begins_in_its_place() -> None:
    late = session(day=28, hour=22)
    days = days_of(VIENNA, [late])
    assert [(day.date, day.sessions) for day in days] == [
        (date(2025, 7, 28), []),
        (date(2025, 7, 29), [late]),
        (date(2025, 7, 30), []),
    ]


def test_a_session_outside_the_dates_has_a_day_of_its_own() -> None:
    assert [day.date.day for day in days_of(VIENNA, [session(day=26)])] == [26, 28, 29, 30]


@pytest.mark.parametrize(
    ("asked", "today", "shown"),
    [
        ("2025-07-30", 29, 30),
        (None, 30, 30),
        (None, 1, 29),  # not on: the first day with sessions
        ("", 1, 29),
        ("2025-07-12", 30, 30),
        ("2025-02-31", 30, 30),
        ("tomorrow", 30, 30),
        ("\0", 30, 30),
        ("9" * 5000, 30, 30),
    ],
)
def test_any_day_that_is_asked_for_gives_a_day_of_the_conference(
    asked: str | None, today: int, shown: int
) -> None:
    days = days_of(VIENNA, [session()])
    assert day_asked_for(days, asked, date(2025, 7, today)).date == date(2025, 7, shown)


def test_sessions_are_found_by_code_or_by_name_whatever_the_case() -> None:
    sessions = [
        session("Parsing 1", code="11B"),
        session("Parsing 11b", code="12"),
        session("Ethics", code="1"),
    ]
    found = {
        words: [match.code for match in matching(sessions, words)]
        for words in ("11b", "PARSING", "  ethics ", "x", "1")
    }
    assert found == {"11b": ["11B"], "PARSING": ["11B", "12"], "  ethics ": ["1"], "x": [], "1": ["1"]}


@pytest.mark.parametrize(
    ("kinds", "theme"),
    [
        ([], ""),
        (["break"], ""),
        (["tutorial", "tutorial", "break", "break", "social"], "tutorial"),
        (["workshop", "workshop", "oral"], "workshop"),
        (["oral", "tutorial"], "main"),
    ],
)
def test_the_theme_of_a_day_is_what_most_of_it_is(kinds: list[str], theme: str) -> None:
    assert Day(date(2025, 7, 29), [session(kind=kind) for kind in kinds]).theme == theme


def test_numbers_inside_names_count_as_numbers() -> None:
    assert sorted(["Room 10", "Room 2", "hall B", "Hall A", ""], key=natural) == [
        "",
        "Hall A",
        "hall B",
        "Room 2",
        "Room 10",
    ]

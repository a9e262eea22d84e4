from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from conference.models import Audience, Lecture, Subject
from tests import factories
from tests.cast import Cast
from tests.conference.views.pages import texts, words

POSTERS, LECTURES = "/events/hall-2025/posters/", "/events/hall-2025/lectures/"
TITLES = "//li[@class='result']/h3"


@pytest.fixture(autouse=True)
def _empty_hall(cast: Cast) -> None:
    Lecture.objects.all().delete()


def hang(cast: Cast, title: str, board: str, day: int, **lecture: str) -> None:
    starts_at = datetime(2025, 7, day, 9, tzinfo=UTC)
    session = factories.SessionFactory(
        conference=cast.hall, starts_at=starts_at, ends_at=starts_at.replace(hour=10)
    )
    factories.SlotFactory(
        session=session,
        board=board,
        lecture=factories.LectureFactory(conference=cast.hall, title=title, **lecture),
    )


def test_posters_stand_by_board_for_those_who_may_see_the_schedule(cast: Cast) -> None:
    for title, board, day in [("c", "A-1", 30), ("b", "P-10", 29), ("a", "P-9", 29)]:
        hang(cast, title, board, day)
    factories.LectureFactory(conference=cast.hall, title="no board")
    factories.LectureFactory(conference=cast.hall, title="a talk", kind="oral")
    shown = {name: texts(cast.client(name).get(POSTERS), TITLES) for name in ("visitor", "registered")}
    assert shown == {"visitor": ["c", "b", "a", "no board"], "registered": ["a", "b", "c", "no board"]}
    boards = {
        name: texts(cast.client(name).get(POSTERS), "//span[@class='plate']")
        for name in ("visitor", "registered")
    }
    assert boards == {"visitor": [], "registered": ["Board P-9", "Board P-10", "Board A-1"]}


def test_a_talk_that_also_hangs_is_among_the_posters(cast: Cast) -> None:
    factories.SlotFactory(
        session=factories.SessionFactory(conference=cast.hall),
        kind="poster",
        lecture__kind="oral",
        lecture__title="Both",
    )
    assert texts(cast.client("visitor").get(POSTERS), TITLES) == ["Both"]


def test_lectures_stand_in_the_order_of_the_program(cast: Cast) -> None:
    for title, position in [("third", 3), ("first", 1), ("second", 2)]:
        factories.LectureFactory(conference=cast.hall, title=title, position=position)
    factories.LectureFactory(conference=cast.hall, title="draft", state="draft", position=0)
    factories.LectureFactory(conference=cast.annex, title="elsewhere", position=0)
    assert texts(cast.client("visitor").get(LECTURES), TITLES) == ["first", "second", "third"]


def test_a_withdrawn_lecture_says_so(cast: Cast) -> None:
    factories.LectureFactory(conference=cast.hall, state="withdrawn")
    assert words(cast.client("visitor").get(LECTURES)).count("Withdrawn") == 1


@pytest.mark.parametrize(
    ("number", "count"), [("1", 25), ("2", 2), ("abc", 25), ("-1", 25), ("999999", 2), ("%00", 25)]
)
def test_any_page_number_gives_a_page(cast: Cast, number: str, count: int) -> None:
    factories.LectureFactory.create_batch(27, conference=cast.hall, slug="x", indexed=False)
    response = cast.client("visitor").get(f"{LECTURES}?page={number}")
    assert (response.status_code, len(texts(response, TITLES))) == (200, count)


@pytest.mark.parametrize("path", [POSTERS, LECTURES])
def test_an_empty_program_says_so(cast: Cast, path: str) -> None:
    response = cast.client("visitor").get(path)
    assert (response.status_code, len(texts(response, "//section[@class='nothing']"))) == (200, 1)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("path", [POSTERS, LECTURES])
def test_a_list_takes_six_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, path: str, count: int
) -> None:
    factories.AccessRuleFactory(conference=cast.hall, subject=Subject.SCHEDULE, audience=Audience.EVERYONE)
    for lecture in factories.LectureFactory.create_batch(count, conference=cast.hall):
        factories.AuthorshipFactory.create_batch(count, lecture=lecture)
        lecture.keywords.set(factories.KeywordFactory.create_batch(count))
    client = cast.client("visitor")
    # conference, access rules, pages, count, lectures, keywords
    with django_assert_num_queries(6):
        client.get(path)

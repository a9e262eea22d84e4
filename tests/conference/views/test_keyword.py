import re
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conference.models import Keyword, Lecture, OldSlug
from tests.cast import Cast
from tests.factories import ConferenceFactory, KeywordFactory, LectureFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def keyword() -> Keyword:
    made: Keyword = KeywordFactory(name="load balancing")
    return made


def _tagged(*keywords: Keyword, **fields: object) -> Lecture:
    lecture: Lecture = LectureFactory(**fields)
    lecture.keywords.set(keywords)
    return lecture


def titles(client: Client, address: str) -> list[str]:
    """Names of conferences and titles of lectures as they stand."""
    html = client.get(address).content.decode()
    found = re.findall(r"<h2 id=[^>]+><a [^>]+>(.*?)</a>|<h3><a [^>]+>(.*?)</a></h3>", html)
    return ["".join(pair) for pair in found]


def test_lectures_stand_under_their_conferences_newest_first(client: Client, keyword: Keyword) -> None:
    older = ConferenceFactory(acronym="ACL 2023", starts_on=date(2023, 7, 9), ends_on=date(2023, 7, 14))
    newer = ConferenceFactory(acronym="ACL 2025")
    for conference, title, position in [(older, "Old", 1), (newer, "Second", 2), (newer, "First", 1)]:
        _tagged(keyword, conference=conference, title=title, position=position)
    LectureFactory(title="Untagged")
    assert titles(client, keyword.get_absolute_url()) == ["ACL 2025", "First", "Second", "ACL 2023", "Old"]


def test_what_the_viewer_does_not_see_is_neither_listed_nor_counted(cast: Cast, keyword: Keyword) -> None:
    _tagged(keyword, conference=cast.hall, title="Shown")
    _tagged(keyword, conference=cast.hall, title="Drafted", state="draft")
    found = {name: titles(cast.client(name), keyword.get_absolute_url()) for name in ("visitor", "organizer")}
    assert found == {"visitor": ["HALL 2025", "Shown"], "organizer": ["HALL 2025", "Shown", "Drafted"]}
    assert (
        "1 lecture with this keyword"
        in cast.client("visitor").get(keyword.get_absolute_url()).content.decode()
    )


def test_a_keyword_of_hidden_lectures_alone_is_not_found(client: Client, keyword: Keyword) -> None:
    _tagged(keyword, state="draft")
    assert client.get(keyword.get_absolute_url()).status_code == 404


@pytest.mark.parametrize("is_seen", [True, False])
def test_a_slug_it_had_once_redirects_for_ever(client: Client, keyword: Keyword, is_seen: bool) -> None:
    _tagged(keyword, state="published" if is_seen else "draft")
    OldSlug.objects.create(keyword=keyword, slug="old-name")
    response = client.get("/keywords/old-name/?page=2")
    expected = (301, "/keywords/load-balancing/?page=2") if is_seen else (404, None)
    assert (response.status_code, response.get("Location")) == expected


def test_keywords_beside_it_come_most_shared_first(client: Client, keyword: Keyword) -> None:
    often, rare, hidden = (KeywordFactory(name=name) for name in ("often", "a rare one", "hidden"))
    _tagged(keyword, often, rare)
    _tagged(keyword, often)
    _tagged(keyword, hidden, state="draft")
    html = client.get(keyword.get_absolute_url()).content.decode()
    nav = html[html.index('aria-labelledby="related"') :].partition("</nav>")[0]
    assert re.findall(r'dir="auto">(.*?)</a>', nav) == ["often", "a rare one"]


@pytest.mark.parametrize(("page", "count"), [("", 25), ("2", 2), ("99", 2), ("-1", 25), ("abc", 25)])
def test_a_long_list_comes_in_pages(client: Client, keyword: Keyword, page: str, count: int) -> None:
    conference = ConferenceFactory()
    made = Lecture.objects.bulk_create(
        Lecture(conference=conference, title=f"L{n}", title_html=f"L{n}", slug="l", position=n)
        for n in range(27)
    )
    keyword.lectures.set(made)
    assert (
        client.get(keyword.get_absolute_url(), {"page": page}).content.count(b'<li class="result"') == count
    )


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("visitor", 5), ("registered", 8)])
def test_the_page_costs_the_same_whatever_it_holds(
    cast: Cast, name: str, queries: int, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    keyword = KeywordFactory()
    for _ in range(count):
        _tagged(keyword, KeywordFactory())
    client = cast.client(name)
    with django_assert_num_queries(queries):
        client.get(keyword.get_absolute_url())

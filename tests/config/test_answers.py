"""The cache of whole answers: what it keeps, for whom, and for how long."""

from collections.abc import Callable

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from config import answers
from tests import factories
from tests.cast import Cast


class Clock:
    seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    settings.ANSWER_CACHE_SECONDS = 5
    clock = Clock()
    monkeypatch.setattr(answers, "time", clock)
    return clock


class Site:
    """A view that counts how often it was asked, behind the cache."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.asked = 0
        self.answer = answer
        self.cached = answers.AnswerCacheMiddleware(self.view)

    def view(self, request: HttpRequest) -> HttpResponse:
        self.asked += 1
        return self.answer(request)

    def get(
        self, path: str = "/lecture/1-x/", cookies: dict[str, str] | None = None, **headers: str
    ) -> HttpResponse:
        request = RequestFactory().get(path, headers=headers)
        request.COOKIES.update(cookies or {})
        return self.cached(request)


def counted(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"page", headers={"ETag": '"1"'})


def test_an_answer_is_kept_for_its_seconds_and_no_longer(clock: Clock) -> None:
    site = Site(counted)
    asked = []
    for moment in (0.0, 4.9, 5.0, 9.9):
        clock.seconds = 100 + moment
        asked.append((site.get().content, site.asked))
    assert asked == [(b"page", 1), (b"page", 1), (b"page", 2), (b"page", 2)]


def test_headers_are_kept_and_additions_are_not(clock: Clock) -> None:
    site = Site(counted)
    site.get()["X-Added"] = "later"
    assert dict(site.get().headers) == {"Content-Type": "text/html; charset=utf-8", "ETag": '"1"'}


@pytest.mark.parametrize("cookie", ["sessionid", "messages"])
def test_people_with_a_session_never_meet_it(clock: Clock, cookie: str) -> None:
    site = Site(counted)
    site.get()
    site.get(cookies={cookie: "x"})
    assert site.asked == 2


def test_other_addresses_hosts_and_partial_requests_are_other_answers(clock: Clock) -> None:
    site = Site(counted)
    site.get()
    site.get("/lecture/1-x/?q=1")
    site.get(host="localhost")
    site.get(hx_request="true")
    site.get(hx_request="true", hx_history_restore_request="true")  # going back asks for the whole page
    assert site.asked == 5


def with_cookie(request: HttpRequest) -> HttpResponse:
    response = HttpResponse()
    response.set_cookie("a", "b")
    return response


def with_form(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


@pytest.mark.parametrize(
    "answer",
    [
        with_cookie,
        with_form,
        lambda _request: HttpResponse(status=404),
        lambda _request: HttpResponse(headers={"Cache-Control": "no-store"}),
        lambda _request: HttpResponse("x" * 400_000),
    ],
    ids=["cookie", "form", "404", "no-store", "large"],
)
def test_what_is_not_the_same_for_everyone_is_not_kept(
    clock: Clock, answer: Callable[[HttpRequest], HttpResponse]
) -> None:
    site = Site(answer)
    site.get()
    site.get()
    assert site.asked == 2


def test_its_memory_is_bounded(clock: Clock) -> None:
    site = Site(counted)
    for number in range(answers.MOST_ANSWERS + 20):
        site.get(f"/?{number}")
    assert len(site.cached._kept) == answers.MOST_ANSWERS


def test_zero_seconds_switch_it_off(settings: Settings) -> None:
    settings.ANSWER_CACHE_SECONDS = 0
    with pytest.raises(MiddlewareNotUsed):
        Site(counted)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["home", "lecture", "library", "keyword", "person", "lectures"])
def test_pages_are_kept_for_readers_and_not_for_people_with_a_session(
    settings: Settings, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, kind: str
) -> None:
    settings.ANSWER_CACHE_SECONDS = 5
    lecture = factories.LectureFactory(conference=cast.hall)
    authorship = factories.AuthorshipFactory(lecture=lecture)
    keyword = factories.KeywordFactory()
    lecture.keywords.add(keyword)
    address = {
        "home": "/",
        "lecture": lecture.get_absolute_url(),
        "library": "/library/?q=x",
        "keyword": keyword.get_absolute_url(),
        "person": authorship.person.get_absolute_url(),
        "lectures": f"{cast.hall.get_absolute_url()}lectures/",
    }[kind]
    reader, registered = Client(), cast.client("registered")
    first = reader.get(address)
    with django_assert_num_queries(0):
        again = reader.get(address)
    assert (first.status_code, again.content) == (200, first.content)
    own = registered.get(address)
    assert (own.content != first.content, reader.get(address).content) == (True, first.content)

"""Keywords are merged from their list: choose, say which is to stay, done."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse

from conference.models import Keyword, Lecture
from conference.services.keywords import keywords_for
from tests import factories
from tests.cast import Cast

LIST = "/admin/conference/keyword/"


@pytest.fixture
def pair(cast: Cast) -> list[Keyword]:
    found = keywords_for(["LLM", "LLMs"])
    lecture = Lecture.objects.get(title="The first lecture")
    lecture.keywords.add(*found.values())
    factories.LectureFactory(conference=cast.hall).keywords.add(found["llms"])
    return [found["llm"], found["llms"]]


def merge(cast: Cast, name: str, chosen: list[Keyword], **data: Any) -> HttpResponse:
    form = {"action": "merge", "_selected_action": [one.pk for one in chosen], **data}
    return cast.client(name).post(LIST, form)  # type: ignore[return-value]


def told(response: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]  # type: ignore[attr-defined]


def test_it_asks_which_is_to_stay_the_most_used_first(cast: Cast, pair: list[Keyword]) -> None:
    response: Any = merge(cast, "organizer", pair)
    assert [(one.name, one.count) for one in response.context["chosen"]] == [("LLMs", 2), ("LLM", 1)]
    assert Keyword.objects.count() == 2


def test_the_answer_merges(cast: Cast, pair: list[Keyword]) -> None:
    response = merge(cast, "organizer", pair, kept=pair[0].pk)
    assert list(Keyword.objects.all()) == [pair[0]]
    assert told(response) == ["Merged into LLM: 2 lectures have it now in place of the others."]


@pytest.mark.parametrize("kept", ["", "x", "0"])
def test_an_answer_that_names_none_of_them_asks_again(cast: Cast, pair: list[Keyword], kept: str) -> None:
    response: Any = merge(cast, "organizer", pair, kept=kept)
    assert (response.status_code, len(response.context["chosen"])) == (200, 2)
    assert Keyword.objects.count() == 2


def test_one_alone_is_not_merged(cast: Cast, pair: list[Keyword]) -> None:
    response = merge(cast, "organizer", pair[:1], kept=pair[0].pk)
    assert told(response) == ["Choose two keywords or more, and at most 20."]


def test_what_other_conferences_use_is_merged_by_administrators_alone(
    cast: Cast, pair: list[Keyword]
) -> None:
    factories.LectureFactory(conference=cast.annex).keywords.add(pair[1])
    response = merge(cast, "organizer", pair, kept=pair[0].pk)
    assert told(response) == ["Other conferences use LLMs: an administrator can merge what several use."]
    assert Keyword.objects.count() == 2
    merge(cast, "administrator", pair, kept=pair[0].pk)
    assert list(Keyword.objects.all()) == [pair[0]]


def test_what_another_conference_keeps_to_itself_is_not_merged(cast: Cast, pair: list[Keyword]) -> None:
    Lecture.objects.update(state="draft")
    merge(cast, "outsider", pair, kept=pair[0].pk)
    assert Keyword.objects.count() == 2

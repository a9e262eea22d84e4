import pytest

from conference.models import Keyword, OldSlug
from conference.services.keywords import keywords_for
from tests import factories

pytestmark = pytest.mark.django_db


def test_one_keyword_for_all_spellings_with_the_first_one_shown() -> None:
    assert [one.name for one in keywords_for(["LLMs", "llms ", "LLMS"]).values()] == ["LLMs"]
    assert keywords_for(["llms"])["llms"].name == "LLMs"
    assert Keyword.objects.count() == 1


def test_slugs_are_readable_and_never_shared() -> None:
    found = keywords_for(["C", "C++", "C#", "c*", "日本語", "中文"])
    assert [one.slug for one in found.values()] == [
        "c",
        "c-plus-plus",
        "c-sharp",
        "c-2",
        "keyword",
        "keyword-2",
    ]


def test_a_slug_that_a_keyword_had_once_stays_its_own() -> None:
    OldSlug.objects.create(slug="parsing", keyword=factories.KeywordFactory(name="syntax"))
    assert keywords_for(["Parsing"])["parsing"].slug == "parsing-2"


def test_what_holds_no_letter_is_no_keyword() -> None:
    assert keywords_for([" ", "..", ""]) == {}

"""Merged keywords: their lectures, addresses and spellings go to the one that stays, for good."""

import pytest
from django.test import Client

from conference.models import Keyword, KeywordSpelling, OldSlug
from conference.services.keyword_merging import merge_keywords
from conference.services.keywords import keywords_for
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import logged
from tests.conference.services.program_files import counts, paper, take

pytestmark = pytest.mark.django_db


def three() -> list[Keyword]:
    found = keywords_for(["LLM", "LLMs", "large models"])
    return [found[key] for key in ("llm", "llms", "large models")]


def test_lectures_have_the_kept_one_once_and_are_found_by_it(cast: Cast) -> None:
    llm, llms, large = three()
    both, other, kept = (factories.LectureFactory(conference=cast.hall) for _ in range(3))
    both.keywords.add(llm, llms)
    other.keywords.add(large)
    kept.keywords.add(llm)
    count = merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk, large.pk], actor=cast.organizer)
    assert count == 2
    assert [list(one.keywords.all()) for one in (both, other, kept)] == [[llm]] * 3
    other.refresh_from_db()
    assert other.names_text.split(" · ")[1] == "llm"
    assert list(Keyword.objects.all()) == [llm]
    assert logged(llm) == ["Merged with LLMs, large models."]


def test_addresses_of_the_others_and_those_they_had_once_redirect(cast: Cast) -> None:
    llm, llms, large = three()
    factories.LectureFactory(conference=cast.hall).keywords.add(large)
    OldSlug.objects.create(slug="big-models", keyword=large)
    merge_keywords(keyword_id=llms.pk, other_ids=[large.pk], actor=None)
    merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk], actor=None)
    client = Client()
    leads = {slug: client.get(f"/keywords/{slug}/") for slug in ("llms", "large-models", "big-models")}
    assert {
        slug: (answer.status_code, answer["Location"]) for slug, answer in leads.items()
    } == dict.fromkeys(leads, (301, "/keywords/llm/"))


def test_a_merged_spelling_means_the_kept_one_from_then_on() -> None:
    llm, llms, large = three()
    merge_keywords(keyword_id=llms.pk, other_ids=[large.pk], actor=None)
    merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk], actor=None)
    assert keywords_for(["LLMS", "Large Models", "llm"]) == {"llms": llm, "large models": llm, "llm": llm}
    assert Keyword.objects.count() == 1


def test_a_spelling_that_was_made_a_keyword_again_can_be_merged_again() -> None:
    llm, llms, _large = three()
    merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk], actor=None)
    again = factories.KeywordFactory(name="LLMs", key="llms", slug="llms-again")
    assert keywords_for(["llms"]) == {"llms": again}
    merge_keywords(keyword_id=again.pk, other_ids=[llm.pk], actor=None)
    assert keywords_for(["llms", "llm"]) == {"llms": again, "llm": again}
    assert list(KeywordSpelling.objects.values_list("key", "keyword")) == [("llm", again.pk)]


def test_the_next_import_does_not_bring_them_back(cast: Cast) -> None:
    first = paper(1, keywords=("LLM", "LLMs", "Parsing"))
    take(cast.annex, first)
    llm, llms = Keyword.objects.get(key="llm"), Keyword.objects.get(key="llms")
    merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk], actor=None)
    report = take(cast.annex, first, paper(2, keywords=("LLM", "LLMs")))
    assert (counts(report), report["conflicts"]) == ((1, 0, 1), [])
    tags = {one.title: {keyword.name for keyword in one.keywords.all()} for one in cast.annex.lectures.all()}
    assert list(tags.values()) == [{"LLM", "Parsing"}, {"LLM"}]
    assert counts(take(cast.annex, first, paper(2, keywords=("LLM", "LLMs")))) == (0, 0, 2)


def test_nothing_is_merged_into_what_is_gone() -> None:
    llm, llms, large = three()
    Keyword.objects.filter(pk=llm.pk).delete()
    with pytest.raises(Keyword.DoesNotExist):
        merge_keywords(keyword_id=llm.pk, other_ids=[llms.pk, large.pk], actor=None)
    assert set(Keyword.objects.all()) == {llms, large}

"""Which lectures are stored as similar."""

import pytest

from conference import similarity
from conference.models import Lecture, LectureTerm, SimilarLecture, TermFrequency
from conference.services import index
from tests import factories

pytestmark = pytest.mark.django_db


def neighbours(lecture: Lecture) -> list[str]:
    rows = SimilarLecture.objects.filter(lecture=lecture).select_related("other").order_by("-score", "other")
    return [row.other.title for row in rows]


def lecture(title: str, abstract: str = "", **names: object) -> Lecture:
    return factories.LectureFactory(title=title, abstract=abstract, **names)


def test_shared_rare_words_make_neighbours() -> None:
    one = lecture("Parsing Occitan proverbs")
    lecture("Summaries of meetings")
    lecture("Proverbs in Occitan and Chuvash")
    assert neighbours(one) == ["Proverbs in Occitan and Chuvash"]


def test_never_itself_and_mutual() -> None:
    one, two = lecture("Occitan proverbs"), lecture("Occitan proverbs")
    assert [(row.lecture_id, row.other_id) for row in SimilarLecture.objects.order_by("lecture")] == [
        (one.pk, two.pk),
        (two.pk, one.pk),
    ]


def test_other_conferences_are_preferred() -> None:
    hall = factories.ConferenceFactory()
    one = lecture("Occitan proverbs", conference=hall)
    lecture("Occitan proverbs here", conference=hall)
    lecture("Occitan proverbs there")
    assert neighbours(one) == ["Occitan proverbs there", "Occitan proverbs here"]


def test_shared_keyword_makes_neighbours_and_the_rarer_one_closer() -> None:
    rare, common = factories.KeywordFactory(), factories.KeywordFactory()
    one, two, three, four = (lecture(word) for word in ("Alpha", "Beta", "Gamma", "Delta"))
    rare.lectures.set([one, three])
    common.lectures.set([one, two, four])
    index.refresh([one.pk, two.pk, three.pk, four.pk])
    assert neighbours(one) == ["Gamma", "Beta", "Delta"]


def test_equal_scores_go_by_id() -> None:
    one, two, three = (lecture("Occitan proverbs") for _ in range(3))
    found = (
        SimilarLecture.objects.filter(lecture=two).order_by("-score", "other").values_list("other", flat=True)
    )
    assert list(found) == [one.pk, three.pk]


def test_at_most_twenty_are_stored() -> None:
    lectures = [lecture("Occitan proverbs") for _ in range(similarity.STORED + 3)]
    index.refresh([row.pk for row in lectures])
    assert {SimilarLecture.objects.filter(lecture=row).count() for row in lectures} == {similarity.STORED}


def test_terms_of_a_lecture_have_norm_one() -> None:
    one = lecture("Parsing Occitan proverbs", "With rules, and without.")
    weights = LectureTerm.objects.filter(lecture=one).values_list("weight", flat=True)
    assert sum(weight**2 for weight in weights) == pytest.approx(1)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> list[Lecture]:
    """A library that is too large to be weighed anew for each lecture."""
    lectures = [lecture(f"Occitan proverbs number{n} of{n}") for n in range(30)]
    index.refresh([row.pk for row in lectures])
    monkeypatch.setattr(similarity, "SMALL", 0)
    return lectures


def test_one_lecture_enters_the_lists_of_others(large: list[Lecture]) -> None:
    counted = TermFrequency.objects.get(term="").lectures
    new = lecture("Occitan proverbs number7 of7")
    assert neighbours(large[7])[0] == new.title
    assert neighbours(new)[0] == large[7].title
    assert {SimilarLecture.objects.filter(lecture=row).count() for row in large} == {similarity.STORED}
    assert TermFrequency.objects.get(term="").lectures == counted


def test_one_lecture_leaves_the_lists_of_others_and_they_fill_up(large: list[Lecture]) -> None:
    Lecture.objects.filter(pk=large[0].pk).update(title="Something else", abstract="Quite.")
    index.refresh([large[0].pk])
    assert not SimilarLecture.objects.filter(other=large[0]).exists()
    assert {SimilarLecture.objects.filter(lecture=row).count() for row in large[1:]} == {similarity.STORED}


def test_by_single_steps_as_by_all(large: list[Lecture]) -> None:
    index.refresh([large[3].pk])
    stepwise = list(
        SimilarLecture.objects.order_by("lecture", "other").values_list("lecture", "other", "score")
    )
    similarity.update_all()
    assert (
        list(SimilarLecture.objects.order_by("lecture", "other").values_list("lecture", "other", "score"))
        == stepwise
    )

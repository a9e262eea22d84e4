"""What a search finds, in which order, and what it must never betray."""

from typing import Any

import pytest
from django.core.files.base import ContentFile

from conference.access import Access
from conference.models import AccessRule, Conference, Lecture, Subject
from conference.search import LIMIT, MARK_END, MARK_START, MAX_LENGTH, Query, Search, close, suggestion
from conference.services import index
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def search(text: str, cast: Cast, who: str = "visitor") -> Search:
    return Search(Access(cast.viewer(who)), Query.of(text))


def hits(text: str, cast: Cast, who: str = "visitor") -> list[str]:
    """Titles of what this person finds, best first."""
    visible = Lecture.objects.visible_to(cast.viewer(who))
    ids = search(text, cast, who).ranked(visible)
    titles = Lecture.objects.in_bulk(ids)
    return [titles[pk].title for pk in ids]


def lecture(
    cast: Cast, title: str, abstract: str = "", authors: tuple[str, ...] = (), **names: object
) -> Lecture:
    row = factories.LectureFactory(
        conference=cast.hall, title=title, abstract=abstract, indexed=False, **names
    )
    for position, name in enumerate(authors):
        factories.AuthorshipFactory(lecture=row, person=factories.PersonFactory(name=name), position=position)
    index.refresh([row.pk])
    return row


@pytest.mark.parametrize(
    ("title", "sought"),
    [
        ("Parsing naïve Bayes", "naive"),
        ("Parsing naive Bayes", "naïve"),
        ("Parsing naïve Bayes", "nai\u0308ve"),
        ("Cross-lingual transfer", "cross lingual"),
        ("Cross lingual transfer", "cross-lingual"),
        ("Cross‑lingual transfer", "cross-lingual"),
        ("Prompting GPT-4 twice", "GPT-4"),
        ("Prompting GPT-4 twice", "gpt 4"),
        ("Parsers in C++ for all", "C++"),
        ("Types of C# checked", "c#"),
        ("Questions and/or answers", "answers"),
        ("Wer weiß was", "weiß"),
        ("O’Hara speaks", "O'Hara"),
        ("日本語の機械翻訳", "日本語"),
        ("日本語の機械翻訳", "翻訳"),
        ("การแปลภาษาไทย", "ภาษา"),
        ("Translations compared", "translation compare"),
        ("On the art of parsing", "the art of parsing"),
    ],
)
def test_found_however_it_is_typed(cast: Cast, title: str, sought: str) -> None:
    lecture(cast, title)
    assert hits(sought, cast) == [title]


def test_c_plus_plus_is_not_c(cast: Cast) -> None:
    lecture(cast, "Parsers in C")
    lecture(cast, "Parsers in C++")
    assert hits("parsers c++", cast) == ["Parsers in C++"]


def test_quotes_keep_words_together_and_a_minus_leaves_out(cast: Cast) -> None:
    lecture(cast, "Transfer of culture")
    lecture(cast, "Culture and transfer")
    assert hits('"transfer of culture"', cast) == ["Transfer of culture"]
    assert hits("culture -and", cast) == ["Culture and transfer", "Transfer of culture"]
    lecture(cast, "Culture alone")
    assert hits("culture -transfer", cast) == ["Culture alone"]


def test_minus_leaves_out_what_only_the_abstract_says(cast: Cast) -> None:
    lecture(cast, "Culture one", "About festivals.")
    lecture(cast, "Culture two", "About grammar.")
    assert hits("culture -festivals", cast) == ["Culture two"]


def test_author_and_word_of_the_abstract_together(cast: Cast) -> None:
    lecture(cast, "One", "About festivals.", ("Ana Velo",))
    lecture(cast, "Two", "About festivals.", ("Cara Boma",))
    assert hits("velo festivals", cast) == ["One"]


def test_name_that_is_a_stop_word(cast: Cast) -> None:
    lecture(cast, "One", authors=("An Do",))
    assert hits("An Do", cast) == ["One"]


def test_keyword_and_author_count_as_names(cast: Cast) -> None:
    row = lecture(cast, "One", authors=("René Kobo",))
    row.keywords.add(factories.KeywordFactory(name="machine translation"))
    index.refresh([row.pk])
    assert hits("machine translation", cast) == ["One"]
    assert hits("rene kobo", cast) == ["One"]


def test_title_before_keyword_before_author_before_abstract(cast: Cast) -> None:
    in_abstract = lecture(cast, "Fourth", "All about zebras.")
    lecture(cast, "Third", authors=("Zebra Kobo",))
    tagged = lecture(cast, "Second")
    tagged.keywords.add(factories.KeywordFactory(name="zebra"))
    index.refresh([tagged.pk])
    lecture(cast, "First zebra")
    assert in_abstract.title == "Fourth"
    assert hits("zebra", cast) == ["First zebra", "Second", "Third", "Fourth"]


@pytest.mark.parametrize(
    "raw",
    [
        "a & b", "'x", ":*", "!", "   ", "\x00", "a\x00b", "“", "A B <a@b.example>", "(((", "ä", "ß", "😀", "\ud83d",
        "-", '"', "x -", "or or or", "a:b:c", "\\", "%", "_",
    ],
)  # fmt: skip
def test_no_input_is_an_error(cast: Cast, raw: str) -> None:
    query = Query.of(raw)
    visible = Lecture.objects.visible_to(cast.viewer("visitor"))
    assert isinstance(search(raw, cast).ranked(visible), list)
    assert isinstance(close(visible, query), list)
    assert isinstance(suggestion(query, "a name"), str)


@pytest.mark.parametrize("raw", ["", "   ", "!", ":*", "😀", "\x00", "&|!()<>"])
def test_without_letter_or_digit_nothing_is_asked(raw: str) -> None:
    assert not Query.of(raw)


def test_long_query_is_cut_and_says_so(cast: Cast) -> None:
    query = Query.of("word " * 2_000)
    assert (len(query.text) <= MAX_LENGTH, query.was_cut, Query.of("word").was_cut) == (True, True, False)
    assert hits("word " * 2_000, cast) == []


@pytest.mark.parametrize(
    ("title", "authors", "sought"),
    [
        ("Cultural transfer of festivals", (), "cultral transfre"),
        ("Parsing proverbs", ("Ana Velo", "René Kobo"), "Rene Kboo"),
        ("Parsing proverbs", ("Ana Velo", "René Kobo"), "Anna Vello"),
        ("Multilingual summaries", (), "mulitlingual"),
        ("Multilingual summaries", (), "mulitlingual gramar of festivals"),
    ],
)
def test_typo_still_finds_its_lecture(cast: Cast, title: str, authors: tuple[str, ...], sought: str) -> None:
    for n in range(5):
        lecture(cast, f"Something else number {n}", authors=(f"Other Person {n}",))
    row = lecture(cast, title, authors=authors)
    visible = Lecture.objects.visible_to(cast.viewer("visitor"))
    assert hits(sought, cast) == []
    assert close(visible, Query.of(sought))[0] == row.pk


def test_suggestion_is_in_the_words_of_what_was_found() -> None:
    assert suggestion(Query.of("cultral -transfre"), "cultural transfer · ana velo") == "cultural transfer"
    assert suggestion(Query.of("cultral zebra"), "cultural transfer") == ""
    assert suggestion(Query.of("cultural"), "cultural transfer") == ""


def test_snippet_marks_what_was_sought(cast: Cast) -> None:
    row = lecture(cast, "One", "We study festivals closely.")
    found: Any = Lecture.objects.annotate(snippet=search("festival", cast).snippet()).get(pk=row.pk)
    assert found.snippet == f"study {MARK_START}festivals{MARK_END} closely"


def close_abstracts(conference: Conference) -> None:
    AccessRule.objects.create(conference=conference, subject=Subject.ABSTRACTS, audience="registered")


WHO_MAY_READ = [
    ("visitor", False), ("stranger", False), ("cancelled", False), ("outsider", False),
    ("registered", True), ("presenter", True), ("organizer", True), ("administrator", True),
]  # fmt: skip


@pytest.mark.parametrize(("who", "may"), WHO_MAY_READ)
def test_closed_abstract_makes_no_hit_and_no_snippet(cast: Cast, who: str, *, may: bool) -> None:
    row = lecture(cast, "Public title", "Secret zebras gallop.")
    close_abstracts(cast.hall)
    assert hits("zebras", cast, who) == (["Public title"] if may else [])
    assert hits("public title", cast, who) == ["Public title"]
    found: Any = Lecture.objects.annotate(snippet=search("title zebras", cast, who).snippet()).get(pk=row.pk)
    assert ("zebras" in found.snippet) is may


@pytest.mark.parametrize(("who", "may"), WHO_MAY_READ)
def test_minus_betrays_nothing_of_a_closed_abstract(cast: Cast, who: str, *, may: bool) -> None:
    lecture(cast, "Public title", "Secret zebras gallop.")
    close_abstracts(cast.hall)
    assert hits("public -zebras", cast, who) == ([] if may else ["Public title"])


@pytest.mark.parametrize(("who", "may"), WHO_MAY_READ)
def test_transcript_makes_a_hit_for_whom_the_video_is_open(cast: Cast, who: str, *, may: bool) -> None:
    row = lecture(cast, "Public title")
    file = ContentFile(b"Secret zebras gallop.", name="talk.txt")
    factories.MaterialFactory(lecture=row, kind="transcript", url="", file=file)
    index.refresh([row.pk])
    assert hits("zebras", cast, who) == (["Public title"] if may else [])
    found: Any = Lecture.objects.annotate(snippet=search("zebras", cast, who).snippet()).get(pk=row.pk)
    assert bool(found.snippet) is may


def test_closed_words_are_not_suggested(cast: Cast) -> None:
    lecture(cast, "Public title", "Secret zebras gallop.")
    close_abstracts(cast.hall)
    assert close(Lecture.objects.visible_to(cast.viewer("visitor")), Query.of("zebrsa galop")) == []


def test_draft_is_found_by_those_who_see_it(cast: Cast) -> None:
    lecture(cast, "Hidden zebras", state="draft")
    found = {who: hits("zebras", cast, who) for who in cast.people}
    assert [who for who, titles in found.items() if titles] == ["organizer", "administrator"]


def test_no_more_than_the_limit_is_ranked(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conference.search.LIMIT", 3)
    for n in range(4):
        lecture(cast, f"Zebra {n}")
    assert len(hits("zebra", cast)) == 3
    assert LIMIT == 1_000

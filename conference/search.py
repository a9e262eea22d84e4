"""Full-text search in two stages: first the names (title, keywords, authors), then the long texts that the viewer may read.

Each stage takes at most LIMIT candidates and ranks only those: ranking all that holds a common word would take longer than finding it.
What a viewer may not read never makes a hit: the condition stands beside each vector. If nothing is spelt as sought, lectures
with names close to it are found by trigrams, over names alone, which are public wherever the lecture is visible.
"""

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Self

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank, TrigramWordSimilarity
from django.db import connection, transaction
from django.db.models import Case, F, Func, Q, TextField, Value, When
from django.db.models.functions import Lower

from conference.access import Access
from conference.models import Subject
from conference.querysets import LectureQuerySet

LIMIT = 1_000  # hits that are ranked and counted; beyond, a page says '1,000+'
CLOSE = 25  # hits by likeness: one page
SHORTEST_ALIKE = 5  # letters; of shorter words too many are alike
LIKENESS = 0.45  # of a name with one letter wrong, or two swapped
MAX_LENGTH = 200  # characters of a query that are looked at
MARK_START, MARK_END = (
    "\x02",
    "\x03",
)  # around what was sought in a snippet; rendered text holds no control characters

# Scripts that put no space between words: the text search parser takes a sentence for one word.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Query:
    """What was typed, made safe to ask for."""

    text: str
    was_cut: bool = False

    @classmethod
    def of(cls, raw: str) -> Self:
        """Composed (NFC), without control characters, on one line. Without a letter or digit it asks for nothing."""
        cut = unicodedata.normalize("NFC", raw[: 2 * MAX_LENGTH])[:MAX_LENGTH]
        text = " ".join(
            "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in cut).split()
        )
        return cls(text if any(sign.isalnum() for sign in text) else "", was_cut=len(raw) > MAX_LENGTH)

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def leaves_out(self) -> bool:
        return re.search(r"(^|\s)-\S", self.text) is not None

    @property
    def words(self) -> SearchQuery:
        """As English, and, unless something is left out, also word by word as in names."""
        searchable = Func(Value(self.text), function="f_searchable", output_field=TextField())
        english = SearchQuery(searchable, config="posterhall", search_type="websearch")
        if self.leaves_out:
            return english
        return english | SearchQuery(searchable, config="posterhall_names", search_type="websearch")

    @property
    def plain(self) -> str:
        """Without the signs of the search language, for likeness."""
        return " ".join(re.sub(r'(^|\s)-|["]', r"\1", self.text).split())


@dataclass(frozen=True)
class Search:
    """A query as one viewer may ask it. Which texts are open to them is read once."""

    access: Access
    query: Query

    def matching(self, lectures: LectureQuerySet) -> LectureQuerySet:
        """The lectures that hold what is sought, in no order."""
        return lectures.filter(self._in_names | self._in_texts).order_by()

    def ranked(self, lectures: LectureQuerySet) -> list[int]:
        """Their ids, best first: hits in names before hits in texts."""
        ids = self._best(lectures.filter(self._in_names), "names_vector", LIMIT)
        if room := LIMIT - len(ids):
            ids += self._best(lectures.filter(self._in_texts).exclude(pk__in=ids), "abstract_vector", room)
        return ids

    def snippet(self) -> Case:
        """For `annotate`: words around what was sought, between MARK_START and MARK_END, of a text that the viewer may read."""
        return Case(
            When(self._in_abstract, then=self._headline("abstract_text")),
            When(self._in_transcript, then=self._headline("transcript_text")),
            default=Value(""),
            output_field=TextField(),
        )

    @cached_property
    def _in_names(self) -> Q:
        condition = Q(names_vector=self.query.words)
        if self.query.leaves_out:
            # The long vector repeats the names: where it does not match, the abstract has the word that was left out.
            condition &= ~self._abstracts | Q(abstract_text="") | Q(abstract_vector=self.query.words)
        elif _UNSPACED.search(self.query.text):
            condition |= Q(names_text__contains=self.query.plain.lower())
        return condition

    @cached_property
    def _in_texts(self) -> Q:
        return self._in_abstract | self._in_transcript

    @property
    def _in_abstract(self) -> Q:
        return Q(abstract_vector=self.query.words) & self._abstracts

    @cached_property
    def _in_transcript(self) -> Q:
        return Q(transcript_vector=self.query.words) & self.access.readable(Subject.VIDEOS)

    @cached_property
    def _abstracts(self) -> Q:
        return self.access.readable(Subject.ABSTRACTS)

    def _best(self, lectures: LectureQuerySet, vector: str, limit: int) -> list[int]:
        rank = SearchRank(F(vector), self.query.words)
        rows = lectures.order_by().annotate(rank=rank).values_list("pk", "rank")[:limit]
        return [pk for pk, _ in sorted(rows, key=lambda row: (-row[1], -row[0]))]

    def _headline(self, column: str) -> SearchHeadline:
        return SearchHeadline(
            column,
            self.query.words,
            config="posterhall",
            start_sel=MARK_START,
            stop_sel=MARK_END,
            max_words=32,
            min_words=18,
            max_fragments=1,
        )


def close(lectures: LectureQuerySet, query: Query) -> list[int]:
    """Ids of lectures with names like what is sought, the likest first; where there are none, like one of its longer words."""
    words = [word for word in re.findall(r"\w+", query.plain) if len(word) >= SHORTEST_ALIKE]
    with transaction.atomic(), connection.cursor() as cursor:
        # What counts as alike is a setting, since only the operator that reads it uses the index.
        cursor.execute("SELECT set_config('pg_trgm.word_similarity_threshold', %s, true)", [str(LIKENESS)])
        return _alike(lectures, query, [query.plain]) or (
            _alike(lectures, query, words) if len(words) > 1 else []
        )


def _alike(lectures: LectureQuerySet, query: Query, parts: list[str]) -> list[int]:
    condition = Q()
    for part in parts:
        condition |= Q(names_text__trigram_word_similar=_plain_letters(part))
    likeness = TrigramWordSimilarity(_plain_letters(query.plain), "names_text")  # type: ignore[arg-type]  # any expression
    found = lectures.filter(condition).annotate(likeness=likeness).order_by("-likeness", "-pk")
    return list(found.values_list("pk", flat=True)[:CLOSE])


def _plain_letters(text: str) -> Lower:
    """As names_text is written: lower case, no accents."""
    return Lower(Func(Value(text), function="f_unaccent", output_field=TextField()))


def suggestion(query: Query, names: str) -> str:
    """The query with each word as the given names spell it, or nothing if they have no word like it."""
    there = re.findall(r"\w+", names)
    sought = re.findall(r"\w+", query.plain.lower())
    words = [(get_close_matches(word, there, 1, 0.7) or [""])[0] for word in sought]
    return " ".join(words) if all(words) and words != sought else ""

"""Which lectures are like which: the cosine of their rarest words, and the keywords they share, counted by rarity.

Lectures of other conferences are preferred, since those of one's own are near already. Weights come from the frequencies of words
that were last counted (TermFrequency). Those are an estimate that enters by its logarithm: a tenth more lectures moves no weight by
more than a few per cent. So they are counted anew, and everything with them, only when the library has changed by a tenth: at an
import, or while it is small. In a large one that grows by single lectures, `manage.py reindex` does it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nsmallest
from itertools import batched, chain
from typing import Any

from django.db import connection

from conference.progress import Phase, counted, tell

STORED = 20  # neighbours kept of each lecture; pages show the first three that their viewer may see
TERMS = 20  # words that stand for a lecture
BATCH = 1_000  # lectures whose neighbours are written by one statement
FAR = 1e-8  # from a sum of products of ten-thousandths to a score between 0 and 1
NEAR = 0.85 * FAR  # for a lecture of the same conference
SMALL = 5_000  # lectures that are weighed anew in about the time of saving one

type Scored = tuple[float, int]
"""How like, from 0 on; and which lecture."""

_LOCK = 0x51A11A4  # any number that nobody else uses; advisory locks are named by numbers

COUNT_TERMS = """
DELETE FROM conference_termfrequency;
INSERT INTO conference_termfrequency (term, lectures)
SELECT word, ndoc FROM ts_stat(
    'SELECT ts_filter(names_vector, ''{a,b}'') || ts_filter(abstract_vector, ''{d}'') FROM conference_lecture'
) WHERE length(word) <= 100 AND word !~ '^[-+0-9.,]*$'
UNION ALL SELECT '', count(*) FROM conference_lecture
"""

# 1 + ln(how often) times ln(lectures / those that have the word), over the words of title (twice), keywords and abstract. What stands
# in every twentieth lecture, or in more than 150, tells little, and would make the join below long.
WRITE_TERMS = """
WITH words AS (
    SELECT lecture.id AS lecture_id, word.lexeme AS term, sum(word.count) AS count
    FROM conference_lecture AS lecture, LATERAL (
        SELECT lexeme, 2 * cardinality(positions) AS count FROM unnest(ts_filter(lecture.names_vector, '{a,b}'))
        UNION ALL
        SELECT lexeme, cardinality(positions) FROM unnest(ts_filter(lecture.abstract_vector, '{d}'))
    ) AS word
    WHERE lecture.id = ANY(%(ids)s) AND length(word.lexeme) BETWEEN 2 AND 100 AND word.lexeme !~ '^[-+0-9.,]*$'
    GROUP BY 1, 2
), library AS (
    SELECT greatest(lectures, 1) AS size FROM conference_termfrequency WHERE term = ''
), weighed AS (
    SELECT lecture_id, term, (1 + ln(count)) * ln(1 + size::float / coalesce(lectures, 1)) AS weight
    FROM words CROSS JOIN library LEFT JOIN conference_termfrequency AS frequency USING (term)
    WHERE coalesce(lectures, 1) <= least(50 + size / 20, 150)
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY lecture_id ORDER BY weight DESC, term) AS rank FROM weighed
)
INSERT INTO conference_lectureterm (lecture_id, term, weight)
SELECT lecture_id, term, weight / sqrt(sum(weight * weight) OVER (PARTITION BY lecture_id))
FROM ranked WHERE rank <= %(terms)s
"""

# Of each word, then of each keyword, the lectures that have it and how much it weighs there. Two lectures that share a keyword come
# nearer by the product of its weights: 0.15 where only they have it, less the more have it, nothing where hundreds do. Weights are
# whole numbers of ten-thousandths: their sums are exact, so that the order of summing never decides between two lectures.
READ_SHARED = """
SELECT array_agg(lecture_id ORDER BY lecture_id), array_agg(round(weight * 10000)::int ORDER BY lecture_id)
FROM conference_lectureterm {of_words} GROUP BY term HAVING count(*) > 1
UNION ALL
SELECT array_agg(lecture_id ORDER BY lecture_id),
    array_fill(round(sqrt(0.15 / (1 + ln(count(*)))) * 10000)::int, ARRAY[count(*)::int])
FROM conference_lecture_keywords {of_keywords} GROUP BY keyword_id HAVING count(*) BETWEEN 2 AND 500
"""
READ_SHARED_BY_ALL = READ_SHARED.format(of_words="", of_keywords="")
READ_SHARED_BY = READ_SHARED.format(
    of_words="WHERE term IN (SELECT term FROM conference_lectureterm WHERE lecture_id = ANY(%(ids)s))",
    of_keywords="WHERE keyword_id IN (SELECT keyword_id FROM conference_lecture_keywords WHERE lecture_id = ANY(%(ids)s))",
)

READ_CONFERENCES = "SELECT id, conference_id FROM conference_lecture WHERE id = ANY(%(ids)s)"

WRITE_NEIGHBOURS = """
INSERT INTO conference_similarlecture (lecture_id, other_id, score)
SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::float[])
"""

# Into the lists of the others, where a refreshed lecture now ranks before the last.
WRITE_BACK = """
WITH scored AS (
    SELECT * FROM unnest(%(lectures)s::bigint[], %(others)s::bigint[], %(scores)s::float[]) AS pair (lecture_id, other_id, score)
),
lists AS (
    SELECT lecture_id, count(*) AS length, min(score) AS weakest FROM conference_similarlecture
    WHERE lecture_id = ANY(%(lectures)s) GROUP BY 1
)
INSERT INTO conference_similarlecture (lecture_id, other_id, score)
SELECT lecture_id, other_id, score FROM scored LEFT JOIN lists USING (lecture_id)
WHERE length IS NULL OR length < %(stored)s OR score >= weakest
RETURNING lecture_id
"""

TRIM = """
DELETE FROM conference_similarlecture WHERE id IN (
    SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY lecture_id ORDER BY score DESC, other_id) AS rank
        FROM conference_similarlecture WHERE lecture_id = ANY(%(ids)s)
    ) AS ranked
    WHERE rank > %(stored)s
)
"""


def update(lecture_ids: Sequence[int]) -> None:
    """Weighs these lectures and finds their neighbours; enters them among their neighbours' neighbours.

    Must run within a transaction, after the vectors are written.
    """
    tell(Phase.SIMILAR)
    lock()
    counted, present = _sizes()
    changed = max(abs(present - counted), len(lecture_ids))
    is_a_tenth = changed * 10 >= present
    if is_a_tenth and (present <= SMALL or len(lecture_ids) * 10 >= present):
        update_all()
        return
    ids = list(lecture_ids)
    _write_terms(ids)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT lecture_id FROM conference_similarlecture WHERE other_id = ANY(%s)", [ids]
        )
        whole = sorted({*ids, *(row[0] for row in cursor)})
    found = dict(_scored(whole, _read(READ_SHARED_BY, whole)))
    _write_neighbours(whole, found.items())
    _write_back(
        [(other, pk, score) for pk in ids for score, other in found.get(pk, ()) if other not in found]
    )


def update_all() -> None:
    """Counts the words of the whole library, weighs every lecture and finds its neighbours. It takes minutes for 100,000 lectures."""
    lock()
    with connection.cursor() as cursor:
        cursor.execute(COUNT_TERMS)
        cursor.execute("SELECT id FROM conference_lecture")
        ids = [row[0] for row in cursor]
    _write_terms(ids)
    _write_neighbours(ids, _scored(ids, _read(READ_SHARED_BY_ALL, [])))


def lock() -> None:
    """Until the transaction ends nobody else changes which lectures are similar. Comes after the locks of lectures."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _sizes() -> tuple[int, int]:
    """How many lectures there were when words were counted, and how many there are."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT lectures FROM conference_termfrequency WHERE term = ''), (SELECT count(*) FROM conference_lecture)"
        )
        counted, present = cursor.fetchone()
    return counted or 0, present


def _write_terms(ids: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM conference_lectureterm WHERE lecture_id = ANY(%s)", [ids])
        cursor.execute(WRITE_TERMS, {"ids": ids, "terms": TERMS})


def _read(query: str, ids: list[int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, {"ids": ids})
        return list(cursor)


def _scored(ids: list[int], shared: list[tuple[Any, ...]]) -> Iterator[tuple[int, list[Scored]]]:
    """Of each of these lectures, what is like it: (score, other lecture), in no order.

    In Python, for the sums over all pairs that share something are made many times faster by a dict than by a join.
    """
    present = {*ids, *chain.from_iterable(lectures for lectures, _ in shared)}
    conferences = dict(_read(READ_CONFERENCES, list(present)))
    has: dict[int, list[tuple[int, list[int], list[int]]]] = {pk: [] for pk in ids}
    for lectures, weights in shared:
        for lecture, weight in zip(lectures, weights, strict=True):
            if lecture in has:
                has[lecture].append((weight, lectures, weights))
    for lecture, shares in counted(Phase.SIMILAR, has.items()):
        sums: defaultdict[int, int] = defaultdict(int)
        for weight, lectures, weights in shares:
            for other, others_weight in zip(lectures, weights, strict=True):
                sums[other] += weight * others_weight
        sums.pop(lecture, None)
        own = conferences[lecture]
        yield (
            lecture,
            [(total * (NEAR if conferences[other] == own else FAR), other) for other, total in sums.items()],
        )


def _write_neighbours(ids: list[int], found: Iterable[tuple[int, list[Scored]]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM conference_similarlecture WHERE lecture_id = ANY(%s)", [ids])
        for batch in batched(found, BATCH, strict=False):
            rows = [(pk, other, score) for pk, scored in batch for score, other in _nearest(scored)]
            cursor.execute(WRITE_NEIGHBOURS, _columns(rows))


def _nearest(scored: list[Scored]) -> list[Scored]:
    """The highest scores; equal ones by id."""
    nearest = nsmallest(STORED, ((-score, other) for score, other in scored))
    return [(-negative, other) for negative, other in nearest if negative]


def _write_back(rows: list[tuple[int, int, float]]) -> None:
    lectures, others, scores = _columns([row for row in rows if row[2]])
    with connection.cursor() as cursor:
        cursor.execute(
            WRITE_BACK, {"lectures": lectures, "others": others, "scores": scores, "stored": STORED}
        )
        cursor.execute(TRIM, {"ids": [row[0] for row in cursor], "stored": STORED})


def _columns(rows: list[tuple[int, int, float]]) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(3)]

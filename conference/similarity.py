"""Which lectures are like which: the cosine of their rarest words, and the keywords they share, counted by rarity.

Lectures of other conferences are preferred, since those of one's own are near already. Weights come from the frequencies of words
that were last counted (TermFrequency). Those are an estimate that enters by its logarithm: a tenth more lectures moves no weight by
more than a few per cent. So they are counted anew, and everything with them, only when the library has changed by a tenth: at an
import, or while it is small. In a large one that grows by single lectures, `manage.py reindex` does it.
"""

from collections.abc import Sequence
from itertools import batched

from django.db import connection

STORED = 20  # neighbours kept of each lecture; pages show the first three that their viewer may see
TERMS = 20  # words that stand for a lecture
BATCH = 250  # lectures whose pairs are summed in memory at once
SMALL = 5_000  # lectures that are weighed anew in about the time of saving one

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

# Scores are rounded, so that the order in which a sum is taken never decides between two.
SCORED = """
WITH mine AS (SELECT unnest(%(ids)s::bigint[]) AS id),
rarity AS (
    SELECT keyword_id, 1 / (1 + ln(count(*))) AS weight FROM conference_lecture_keywords
    WHERE keyword_id IN (SELECT keyword_id FROM conference_lecture_keywords WHERE lecture_id IN (SELECT id FROM mine))
    GROUP BY 1 HAVING count(*) BETWEEN 2 AND 500
),
alike AS (
    SELECT term.lecture_id, other.lecture_id AS other_id, term.weight * other.weight AS score
    FROM mine JOIN conference_lectureterm AS term ON term.lecture_id = mine.id
    JOIN conference_lectureterm AS other ON other.term = term.term AND other.lecture_id <> term.lecture_id
    UNION ALL
    SELECT tag.lecture_id, other.lecture_id, 0.15 * rarity.weight
    FROM mine JOIN conference_lecture_keywords AS tag ON tag.lecture_id = mine.id
    JOIN rarity USING (keyword_id)
    JOIN conference_lecture_keywords AS other ON other.keyword_id = tag.keyword_id AND other.lecture_id <> tag.lecture_id
),
summed AS (SELECT lecture_id, other_id, sum(score) AS score FROM alike GROUP BY 1, 2),
scored AS (
    SELECT lecture_id, other_id, round(
        (summed.score * CASE WHEN lecture.conference_id = other.conference_id THEN 0.85 ELSE 1 END)::numeric, 5
    )::float AS score
    FROM summed JOIN conference_lecture AS lecture ON lecture.id = lecture_id
    JOIN conference_lecture AS other ON other.id = other_id
)
"""

WRITE_NEIGHBOURS = f"""{SCORED}
INSERT INTO conference_similarlecture (lecture_id, other_id, score)
SELECT lecture_id, other_id, score FROM (
    SELECT *, row_number() OVER (PARTITION BY lecture_id ORDER BY score DESC, other_id) AS rank FROM scored WHERE score > 0
) AS ranked
WHERE rank <= %(stored)s
"""  # noqa: S608 - constants

# Into the lists of the others, where a refreshed lecture now ranks before the last.
WRITE_BACK = f"""{SCORED},
others AS (
    SELECT neighbour.lecture_id, count(*) AS length, min(neighbour.score) AS weakest
    FROM conference_similarlecture AS neighbour
    WHERE neighbour.lecture_id IN (SELECT other_id FROM scored) GROUP BY 1
)
INSERT INTO conference_similarlecture (lecture_id, other_id, score)
SELECT scored.other_id, scored.lecture_id, score
FROM scored LEFT JOIN others ON others.lecture_id = scored.other_id
WHERE score > 0 AND scored.other_id <> ALL(%(whole)s) AND (others.length IS NULL OR length < %(stored)s OR score >= weakest)
RETURNING lecture_id
"""  # noqa: S608 - constants

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
    _lock()
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
        _write_neighbours(whole)
        cursor.execute(WRITE_BACK, {"ids": ids, "whole": whole, "stored": STORED})
        cursor.execute(TRIM, {"ids": [row[0] for row in cursor], "stored": STORED})


def update_all() -> None:
    """Counts the words of the whole library, weighs every lecture and finds its neighbours. 100,000 lectures take a minute."""
    _lock()
    with connection.cursor() as cursor:
        cursor.execute(COUNT_TERMS)
        cursor.execute("SELECT id FROM conference_lecture")
        ids = [row[0] for row in cursor]
    _write_terms(ids)
    with connection.cursor() as cursor:
        # Or the planner may take the table for empty, and join term by term for an hour.
        cursor.execute("ANALYZE conference_lectureterm")
    _write_neighbours(ids)


def _lock() -> None:
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


def _write_neighbours(ids: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM conference_similarlecture WHERE lecture_id = ANY(%s)", [ids])
        for batch in batched(ids, BATCH, strict=False):
            cursor.execute(WRITE_NEIGHBOURS, {"ids": list(batch), "stored": STORED})

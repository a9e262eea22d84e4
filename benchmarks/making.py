"""Many invented lectures, and how long requests take. To be imported once Django is set up."""

import http
import random
import statistics
import time
from collections.abc import Iterator
from itertools import batched

from django.db import connection
from django.test import Client

from conference.models import Authorship, Conference, Keyword, Lecture, Person
from conference.services import index

SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
WORDS, ABSTRACT, PER_CONFERENCE = 20_000, 120, 2_000


def vocabulary(chance: random.Random) -> list[str]:
    """Invented words, the most frequent first."""
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4)))] = None
    return list(words)


def make_lectures(
    count: int, words: list[str], chance: random.Random, *, at_once: int = PER_CONFERENCE
) -> None:
    """`count` lectures with keywords and authors, `at_once` of them at each conference; the texts are plain and need no rendering."""
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    people = Person.objects.bulk_create(
        Person(name=f"{chance.choice(words).title()} {word.title()}") for word in words[:10_000]
    )
    tags = Keyword.objects.bulk_create(Keyword(name=word, key=word, slug=word) for word in words[:2_000])
    for number in range(-(-count // at_once)):
        conference = Conference.objects.create(
            acronym=f"BENCH {number}",
            slug=f"bench-{number}",
            name="Bench",
            state="published",
            starts_on="2025-07-27",
            ends_on="2025-08-01",
        )
        lectures = []
        for position in range(min(at_once, count - number * at_once)):
            title = " ".join(chance.choices(words, weights, k=9))
            abstract = " ".join(chance.choices(words, weights, k=ABSTRACT))
            lectures.append(
                Lecture(conference=conference, position=position, slug="bench", title=title, title_html=title, title_text=title,
                        abstract=abstract, abstract_html=abstract, abstract_text=abstract, kind=chance.choice(["poster", "oral", "demo"]))
            )  # fmt: skip
        Lecture.objects.bulk_create(lectures)
        tagged = ((lecture, tag) for lecture in lectures for tag in chance.sample(tags, 4))
        Lecture.keywords.through.objects.bulk_create(
            Lecture.keywords.through(lecture=lecture, keyword=tag) for lecture, tag in tagged
        )
        written = ((lecture, person) for lecture in lectures for person in chance.sample(people, 4))
        Authorship.objects.bulk_create(
            Authorship(lecture=lecture, person=person) for lecture, person in written
        )
    ids = list(Lecture.objects.values_list("pk", flat=True))
    with connection.cursor() as cursor:
        for batch in batched(ids, 5_000, strict=False):
            cursor.execute(index.WRITE_VECTORS, {"ids": list(batch), "longest": index.LONGEST})
        cursor.execute("VACUUM ANALYZE")


def milliseconds(client: Client, addresses: Iterator[str]) -> list[float]:
    taken = []
    for address in addresses:
        begin = time.perf_counter()
        status = client.get(address).status_code
        taken.append((time.perf_counter() - begin) * 1000)
        if status != http.HTTPStatus.OK:
            raise SystemExit(f"{address} answers {status}")
    return taken


def report(name: str, taken: list[float], reference: float) -> None:
    p50, p95 = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
    print(f"{name:36} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   p95 is {p95 / reference:5.0f} of the reference")

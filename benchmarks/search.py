"""How long a search of the library takes over many lectures: p50 and p95, and as a ratio to a view without a database.

    uv run python -m benchmarks.search [lectures, 100000 unless given]

Makes its lectures (invented words, as frequent as words are) once, in a database of its own; asks in this process, one at a time.
"""

import http
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import batched

os.environ.setdefault("POSTERHALL_MODE", "dev")
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"

import django
from django.conf import settings

settings.DATABASES["default"] |= {"NAME": "posterhall_bench_search", "OPTIONS": {}, "CONN_MAX_AGE": None}
django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.db import connection, transaction  # noqa: E402 - settings come first
from django.test import Client  # noqa: E402 - settings come first

from conference import similarity  # noqa: E402 - settings come first
from conference.models import Authorship, Conference, Keyword, Lecture, Person  # noqa: E402 - settings come first
from conference.services import index  # noqa: E402 - settings come first

SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
WORDS, ABSTRACT, PER_CONFERENCE, ASKED = 20_000, 120, 2_000, 60


def vocabulary(chance: random.Random) -> list[str]:
    """Invented words, the most frequent first."""
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4)))] = None
    return list(words)


def make(count: int, words: list[str], chance: random.Random) -> None:
    """`count` lectures with keywords and authors; the texts are plain, so that they need no rendering."""
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    people = Person.objects.bulk_create(
        Person(name=f"{chance.choice(words).title()} {word.title()}") for word in words[:10_000]
    )
    tags = Keyword.objects.bulk_create(Keyword(name=word, key=word, slug=word) for word in words[:2_000])
    for number in range(-(-count // PER_CONFERENCE)):
        conference = Conference.objects.create(
            acronym=f"BENCH {number}",
            slug=f"bench-{number}",
            name="Bench",
            state="published",
            starts_on="2025-07-27",
            ends_on="2025-08-01",
        )
        lectures = []
        for position in range(min(PER_CONFERENCE, count - number * PER_CONFERENCE)):
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


def queries(words: list[str], chance: random.Random) -> dict[str, Callable[[], str]]:
    name = Person.objects.order_by("?").first()
    assert name is not None

    def swapped(text: str) -> str:
        at = chance.randrange(1, len(text) - 2)
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]

    return {
        "browse": lambda: "",
        "very common word": lambda: f"q={words[chance.randrange(5)]}",
        "two common words": lambda: f"q={words[chance.randrange(20)]}+{words[chance.randrange(20, 60)]}",
        "rare word": lambda: f"q={words[chance.randrange(2_000, 10_000)]}",
        "name": lambda: f"q={chance.choice(words[:10_000])}",
        "typo": lambda: (
            f"q={swapped(words[chance.randrange(200, 5_000)] + 'x' + words[chance.randrange(99)])}"
        ),
        "word and filters": lambda: (
            f"q={words[chance.randrange(50)]}&kind=poster&conference=bench-1&keyword={words[3]}"
        ),
        "common word by title": lambda: f"q={words[chance.randrange(5)]}&sort=title",
    }


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
    print(f"{name:22} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   p95 is {p95 / reference:5.0f} of the reference")


def main() -> None:
    count = int(sys.argv[1]) if sys.argv[1:] else 100_000
    chance = random.Random(count)
    words = vocabulary(chance)
    call_command("migrate", verbosity=0)
    if Lecture.objects.count() != count:
        Conference.objects.all().delete()
        Keyword.objects.all().delete()
        Person.objects.all().delete()
        begin = time.perf_counter()
        make(count, words, chance)
        print(f"{count} lectures made in {time.perf_counter() - begin:.0f} s")
        begin = time.perf_counter()
        with transaction.atomic():
            similarity.update_all()
        print(f"similar lectures of all in {time.perf_counter() - begin:.1f} s")
    begin = time.perf_counter()
    index.refresh([Lecture.objects.earliest("pk").pk])
    print(f"one lecture refreshed in {(time.perf_counter() - begin) * 1000:.0f} ms")
    client = Client()
    milliseconds(client, iter(["/reference/", "/library/"]))
    reference = statistics.median(milliseconds(client, iter(["/reference/"] * ASKED)))
    print(f"reference p50 {reference:.2f} ms")
    for name, query in queries(words, chance).items():
        report(name, milliseconds(client, (f"/library/?{query()}" for _ in range(ASKED))), reference)


if __name__ == "__main__":
    main()

"""How long a search of the library takes over many lectures: p50 and p95, and as a ratio to a view without a database.

    uv run python -m benchmarks.search [lectures, 100000 unless given]

Makes its lectures (invented words, as frequent as words are) once, in a database of its own; asks in this process, one at a time.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable

os.environ.setdefault("POSTERHALL_MODE", "dev")
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"

import django
from django.conf import settings

settings.DATABASES["default"] |= {"NAME": "posterhall_bench_search", "OPTIONS": {}, "CONN_MAX_AGE": None}
django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.db import transaction  # noqa: E402 - settings come first
from django.test import Client  # noqa: E402 - settings come first

from benchmarks.making import make_lectures, milliseconds, report, vocabulary  # noqa: E402 - settings come first
from conference import similarity  # noqa: E402 - settings come first
from conference.models import Conference, Keyword, Lecture, Person  # noqa: E402 - settings come first
from conference.services import index  # noqa: E402 - settings come first

ASKED = 60


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
        make_lectures(count, words, chance)
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

"""How long an organizer waits for lists and forms of a conference with many people and lectures, and how many queries they ask.

    uv run python -m benchmarks.admin [lectures, 5000 unless given; twice as many people are registered]

In a database of its own; asks in this process, one at a time. The ratio is to a view without a database.
"""

import os
import random
import statistics
import sys

os.environ.setdefault("POSTERHALL_MODE", "dev")
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ["DEBUG"] = "false"
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"

import django
from django.conf import settings

settings.DATABASES["default"] |= {"NAME": "posterhall_bench_admin", "OPTIONS": {}, "CONN_MAX_AGE": None}
django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.db import connection  # noqa: E402 - settings come first
from django.test import Client  # noqa: E402 - settings come first
from django.test.utils import CaptureQueriesContext  # noqa: E402 - settings come first
from django.urls import reverse  # noqa: E402 - settings come first

from accounts.models import Organizer, Registration, TicketType, User  # noqa: E402 - settings come first
from benchmarks.making import make_lectures, milliseconds, report, vocabulary  # noqa: E402 - settings come first
from conference.models import Conference, Lecture, Person  # noqa: E402 - settings come first

ASKED = 40


def make(count: int, chance: random.Random) -> None:
    """One conference, its lectures and people, and Olga, who edits it."""
    call_command("flush", verbosity=0, interactive=False)
    words = vocabulary(chance)
    make_lectures(count, words, chance, at_once=count)
    conference = Conference.objects.get()
    ticket = TicketType.objects.create(conference=conference, name="Regular")
    Registration.objects.bulk_create(
        Registration(
            conference=conference,
            email=f"{words[number]}@example.org",
            name=f"{words[number].title()} {chance.choice(words).title()}",
            ticket_type=ticket,
        )
        for number in range(2 * count)
    )
    olga = User.objects.create(email="olga@example.org", name="Olga")
    Organizer.objects.create(conference=conference, user=olga, role="editor")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def pages() -> dict[str, str]:
    conference, lecture = Conference.objects.get(), Lecture.objects.earliest("pk")
    registration, person = Registration.objects.earliest("pk"), Person.objects.earliest("pk")
    lectures, people = (
        reverse("admin:conference_lecture_changelist"),
        reverse("admin:accounts_registration_changelist"),
    )
    return {
        "front page": reverse("admin:conference-overview", args=[conference.pk]),
        "lectures": lectures,
        "lectures, page 80": f"{lectures}?p=80",
        "lectures, searched": f"{lectures}?q={lecture.title_text.split()[0]}",
        "lectures, filtered": f"{lectures}?kind__exact=oral",
        "lectures without files": f"{lectures}?lacks=material",
        "a lecture": reverse("admin:conference_lecture_change", args=[lecture.pk]),
        "a new lecture": reverse("admin:conference_lecture_add"),
        "registrations": people,
        "registrations, page 150": f"{people}?p=150",
        "registrations, searched": f"{people}?q={registration.email.partition('@')[0]}",
        "a registration": reverse("admin:accounts_registration_change", args=[registration.pk]),
        "people": reverse("admin:conference_person_changelist"),
        "a person": reverse("admin:conference_person_change", args=[person.pk]),
        "keywords": reverse("admin:conference_keyword_changelist"),
        "conference": reverse("admin:conference_conference_change", args=[conference.pk]),
        "autocomplete of people": f"{reverse('admin:autocomplete')}?app_label=conference&model_name=authorship&field_name=person&term=a",
    }


def main() -> None:
    count = int(sys.argv[1]) if sys.argv[1:] else 5_000
    call_command("migrate", verbosity=0)
    if Lecture.objects.count() != count:
        make(count, random.Random(count))
    client = Client()
    client.force_login(
        User.objects.get(email="olga@example.org"), backend="django.contrib.auth.backends.ModelBackend"
    )
    reference = statistics.median(milliseconds(client, iter(["/reference/"] * ASKED)))
    print(f"reference p50 {reference:.2f} ms")
    for name, address in pages().items():
        milliseconds(client, iter([address]))
        with CaptureQueriesContext(connection) as queries:
            milliseconds(client, iter([address]))
        report(f"{name}, {len(queries)} queries", milliseconds(client, iter([address] * ASKED)), reference)


if __name__ == "__main__":
    main()

"""Whoever merges, splits or imports people takes turns: nobody is lost, and nobody waits for ever."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from conference.models import Authorship, Conference, Lecture, Person
from conference.services import index
from conference.services.imports.runs import AnyImporter, import_at_once
from conference.services.people_merging import merge_people
from conference.services.people_splitting import split_person
from tests import factories
from tests.conference.services.program_files import author, importer_of, paper, reading

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    """Three of one conference, each with a lecture."""
    hall = factories.ConferenceFactory()
    made: list[Person] = [
        factories.PersonFactory(name=name) for name in ("René Kobo", "Rene Kobo", "R. Kobo")
    ]
    for one in made:
        factories.AuthorshipFactory(lecture__conference=hall, person=one)
    return made


def at_once(*jobs: Callable[[], object]) -> list[str]:
    """What each of them said: the words of a refusal, or nothing. Anything else that is raised fails the test."""
    start = Barrier(len(jobs))

    def run(job: Callable[[], object]) -> str:
        try:
            start.wait(timeout=10)
            job()
        except ValidationError as refusal:
            return " ".join(refusal.messages)
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(jobs)) as threads:
        return sorted(
            one.result() for one in as_completed([threads.submit(run, job) for job in jobs], timeout=30)
        )


def into(kept: Person, *others: Person) -> Callable[[], object]:
    return lambda: merge_people(person_id=kept.pk, other_ids=[one.pk for one in others], actor=None)


def test_two_who_merge_the_same_people_each_into_another(people: list[Person]) -> None:
    first, second, third = people
    said = at_once(into(first, second, third), into(second, first, third))
    assert said == ["", "The one who was to stay is gone: merged or deleted by somebody else."]
    left = Person.objects.get()
    assert left in (first, second)
    assert Authorship.objects.filter(person=left).count() == 3


def test_two_who_merge_the_same_people_alike(people: list[Person]) -> None:
    first, second, third = people
    assert at_once(into(first, second, third), into(first, third, second)) == ["", ""]
    assert Person.objects.get() == first


def test_a_merge_while_a_file_is_imported_that_names_them(people: list[Person]) -> None:
    hall = Conference.objects.get()
    given = importer_of(
        reading(*(paper(n, authors=(author("Rene Kobo"), author("R. Kobo"))) for n in range(5)))
    )

    def bring() -> object:
        return import_at_once(conference=hall, importer=given, filename="f", content=b"x", actor=None)

    assert at_once(bring, into(*people)) == ["", ""]
    assert Person.objects.get() == people[0]
    assert {one.authors_text for one in Lecture.objects.all()} == {"René Kobo"}


def test_a_merge_while_lectures_are_brought_up_to_date(people: list[Person]) -> None:
    ids = list(Lecture.objects.values_list("pk", flat=True))
    assert at_once(*([lambda: index.refresh(ids)] * 3), into(*people)) == [""] * 4
    assert {one.authors_text for one in Lecture.objects.all()} == {"René Kobo"}


def test_two_who_split_the_same_person_alike(people: list[Person]) -> None:
    yan = people[0]
    goes = factories.AuthorshipFactory(person=yan).lecture

    def split() -> object:
        return split_person(
            person_id=yan.pk, other=Person(name="Yang Lio"), lecture_ids=[goes.pk], actor=None
        )

    assert at_once(split, split) == ["", "Choose a lecture that is somebody else’s."]
    assert goes.people.get() == Person.objects.get(name="Yang Lio")


def test_a_split_while_a_file_is_imported_that_names_them(people: list[Person]) -> None:
    hall, rene = Conference.objects.get(), people[0]
    files = [
        importer_of(reading(*(paper(n, authors=authors) for n in (1, 2))))
        for authors in ((author("René Kobo"),), (author("Ana Velo"), author("René Kobo")))
    ]

    def bring(file: AnyImporter) -> object:
        return import_at_once(conference=hall, importer=file, filename="f", content=b"x", actor=None)

    bring(files[0])
    goes = Lecture.objects.get(title="Paper 2")

    def split() -> object:
        return split_person(
            person_id=rene.pk, other=Person(name="Rena Kobo"), lecture_ids=[goes.pk], actor=None
        )

    assert at_once(lambda: bring(files[1]), split) == ["", ""]
    goes.refresh_from_db()
    assert goes.authors_text == "Ana Velo, Rena Kobo"
    assert Lecture.objects.get(title="Paper 1").authors_text == "Ana Velo, René Kobo"

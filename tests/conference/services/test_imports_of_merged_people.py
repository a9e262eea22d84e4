"""After people were merged, no file brings them back: neither the same one, nor one that says more."""

import pytest
from django.core.exceptions import ValidationError

from conference.importers.records import AuthorRecord, ProgramReading
from conference.importers.samples import sample_path
from conference.models import Authorship, Conference, ImportRun, Lecture, Person
from conference.services.imports.formats import IMPORTERS
from conference.services.imports.runs import import_at_once, undo_import
from tests import factories
from tests.conference.services.program_files import (
    author,
    changed_fields,
    counts,
    importer_of,
    paper,
    reading,
    take,
)
from tests.conference.services.test_people_merging import merge

pytestmark = pytest.mark.django_db

ORCID, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"
ENTRIES = {
    "name": author("Rene Kobo"),
    "id": author("Rene Kobo", "rene-kobo"),
    "orcid": author("Rene Kobo", orcid=OTHER),
    "id and orcid": author("Rene Kobo", "rene-kobo", OTHER),
}


@pytest.fixture
def hall() -> Conference:
    made: Conference = factories.ConferenceFactory()
    return made


def authors() -> list[list[str]]:
    return [[one.person.name for one in lecture.authorships.all()] for lecture in Lecture.objects.all()]


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_merged_author_is_known_in_every_way(hall: Conference, entry: AuthorRecord) -> None:
    """The same file, another abstract, another author beside them, a new paper, another conference."""
    kept = factories.PersonFactory(name="René Kobo", orcid=ORCID)
    take(hall, paper(1, authors=(entry,)))
    merge(kept, Person.objects.get(name="Rene Kobo"), with_all_orcids=True)
    assert counts(take(hall, paper(1, authors=(entry,)))) == (0, 0, 1)
    report = take(hall, paper(1, authors=(entry,), abstract="New."))
    assert [field for field, _old, _new in changed_fields(report)] == ["abstract"]
    report = take(hall, paper(1, authors=(author("Ana Velo"), entry)), paper(2, authors=(entry,)))
    assert (counts(report), report["conflicts"]) == ((1, 1, 0), [])
    take(factories.ConferenceFactory(), paper(1, authors=(entry,)))
    assert authors() == [["Ana Velo", "René Kobo"], ["René Kobo"], ["René Kobo"]]
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Ana Velo", "René Kobo"]


def test_two_spellings_on_one_paper_that_became_one_author_stay_one(hall: Conference) -> None:
    """Also where the file's authors win over ours."""
    both = (author("René Kobo"), author("Ana Velo"), author("Rene Kobo"))
    take(hall, paper(1, authors=both))
    merge(Person.objects.get(name="René Kobo"), Person.objects.get(name="Rene Kobo"))
    assert counts(take(hall, paper(1, authors=both))) == (0, 0, 1)
    more = (*both, author("Bo Lio"))
    assert [one for one, _old, _new in changed_fields(take(hall, paper(1, authors=more)), "conflicts")] == [
        "authors"
    ]
    report = take(hall, paper(1, authors=(*more, author("Cy Rito"))), options={"theirs": ["*"]})
    assert [one["reason"] for one in report["warnings"]] == [
        "“Rene Kobo” stands twice among the authors; once is enough."
    ]
    assert authors() == [["René Kobo", "Ana Velo", "Bo Lio", "Cy Rito"]]


@pytest.mark.parametrize(
    ("name", "sample", "kept", "gone"),
    [
        ("anthology", "anthology.xml", "A. Velo", "Ana Velo"),
        ("table", "lectures.csv", "A. Velo", "Ana Velo"),
    ],
)
def test_samples_change_nothing_and_create_nobody(
    hall: Conference, name: str, sample: str, kept: str, gone: str
) -> None:
    content = sample_path(sample).read_bytes()

    def again(content: bytes) -> tuple[int, int]:
        run = import_at_once(
            conference=hall, importer=IMPORTERS[name], filename=sample, content=content, actor=None
        )
        return run.report["created"], run.report["changed"]

    assert again(content)[0] == 2
    left = factories.PersonFactory(name=kept)
    merge(left, Person.objects.get(name=gone))
    people = set(Person.objects.values_list("pk", flat=True))
    assert again(content) == (0, 0)
    assert again(content.replace(b"than counting to its root", b"than all else")) == (0, 1)
    assert Authorship.objects.filter(person=left).count() == 1
    assert set(Person.objects.values_list("pk", flat=True)) == people


def imported(hall: Conference, what: ProgramReading) -> ImportRun:
    return import_at_once(conference=hall, importer=importer_of(what), filename="f", content=b"x", actor=None)


def undo(run: ImportRun) -> None:
    undo_import(run=run, importer=importer_of(reading()), actor=None)


def test_an_import_whose_authors_were_merged_is_not_undone(hall: Conference) -> None:
    kept = factories.PersonFactory(name="René Kobo")
    run = imported(hall, reading(paper(1, authors=(author("Rene Kobo"),)), paper(2)))
    merge(kept, Person.objects.get(name="Rene Kobo"))
    with pytest.raises(ValidationError) as refusal:
        undo(run)
    assert refusal.value.messages == [
        "1 thing was changed since the import, so it was not undone: “Paper 1”."
    ]
    assert Lecture.objects.count() == 2


def test_an_import_is_undone_if_only_others_were_merged_into_its_people(hall: Conference) -> None:
    run = imported(hall, reading(paper(1, authors=(author("René Kobo"),))))
    kept, other = Person.objects.get(), factories.PersonFactory(name="Rene Kobo")
    factories.AuthorshipFactory(person=other)
    merge(kept, other)
    undo(run)
    assert authors() == [["René Kobo"]]


def test_an_import_that_replaced_somebody_who_was_merged_since_is_not_undone(hall: Conference) -> None:
    imported(hall, reading(paper(1, authors=(author("Rene Kobo"),))))
    run = imported(hall, reading(paper(1, authors=(author("Cy Rito"),))))
    merge(factories.PersonFactory(name="René Kobo"), Person.objects.get(name="Rene Kobo"))
    with pytest.raises(ValidationError) as refusal:
        undo(run)
    assert refusal.value.messages == [
        "What it changed pointed to something that was deleted since, so it was not undone."
    ]
    assert authors() == [["Cy Rito"]]

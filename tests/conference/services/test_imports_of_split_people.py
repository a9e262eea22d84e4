"""After a person was split, no file puts lectures back, however it names the two."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from conference.importers.records import AuthorRecord
from conference.importers.samples import sample_path
from conference.models import Conference, Lecture, Person, PersonIdentifier
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
from tests.conference.services.test_imports_of_merged_people import imported, undo
from tests.conference.services.test_people_splitting import split

pytestmark = pytest.mark.django_db

ORCID = "0000-0002-1825-0097"
ENTRIES = {
    "name": author("Yan Lio"),
    "id": author("Yan Lio", "yan-lio"),
    "orcid": author("Yan Lio", orcid=ORCID),
    "id and orcid": author("Yan Lio", "yan-lio", ORCID),
}
ANA = author("Ana Velo")
each_way = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
each_name = pytest.mark.parametrize("name", ["Yan Lio", "Yang Lio"])


@pytest.fixture
def hall() -> Conference:
    made: Conference = factories.ConferenceFactory()
    return made


def lecture(number: int) -> Lecture:
    return Lecture.objects.get(title=f"Paper {number}")


def authors(number: int) -> list[Person]:
    return [one.person for one in lecture(number).authorships.select_related("person")]


@pytest.fixture
def yan(hall: Conference, entry: AuthorRecord) -> Person:
    """The author of two papers."""
    take(hall, paper(1, authors=(entry,)), paper(2, authors=(entry,)))
    return Person.objects.get()


@each_way
@each_name
def test_a_split_author_is_not_dragged_back(
    hall: Conference, yan: Person, entry: AuthorRecord, name: str
) -> None:
    """By the same file, another abstract, other authors beside them, another affiliation; nobody is made of them."""
    other = split(yan, Person(name=name), lecture(2))
    same = (paper(1, authors=(entry,)), paper(2, authors=(entry,)))
    assert counts(take(hall, *same)) == (0, 0, 2)
    report = take(hall, same[0], paper(2, authors=(entry,), abstract="New."))
    assert [field for field, _old, _new in changed_fields(report)] == ["abstract"]
    for line in ((ANA, entry), (author("Yan Lio", entry.external_id, entry.orcid, "Lareva"), ANA)):
        report = take(hall, paper(1, authors=line), paper(2, authors=line))
        assert (counts(report), report["conflicts"]) == ((0, 2, 0), [])
        place = line.index(ANA)
        assert [authors(number)[1 - place] for number in (1, 2)] == [yan, other]
    assert Person.objects.count() == 3
    assert PersonIdentifier.objects.filter(person=other).count() == 0


@each_way
def test_whoever_stays_is_not_dragged_along_with_the_id(
    hall: Conference, yan: Person, entry: AuthorRecord
) -> None:
    """Where ids and the ORCID were the other's, though the source gives them to both."""
    ids = yan.identifiers.values_list("pk", flat=True)
    other = split(yan, Person(name="Yang Lio"), lecture(2), identifier_ids=ids, with_orcid=True)
    line = (ANA, entry)
    report = take(hall, paper(1, authors=line), paper(2, authors=line))
    assert (counts(report), report["conflicts"]) == ((0, 2, 0), [])
    assert [authors(number)[1] for number in (1, 2)] == [yan, other]
    assert Person.objects.count() == 3


@pytest.mark.parametrize("entry", [ENTRIES["name"]], ids=["name"])
@pytest.mark.parametrize("numbers", [(1, 2), (2, 1)])
@pytest.mark.parametrize(("ids", "learned"), [("ab", [("a", 1), ("b", 2)]), ("aa", [("a", 1)])])
def test_ids_that_come_later_are_learned_of_the_right_one(
    hall: Conference, yan: Person, numbers: tuple[int, ...], ids: str, learned: list[tuple[str, int]]
) -> None:
    """One that both have is that of whoever stayed, whatever the order of papers."""
    other = split(yan, Person(name="Yan Lio"), lecture(2))
    entries = dict(zip((1, 2), (author("Yan Lio", one) for one in ids), strict=True))
    take(hall, *(paper(number, authors=(ANA, entries[number])) for number in numbers))
    assert [authors(number)[1] for number in (1, 2)] == [yan, other]
    places = {yan.pk: 1, other.pk: 2}
    rows = PersonIdentifier.objects.order_by("external_id").values_list("external_id", "person")
    assert [(one, places[number]) for one, number in rows] == learned


@pytest.mark.parametrize("entry", [ENTRIES["id"]], ids=["id"])
def test_a_file_that_corrects_itself_is_taken_at_its_word(hall: Conference, yan: Person) -> None:
    """It calls the other by their name now, and has the first beside them."""
    other = split(yan, Person(name="Yang Lio"), lecture(2))
    take(hall, paper(2, authors=(ENTRIES["id"], author("Yang Lio"))))
    assert authors(2) == [yan, other]
    assert Person.objects.count() == 2


@pytest.mark.parametrize("entry", [ENTRIES["id"]], ids=["id"])
def test_even_if_the_files_authors_win_the_other_stays(
    hall: Conference, yan: Person, entry: AuthorRecord
) -> None:
    other = split(yan, Person(name="Yang Lio"), lecture(2))
    factories.AuthorshipFactory(
        lecture=lecture(2), person=factories.PersonFactory(name="By Hand"), position=2
    )
    take(hall, paper(2, authors=(ANA, entry)), options={"theirs": ["*"]})
    assert [str(one) for one in authors(2)] == ["Ana Velo", "Yang Lio"]
    assert other in authors(2)


SAMPLES: dict[str, tuple[str, tuple[bytes, bytes], tuple[bytes, bytes]]] = {
    "anthology": (
        "anthology.xml",
        (
            b"<author><first>Cara</first><last>Boma</last></author>",
            b'<author id="ana-velo" orcid="0000-0002-1825-0097"><first>Ana</first><last>Velo</last></author>',
        ),
        (
            b"</author>\n      <pages>1-4",
            b"</author><author><first>Bo</first><last>Lio</last></author>\n      <pages>1-4",
        ),
    ),
    "table": (
        "lectures.csv",
        (b"Cara Boma, Jr.", b"Ana Velo"),
        (b"Ana van der Rito", b"Ana van der Rito and Bo Lio"),
    ),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_change_nothing_and_later_ones_only_what_they_say(hall: Conference, name: str) -> None:
    sample, (before, ana), (authors_before, authors_now) = SAMPLES[name]

    def bring(content: bytes) -> dict[str, Any]:
        run = import_at_once(
            conference=hall, importer=IMPORTERS[name], filename=sample, content=content, actor=None
        )
        return dict(run.report)

    content = sample_path(sample).read_bytes()
    assert before in content
    content = content.replace(before, ana)
    assert bring(content)["created"] == 2
    one = Person.objects.get(name="Ana Velo")
    goes = one.lectures.order_by("position").last()
    assert goes
    other = split(one, Person(name="Ana Velo"), goes)
    people = set(Person.objects.all())
    assert counts(bring(content)) == (0, 0, 2)
    assert authors_before in content
    report = bring(content.replace(authors_before, authors_now))
    assert (counts(report), report["conflicts"]) == ((0, 1, 1), [])
    assert [field for field, _old, _new in changed_fields(report)] == ["authors"]
    assert other in goes.people.all()
    assert one not in goes.people.all()
    assert {str(new) for new in {*Person.objects.all()} - people} == {"Bo Lio"}


@pytest.mark.parametrize("entry", [ENTRIES["id"]], ids=["id"])
def test_an_import_whose_authors_were_split_is_not_undone(hall: Conference, yan: Person) -> None:
    run = imported(hall, reading(paper(1, authors=(author("Yan Lio", "yan-lio"), ANA))))
    split(yan, Person(name="Yang Lio"), lecture(1))
    with pytest.raises(ValidationError) as refusal:
        undo(run)
    assert refusal.value.messages == [
        "1 thing was changed since the import, so it was not undone: “Paper 1”."
    ]
    assert [str(one) for one in authors(1)] == ["Yang Lio", "Ana Velo"]


@pytest.mark.parametrize("entry", [ENTRIES["id"]], ids=["id"])
def test_a_later_import_is_undone_and_the_split_stays(
    hall: Conference, yan: Person, entry: AuthorRecord
) -> None:
    other = split(yan, Person(name="Yang Lio"), lecture(2))
    run = imported(hall, reading(paper(2, authors=(ANA, entry))))
    undo_import(run=run, importer=importer_of(reading()), actor=None)
    assert authors(2) == [other]
    take(hall, paper(2, authors=(ANA, entry)))
    assert authors(2)[1] == other

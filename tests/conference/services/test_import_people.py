"""Whom the authors of a program file are."""

import pytest

from conference.importers.records import AuthorRecord
from conference.models import Person, PersonIdentifier
from conference.services.imports.people import Byline, PeopleMatch, match_people
from tests import factories
from tests.conference.services.program_files import author

pytestmark = pytest.mark.django_db

ORCID, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"


def match(*papers: list[AuthorRecord], present: tuple[int, ...] = ()) -> PeopleMatch:
    bylines = [Byline(f"Line {n}", tuple(paper), present) for n, paper in enumerate(papers, start=1)]
    return match_people(bylines, "anthology")


def people(found: PeopleMatch) -> list[list[int | None]]:
    found.directory.save()
    return [[credit.person.pk for credit in credits_] for credits_ in found.credits]


def warnings(found: PeopleMatch) -> list[str]:
    return [f"{problem.where}: {problem.message}" for problem in found.problems]


def test_one_name_on_two_papers_is_one_new_person() -> None:
    [[first], [second]] = people(match([author("Ana Velo")], [author("Ana Velo")]))
    assert first == second
    assert Person.objects.count() == 1


def test_an_exact_name_that_one_person_has_finds_them() -> None:
    ana = factories.PersonFactory(name="Ana Velo")
    found = match([author("Ana Velo")])
    assert people(found) == [[ana.pk]]
    assert found.notes() == ("People: 0 new, known by id 0, by ORCID 0, by name alone 1.",)


def test_an_accent_makes_another_name() -> None:
    kobo = factories.PersonFactory(name="René Kobo")
    [[pk]] = people(match([author("Rene Kobo")]))
    assert pk != kobo.pk


def test_an_id_finds_its_person_whatever_the_name() -> None:
    ana = factories.PersonFactory(name="Ana Velo")
    PersonIdentifier.objects.create(person=ana, source="anthology", external_id="ana-velo")
    assert people(match([author("A. Velo", "ana-velo")])) == [[ana.pk]]


def test_an_orcid_finds_its_person_whatever_the_name() -> None:
    ana = factories.PersonFactory(name="Ana Velo", orcid=ORCID)
    assert people(match([author("A. Velo", orcid=ORCID)])) == [[ana.pk]]


def test_ids_are_learned() -> None:
    ana = factories.PersonFactory(name="Ana Velo")
    people(match([author("Ana Velo", "ana-velo", ORCID)]))
    assert list(PersonIdentifier.objects.values_list("person", "source", "external_id")) == [
        (ana.pk, "anthology", "ana-velo")
    ]
    ana.refresh_from_db()
    assert ana.orcid == ORCID


def test_two_people_of_one_name_with_different_ids_stay_two_and_are_reported() -> None:
    found = match([author("Yan Lio", "yan-lio-a")], [author("Yan Lio", "yan-lio-b")])
    [[first], [second]] = people(found)
    assert first != second
    assert warnings(found) == ["Line 1: 2 people are called “Yan Lio”. Their ids tell them apart."]


def test_another_orcid_is_another_person() -> None:
    first = factories.PersonFactory(name="Yan Lio", orcid=ORCID)
    [[second]] = people(match([author("Yan Lio", orcid=OTHER)]))
    assert second != first.pk


def test_a_bare_name_among_ids_is_whoever_has_none_whatever_the_order() -> None:
    bare, first, second = author("Yan Lio"), author("Yan Lio", "a"), author("Yan Lio", "b")
    found = match([bare], [first], [second], [bare])
    [[one], [two], [three], [four]] = people(found)
    assert (len({one, two, three}), one) == (3, four)
    assert warnings(found)[1] == (
        "Line 1: 2 people are called “Yan Lio”. This one, without an id, was taken as a new person."
    )


def test_an_id_and_an_orcid_given_apart_are_one_person() -> None:
    both, one = author("Yan Lio", "a", ORCID), author("Y. Lio", orcid=ORCID)
    [[first], [second]] = people(match([one], [both]))
    assert first == second


def test_two_of_one_name_on_one_paper_are_two_people() -> None:
    found = match([author("Yan Lio"), author("Yan Lio")])
    [[first, second]] = people(found)
    assert first != second
    assert warnings(found) == [
        "Line 1: Two authors of this paper are called “Yan Lio”; they were taken as two people."
    ]


def test_an_id_that_stands_twice_on_a_paper_counts_once() -> None:
    found = match([author("Yan Lio", "a"), author("Yan Lio", "a")])
    assert len(people(found)[0]) == 1
    assert warnings(found) == ["Line 1: “Yan Lio” stands twice among the authors; once is enough."]


def test_whoever_stands_there_stays_after_a_split() -> None:
    factories.PersonFactory(name="Yan Lio")
    mine = factories.PersonFactory(name="Yan Lio")
    assert people(match([author("Yan Lio")], present=(mine.pk,))) == [[mine.pk]]
    assert Person.objects.count() == 2


def test_other_spellings_of_a_merged_id_lead_to_whoever_is_left() -> None:
    left = factories.PersonFactory(name="René Kobo")
    PersonIdentifier.objects.create(person=left, source="anthology", external_id="rene")
    assert people(match([author("Rene Kobo", "rene")], present=(left.pk,))) == [[left.pk]]


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: object) -> None:
    for n in range(3):
        factories.PersonFactory(name=f"Name {n}")
    for count in (1, 3):
        with django_assert_num_queries(3):  # type: ignore[operator]
            match(*([author(f"Name {n}", f"id-{n}")] for n in range(count)))

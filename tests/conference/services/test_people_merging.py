"""Merged people: what they had goes to the one who stays, their addresses lead there, and imports do not bring them back."""

import pytest
from django.core.exceptions import ValidationError
from django.db.models import ForeignObjectRel
from django.test import Client

from conference.models import Authorship, FormerPerson, Lecture, Person, PersonEmail, PersonIdentifier
from conference.services.people_merging import merge_people
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import logged

pytestmark = pytest.mark.django_db

ORCID, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"


def person(name: str, **values: object) -> Person:
    made: Person = factories.PersonFactory(name=name, **values)
    return made


def lecture_of(*authors: Person, **values: object) -> Lecture:
    lecture: Lecture = factories.LectureFactory(**values)
    for position, one in enumerate(authors, start=1):
        factories.AuthorshipFactory(lecture=lecture, person=one, position=position)
    return lecture


def line(lecture: Lecture) -> list[tuple[int, str, str]]:
    return list(lecture.authorships.values_list("position", "person__name", "affiliation"))


def merge(kept: Person, *others: Person, **values: object) -> int:
    return merge_people(
        **{"person_id": kept.pk, "other_ids": [one.pk for one in others], "actor": None, **values}  # type: ignore[arg-type]
    )


def test_lectures_name_the_kept_one_and_are_found_by_them(cast: Cast) -> None:
    kept, other, third = person("René Kobo"), person("Rene Kobo"), person("R. Kobo")
    lectures = [lecture_of(one, conference=cast.hall) for one in (kept, other, third)]
    assert merge(kept, other, third, actor=cast.organizer) == 2
    assert [line(one) for one in lectures] == [[(1, "René Kobo", "")]] * 3
    assert {one.authors_text for one in Lecture.objects.filter(people=kept)} == {"René Kobo"}
    assert set(Person.objects.filter(name__endswith="Kobo")) == {kept}
    assert logged(kept) == [f"Merged with Rene Kobo ({other.pk}), R. Kobo ({third.pk})."]


def test_a_lecture_that_names_both_keeps_the_earlier_place_and_closes_the_gap() -> None:
    kept, other, ana, bo = person("René Kobo"), person("Rene Kobo"), person("Ana Velo"), person("Bo Lio")
    lecture = lecture_of(ana, other, kept, bo)
    Authorship.objects.filter(lecture=lecture, person=kept).update(affiliation="Lareva", email="r@a.example")
    merge(kept, other)
    assert lecture.authorships.get(person=kept).email == "r@a.example"
    assert line(lecture) == [(1, "Ana Velo", ""), (2, "René Kobo", "Lareva"), (3, "Bo Lio", "")]
    lecture.refresh_from_db()
    assert lecture.authors_text == "Ana Velo, René Kobo, Bo Lio"


def test_ids_and_private_addresses_come_along_each_once() -> None:
    kept, other, third = person("René Kobo"), person("Rene Kobo"), person("R. Kobo")
    for one, email in (
        (kept, "r@a.example"),
        (other, "r@a.example"),
        (other, "r@b.example"),
        (third, "r@b.example"),
    ):
        PersonEmail.objects.create(person=one, email=email)
    for one, name in ((kept, "rene"), (other, "rene-2")):
        PersonIdentifier.objects.create(person=one, source="anthology", external_id=name)
    merge(kept, other, third)
    assert sorted(kept.emails.values_list("email", flat=True)) == ["r@a.example", "r@b.example"]
    assert sorted(kept.identifiers.values_list("external_id", flat=True)) == ["rene", "rene-2"]
    assert PersonEmail.objects.count() == 2


def test_an_orcid_is_taken_where_the_kept_one_has_none() -> None:
    kept, other = person("René Kobo"), person("Rene Kobo", orcid=ORCID)
    merge(kept, other)
    kept.refresh_from_db()
    assert (kept.orcid, FormerPerson.objects.get().orcid) == (ORCID, "")


def test_different_orcids_are_different_people_unless_somebody_says_otherwise() -> None:
    kept, other = person("René Kobo", orcid=ORCID), person("Rene Kobo", orcid=OTHER)
    with pytest.raises(ValidationError) as refusal:
        merge(kept, other)
    assert refusal.value.messages == [
        f"They have different ORCIDs ({ORCID}, {OTHER}), so they are taken for different people."
    ]
    assert Person.objects.filter(name__endswith="Kobo").count() == 2
    merge(kept, other, with_all_orcids=True)
    kept.refresh_from_db()
    assert (kept.orcid, FormerPerson.objects.get().orcid) == (ORCID, OTHER)


def test_addresses_redirect_for_good_those_of_people_merged_before_too(cast: Cast) -> None:
    kept, other, third = person("René Kobo"), person("Rene Kobo"), person("R. Kobo")
    lecture_of(third, conference=cast.hall)
    pages = [one.get_absolute_url() for one in (third, other)]
    merge(other, third)
    merge(kept, other)
    client = Client()
    answers = [client.get(f"{page}?page=2") for page in pages]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (301, f"/people/{kept.pk}-rene-kobo/?page=2")
    ] * 2
    assert client.get(f"/people/{kept.pk}-rene-kobo/").status_code == 200


def test_an_address_does_not_tell_of_somebody_who_is_hidden(cast: Cast) -> None:
    kept, other = person("Quiet Quokka"), person("Q. Quokka")
    lecture_of(kept, conference=cast.hall, state="draft")
    page = other.get_absolute_url()
    merge(kept, other)
    statuses = {
        name: cast.client(name).get(page).status_code for name in ("visitor", "outsider", "organizer")
    }
    assert statuses == {"visitor": 404, "outsider": 404, "organizer": 301}


def test_whoever_proved_an_address_of_one_presents_the_lectures_of_all(cast: Cast) -> None:
    pia, twin = Person.objects.get(name="Pia Sands"), person("Sands, Pia")
    draft = lecture_of(twin, conference=cast.hall, state="draft")
    assert cast.client("presenter").get(draft.get_absolute_url()).status_code == 404
    merge(twin, pia)
    assert cast.client("presenter").get(draft.get_absolute_url()).status_code == 200


def test_nothing_is_merged_into_somebody_who_is_gone_and_who_is_gone_is_left_out() -> None:
    kept, other, third = person("René Kobo"), person("Rene Kobo"), person("R. Kobo")
    merge(third, kept)
    with pytest.raises(ValidationError, match="is gone"):
        merge(kept, other)
    assert merge(other, kept, third) == 0
    assert list(FormerPerson.objects.values_list("number", "person").order_by("number")) == [
        (kept.pk, other.pk),
        (third.pk, other.pk),
    ]


def test_everything_that_points_to_a_person_is_known_here() -> None:
    """What is added has to be thought of in merging, in splitting and in a test of its own."""
    relations = {
        (one.field.model.__name__, one.field.name)
        for one in Person._meta.get_fields(include_hidden=True)
        if isinstance(one, ForeignObjectRel)
    }
    assert relations == {
        ("Authorship", "person"),
        ("Authorship", "taken_for"),
        ("FormerPerson", "person"),
        ("Lecture", "people"),  # by way of Authorship
        ("PersonEmail", "person"),
        ("PersonIdentifier", "person"),
    }


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_queries_does_not_grow(count: int, django_assert_num_queries: object) -> None:
    kept = person("René Kobo")
    others = [person("Rene Kobo") for _ in range(count)]
    for one in others:
        lecture_of(one, kept)
        lecture_of(person("Ana Velo"), one)
        PersonEmail.objects.create(person=one, email=f"r{one.pk}@a.example")
    with django_assert_num_queries(44):  # type: ignore[operator]
        merge(kept, *others)

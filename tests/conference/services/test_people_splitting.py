"""A person who is two: some of the lectures, ids and addresses go to the other, and nothing else changes."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.test import Client

from conference.models import Authorship, FormerPerson, Lecture, Person, PersonEmail, PersonIdentifier
from conference.services.people_splitting import split_person
from tests.cast import Cast
from tests.conference.services.test_people_merging import lecture_of, line, merge, person

pytestmark = pytest.mark.django_db

ORCID, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"


def split(one: Person, other: Person, *lectures: Lecture, **values: Any) -> Person:
    return split_person(
        **{
            "person_id": one.pk,
            "other": other,
            "lecture_ids": [each.pk for each in lectures],
            "actor": None,
            **values,
        }
    )


def test_the_lectures_name_the_other_in_the_same_place(cast: Cast) -> None:
    ana, yan = person("Ana Velo"), person("Yan Lio")
    stays, goes = (lecture_of(ana, yan, person("Bo Lio"), conference=cast.hall) for _ in range(2))
    Authorship.objects.filter(person=yan).update(affiliation="Lareva")
    page = yan.get_absolute_url()
    other = split(yan, Person(name="Yang Lio"), goes, actor=cast.organizer)
    assert line(stays) == [(1, "Ana Velo", ""), (2, "Yan Lio", "Lareva"), (3, "Bo Lio", "")]
    assert line(goes) == [(1, "Ana Velo", ""), (2, "Yang Lio", "Lareva"), (3, "Bo Lio", "")]
    goes.refresh_from_db()
    assert goes.authors_text == "Ana Velo, Yang Lio, Bo Lio"
    client = Client()
    assert [client.get(url).status_code for url in (page, other.get_absolute_url())] == [200, 200]
    entries = {(str(one.object_id), one.action_flag): one.change_message for one in LogEntry.objects.all()}
    assert entries == {
        (str(yan.pk), 2): f"Split: 1 lecture went to Yang Lio ({other.pk}).",
        (str(other.pk), 1): f"Split: 1 lecture came from Yan Lio ({yan.pk}).",
    }


def test_chosen_ids_addresses_and_the_orcid_go_along() -> None:
    yan = person("Yan Lio", orcid=ORCID)
    _stays, goes = lecture_of(yan), lecture_of(yan)
    ids = [PersonIdentifier.objects.create(person=yan, source="anthology", external_id=name) for name in "ab"]
    emails = [PersonEmail.objects.create(person=yan, email=f"{name}@x.example") for name in "ab"]
    other = split(
        yan,
        Person(name="Yan Lio"),
        goes,
        identifier_ids=[ids[1].pk],
        email_ids=[emails[1].pk],
        with_orcid=True,
    )
    found = [
        ([str(each) for each in one.identifiers.all()], [str(each) for each in one.emails.all()], one.orcid)
        for one in Person.objects.order_by("pk")
    ]
    assert found == [(["anthology:a"], ["a@x.example"], None), (["anthology:b"], ["b@x.example"], ORCID)]
    assert other.lectures.get() == goes


def test_somebody_who_is_there_already_gets_them_and_nothing_twice() -> None:
    yan, other = person("Yan Lio"), person("Yang Lio", orcid=ORCID)
    _stays, goes, _theirs = lecture_of(yan), lecture_of(yan), lecture_of(other)
    emails = [PersonEmail.objects.create(person=one, email="y@x.example") for one in (yan, other)]
    split(yan, other, goes, email_ids=[emails[0].pk])
    assert (other.lectures.count(), yan.lectures.count()) == (2, 1)
    assert list(PersonEmail.objects.values_list("person", "email")) == [(other.pk, "y@x.example")]


def test_what_is_somebody_elses_does_not_move() -> None:
    yan, third = person("Yan Lio"), person("Cy Rito")
    _stays, goes, theirs = lecture_of(yan), lecture_of(yan), lecture_of(third)
    known = PersonIdentifier.objects.create(person=third, source="anthology", external_id="cy")
    email = PersonEmail.objects.create(person=third, email="cy@x.example")
    other = split(yan, Person(name="Yang Lio"), goes, theirs, identifier_ids=[known.pk], email_ids=[email.pk])
    assert [one.count() for one in (other.lectures, other.identifiers, other.emails)] == [1, 0, 0]
    assert line(theirs) == [(1, "Cy Rito", "")]


REFUSALS = {
    "none": "Choose a lecture that is somebody else’s.",
    "all": "Leave them one lecture at least. If all are somebody else’s, merge the two.",
    "both": "Yang Lio is an author of “Shared” already.",
    "same": "Nobody is split from themselves.",
    "orcids": f"Yang Lio has the ORCID {OTHER} already.",
    "gone": "One of the two is gone: merged or deleted by somebody else.",
    "bad": "An ORCID is written 0000-0002-1825-0097.",
    "taken": "Person with this ORCID already exists.",
}


@pytest.mark.parametrize("why", REFUSALS)
def test_what_cannot_be_is_refused_and_nothing_done(why: str) -> None:
    yan, other = person("Yan Lio", orcid=ORCID), person("Yang Lio", orcid=OTHER)
    goes, shared = lecture_of(yan), lecture_of(yan, other, title="Shared")
    answers: dict[str, dict[str, Any]] = {
        "none": {"other": other, "lecture_ids": []},
        "all": {"other": Person(name="New"), "lecture_ids": [goes.pk, shared.pk]},
        "both": {"other": other, "lecture_ids": [shared.pk]},
        "same": {"other": yan},
        "orcids": {"other": other, "with_orcid": True},
        "gone": {"other": Person(pk=0, name="Gone")},
        "bad": {"other": Person(name="New", orcid="1")},
        "taken": {"other": Person(name="New", orcid=OTHER)},
    }
    values = answers[why]
    with pytest.raises(ValidationError) as refusal:
        split_person(**{"person_id": yan.pk, "lecture_ids": [goes.pk], "actor": None, **values})
    assert refusal.value.messages == [REFUSALS[why]]
    people = Person.objects.order_by("pk").values_list("name", "orcid")
    assert list(people) == [("Yan Lio", ORCID), ("Yang Lio", OTHER)]
    assert (line(goes), line(shared)) == ([(1, "Yan Lio", "")], [(1, "Yan Lio", ""), (2, "Yang Lio", "")])


def test_a_merge_that_was_wrong_is_taken_back_with_the_old_address(cast: Cast) -> None:
    kept, gone = person("Yan Lio"), person("Yang Lio")
    stays, goes = lecture_of(kept, conference=cast.hall), lecture_of(gone, conference=cast.hall)
    page = gone.get_absolute_url()
    merge(kept, gone)
    again = split(kept, Person(name="Yang Lio"), goes)
    assert (line(stays), line(goes)) == ([(1, "Yan Lio", "")], [(1, "Yang Lio", "")])
    assert FormerPerson.objects.get().person == again
    assert Client().get(page)["Location"] == again.get_absolute_url()


def test_merging_the_two_again_leaves_nobody_taken_for_themselves() -> None:
    yan = person("Yan Lio")
    _stays, goes = lecture_of(yan), lecture_of(yan)
    other = split(yan, Person(name="Yang Lio"), goes)
    merge(yan, other)
    assert {(one.person_id, one.taken_for_id) for one in Authorship.objects.all()} == {(yan.pk, None)}


def test_whom_sources_mean_is_remembered_through_merges_of_them() -> None:
    yan, third = person("Yan Lio"), person("Y. Lio")
    _stays, goes = lecture_of(yan), lecture_of(yan)
    other = split(yan, Person(name="Yang Lio"), goes)
    merge(third, yan)
    assert Authorship.objects.get(lecture=goes).taken_for == third
    assert Authorship.objects.get(lecture=goes).person == other


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_queries_does_not_grow(count: int, django_assert_num_queries: Any) -> None:
    yan = person("Yan Lio")
    lectures = [lecture_of(person("Ana Velo"), yan) for _ in range(count + 1)]
    ids = [
        PersonIdentifier.objects.create(person=yan, source="x", external_id=str(n)).pk for n in range(count)
    ]
    emails = [PersonEmail.objects.create(person=yan, email=f"y{n}@x.example").pk for n in range(count)]
    with django_assert_num_queries(35):
        split(yan, Person(name="Yang Lio"), *lectures[1:], identifier_ids=ids, email_ids=emails)

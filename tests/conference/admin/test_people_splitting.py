"""A person is split on a page of their own: which lectures, whose they are, what is theirs besides."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from accounts.models import Organizer
from conference.models import Lecture, Person, PersonEmail, PersonIdentifier
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import admin_url

ORCID = "0000-0002-1825-0097"


@pytest.fixture
def yan(cast: Cast) -> Person:
    """Has two lectures at hall, `Stays` and `Goes`, two ids, an address and an ORCID."""
    made: Person = factories.PersonFactory(name="Yan Lio", orcid=ORCID)
    for title in ("Stays", "Goes"):
        factories.AuthorshipFactory(lecture__conference=cast.hall, lecture__title=title, person=made)
    for name in ("yan-a", "yan-b"):
        PersonIdentifier.objects.create(person=made, source="anthology", external_id=name)
    PersonEmail.objects.create(person=made, email="yan@example.org")
    return made


def page(person: Person) -> str:
    return reverse("admin:person-split", args=[person.pk])


def goes() -> int:
    return Lecture.objects.get(title="Goes").pk


def split(cast: Cast, member: str, person: Person, /, **data: Any) -> Any:
    return cast.client(member).post(page(person), {"lectures": [goes()], **data})


def by(title: str) -> list[str]:
    return [str(one) for one in Lecture.objects.get(title=title).people.all()]


def test_the_page_is_linked_and_shows_what_may_go(cast: Cast, yan: Person) -> None:
    client = cast.client("organizer")
    assert f'href="{page(yan)}"' in client.get(admin_url(yan, "change")).text
    form = client.get(page(yan)).context["form"]
    shown = {
        name: [str(label) for _value, label in form.fields[name].choices]
        for name in ("lectures", "identifiers", "emails")
    }
    assert shown == {
        "lectures": ["Stays (HALL 2025)", "Goes (HALL 2025)"],
        "identifiers": ["anthology:yan-a", "anthology:yan-b"],
        "emails": ["yan@example.org"],
    }


def test_somebody_new_gets_what_was_ticked(cast: Cast, yan: Person) -> None:
    known = PersonIdentifier.objects.get(external_id="yan-b")
    email = PersonEmail.objects.get(email="yan@example.org")
    response = split(
        cast,
        "organizer",
        yan,
        name="Yang Lio",
        family="Lio",
        identifiers=[known.pk],
        emails=[email.pk],
        with_orcid="on",
    )
    other = Person.objects.get(name="Yang Lio")
    assert response["Location"] == admin_url(other, "change")
    assert [str(one) for one in get_messages(response.wsgi_request)] == ["1 lecture is by Yang Lio now."]
    assert (by("Stays"), by("Goes")) == (["Yan Lio"], ["Yang Lio"])
    assert (other.family, other.orcid, other.identifiers.get(), other.emails.get()) == (
        "Lio",
        ORCID,
        known,
        email,
    )


def test_somebody_who_is_here_already_is_chosen(cast: Cast, yan: Person) -> None:
    pia = Person.objects.get(name="Pia Sands")
    split(cast, "organizer", yan, other=pia.pk)
    assert (by("Stays"), by("Goes")) == (["Yan Lio"], ["Pia Sands"])


ANSWERS: dict[str, tuple[dict[str, Any], dict[str, list[str]]]] = {
    "nobody": ({}, {"name": ["Choose somebody who is here already, or give the name of somebody new."]}),
    "both": (
        {"other": "pia", "name": "Yang Lio"},
        {"other": ["Choose somebody, or say who is new, but not both."]},
    ),
    "elsewhere": (
        {"other": "shared"},
        {"other": ["Other conferences have lectures of Cy Rito: an administrator can do this."]},
    ),
    "hidden": (
        {"other": "hidden"},
        {"other": ["Select a valid choice. That choice is not one of the available choices."]},
    ),
    "themselves": (
        {"other": "yan"},
        {"other": ["Select a valid choice. That choice is not one of the available choices."]},
    ),
    "no lecture": ({"name": "Yang Lio", "lectures": []}, {"lectures": ["This field is required."]}),
    "no such lecture": (
        {"name": "Yang Lio", "lectures": ["x"]},
        {"lectures": ["“x” is not a valid value."]},
    ),
    "a lecture of others": (
        {"name": "Yang Lio", "lectures": "first"},
        {"lectures": ["Select a valid choice. first is not one of the available choices."]},
    ),
    "every lecture": (
        {"name": "Yang Lio", "lectures": "all"},
        {"__all__": ["Leave them one lecture at least. If all are somebody else’s, merge the two."]},
    ),
    "a bad ORCID": (
        {"name": "Yang Lio", "orcid": "1"},
        {"__all__": ["An ORCID is written 0000-0002-1825-0097."]},
    ),
    "an ORCID that is there": (
        {"name": "Yang Lio", "orcid": ORCID},
        {"orcid": ["Person with this ORCID already exists."]},
    ),
    "odd signs": ({"name": "Y\0"}, {"name": ["Null characters are not allowed."]}),
}


@pytest.mark.parametrize("why", ANSWERS)
def test_an_answer_that_cannot_be_is_told_with_the_mend(cast: Cast, yan: Person, why: str) -> None:
    shared, hidden = factories.PersonFactory(name="Cy Rito"), factories.PersonFactory(name="Quiet Quokka")
    for one, state in ((shared, "published"), (hidden, "draft")):
        factories.AuthorshipFactory(lecture__conference=cast.annex, lecture__state=state, person=one)
    people: dict[str, Person] = {
        "pia": Person.objects.get(name="Pia Sands"),
        "shared": shared,
        "hidden": hidden,
        "yan": yan,
    }
    first = Lecture.objects.get(title="The first lecture")
    lectures = {"first": [first.pk], "all": [one.pk for one in yan.lectures.all()]}
    data, errors = ANSWERS[why]
    sent = dict(data)
    if "other" in sent:
        sent["other"] = people[sent["other"]].pk
    if isinstance(sent.get("lectures"), str):
        sent["lectures"] = lectures[sent["lectures"]]
    response = split(cast, "organizer", yan, **sent)
    found = {
        name: [one.replace(str(first.pk), "first") for one in some]
        for name, some in response.context["form"].errors.items()
    }
    assert (response.status_code, found) == (200, {} | errors)
    assert (by("Stays"), by("Goes")) == (["Yan Lio"], ["Yan Lio"])
    assert not Person.objects.filter(name="Yang Lio").exists()


@pytest.mark.parametrize("sent", ["abc", "1\0", "9" * 30])
def test_what_is_no_id_is_refused(cast: Cast, yan: Person, sent: str) -> None:
    fields = ("lectures", "other", "identifiers", "emails")
    response = split(cast, "organizer", yan, **dict.fromkeys(fields, sent), name="Yang Lio")
    assert sorted(response.context["form"].errors) == sorted(fields)


def test_whoever_may_change_the_person_may_split_them(cast: Cast, yan: Person) -> None:
    """Nobody else reads the page, on which private addresses stand."""
    statuses = {}
    for role in Organizer.Role.values:
        Organizer.objects.filter(user=cast.organizer).update(role=role)
        statuses[role] = cast.client("organizer").get(page(yan)).status_code
    assert statuses == {"owner": 200, "editor": 200, "registrations": 403, "viewer": 403}
    assert cast.client("administrator").get(page(yan)).status_code == 200
    assert cast.client("outsider").get(page(yan)).status_code == 403
    Lecture.objects.update(state="draft")
    assert cast.client("outsider").get(page(yan)).status_code == 404


def test_whom_another_conference_has_is_split_by_administrators_alone(cast: Cast, yan: Person) -> None:
    factories.AuthorshipFactory(lecture__conference=cast.annex, person=yan)
    Organizer.objects.filter(user=cast.organizer).update(role="editor")
    assert split(cast, "organizer", yan, name="Yang Lio").status_code == 403
    assert page(yan) not in cast.client("organizer").get(admin_url(yan, "change")).text
    assert by("Goes") == ["Yan Lio"]
    assert split(cast, "administrator", yan, name="Yang Lio").status_code == 302
    assert by("Goes") == ["Yang Lio"]


def test_an_author_put_back_by_hand_is_mistaken_for_nobody(cast: Cast, yan: Person) -> None:
    split(cast, "organizer", yan, name="Yang Lio")
    authorship = Lecture.objects.get(title="Goes").authorships.get()
    assert authorship.taken_for == yan
    authorship.person = yan
    authorship.full_clean()
    authorship.save()
    authorship.refresh_from_db()
    assert (by("Goes"), authorship.taken_for_id) == (["Yan Lio"], None)


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_whatever_it_shows(
    cast: Cast, count: int, django_assert_num_queries: Any
) -> None:
    person = factories.PersonFactory(name="Ana Velo")
    for number in range(count):
        factories.AuthorshipFactory(lecture__conference=cast.hall, person=person)
        PersonEmail.objects.create(person=person, email=f"ana{number}@example.org")
        PersonIdentifier.objects.create(person=person, source="anthology", external_id=f"ana-{number}")
    client = cast.client("organizer")
    client.get(page(person))
    with django_assert_num_queries(11):
        assert client.get(page(person)).status_code == 200

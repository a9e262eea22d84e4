"""People are merged from their list: choose, look at who they are, say who is to stay, done."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse

from accounts.models import Organizer
from conference.models import Lecture, Person, PersonEmail, PersonIdentifier
from tests import factories
from tests.cast import Cast
from tests.conference.admin.desk import logged

LIST = "/admin/conference/person/"
ORCID, OTHER = "0000-0002-1825-0097", "0000-0001-5109-3700"


@pytest.fixture
def pair(cast: Cast) -> list[Person]:
    """Pia Sands, who has two lectures, and her twin, who stands beside her in one of them."""
    pia, twin = Person.objects.get(name="Pia Sands"), factories.PersonFactory(name="Sands, Pia")
    factories.AuthorshipFactory(lecture__conference=cast.hall, lecture__title="The second", person=pia)
    first = Lecture.objects.get(title="The first lecture")
    factories.AuthorshipFactory(lecture=first, person=twin, position=1, affiliation="Lareva")
    return [pia, twin]


def merge(cast: Cast, name: str, chosen: list[Person], **data: Any) -> HttpResponse:
    form = {"action": "merge", "_selected_action": [one.pk for one in chosen], **data}
    return cast.client(name).post(LIST, form)  # type: ignore[return-value]


def told(response: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]  # type: ignore[attr-defined]


def names() -> list[str]:
    return sorted(Person.objects.values_list("name", flat=True))


def test_it_shows_who_they_are_and_asks_who_is_to_stay(cast: Cast, pair: list[Person]) -> None:
    pia, twin = pair
    PersonIdentifier.objects.create(person=pia, source="anthology", external_id="pia-sands")
    response: Any = merge(cast, "organizer", pair)
    cards = response.context["cards"]
    assert [(one.person, [str(lecture) for lecture in one.lectures]) for one in cards] == [
        (pia, ["The first lecture", "The second"]),
        (twin, ["The first lecture"]),
    ]
    assert [(one.affiliations, [str(each) for each in one.conferences]) for one in cards] == [
        ([], ["HALL 2025"]),
        (["Lareva"], ["HALL 2025"]),
    ]
    for shown in ("anthology: pia-sands", "pia@example.org", "“The first lecture” names several of them"):
        assert shown in response.text
    assert names() == ["Pia Sands", "Sands, Pia"]


def test_the_answer_merges(cast: Cast, pair: list[Person]) -> None:
    pia, twin = pair
    response = merge(cast, "organizer", pair, kept=pia.pk)
    assert names() == ["Pia Sands"]
    assert told(response) == ["Merged into Pia Sands: 1 lecture names them now in place of the others."]
    assert logged(pia) == [f"Merged with Sands, Pia ({twin.pk})."]


@pytest.mark.parametrize("kept", ["", "x", "0"])
def test_an_answer_that_names_none_of_them_asks_again(cast: Cast, pair: list[Person], kept: str) -> None:
    response: Any = merge(cast, "organizer", pair, kept=kept)
    assert (response.status_code, len(response.context["cards"])) == (200, 2)
    assert names() == ["Pia Sands", "Sands, Pia"]


def test_one_alone_is_not_merged(cast: Cast, pair: list[Person]) -> None:
    response = merge(cast, "organizer", pair[:1], kept=pair[0].pk)
    assert told(response) == ["Choose two people or more, and at most 20."]


def test_different_orcids_are_asked_about(cast: Cast, pair: list[Person]) -> None:
    pia, twin = pair
    Person.objects.filter(pk=pia.pk).update(orcid=ORCID)
    Person.objects.filter(pk=twin.pk).update(orcid=OTHER)
    response: Any = merge(cast, "organizer", pair, kept=pia.pk)
    assert told(response) == [
        f"They have different ORCIDs ({ORCID}, {OTHER}), so they are taken for different people."
    ]
    assert response.context["orcids"] == [OTHER, ORCID]
    assert names() == ["Pia Sands", "Sands, Pia"]
    merge(cast, "organizer", pair, kept=pia.pk, with_all_orcids="on")
    assert names() == ["Pia Sands"]


def test_a_source_that_tells_them_apart_is_named(cast: Cast, pair: list[Person]) -> None:
    for one in pair:
        PersonIdentifier.objects.create(person=one, source="anthology", external_id=f"pia-{one.pk}")
    PersonIdentifier.objects.create(person=pair[0], source="openreview", external_id="~Pia_Sands1")
    response: Any = merge(cast, "organizer", pair)
    assert response.context["sources"] == ["anthology"]


def test_whom_other_conferences_have_is_merged_by_administrators_alone(
    cast: Cast, pair: list[Person]
) -> None:
    """Their addresses are not shown either."""
    factories.AuthorshipFactory(lecture__conference=cast.annex, person=pair[1])
    PersonEmail.objects.create(person=pair[1], email="twin@example.org")
    response = merge(cast, "organizer", pair, kept=pair[0].pk)
    assert told(response) == [
        "Other conferences have lectures of Sands, Pia: an administrator can merge whom several have."
    ]
    assert names() == ["Pia Sands", "Sands, Pia"]
    pages = {name: merge(cast, name, pair).content for name in ("organizer", "outsider", "administrator")}
    assert {name for name, page in pages.items() if b"twin@example.org" in page} == {"administrator"}
    merge(cast, "administrator", pair, kept=pair[0].pk)
    assert names() == ["Pia Sands"]


@pytest.mark.parametrize(
    ("role", "merged"), [("owner", 1), ("editor", 1), ("registrations", 0), ("viewer", 0)]
)
def test_a_role_that_only_looks_at_the_program_merges_nobody(
    cast: Cast, pair: list[Person], role: str, merged: int
) -> None:
    Organizer.objects.filter(user=cast.organizer).update(role=role)
    shown = merge(cast, "organizer", pair)
    assert (b"pia@example.org" in shown.content) is bool(merged)
    merge(cast, "organizer", pair, kept=pair[0].pk)
    assert len(names()) == 2 - merged


def test_what_another_conference_keeps_to_itself_is_not_merged(cast: Cast, pair: list[Person]) -> None:
    Lecture.objects.update(state="draft")
    merge(cast, "outsider", pair, kept=pair[0].pk)
    assert names() == ["Pia Sands", "Sands, Pia"]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_whatever_it_shows(
    cast: Cast, count: int, django_assert_num_queries: Any
) -> None:
    people = [factories.PersonFactory(name="Ana Velo") for _ in range(count + 1)]
    for one in people:
        PersonEmail.objects.create(person=one, email=f"ana{one.pk}@example.org")
        PersonIdentifier.objects.create(person=one, source="anthology", external_id=f"ana-{one.pk}")
        for _ in range(count):
            factories.AuthorshipFactory(lecture__conference=cast.hall, person=one)
    client = cast.client("organizer")
    form = {"action": "merge", "_selected_action": [one.pk for one in people]}
    client.post(LIST, form)
    with django_assert_num_queries(12):
        assert client.post(LIST, form).status_code == 200

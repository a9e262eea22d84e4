"""Whatever stands in an address or comes in place of an id: no page breaks, and nothing is done."""

import pytest
from django.contrib import admin

from conference.admin.careful import CarefulChangeList
from conference.models import Lecture
from tests.cast import Cast
from tests.conference.admin.desk import admin_url
from tests.conference.admin.forms import errors, filled

# By model something that neither a link of ours nor a form writes.
ODD_ADDRESSES = [
    ("conference", "conference", "state__exact=%00"),
    ("conference", "session", "starts_at__year=99999999"),
    ("conference", "lecture", "state__exact=%00"),
    ("accounts", "registration", "status__exact=%00"),
    ("accounts", "user", "email__startswith=%00"),
]


@pytest.mark.parametrize(("app_label", "model_name", "query"), ODD_ADDRESSES)
def test_a_list_asked_for_with_nonsense_is_shown_whole(
    cast: Cast, app_label: str, model_name: str, query: str
) -> None:
    url = f"/admin/{app_label}/{model_name}/"
    response = cast.client("administrator").get(f"{url}?{query}")
    assert (response.status_code, response.headers["Location"]) == (302, f"{url}?e=1")


@pytest.mark.django_db(transaction=True)
def test_a_broken_pattern_in_a_list_s_address_breaks_no_page(cast: Cast) -> None:
    response = cast.client("organizer").get("/admin/accounts/registration/?email__regex=(")
    assert (response.status_code, response.headers["Location"]) == (302, "/admin/accounts/registration/?e=1")


def test_an_action_on_what_is_no_id_is_refused(cast: Cast) -> None:
    chosen = [str(Lecture.objects.get(conference=cast.hall).pk), "abc"]
    response = cast.client("organizer").post(
        admin_url(Lecture, "changelist"), {"action": "withdraw", "_selected_action": chosen}
    )
    assert response.status_code == 400
    assert Lecture.objects.filter(state="withdrawn").count() == 0


def test_a_choice_sought_with_what_no_text_holds_is_still_found(cast: Cast) -> None:
    query = {"app_label": "conference", "model_name": "lecture", "field_name": "conference", "term": "ha\0ll"}
    found = cast.client("organizer").get("/admin/autocomplete/", query).json()["results"]
    assert [one["text"] for one in found] == ["HALL 2025"]


@pytest.mark.parametrize("sent", ["abc", "1\0"])
def test_a_form_refuses_what_is_no_id(cast: Cast, sent: str) -> None:
    client = cast.client("organizer")
    url = admin_url(Lecture.objects.get(conference=cast.hall), "change")
    response = client.post(
        url, filled(client, url) | {"keywords": [sent], "track": sent, "authorships-0-person": sent}
    )
    assert sorted(errors(response)) == ["keywords", "person", "track"]


def test_every_list_of_ours_is_careful() -> None:
    ours = [
        one
        for one in admin.site._registry.values()
        if type(one).__module__.startswith(("conference", "accounts"))
    ]
    careless = [one for one in ours if not issubclass(one.get_changelist(None), CarefulChangeList)]  # type: ignore[arg-type]
    assert careless == []
    assert len(ours) == 20

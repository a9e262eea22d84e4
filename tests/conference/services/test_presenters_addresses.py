"""The private addresses that files give of authors: they let people present, and stand in no report."""

import json
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.viewer import viewer_for
from conference.access import Access
from conference.models import Authorship, Conference, Lecture
from tests import factories
from tests.cast import Cast
from tests.conference.services.program_files import author, changed_fields, counts, paper, take

pytestmark = pytest.mark.django_db

ANA = replace(author("Ana Velo"), email="ana@lareva.example")
BO = author("Bo Lio")


@pytest.fixture
def hall() -> Conference:
    return factories.ConferenceFactory(slug="hall-2025")


def addresses() -> dict[str, str]:
    return dict(Authorship.objects.values_list("person__name", "email"))


def test_they_come_in_are_counted_and_change_nothing_again(hall: Conference) -> None:
    first = take(hall, paper(1, authors=(ANA, BO)))
    again = take(hall, paper(1, authors=(ANA, BO)))
    assert addresses() == {"Ana Velo": "ana@lareva.example", "Bo Lio": ""}
    assert (counts(first), counts(again)) == ((1, 0, 0), (0, 0, 1))
    assert "lareva" not in json.dumps(first)


def test_a_source_changes_and_takes_back_what_it_gave(hall: Conference) -> None:
    take(hall, paper(1, authors=(ANA, BO)))
    moved = take(hall, paper(1, authors=(replace(ANA, email="ana@home.example"), BO)))
    assert (changed_fields(moved), addresses()["Ana Velo"]) == (
        [("addresses", "1", "1")],
        "ana@home.example",
    )
    take(hall, paper(1, authors=(author("Ana Velo"), BO)))
    assert addresses() == {"Ana Velo": "", "Bo Lio": ""}


def test_an_author_who_is_called_otherwise_by_now_keeps_the_address(hall: Conference) -> None:
    take(hall, paper(1, authors=(ANA, BO)))
    married = replace(author("Ana Lio"), email=ANA.email)
    take(hall, paper(1, authors=(married, BO)))
    assert addresses() == {"Ana Lio": "ana@lareva.example", "Bo Lio": ""}
    Authorship.objects.update(email="")  # by hand
    take(hall, paper(1, authors=(ANA, BO)))
    assert addresses() == {"Ana Velo": "", "Bo Lio": ""}


def test_what_a_hand_wrote_stays(hall: Conference) -> None:
    take(hall, paper(1, authors=(ANA, BO)))
    Authorship.objects.filter(person__name="Bo Lio").update(email="bo@hand.example")
    take(hall, paper(1, authors=(author("Ana Velo"), BO, author("Cy Rao"))))
    assert addresses() == {"Ana Velo": "", "Bo Lio": "bo@hand.example", "Cy Rao": ""}


def test_a_second_source_adds_them_without_a_conflict(hall: Conference) -> None:
    take(hall, paper(1, authors=(author("Ana Velo"), BO)), source="a")
    report = take(hall, paper(1, authors=(ANA, BO)), source="b")
    assert (counts(report), report["conflicts"]) == ((0, 1, 0), [])
    assert addresses() == {"Ana Velo": "ana@lareva.example", "Bo Lio": ""}


def test_among_many_authors_those_of_an_address_are_found_by_its_index() -> None:
    user = factories.UserFactory()
    with CaptureQueriesContext(connection) as captured:
        viewer_for(user)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # as if there were many
        cursor.execute(f"EXPLAIN {captured.captured_queries[0]['sql']}")
        plan = "\n".join(line for (line,) in cursor)
    assert (len(captured), plan.count("authorship_by_email"), plan.count("person_by_email")) == (1, 1, 1)


def test_an_address_presents_one_lecture_and_no_other_of_the_person(cast: Cast) -> None:
    take(cast.hall, paper(1, authors=(replace(ANA, email=cast.stranger.email),)))
    elsewhere = factories.LectureFactory(conference=cast.annex)
    factories.AuthorshipFactory(lecture=elsewhere, person=Authorship.objects.get(email__gt="").person)
    own = Lecture.objects.get(title="Paper 1")
    viewer = viewer_for(cast.stranger)
    assert viewer.lecture_ids == frozenset({own.pk})
    assert [Access(viewer).presents(one) for one in (own, elsewhere)] == [True, False]

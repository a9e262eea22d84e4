"""Everybody of the demo's cast can do what the command says of them."""

import pytest

from accounts.models import User
from conference import clock
from conference.models import Lecture
from config.demo.cast import appoint_administrators
from config.demo.content import cast
from config.demo.stage import Stage
from tests.demo.made.conftest import Demo

pytestmark = pytest.mark.xdist_group("demo")  # which is made once

SCHEDULE = "/events/acl-2025/schedule/"


def test_everybody_named_has_an_account_but_the_unknown_one(demo: Demo) -> None:
    known = {member.email: User.objects.filter(email=member.email).exists() for member in cast()}
    assert [email for email, has_account in known.items() if not has_account] == ["nobody@example.org"]
    assert len(known) == 9


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("visitor", 401),
        ("rea", 200),
        ("vito", 200),
        ("wanda", 200),
        ("caro", 401),
        ("sten", 401),
        ("pia", 200),
        ("olga", 200),
        ("ada", 200),
    ],
)
def test_who_sees_the_schedule_of_acl_2025(demo: Demo, name: str, status: int) -> None:
    assert demo.client(name).get(SCHEDULE).status_code == status


def test_the_stranger_is_at_home_at_emnlp_2023(demo: Demo) -> None:
    assert demo.client("sten").get("/events/emnlp-2023/schedule/").status_code == 200


@pytest.mark.parametrize(("name", "joins"), [("rea", True), ("vito", True), ("wanda", False), ("olga", True)])
def test_who_gets_the_live_link(demo: Demo, name: str, joins: bool) -> None:
    session = demo.acl.sessions.get(code="5A")
    page = demo.client(name).get(session.get_absolute_url()).content.decode()
    assert (session.live_url in page) is joins


def test_the_presenter_presents_three_lectures(demo: Demo) -> None:
    page = demo.client("pia").get("/me/").content.decode()
    titles = Lecture.objects.filter(people__emails__email="pia@example.org").values_list("slug", flat=True)
    assert [slug in page for slug in titles] == [True, True, True]


@pytest.mark.parametrize(
    ("name", "status"), [("rea", 403), ("sten", 403), ("pia", 403), ("olga", 200), ("ada", 200)]
)
def test_who_enters_the_admin(demo: Demo, name: str, status: int) -> None:
    assert demo.client(name).get("/admin/", follow=True).status_code == status


@pytest.mark.parametrize(("name", "status"), [("visitor", 404), ("rea", 404), ("olga", 200), ("ada", 200)])
def test_who_sees_the_draft(demo: Demo, name: str, status: int) -> None:
    draft = Lecture.objects.get(state=Lecture.State.DRAFT)
    assert demo.client(name).get(draft.get_absolute_url()).status_code == status


@pytest.mark.parametrize(
    ("stage", "is_now"), [(Stage.BEFORE, False), (Stage.DURING, True), (Stage.AFTER, False)]
)
def test_now_is_what_the_stage_says(demo: Demo, stage: Stage, is_now: bool) -> None:
    clock.pretend(stage.moment)
    assert demo.acl.stage(clock.now()) == stage
    page = demo.client("rea").get("/events/acl-2025/").content.decode()
    assert ("Multilinguality and Language Diversity 2" in page) is is_now


def test_whoever_lost_the_right_to_administer_does_not_get_it_back(demo: Demo) -> None:
    User.objects.filter(email="ada@example.org").update(is_superuser=False, is_staff=False)
    appoint_administrators(cast())
    assert User.objects.get(email="ada@example.org").is_superuser is False


def test_every_public_lecture_opens_for_a_visitor(demo: Demo) -> None:
    browser = demo.client("visitor")
    lectures = Lecture.objects.exclude(state=Lecture.State.DRAFT)
    statuses = [browser.get(lecture.get_absolute_url()).status_code for lecture in lectures]
    assert statuses == [200] * 74

"""Every address of the site answers every member of the cast as the table says."""

import pytest
from django.urls import resolve

from tests.site.routes import routes
from tests.site.table import MEMBERS, rows
from tests.site.walk import ODD_ADDRESSES, Answer, Walk
from tests.site.world import build

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site")]

PAGES = 101


def test_every_answer_is_the_one_of_the_table(site: Walk) -> None:
    found: dict[str, dict[str, int]] = {}
    for answer in site.answers:
        found.setdefault(answer.path, {})[answer.member] = answer.status
    wrong = {path: found[path] for path, statuses in rows().items() if found[path] != statuses}
    assert wrong == {}
    assert len(site.answers) == PAGES * len(MEMBERS)


def test_no_address_is_left_out_of_the_table() -> None:
    world = build()
    walked = {resolve(world.at(path).partition("?")[0]).route for path in rows()}
    ours = {route for route in routes() if not route.startswith("admin/")} | {"admin/", "admin/login/"}
    assert walked == ours


def test_head_answers_as_get_without_a_body(site: Walk) -> None:
    got = {(answer.path, answer.member): answer.status for answer in site.answers}
    wrong = {
        (answer.path, answer.member): (answer.status, answer.body)
        for answer in site.heads
        if (answer.status, answer.body) != (got[answer.path, answer.member], b"")
    }
    assert wrong == {}
    assert len(site.heads) > 150


def test_an_odd_query_changes_no_status(site: Walk) -> None:
    got = {(answer.path, answer.member): answer.status for answer in site.answers}
    wrong = {
        (answer.path, answer.member): answer.status
        for answer in site.oddly_asked
        if answer.status != got[answer.path, answer.member]
    }
    assert wrong == {}
    assert len(site.oddly_asked) == len(site.heads)


def test_an_odd_address_is_answered_calmly(site: Walk) -> None:
    assert {answer.path: answer.status for answer in site.odd} == ODD_ADDRESSES
    assert {answer.headers["Location"].partition("-")[0] for answer in site.odd if answer.status == 301} == {
        answer.url.partition("-")[0] for answer in site.odd if answer.status == 301
    }


def test_every_shut_page_is_the_gate_and_leads_back_to_itself(site: Walk) -> None:
    shut = [answer for answer in site.answers if answer.status == 401]
    strays = {
        (answer.member, answer.path)
        for answer in shut
        if answer.headers.get("WWW-Authenticate") != 'Code realm="HALL 2025"' or not _leads_back(answer)
    }
    assert strays == set()
    assert len(shut) == 32


def _leads_back(answer: Answer) -> bool:
    """After logging in, or after logging in with another address."""
    nexts = [str(value) for value in answer.html.xpath("//input[@name='next']/@value")]
    return answer.url in {value.removeprefix("/accounts/login/code/?next=") for value in nexts}


def test_an_old_address_leads_to_the_present_one_and_keeps_its_query(site: Walk) -> None:
    moved = [answer for answer in site.oddly_asked if answer.status == 301]
    assert {answer.headers["Location"].partition("?")[2] for answer in moved} == {
        moved[0].url.partition("?")[2]
    }
    assert len(moved) == 6


def test_whoever_is_sent_to_log_in_comes_back(site: Walk) -> None:
    sent = [answer for answer in site.answers if "/login/code/?" in answer.headers.get("Location", "")]
    assert {answer.headers["Location"].partition("next=")[2] for answer in sent} >= {
        "/me/",
        "/accounts/email/",
    }


def test_every_link_answers(site: Walk) -> None:
    assert {url: page.status for url, page in site.crawled.items() if page.status not in {200, 302}} == {}
    assert len(site.crawled) > 40

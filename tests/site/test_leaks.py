"""Nobody gets what is not theirs to see: in no page, record, download, redirect or header."""

import re
from urllib.parse import urlsplit

import pytest
from django.utils.html import escape

from tests.site.table import MEMBERS
from tests.site.walk import Answer, Walk
from tests.site.world import NOBODY, SECRETS

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site")]

ADDRESSES = {
    "registered": "rea@example.org",
    "cancelled": "caro@example.org",
    "stranger": "sten@example.org",
    "presenter": "pia@example.org",
    "organizer": "olga@example.org",
    "outsider": "odo@example.org",
    "administrator": "ada@example.org",
}


def public(site: Walk) -> list[Answer]:
    """The admin has tests of its own: there organizers see their people."""
    return [answer for answer in site.answers if not answer.path.startswith("/admin/")]


def contains(answer: Answer, secret: str) -> bool:
    return secret in answer.everything or escape(secret) in answer.everything


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_told_to_those_it_is_meant_for_alone(site: Walk, secret: str) -> None:
    told = {answer.member for answer in public(site) if contains(answer, secret)}
    assert told == SECRETS[secret]


def test_secrets_are_looked_for_on_every_page(site: Walk) -> None:
    assert len(public(site)) > 650
    assert sum(audience == NOBODY for audience in SECRETS.values()) == 1


def test_an_address_is_told_to_whoever_it_belongs_to_alone(site: Walk) -> None:
    told = {
        member: {
            owner for owner, address in ADDRESSES.items() if any(address in page.everything for page in pages)
        }
        for member in MEMBERS
        if (pages := [answer for answer in public(site) if answer.member == member])
    }
    assert told == {member: {member} & ADDRESSES.keys() for member in MEMBERS}


def test_the_only_address_for_all_is_the_help_desk(site: Walk) -> None:
    pages = [answer for answer in public(site) if answer.member == "visitor" and answer.is_page]
    found = {address for page in pages for address in re.findall(r"[\w.+-]+@[\w-]+\.[\w.-]+", page.text)}
    assert found == {"desk@hall.example"}
    assert len(pages) > 60


def test_a_search_finds_no_lecture_by_what_the_viewer_may_not_read(site: Walk) -> None:
    found = {
        answer.member
        for answer in site.answers
        if answer.path == "/library/?q=wombats" and "<h2" in answer.text and "/lecture/" in answer.text
    }
    assert found == SECRETS["gated abstract of wombats"]


def test_sitemaps_name_only_what_opens_for_everybody(site: Walk) -> None:
    opens = {answer.url for answer in site.answers if answer.member == "visitor" and answer.status == 200}
    sitemaps = [
        answer
        for answer in site.answers
        if answer.path.startswith("/sitemap-") and answer.member == "administrator"
    ]
    named = {urlsplit(url).path for answer in sitemaps for url in re.findall("<loc>(.*?)</loc>", answer.text)}
    assert named - opens == set()
    assert (len(sitemaps), len(named)) == (3, 9)

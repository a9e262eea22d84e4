"""What every answer says to the browser, besides its text."""

import pytest
from django.test import Client

from tests.cast import Cast
from tests.site.walk import Answer, Walk

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site")]

POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
ASSETS = "//script/@src | //img/@src | //source/@src | //link[not(@rel='canonical')]/@href | //*[local-name()='use']/@href"


def pages(site: Walk) -> list[Answer]:
    found = [answer for answer in site.answers if answer.is_page]
    assert len(found) > 500
    return found


def test_every_page_has_the_strict_policy(site: Walk) -> None:
    assert {page.headers["Content-Security-Policy"] for page in pages(site)} == {POLICY}


def test_no_download_may_run_anything(site: Walk) -> None:
    files = [answer for answer in site.answers if answer.path == "{locked_file}" and answer.status == 200]
    assert {answer.headers["Content-Security-Policy"] for answer in files} == {
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    }
    assert len(files) == 4


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ],
)
def test_every_answer_has_the_header(site: Walk, header: str, value: str) -> None:
    assert {answer.headers.get(header) for answer in site.answers} == {value}


def test_nothing_that_a_member_gets_is_kept_for_others(site: Walk) -> None:
    got = [answer for answer in site.answers if answer.member != "visitor" and answer.status != 301]
    assert {answer.path for answer in got if not _is_ones_own(answer)} == set()


def test_nothing_that_brings_a_cookie_is_kept_for_others(site: Walk) -> None:
    got = [answer for answer in site.answers if answer.cookies]
    assert {answer.path for answer in got if not _is_ones_own(answer)} == set()
    assert len(got) > 60


def _is_ones_own(answer: Answer) -> bool:
    return bool({"private", "no-store"} & set(answer.headers.get("Cache-Control", "").split(", ")))


def test_cookies_go_to_no_other_site(site: Walk) -> None:
    given = {(name, cookie["samesite"]) for answer in site.answers for name, cookie in answer.cookies.items()}
    assert given == {("csrftoken", "Lax")}


def test_a_session_is_out_of_reach_of_scripts(client: Client, cast: Cast) -> None:
    client.post("/accounts/login/code/", {"email": cast.registered.email})
    session = client.cookies["sessionid"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")


def test_a_reader_gets_a_cookie_only_where_there_is_a_form(site: Walk) -> None:
    given = [answer for answer in site.answers if answer.member == "visitor" and answer.cookies]
    without_form = {
        answer.path for answer in given if answer.is_page and "csrfmiddlewaretoken" not in answer.text
    }
    assert without_form == set()


def test_pages_load_nothing_from_another_host(site: Walk) -> None:
    assets = {str(address) for page in pages(site) for address in page.html.xpath(ASSETS)}
    assert {address for address in assets if not address.startswith(("/static/", "#"))} == set()
    assert len(assets) > 5

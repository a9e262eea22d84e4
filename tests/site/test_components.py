"""The components say the right words to the right person. No database: they take what they show."""

import re
from datetime import UTC, date, datetime
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.test import RequestFactory

from accounts.viewer import Viewer
from conference.access import GateState
from conference.models import Conference

ACL = Conference(
    slug="acl-2025",
    acronym="ACL 2025",
    city="Vienna",
    time_zone="Europe/Vienna",
    registration_url="https://example.org/register",
    help_email="desk@example.org",
)
MARA = Viewer(user_id=1, email="mara@example.org")
HEADINGS = {
    "anonymous": "Please log in",
    "not_registered": "Not on this list",
    "too_early": "You are registered",
    "closed": "These pages have closed",
    "cancelled": "Registration cancelled",
    "no_right": "Not part of your registration",
}


def words(html: str) -> str:
    """The text of a piece of HTML, as it is read."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def gate(state: str, **more: object) -> str:
    viewer = Viewer() if state == "anonymous" else MARA
    return render_to_string(
        "components/gate.html", {"state": state, "conference": ACL, "viewer": viewer, **more}
    )


def test_gate_has_words_for_every_state_in_which_it_is_shut() -> None:
    assert HEADINGS.keys() == set(GateState) - {GateState.OPEN}


@pytest.mark.parametrize("state", HEADINGS)
def test_gate_speaks_to_the_viewer_it_has(state: str) -> None:
    page = gate(state)
    assert re.findall(r'<h2 id="gate">(.*?)</h2>', page) == [HEADINGS[state]]
    assert (MARA.email in page) == (state not in {"anonymous", "closed"})


@pytest.mark.parametrize("state", HEADINGS)
def test_gate_names_the_desk(state: str) -> None:
    assert "mailto:desk@example.org" in gate(state)


def test_a_letter_to_the_desk_names_the_conference_as_it_is_called() -> None:
    conference = Conference(acronym='A&B: 100% "fun" #1', slug="ab", help_email="desk@example.org")
    (letter, _plain) = re.findall(r'href="(mailto:.*?)"', gate("not_registered", conference=conference))
    assert urlsplit(letter).path == "desk@example.org"
    assert parse_qs(urlsplit(letter).query) == {
        "subject": ['I am registered for A&B: 100% "fun" #1 as mara@example.org']
    }


def test_gate_keeps_the_page_asked_for() -> None:
    assert re.findall(r'name="next" value="(.*?)"', gate("anonymous", next="/lecture/1-a/?x=1&y=2")) == [
        "/lecture/1-a/?x=1&amp;y=2"
    ]


def test_gate_offers_another_address_and_comes_back() -> None:
    page = gate("not_registered", next="/events/acl-2025/schedule/")
    assert re.findall(r'name="next" value="(.*?)"', page) == [
        "/accounts/login/code/?next=/events/acl-2025/schedule/"
    ]


def test_gate_says_when_it_opens_in_the_time_of_the_place() -> None:
    page = gate("too_early", opens_at=datetime(2025, 7, 20, 7, tzinfo=UTC))
    assert re.findall(r'<time datetime="(.*?)">(.*?)</time>', page) == [
        ("2025-07-20T09:00:00+02:00", "Sunday 20 July, 09:00")
    ]
    assert "Vienna time" in words(page)


def test_files_say_their_state_and_keep_the_address_of_a_locked_one() -> None:
    states = ("open", "locked", "processing", "withheld", "missing")
    files = [
        SimpleNamespace(name=state, state=state, url=f"/secret/{state}", detail="PDF") for state in states
    ]
    lock = SimpleNamespace(state="anonymous", conference=ACL)
    page = render_to_string("components/files.html", {"files": files, "locks": [lock], "viewer": Viewer()})
    assert re.findall(r"/secret/(\w+)", page) == ["open"]
    assert [words(item) for item in re.findall(r"<li>(.*?)</li>", page, re.DOTALL)] == [
        "open PDF",
        "Locked: locked PDF",
        "processing in preparation",
        "withheld withheld by the authors",
        "missing not received yet",
    ]
    assert words(page).count("Locked files open for people registered for ACL 2025. Log in to open them") == 1


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1 – 10 of 200 Page 1 Page 2 … Page 20 Next"),
        (2, "11 – 20 of 200 Previous Page 1 Page 2 Page 3 … Page 20 Next"),
        (10, "91 – 100 of 200 Previous Page 1 … Page 9 Page 10 Page 11 … Page 20 Next"),
        (19, "181 – 190 of 200 Previous Page 1 … Page 18 Page 19 Page 20 Next"),
        (20, "191 – 200 of 200 Previous Page 1 … Page 19 Page 20"),
    ],
)
def test_pager_shows_the_ends_and_the_neighbours(number: int, said: str) -> None:
    page_obj = Paginator(range(200), 10).page(number)
    request = RequestFactory().get("/library/?q=a+b&page=7")
    page = render_to_string("components/pager.html", {"page_obj": page_obj, "request": request})
    assert words(page) == said
    assert {link.split("page=")[0] for link in re.findall(r'href="(.*?)"', page)} == {"?q=a+b&amp;"}


def test_one_page_has_no_pager() -> None:
    page = render_to_string("components/pager.html", {"page_obj": Paginator(range(3), 10).page(1)})
    assert words(page) == ""


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (date(2025, 7, 27), date(2025, 8, 1), "27 July – 1 August 2025"),
        (date(2023, 12, 6), date(2023, 12, 10), "6 – 10 December 2023"),
        (date(2023, 7, 9), date(2023, 7, 9), "9 July 2023"),
        (date(2025, 12, 30), date(2026, 1, 2), "30 December 2025 – 2 January 2026"),
    ],
)
def test_dates_say_nothing_twice(first: date, last: date, said: str) -> None:
    page = render_to_string("components/dates.html", {"starts_on": first, "ends_on": last})
    assert words(page) == said

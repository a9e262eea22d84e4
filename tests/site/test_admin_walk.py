"""The admin, address by address: shut for whoever runs nothing, and telling nobody of a conference that is not theirs.

Whose rows an organizer opens and changes is tested with the admin itself.
"""

import pytest

from tests.site.routes import routes
from tests.site.test_leaks import ADDRESSES, contains
from tests.site.walk import Answer, Walk
from tests.site.world import ADMINISTRATOR, SECRETS

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site")]

ANYBODYS = {"admin/login/", "admin/logout/", "admin/jsi18n/"}  # they show nothing of anybody
NOT_FOR_HALL = [secret for secret, audience in SECRETS.items() if audience == ADMINISTRATOR]
NOT_FOR_ANNEX = [secret for secret, audience in SECRETS.items() if "outsider" not in audience]


def as_(site: Walk, *members: str) -> list[Answer]:
    return [answer for answer in site.admin if answer.member in members]


def test_every_address_is_shut_for_whoever_runs_nothing(site: Walk) -> None:
    tried = [
        answer for answer in as_(site, "visitor", "registered", "presenter") if answer.path not in ANYBODYS
    ]
    opened = {
        (answer.member, answer.url, answer.status)
        for answer in tried
        if answer.status != 302 or not answer.headers["Location"].startswith("/admin/login/?next=")
    }
    assert opened == set()
    ours = {route for route in routes() if route.startswith("admin/")}
    assert {answer.path for answer in tried} == ours - ANYBODYS
    assert len(ours) > 100


@pytest.mark.parametrize(("member", "secrets"), [("organizer", NOT_FOR_HALL), ("outsider", NOT_FOR_ANNEX)])
def test_an_organizer_reads_nothing_of_other_conferences(site: Walk, member: str, secrets: list[str]) -> None:
    pages = as_(site, member)
    assert {(page.url, secret) for page in pages for secret in secrets if contains(page, secret)} == set()
    assert (len(secrets), len([page for page in pages if page.status == 200])) > (5, 30)


def test_an_organizer_reads_the_addresses_of_their_own_people_alone(site: Walk) -> None:
    told = {
        member: {
            owner
            for owner, address in ADDRESSES.items()
            if any(address in page.text for page in as_(site, member))
        }
        for member in ("organizer", "outsider")
    }
    assert told == {
        "organizer": {"registered", "cancelled", "presenter", "organizer"},
        "outsider": {"stranger", "outsider"},
    }


def test_no_page_breaks(site: Walk) -> None:
    assert {(answer.member, answer.url) for answer in site.admin if answer.status >= 500} == set()

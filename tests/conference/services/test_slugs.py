import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.test import Client

from conference.models import OldSlug
from conference.services.slugs import rename_conference, rename_keyword, rename_page
from tests import factories

pytestmark = pytest.mark.django_db


def test_every_slug_that_a_conference_had_leads_to_it(client: Client) -> None:
    conference = factories.ConferenceFactory(slug="first")
    for slug in ("second", "third"):
        rename_conference(conference=conference, slug=slug, actor=None)
    answers = [client.get(f"/events/{slug}/?day=1") for slug in ("first", "second", "third")]
    assert [(answer.status_code, answer.headers.get("Location")) for answer in answers] == [
        (301, "/events/third/?day=1"),
        (301, "/events/third/?day=1"),
        (200, None),
    ]


def test_pages_below_an_old_slug_move_along(client: Client) -> None:
    conference = factories.ConferenceFactory(slug="first")
    page = factories.PageFactory(conference=conference, slug="faq")
    session = factories.SessionFactory(conference=conference, name="Parsing")
    rename_conference(conference=conference, slug="second", actor=None)
    rename_page(page=page, slug="questions", actor=None)
    assert {
        path: client.get(path)["Location"]
        for path in (
            "/events/first/schedule/?day=2025-07-29",
            "/events/first/posters/",
            "/events/first/lectures/",
            f"/events/first/sessions/{session.pk}-parsing/",
            "/events/first/pages/faq/",
            "/events/second/pages/faq/",
        )
    } == {
        "/events/first/schedule/?day=2025-07-29": "/events/second/schedule/?day=2025-07-29",
        "/events/first/posters/": "/events/second/posters/",
        "/events/first/lectures/": "/events/second/lectures/",
        f"/events/first/sessions/{session.pk}-parsing/": f"/events/second/sessions/{session.pk}-parsing/",
        "/events/first/pages/faq/": "/events/second/pages/faq/",
        "/events/second/pages/faq/": "/events/second/pages/questions/",
    }


def test_the_old_slug_of_a_draft_leads_nowhere(client: Client) -> None:
    conference = factories.ConferenceFactory(slug="first", state="draft")
    rename_conference(conference=conference, slug="second", actor=None)
    assert client.get("/events/first/").status_code == 404


def test_a_slug_may_return_to_the_thing_that_had_it() -> None:
    keyword = factories.KeywordFactory(slug="llm")
    for slug in ("llms", "llm"):
        rename_keyword(keyword=keyword, slug=slug, actor=None)
    assert keyword.slug == "llm"
    assert list(OldSlug.objects.values_list("slug", "keyword")) == [("llms", keyword.pk)]


@pytest.mark.parametrize("slug", ["taken", "once", "not a slug"])
def test_a_slug_that_leads_elsewhere_or_nowhere_is_refused(slug: str) -> None:
    other = factories.ConferenceFactory(slug="once")
    rename_conference(conference=other, slug="taken", actor=None)
    conference = factories.ConferenceFactory(slug="mine")
    with pytest.raises(ValidationError):
        rename_conference(conference=conference, slug=slug, actor=None)
    conference.refresh_from_db()
    assert conference.slug == "mine"


def test_pages_of_two_conferences_may_share_a_slug() -> None:
    factories.PageFactory(slug="faq")
    page = factories.PageFactory(slug="help")
    rename_page(page=page, slug="faq", actor=None)
    assert page.slug == "faq"


def test_whoever_renames_is_remembered() -> None:
    user = factories.UserFactory()
    conference = factories.ConferenceFactory(slug="first")
    rename_conference(conference=conference, slug="second", actor=user)
    entry = LogEntry.objects.get()
    assert (entry.user_id, entry.object_id, entry.change_message) == (
        user.pk,
        str(conference.pk),
        "Slug first became second.",
    )

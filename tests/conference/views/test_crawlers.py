import pytest
from django.conf import LazySettings
from django.test import Client
from lxml import etree
from pytest_django import DjangoAssertNumQueries

from conference.sitemaps import LectureSitemap
from tests import factories

pytestmark = pytest.mark.django_db
SITE = "https://posterhall.example"


@pytest.fixture(autouse=True)
def _site(settings: LazySettings) -> None:
    settings.SITE_URL = SITE


def locations(client: Client, path: str) -> list[str]:
    tree = etree.fromstring(client.get(path).content)
    return [str(element.text) for element in tree.iter("{*}loc")]


def test_robots_are_shown_the_sitemap_under_the_address_of_the_site(client: Client) -> None:
    response = client.get("/robots.txt", headers={"Host": "localhost"})
    assert response["Content-Type"] == "text/plain"
    assert response.text.splitlines() == [
        "User-agent: *",
        "Disallow: /accounts/",
        "Disallow: /admin/",
        "Disallow: /library/?",
        "Disallow: /me/",
        f"Sitemap: {SITE}/sitemap.xml",
    ]


def test_the_sitemap_names_its_sections_and_their_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LectureSitemap, "limit", 2)
    factories.LectureFactory.create_batch(3, conference=factories.ConferenceFactory())
    assert locations(client, "/sitemap.xml") == [
        f"{SITE}/sitemap-conferences.xml",
        f"{SITE}/sitemap-pages.xml",
        f"{SITE}/sitemap-lectures.xml",
        f"{SITE}/sitemap-lectures.xml?p=2",
    ]
    assert len(locations(client, "/sitemap-lectures.xml?p=2")) == 1


def test_only_what_everybody_may_see_is_in_the_sitemap(client: Client) -> None:
    shown = factories.ConferenceFactory(slug="shown")
    draft = factories.ConferenceFactory(slug="draft", state="draft")
    secret = factories.ConferenceFactory(slug="secret", program_hidden=True)
    lecture = factories.LectureFactory(conference=shown)
    factories.LectureFactory(conference=shown, state="draft")
    for conference in (draft, secret):
        factories.LectureFactory(conference=conference)
    factories.PageFactory(conference=shown, slug="faq")
    factories.PageFactory(conference=shown, slug="members", registered_only=True)
    factories.PageFactory(conference=shown, slug="unfinished", is_published=False)
    factories.PageFactory(conference=draft, slug="faq")
    found = {name: locations(client, f"/sitemap-{name}.xml") for name in ("conferences", "pages", "lectures")}
    assert found == {
        "conferences": [f"{SITE}/events/shown/", f"{SITE}/events/secret/"],
        "pages": [f"{SITE}/events/shown/pages/faq/"],
        "lectures": [f"{SITE}{lecture.get_absolute_url()}"],
    }


@pytest.mark.parametrize(
    "path", ["/sitemap-people.xml", "/sitemap-lectures.xml?p=99", "/sitemap-lectures.xml?p=x"]
)
def test_a_section_or_page_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_a_section_takes_two_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    factories.LectureFactory.create_batch(count, conference=factories.ConferenceFactory())
    with django_assert_num_queries(2):
        client.get("/sitemap-lectures.xml")

"""The lecture page: what it holds, for whom, at which address, at what cost."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conference.models import AccessLevel, Conference, Keyword, Lecture, Material, SimilarLecture, Subject
from conference.services import index
from tests.cast import Cast
from tests.factories import (
    AccessRuleFactory,
    AuthorshipFactory,
    ConferenceFactory,
    KeywordFactory,
    LectureFactory,
    MaterialFactory,
    PageFactory,
    PersonFactory,
    PublicationFactory,
    SessionFactory,
    SlotFactory,
)

pytestmark = pytest.mark.django_db


def page(client: Client, lecture: Lecture) -> str:
    response = client.get(lecture.get_absolute_url())
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def section(html: str, name: str) -> str:
    """The text of one section of the page, by the id of its heading."""
    match = re.search(rf'<section [^>]*aria-labelledby="{name}">(.*?)</section>', html)
    assert match, name
    return " ".join(re.sub(r"<[^>]+>", " ", match[1]).split())


def has_section(html: str, name: str) -> bool:
    return f'aria-labelledby="{name}"' in html


@pytest.fixture
def first(cast: Cast) -> Lecture:
    return Lecture.objects.get(title="The first lecture")


# --- Addresses ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["lecture/{pk}/", "lecture/{pk}-another-slug/", "lecture/{pk}-日本/"])
@pytest.mark.parametrize("query", ["", "?fbclid=1&utm_source=x%20y"])
def test_an_address_without_the_right_slug_redirects_for_ever(client: Client, wrong: str, query: str) -> None:
    lecture = LectureFactory(title="A lecture")
    response = client.get(f"/{wrong.format(pk=lecture.pk)}{query}")
    assert (response.status_code, response["Location"]) == (301, f"/lecture/{lecture.pk}-a-lecture/{query}")


@pytest.mark.parametrize("extension", ["bib", "ris", "json", "ics"])
def test_a_record_with_a_wrong_slug_redirects_to_the_same_record(client: Client, extension: str) -> None:
    lecture = LectureFactory(title="A lecture")
    response = client.get(f"/lecture/{lecture.pk}-old.{extension}?x=1")
    assert (response.status_code, response["Location"]) == (
        301,
        f"/lecture/{lecture.pk}-a-lecture.{extension}?x=1",
    )


def test_trackers_in_the_query_change_nothing_and_stay_out_of_the_canonical_address(client: Client) -> None:
    lecture = LectureFactory(title="A lecture")
    response = client.get(f"{lecture.get_absolute_url()}?fbclid=1&utm_source=mail")
    canonical = f'<link rel="canonical" href="http://127.0.0.1:8000/lecture/{lecture.pk}-a-lecture/">'
    assert (response.status_code, response.content.decode().count(canonical)) == (200, 1)


@pytest.mark.parametrize("pk", [0, 99, 10**30])
def test_a_lecture_that_is_not_there_is_not_found(client: Client, pk: int) -> None:
    assert client.get(f"/lecture/{pk}-x/").status_code == 404


def test_a_title_of_which_no_slug_can_be_made_has_an_address(client: Client) -> None:
    assert client.get(LectureFactory(title="日本語").get_absolute_url()).status_code == 200


def test_posting_to_the_page_is_not_allowed(client: Client) -> None:
    assert client.post(LectureFactory().get_absolute_url()).status_code == 405


@pytest.mark.parametrize(
    ("change", "seen_by"),
    [
        ({"state": "draft"}, {"presenter", "organizer", "administrator"}),
        ({"conference__state": "draft"}, {"organizer", "administrator"}),
        ({"conference__program_hidden": True}, {"presenter", "organizer", "administrator"}),
    ],
)
def test_what_is_not_published_is_not_found(
    cast: Cast, first: Lecture, change: dict[str, Any], seen_by: set[str]
) -> None:
    for name, value in change.items():
        target = Lecture if name == "state" else Conference
        target.objects.update(**{name.removeprefix("conference__"): value})
    suffixes = ["/", ".bib", ".ris", ".json"]
    address = first.get_absolute_url().rstrip("/")
    found = {
        suffix: {name for name in cast.people if cast.client(name).get(address + suffix).status_code == 200}
        for suffix in suffixes
    }
    assert found == dict.fromkeys(suffixes, seen_by)


# --- What it holds -----------------------------------------------------------------------------------------------------------------


def test_titles_are_markup_on_the_page_and_plain_text_in_the_head(client: Client) -> None:
    conference = ConferenceFactory(acronym="ACL 2025", slug="acl-2025")
    lecture = LectureFactory(
        conference=conference, title=r"Q&A <A,B>: $x^2$ \textbf{bold}", abstract="We ask $y_1$ <b>."
    )
    html = page(client, lecture)
    assert re.findall(
        r"<title>.*?</title>|<meta (?:name=\"description\"|property=\"og:[td]\w+\")[^>]*>", html
    ) == [
        "<title>Q&amp;A &lt;A,B&gt;: x² bold · ACL 2025</title>",
        '<meta name="description" content="We ask y₁ &lt;b&gt;.">',
        '<meta property="og:type" content="article">',
        '<meta property="og:title" content="Q&amp;A &lt;A,B&gt;: x² bold">',
        '<meta property="og:description" content="We ask y₁ &lt;b&gt;.">',
    ]
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", html)
    assert heading
    assert heading[1].startswith("Q&amp;A &lt;A,B&gt;: ")
    assert ("<math>" in heading[1], "<strong>bold</strong>" in heading[1]) == (True, True)


def test_authors_carry_the_numbers_of_their_affiliations(client: Client) -> None:
    lecture = LectureFactory()
    for position, (name, affiliation) in enumerate(
        [("Ana", "Lakeside"), ("Bo", ""), ("Cy", "Harbour"), ("Di", "Lakeside")]
    ):
        AuthorshipFactory(
            lecture=lecture, person=PersonFactory(name=name), affiliation=affiliation, position=position
        )
    html = page(client, lecture)
    authors = re.search(r'<ul class="authors"[^>]*>(.*?)</ul>', html)
    places = re.search(r'<ol class="affiliations"[^>]*>(.*?)</ol>', html)
    assert authors
    assert places
    assert re.findall(r">(\w+)</a>(?:<sup>(\d)</sup>)?", authors[1]) == [
        ("Ana", "1"),
        ("Bo", ""),
        ("Cy", "2"),
        ("Di", "1"),
    ]
    assert re.findall(r"<sup>(\d)</sup> <bdi>(\w+)", places[1]) == [("1", "Lakeside"), ("2", "Harbour")]


@pytest.mark.parametrize(("many", "fold"), [(12, []), (13, ["13 affiliations"])])
def test_more_than_a_dozen_affiliations_are_folded(client: Client, many: int, fold: list[str]) -> None:
    lecture = LectureFactory()
    for number in range(many):
        AuthorshipFactory(lecture=lecture, affiliation=f"Place {number}", position=number)
    html = page(client, lecture)
    assert re.findall(r'<summary>([^<]*)</summary> <ol class="affiliations"', html) == fold
    assert [f"Place {number}" for number in range(many)] == re.findall(r"<bdi>(Place \d+)</bdi>", html)


def test_an_affiliation_that_all_share_has_no_number(client: Client) -> None:
    lecture = LectureFactory()
    for name in ("Ana", "Bo"):
        AuthorshipFactory(lecture=lecture, person=PersonFactory(name=name), affiliation="Lakeside")
    html = page(client, lecture)
    assert (html.count("<li><bdi>Lakeside</bdi></li>"), html.count("<sup>")) == (1, 0)


def test_keywords_and_authors_link_to_their_pages(client: Client) -> None:
    lecture = LectureFactory()
    lecture.keywords.add(KeywordFactory(name="machine translation"))
    authorship = AuthorshipFactory(lecture=lecture, person=PersonFactory(name="Ana Velo"))
    html = page(client, lecture)
    links = [
        f'<a href="{address}" dir="auto">'
        for address in ("/keywords/machine-translation/", f"/people/{authorship.person_id}-ana-velo/")
    ]
    assert [html.count(link) for link in links] == [1, 1]


def test_a_slot_may_say_another_kind(client: Client) -> None:
    lecture = LectureFactory(kind=Lecture.Kind.POSTER)
    SlotFactory(
        session=SessionFactory(conference=lecture.conference), lecture=lecture, kind=Lecture.Kind.ORAL
    )
    assert "<b>Oral</b>" in page(client, lecture)


def test_a_lecture_with_next_to_nothing_has_a_page(client: Client) -> None:
    html = page(client, LectureFactory(abstract=""))
    assert (section(html, "abstract"), section(html, "downloads")) == (
        "Abstract There is no abstract.",
        "Downloads Nothing here yet.",
    )
    assert [name for name in ("keywords", "next", "similar") if has_section(html, name)] == []


def test_a_withdrawn_lecture_stays_says_so_and_offers_nothing(cast: Cast, first: Lecture) -> None:
    SlotFactory(session=SessionFactory(conference=cast.hall), lecture=first)
    material = MaterialFactory(lecture=first)
    Lecture.objects.filter(pk=first.pk).update(state=Lecture.State.WITHDRAWN)
    html = page(cast.client("registered"), first)
    assert html.count("<b>Withdrawn.</b>") == 1
    assert section(html, "downloads") == "Downloads Nothing, since the lecture was withdrawn."
    assert (has_section(html, "where"), str(material.uuid) in html) == (False, False)


def test_the_page_speaks_to_its_presenter(cast: Cast, first: Lecture) -> None:
    spoken = {name for name in cast.people if "You present this lecture" in page(cast.client(name), first)}
    assert spoken == {"presenter"}


# --- What is open ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("visitor", "Abstract Open to people registered for HALL 2025. Log in to see it"),
        (
            "stranger",
            "Abstract Open to people registered for HALL 2025. You are logged in as sten@example.org . What to do",
        ),
        (
            "cancelled",
            "Abstract Open to people registered for HALL 2025. The registration of caro@example.org was cancelled. What to do",
        ),
        ("registered", "Abstract We measure a thing and find it so."),
    ],
)
def test_a_closed_abstract_says_what_opens_it(cast: Cast, first: Lecture, name: str, words: str) -> None:
    AccessRuleFactory(conference=cast.hall, subject=Subject.ABSTRACTS, audience="registered")
    html = page(cast.client(name), first)
    assert section(html, "abstract") == words
    assert ("We measure" in html) == (name == "registered")


@time_machine.travel(datetime(2025, 7, 20, tzinfo=UTC), tick=False)
def test_a_member_who_is_early_learns_when_it_opens(cast: Cast, first: Lecture) -> None:
    opens_at = datetime(2025, 7, 27, 6, 30, tzinfo=UTC)
    AccessRuleFactory(
        conference=cast.hall, subject=Subject.SCHEDULE, audience="registered", opens_at=opens_at
    )
    html = page(cast.client("registered"), first)
    assert section(html, "where") == "When and where Opens on Sunday 27 July, 08:30 , Vienna time."


def test_login_leads_back_to_the_page(cast: Cast, first: Lecture) -> None:
    html = page(cast.client("visitor"), first)
    links = set(re.findall(r'href="(/accounts/[^"]+)"', html))
    assert links == {
        f"/accounts/login/code/?next={address}"
        for address in (
            f"%2Flecture%2F{first.pk}-the-first-lecture%2F",
            f"/lecture/{first.pk}-the-first-lecture/",
        )
    }


def test_all_slots_are_shown_in_the_conferences_zone(cast: Cast, first: Lecture) -> None:
    session = SessionFactory(conference=cast.hall, name="Poster session 2", room="Hall X4")
    start = datetime(2025, 5, 23, 3, 7, tzinfo=UTC)
    SlotFactory(session=session, lecture=first, board="P2-118")
    SlotFactory(
        session=session, lecture=first, kind="oral", starts_at=start, ends_at=start + timedelta(minutes=20)
    )
    html = page(cast.client("registered"), first)
    assert section(html, "where") == (
        "When and where, Vienna, UTC+2 Fri 23 May, 05:07 – 05:27 Hall X4 Poster session 2 Oral "
        "Board P2-118 Tue 29 July, 11:00 – 12:30 Hall X4 Poster session 2 Poster Add to calendar"
    )
    assert html.count('<time datetime="2025-05-23T05:07:00+02:00">') == 2


def test_times_and_rooms_are_for_those_to_whom_the_schedule_is_open(cast: Cast, first: Lecture) -> None:
    session = SessionFactory(conference=cast.hall, name="Poster session 2", room="Hall X4")
    SlotFactory(session=session, lecture=first, board="P2-118")
    SlotFactory(
        session=session, lecture=LectureFactory(conference=cast.hall, title="Another"), board="P2-119"
    )
    secrets = ["Hall X4", "P2-118", "P2-119", "Poster session 2", "11:00"]
    assert [secret for secret in secrets if secret in page(cast.client("visitor"), first)] == []
    assert [secret for secret in secrets if secret in page(cast.client("registered"), first)] == secrets


def test_downloads_in_each_state(cast: Cast, first: Lecture) -> None:
    MaterialFactory(
        lecture=first, kind="paper", access=AccessLevel.EVERYONE, url="https://www.papers.example/1.pdf"
    )
    MaterialFactory(lecture=first, kind="video", url="https://films.example/secret-film")
    MaterialFactory(lecture=first, kind="captions", url="https://films.example/secret-captions")
    MaterialFactory(
        lecture=first,
        kind="slides",
        url="",
        file="materials/x",
        filename="s.pdf",
        media_type="application/pdf",
        size=1_258_291,
    )
    MaterialFactory(lecture=first, kind="poster", url="", state="processing")
    MaterialFactory(lecture=first, kind="code", url="", state="missing")
    MaterialFactory(lecture=first, kind="data", state="withheld")
    anonymous, member = (page(cast.client(name), first) for name in ("visitor", "registered"))
    unready = "Poster in preparation Code not received yet Data withheld by the authors"
    assert section(anonymous, "downloads") == (
        "Downloads Paper papers.example Locked: Video captions Locked: Captions Locked: Slides PDF, 1.2 MB "
        f"{unready} Locked files open for people registered for HALL 2025. Log in to open them"
    )
    assert section(member, "downloads") == (
        f"Downloads Paper papers.example Video films.example, captions Captions films.example Slides PDF, 1.2 MB {unready}"
    )


def test_the_address_of_what_is_not_open_is_nowhere_in_the_page(cast: Cast, first: Lecture) -> None:
    """Neither a link's target nor the address behind our own gate."""
    secret = MaterialFactory(lecture=first, url="https://films.example/secret-film")
    withheld = MaterialFactory(lecture=first, state="withheld", url="https://films.example/secret-too")
    needles = [str(secret.uuid), str(withheld.uuid), "films.example", "secret"]
    for name, address in [
        (n, first.get_absolute_url().rstrip("/") + s)
        for n in ("visitor", "stranger", "cancelled")
        for s in ("/", ".json", ".ris", ".bib")
    ]:
        text = cast.client(name).get(address).content.decode()
        assert [needle for needle in needles if needle in text] == [], (name, address)
    assert [needle for needle in needles if needle in page(cast.client("registered"), first)] == [
        str(secret.uuid),
        "films.example",
    ]


# --- Where to read on --------------------------------------------------------------------------------------------------------------


def _next(html: str) -> str:
    match = re.search(r'<p class="next-title"><a [^>]*>(.*?)</a>', html)
    return match[1] if match else ""


def test_the_next_lecture_is_the_next_published_one_in_program_order(client: Client) -> None:
    conference = ConferenceFactory()
    lectures = [
        LectureFactory(conference=conference, title=title, position=position, state=state)
        for title, position, state in [
            ("A", 1, "published"),
            ("Held back", 2, "draft"),
            ("Gone", 2, "withdrawn"),
            ("B", 5, "published"),
            ("C", 5, "published"),
        ]
    ]
    LectureFactory(title="Elsewhere", position=3)
    assert [_next(page(client, lecture)) for lecture in lectures if lecture.state != "draft"] == [
        "B",
        "B",
        "C",
        "",
    ]


def test_similar_lectures_are_the_three_likest_that_the_viewer_sees(cast: Cast, first: Lecture) -> None:
    SimilarLecture.objects.all().delete()
    scores = [("Draft", 0.9), ("Low", 0.1), ("Tie one", 0.5), ("Tie two", 0.5), ("Gone", 0.8), ("High", 0.7)]
    for title, score in scores:
        state = {"Draft": "draft", "Gone": "withdrawn"}.get(title, "published")
        other = LectureFactory(
            conference=cast.annex, title=title, state=state, indexed=False, title_html=title, slug="x"
        )
        SimilarLecture.objects.create(lecture=first, other=other, score=score)
    for name in ("visitor", "outsider"):
        html = page(cast.client(name), first)
        assert (
            section(html, "similar")
            == "Similar lectures High ANNEX 2025, poster Tie one ANNEX 2025, poster Tie two ANNEX 2025, poster"
        )


# --- How to cite -------------------------------------------------------------------------------------------------------------------


def test_a_talk_is_cited_as_a_talk(client: Client) -> None:
    conference = ConferenceFactory(acronym="ACL 2025", slug="acl-2025")
    lecture = LectureFactory(conference=conference, title="Is it so?")
    for position, name in enumerate(["Ana Velo", "Bo Li", "Cy Ray"]):
        AuthorshipFactory(lecture=lecture, person=PersonFactory(name=name), position=position)
    html = page(client, lecture)
    assert section(html, "cite").startswith(
        "How to cite Ana Velo , Bo Li and Cy Ray . 2025. Is it so? Poster, ACL 2025 , Vienna, Austria. "
        "BibTeX RIS JSON BibTeX to copy @misc{"
    )
    assert "cite-as" not in html


def test_a_talk_of_many_is_cited_by_the_first_and_its_records_name_all(client: Client) -> None:
    talk = LectureFactory(title="Is it so?")
    for place in range(13):
        person = PersonFactory(name=f"Ana Velo{place}", given="Ana", family=f"Velo{place}")
        AuthorshipFactory(lecture=talk, person=person, position=place)
    html = page(client, talk)
    assert section(html, "cite").startswith("How to cite Ana Velo0 et al. 2025. Is it so?")
    assert "and Velo12, Ana}" in section(html, "cite")


def test_a_paper_is_cited_with_its_own_data_and_its_awards_are_shown(client: Client) -> None:
    paper = PublicationFactory(
        title="The paper",
        booktitle="Proceedings",
        pages="1-14",
        year=2024,
        publisher="Society",
        doi="10.1000/x",
        awards=["Best paper"],
    )
    html = page(client, LectureFactory(title="The talk", publication=paper))
    assert section(html, "cite").startswith(
        "How to cite 2024. The paper . In Proceedings , pages 1-14. Society. https://doi.org/10.1000/x BibTeX RIS JSON"
    )
    assert html.count('<link rel="cite-as" href="https://doi.org/10.1000/x">') == 1
    assert html.count('<span class="flag">Best paper</span>') == 1


# --- What it costs -----------------------------------------------------------------------------------------------------------------


def _furnish(lecture: Lecture, count: int) -> None:
    """`count` of all that a lecture's page shows, the schedule open to all."""
    AccessRuleFactory(conference=lecture.conference, subject=Subject.SCHEDULE, audience="everyone")
    lecture.publication = PublicationFactory()
    lecture.save()
    for number in range(count):
        PageFactory(conference=lecture.conference, slug=f"page-{number}")
        lecture.keywords.add(KeywordFactory())
        AuthorshipFactory(lecture=lecture, affiliation=f"Place {number}")
        SlotFactory(session=SessionFactory(conference=lecture.conference), lecture=lecture)
        MaterialFactory(lecture=lecture)
        LectureFactory(conference=lecture.conference, title="Another lecture")
    index.refresh(Lecture.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(("name", "queries"), [("visitor", 6), ("registered", 9), ("stranger", 9)])
def test_the_page_costs_the_same_whatever_it_holds(
    cast: Cast,
    name: str,
    queries: int,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first = Lecture.objects.get(title="The first lecture")
    _furnish(first, count)
    assert (first.materials.count(), Keyword.objects.count(), Material.objects.count()) == (
        count,
        count,
        count,
    )
    client = cast.client(name)
    with django_assert_num_queries(queries):
        client.get(first.get_absolute_url())


@pytest.mark.parametrize(("name", "queries"), [("visitor", 6), ("registered", 9)])
def test_the_page_costs_the_same_in_a_large_program(
    cast: Cast, name: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = Lecture.objects.get(title="The first lecture")
    Lecture.objects.bulk_create(
        Lecture(conference=cast.hall, title="Many", title_html="Many", slug="many", position=1000 + number)
        for number in range(2_400)
    )
    SimilarLecture.objects.bulk_create(
        SimilarLecture(lecture=first, other=other, score=0.5)
        for other in Lecture.objects.exclude(pk=first.pk)[:20]
    )
    client = cast.client(name)
    with django_assert_num_queries(queries):
        html = page(client, first)
    assert (_next(html), html.count('<span class="kind">HALL 2025, poster</span>')) == ("Many", 3)

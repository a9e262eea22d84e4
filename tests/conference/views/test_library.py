"""The library page: its address is its state, its counts are true, and it shows nobody what is not theirs."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from conference import facets
from conference.models import AccessRule, Conference, Lecture, Subject
from conference.services import index
from conference.templatetags.found import first_authors, marked
from tests import factories
from tests.cast import Cast

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def lecture(conference: Conference, title: str, keywords: tuple[str, ...] = (), **names: Any) -> Lecture:
    from conference.models import Keyword  # noqa: PLC0415

    row = factories.LectureFactory(conference=conference, title=title, indexed=False, **names)
    for name in keywords:
        row.keywords.add(Keyword.objects.filter(slug=name).first() or factories.KeywordFactory(name=name))
    index.refresh([row.pk])
    return row


def titles(client: Client, address: str) -> list[str]:
    response = client.get(f"/library/{address}")
    assert response.status_code == 200
    return [row.title for row in response.context["lectures"]]


def counts(client: Client, address: str = "") -> dict[str, dict[str, str]]:
    found = client.get(f"/library/{address}").context["facets"]
    return {facet.name: {value.slug: str(value.count) for value in facet.values} for facet in found}


@pytest.fixture
def shelf(cast: Cast) -> dict[str, Lecture]:
    """Four lectures; the cast brings a fifth, The first lecture, a poster at hall."""
    main = factories.TrackFactory(conference=cast.hall, name="Main", slug="main")
    rows = {
        "one": lecture(cast.hall, "Zebra one", ("parsing", "animals"), kind="oral", track=main),
        "two": lecture(cast.hall, "Zebra two", ("animals",), kind="poster", track=main),
        "three": lecture(cast.annex, "Zebra three", ("animals",), kind="poster"),
        "four": lecture(cast.annex, "Lion four", ("parsing",), kind="demo"),
    }
    factories.MaterialFactory(lecture=rows["one"], kind="video")
    factories.MaterialFactory(lecture=rows["three"], kind="video")
    factories.MaterialFactory(lecture=rows["three"], kind="slides")
    index.refresh([row.pk for row in rows.values()])
    return rows


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("", ["The first lecture", "Zebra one", "Zebra two", "Zebra three", "Lion four"]),
        ("?conference=annex-2025", ["Zebra three", "Lion four"]),
        (
            "?conference=annex-2025&conference=hall-2025&kind=poster",
            ["The first lecture", "Zebra two", "Zebra three"],
        ),
        ("?track=main", ["Zebra one", "Zebra two"]),
        ("?keyword=animals", ["Zebra one", "Zebra two", "Zebra three"]),
        ("?keyword=animals&keyword=parsing", ["Zebra one"]),
        ("?has=video", ["Zebra one", "Zebra three"]),
        ("?has=video&has=slides", ["Zebra three"]),
        ("?q=zebra&kind=poster", ["Zebra three", "Zebra two"]),
        ("?q=zebra&kind=poster&sort=title", ["Zebra three", "Zebra two"]),
        ("?sort=title", ["Lion four", "The first lecture", "Zebra one", "Zebra three", "Zebra two"]),
        (
            "?utm_source=x&fbclid=1",
            ["The first lecture", "Zebra one", "Zebra two", "Zebra three", "Lion four"],
        ),
        ("?kind=nope", []),
        ("?keyword=nope", []),
        ("?has=nope", []),
        ("?conference=nope&conference=annex-2025", ["Zebra three", "Lion four"]),
    ],
)
def test_filters(shelf: dict[str, Lecture], address: str, expected: list[str]) -> None:
    found = titles(Client(), address)
    # Conferences of one day have no order of their own worth a test; within each, the program's holds.
    assert (sorted(found), len(found)) == (sorted(expected), len(expected))


def test_order_whitelist(shelf: dict[str, Lecture]) -> None:
    assert titles(Client(), "?sort=title") == [
        "Lion four",
        "The first lecture",
        "Zebra one",
        "Zebra three",
        "Zebra two",
    ]
    assert titles(Client(), "?sort=password") == titles(Client(), "") == titles(Client(), "?sort=program")
    assert titles(Client(), "?sort=relevance") == titles(Client(), "")
    assert titles(Client(), "?conference=hall-2025&sort=newest") == [
        "Zebra two",
        "Zebra one",
        "The first lecture",
    ]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("?keyword=nope", "There is no keyword “nope”."),
        ("?conference=nope", "There is no event “nope”."),
        ("?track=nope", "There is no track “nope”."),
        ("?kind=nope", "There is no kind “nope”."),
        ("?has=nope", "There is no material “nope”."),
        ("?keyword=<script>", "There is no keyword “&lt;script&gt;”."),
        ("?q=" + "word " * 2000, "Only the first 200 characters were searched."),
    ],
)
def test_what_cannot_be_followed_is_said(shelf: dict[str, Lecture], address: str, words: str) -> None:
    assert words in Client().get(f"/library/{address}").content.decode()


def test_value_that_leaves_nothing_is_still_known(shelf: dict[str, Lecture]) -> None:
    response = Client().get("/library/?keyword=animals&kind=demo&track=main&conference=annex-2025&has=poster")
    assert (response.context["lectures"], response.context["notices"]) == ([], [])
    assert [link.label for link in response.context["in_use"]] == [
        "ANNEX 2025",
        "Demo",
        "Main",
        "animals",
        "Poster",
    ]


@pytest.mark.parametrize(
    ("raw", "number"),
    [("abc", 1), ("-1", 1), ("0", 1), ("", 1), ("9" * 5000, 1), ("999", 2), ("2", 2), ("２", 2), ("%00", 1)],
)
def test_any_page_number_gives_a_page(cast: Cast, raw: str, number: int) -> None:
    for n in range(26):
        lecture(cast.hall, f"Zebra {n}")
    for address in (f"?page={raw}", f"?q=zebra&page={raw}"):
        assert Client().get(f"/library/{address}").context["page_obj"].number == number


@pytest.mark.parametrize(
    "address",
    [
        "?q=%00",
        "?q=a%00b",
        "?keyword=%00",
        "?session=%00&has=%00",
        "?q=%ff%fe",
        "?kind=" + "x" * 9000,
        "?sort=%00",
    ],
)
def test_no_address_is_an_error(shelf: dict[str, Lecture], address: str) -> None:
    assert Client().get(f"/library/{address}").status_code == 200


def test_counts_of_all_facets(shelf: dict[str, Lecture]) -> None:
    assert counts(Client()) == {
        "conference": {"hall-2025": "3", "annex-2025": "2"},
        "kind": {"poster": "3", "demo": "1", "oral": "1"},
        "track": {"main": "2"},
        "keyword": {"animals": "3", "parsing": "2"},
        "has": {"video": "2", "slides": "1"},
    }


def test_counts_follow_the_search_and_the_filters(shelf: dict[str, Lecture]) -> None:
    assert counts(Client(), "?q=zebra&kind=poster") == {
        "conference": {"annex-2025": "1", "hall-2025": "1"},
        "kind": {
            "poster": "2",
            "oral": "1",
        },  # as without a choice of kind, since another kind would add to it
        "track": {"main": "1"},
        "keyword": {"animals": "2"},
        "has": {"slides": "1", "video": "1"},
    }


def test_counts_beyond_what_is_counted_say_at_least(
    shelf: dict[str, Lecture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "CAP", 1)
    assert counts(Client(), "?q=zebra")["keyword"] == {"animals": "1+", "parsing": "1"}
    assert "1+ lectures" in Client().get("/library/?q=zebra").content.decode()
    monkeypatch.setattr(facets, "CAP", 1_000)
    monkeypatch.setattr("conference.finding.SAMPLE", 4)
    assert sum(int(count.rstrip("+")) for count in counts(Client())["kind"].values()) == 4
    assert {count[-1] for count in counts(Client())["kind"].values()} == {"+"}


def test_counts_are_of_what_the_viewer_sees(cast: Cast) -> None:
    lecture(cast.hall, "Draft zebra", ("hidden",), state="draft")
    seen = {who: counts(cast.client(who)).get("keyword", {}) for who in cast.people}
    assert {who for who, keywords in seen.items() if keywords == {"hidden": "1"}} == {
        "organizer",
        "administrator",
    }
    assert {who for who, keywords in seen.items() if keywords == {}} == set(cast.people) - {
        "organizer",
        "administrator",
    }


def test_keyword_of_hidden_lectures_does_not_exist(cast: Cast) -> None:
    lecture(cast.hall, "Draft zebra", ("hidden",), state="draft")
    assert Client().get("/library/?keyword=hidden").context["notices"] == ["There is no keyword “hidden”."]
    assert cast.client("organizer").get("/library/?keyword=hidden").context["notices"] == []


def test_counts_betray_nothing_of_closed_abstracts(cast: Cast) -> None:
    lecture(cast.hall, "Public title", ("parsing",), abstract="Secret zebras.")
    lecture(cast.annex, "Zebras in public", ("parsing",), kind="demo")
    AccessRule.objects.create(conference=cast.hall, subject=Subject.ABSTRACTS, audience="registered")
    for address in ("?q=zebras", "?q=zebras&conference=annex-2025", "?q=zebras&sort=title"):
        assert counts(Client(), address)["conference"] == {"annex-2025": "1"}
        assert counts(cast.client("registered"), address)["conference"] == {
            "annex-2025": "1",
            "hall-2025": "1",
        }
        assert "Public title" not in Client().get(f"/library/{address}").content.decode()


@pytest.mark.parametrize("who", ["visitor", "registered"])
def test_session_filter_is_open_where_the_schedule_is(cast: Cast, who: str) -> None:
    session = factories.SessionFactory(conference=cast.hall, code="11B", name="Parsing")
    slot = factories.SlotFactory(session=session, lecture=lecture(cast.hall, "In session"))
    assert slot.session_id == session.pk
    expected = ["In session"] if who == "registered" else []
    assert [titles(cast.client(who), f"?session={value}") for value in ("11B", "11b", "parsing")] == [
        expected
    ] * 3


def test_chosen_filters_can_be_taken_off_one_by_one(shelf: dict[str, Lecture]) -> None:
    response = Client().get("/library/?q=zebra&keyword=animals&keyword=parsing&page=1&utm_source=x")
    assert [(link.label, link.url) for link in response.context["in_use"]] == [
        ("animals", "/library/?q=zebra&keyword=parsing"),
        ("parsing", "/library/?q=zebra&keyword=animals"),
    ]


def test_forms_carry_the_rest_of_the_state(shelf: dict[str, Lecture]) -> None:
    context = Client().get("/library/?q=zebra&keyword=animals&sort=title&page=7").context
    assert context["kept_by_search"] == [("sort", "title"), ("keyword", "animals")]
    assert context["kept_by_filters"] == [("q", "zebra"), ("sort", "title")]


def test_nothing_found_says_what_to_do_next(shelf: dict[str, Lecture]) -> None:
    response = Client().get("/library/?q=qqqxxx&kind=demo")
    assert "Nothing for “qqqxxx”" in response.content.decode()
    assert [link.url for link in response.context["ways"]] == [
        "/library/?q=qqqxxx",
        "/library/?kind=demo",
        "/library/",
    ]


def test_typo_offers_the_right_spelling(shelf: dict[str, Lecture]) -> None:
    response = Client().get("/library/?q=zebar+three")
    content = response.content.decode()
    assert "Nothing is spelt “zebar three”" in content
    assert (response.context["suggestion"].label, response.context["suggestion"].url) == (
        "zebra three",
        "/library/?q=zebra+three",
    )
    assert response.context["lectures"][0].title == "Zebra three"


def test_empty_library_says_so(db: None) -> None:
    assert "The library is empty" in Client().get("/library/").content.decode()


def test_what_was_sought_is_shown_escaped(cast: Cast) -> None:
    text = '"><script>alert(1)</script>'
    assert escape(text) in Client().get("/library/", {"q": text}).content.decode()
    lecture(cast.hall, "One", abstract='A zebra says `<b>` & "x" loudly.')
    content = Client().get("/library/?q=zebra").content.decode()
    assert "<mark>zebra</mark> says" in content
    assert "<b>" not in content


def test_marked_escapes_all_but_its_marks() -> None:
    assert (
        marked("a <i>\x02b & c\x03 d\x02<e>\x03")
        == "a &lt;i&gt;<mark>b &amp; c</mark> d<mark>&lt;e&gt;</mark>"
    )
    assert marked("nothing marked") == ""


def test_long_author_lists_end_early() -> None:
    assert first_authors(", ".join("ABCDEFGHI")) == "A, B, C, D, E, F, G, H, I"
    assert first_authors(", ".join("ABCDEFGHIJ")) == "A, B, C, D, E, F, G, H and 2 more"


def test_htmx_gets_the_part_that_changes(shelf: dict[str, Lecture]) -> None:
    part = Client().get("/library/?q=zebra", headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "3 lectures" in part.content.decode()
    assert set(part["Vary"].split(", ")) == {"HX-Request", "HX-History-Restore-Request", "Cookie"}
    back = Client().get("/library/?q=zebra", headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert "<html" in back.content.decode()


def test_only_looking_is_allowed(db: None) -> None:
    assert Client().post("/library/").status_code == 405


EVERYTHING = "?q=zebra&conference=hall-2025&kind=oral&track=main&keyword=animals&has=video"


@pytest.mark.parametrize("items", [1, 3])
@pytest.mark.parametrize(("address", "who", "queries"), [
    ("", "visitor", 5), ("", "registered", 8),
    (EVERYTHING, "visitor", 7), (EVERYTHING, "registered", 10),
    ("?q=zebra", "visitor", 7), ("?q=zebra", "registered", 10),
])  # fmt: skip
def test_queries(  # noqa: PLR0917 - pytest hands them by name
    cast: Cast,
    django_assert_num_queries: DjangoAssertNumQueries,
    items: int,
    address: str,
    who: str,
    queries: int,
) -> None:
    main = factories.TrackFactory(conference=cast.hall, slug="main")
    for n in range(items):
        row = lecture(cast.hall, f"Zebra {n}", ("animals", f"other{n}"), kind="oral", track=main)
        factories.MaterialFactory(lecture=row, kind="video")
        index.refresh([row.pk])
    client = cast.client(who)
    with django_assert_num_queries(queries):
        assert len(client.get(f"/library/{address}").context["lectures"]) >= items

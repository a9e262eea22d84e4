"""Times, links, kinds and names as program files write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from conference.importers.kinds import lecture_kind, session_kind, session_kind_for
from conference.importers.links import material, web_address
from conference.importers.people import named_record
from conference.importers.records import AuthorRecord, MaterialRecord, Problem
from conference.importers.times import duration, is_span, lies_within, moment, moment_of

NINE = datetime.fromisoformat("2031-05-23T09:00")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2031-05-23T09:00:00", NINE),
        ("2031-05-23 09:00", NINE),
        ("2031-05-23T09:00+02:00", NINE.replace(tzinfo=timezone(timedelta(hours=2)))),
        ("2031-05-23", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("soon", None),
        ("", None),
    ],
)
def test_moments(written: str, meant: datetime | None) -> None:
    assert moment(written) == meant


@pytest.mark.parametrize(
    ("day", "clock", "meant"),
    [
        ("2031-05-23", "9:00", NINE),
        ("2031-05-23 ", "09:00:00", NINE),
        ("2031-05-23", "05:07", datetime.fromisoformat("2031-05-23T05:07")),
        ("2031-05-23", "24:00", None),
        ("2031-05-23", "", None),
        ("2031-02-30", "9:00", None),
        ("23 May", "9:00", None),
    ],
)
def test_moments_of_two_cells(day: str, clock: str, meant: datetime | None) -> None:
    assert moment_of(day, clock) == meant


@pytest.mark.parametrize(
    ("written", "minutes"),
    [("00:30", 30), ("1:30", 90), ("01:30:00", 90), ("PT1H30M", 90), ("PT45M", 45), ("26:00", 1560)],
)
def test_durations(written: str, minutes: int) -> None:
    assert duration(written) == timedelta(minutes=minutes)


@pytest.mark.parametrize("written", ["", "00:00", "PT", "half an hour", "90"])
def test_no_durations(written: str) -> None:
    assert duration(written) is None


def test_times_with_and_without_a_zone_are_not_compared() -> None:
    zoned = (NINE + timedelta(hours=1)).replace(tzinfo=UTC)
    assert is_span(NINE, NINE + timedelta(hours=1))
    assert not is_span(NINE, NINE)
    assert not is_span(NINE, zoned)
    assert not lies_within(NINE, NINE + timedelta(hours=1), NINE, zoned)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://example.org/a.pdf", "https://example.org/a.pdf"),
        ("/a.pdf", "https://base.example/a.pdf"),
        ("javascript:alert(1)", ""),
        ("http://", ""),
        ("ftp://example.org/a.pdf", ""),
        ("https://[bad", ""),
        ("https://example.org/a b", ""),
        ("", ""),
    ],
)
def test_web_addresses(written: str, address: str) -> None:
    assert web_address(written, "https://base.example/x/") == address


@pytest.mark.parametrize(
    ("address", "title", "kind"),
    [
        ("https://example.org/1", "Slides", "slides"),
        ("https://example.org/talk.pptx", "", "slides"),
        ("https://youtu.be/x", "", "video"),
        ("https://github.com/a/b", "", "code"),
        ("https://example.org/1", "Home page", "supplement"),
    ],
)
def test_what_a_link_leads_to(address: str, title: str, kind: str) -> None:
    assert material(address, "Row 2", title=title) == (MaterialRecord(kind, address, title), [])


def test_a_link_that_is_none_is_told() -> None:
    message = "The link “file:///etc/hostname” is no web address and was left out."
    assert material("file:///etc/hostname", "Row 2") == (None, [Problem("warning", "Row 2", message)])


@pytest.mark.parametrize(
    ("written", "lecture", "session"),
    [
        ("Main-Oral", "oral", "oral"),
        ("Main-Poster", "poster", "poster"),
        ("Findings", "poster", None),
        ("Lightning talk", "oral", "oral"),
        ("Plenary Sessions", None, "plenary"),
        ("Poster_Demo_Industry Hybrid 1", "demo", "poster"),
        ("Coffee Break", None, "break"),
        ("Hands-on", "workshop", None),
        ("Stalks", None, None),
    ],
)
def test_kinds_by_word(written: str, lecture: str | None, session: str | None) -> None:
    assert (lecture_kind(written), session_kind(written)) == (lecture, session)


def test_the_kind_of_a_session_by_its_lectures() -> None:
    kinds = ("poster", "keynote", "panel", "workshop")
    assert [session_kind_for(kind) for kind in kinds] == ["poster", "plenary", "oral", "workshop"]


def test_a_name_that_the_source_does_not_divide_stays_whole() -> None:
    author, problems = named_record("Rito van der Velo", where="Row 2")
    assert (author, problems) == (AuthorRecord("", "", "Rito van der Velo"), [])


def test_an_address_is_no_affiliation() -> None:
    author, _problems = named_record(
        "Ana Velo", where="Row 2", affiliation="Lareva University (ana@example.org)"
    )
    assert author == AuthorRecord("", "", "Ana Velo", affiliation="Lareva University ()")


def test_an_address_is_no_name() -> None:
    author, problems = named_record("ana@example.org", where="Row 2")
    assert author is None
    assert [problem.message for problem in problems] == [
        "An e-mail address stood in an author’s name; it was left out.",
        "An author without a name was left out.",
    ]

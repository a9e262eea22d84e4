"""Programs go out in other programs' formats, and come back as they were, as far as the format carries them."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from lxml import etree

from conference.models import Conference, Lecture, Material, Session, Slot
from tests import factories
from tests.conference.exports.programs import (
    effect,
    exported,
    imported,
    lectures_of,
    rich,
    scheduled,
    sessions_of,
)
from tests.shared import SHARED, needs_shared

pytestmark = pytest.mark.django_db
FORMATS = ["schedule-json", "schedule-xml", "miniconf", "platform"]
SHUT = {"عنوان عربي", "Gone", "Closed"}  # a draft, a withdrawn one, and one for organizers


@pytest.fixture
def hall() -> Conference:
    conference: Conference = factories.ConferenceFactory(slug="hall-2025", time_zone="America/St_Johns")
    rich(conference)
    scheduled(conference)
    return conference


def rows() -> list[Any]:
    return [list(model.objects.order_by("pk").values()) for model in (Lecture, Session, Slot, Material)]


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_exported_comes_back_and_does_nothing(hall: Conference, name: str) -> None:
    before = rows()
    for _time in range(2):
        report = imported(hall, exported(hall, name))
        assert report["source"].startswith("posterhall:")
        assert (effect(report), report["sessions"]["unchanged"]) == ({}, 4)
    assert rows() == before


@pytest.mark.parametrize("name", FORMATS)
def test_what_has_changed_since_does_nothing_either(hall: Conference, name: str) -> None:
    imported(hall, exported(hall, name))
    first = Lecture.objects.get(conference=hall, kind="oral")
    Lecture.objects.filter(pk=first.pk).update(
        title="Another title", position=500, abstract="Another text, as long as it has to be."
    )
    Material.objects.filter(url="https://videos.example.org/1.mp4").update(state="withheld")
    factories.MaterialFactory(lecture=first, kind="video", url="https://videos.example.org/3.mp4")
    Slot.objects.filter(lecture=first).update(board="", position=77, starts_at=None, ends_at=None)
    factories.LectureFactory(conference=hall, title="A newcomer", position=0)
    Session.objects.filter(name="Posters", room="Hall Y").update(name="Posters, renamed", kind="demo")
    before = rows()
    for _time in range(2):
        assert effect(imported(hall, exported(hall, name))) == {}
    assert rows() == before


def of(lectures: Iterable[dict[str, Any]], *names: str) -> list[Any]:
    return [{name: one[name] for name in names} for one in lectures]


def with_names(lectures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one | {"authors": [author[0] for author in one["authors"]]} for one in lectures]


def places(sessions: list[dict[str, Any]], *without: str) -> list[dict[str, Any]]:
    """Without slots of what is shut, and the link that leads into the room."""
    return [
        {name: value for name, value in one.items() if name not in {"live_url", *without}}
        | {"slots": [slot for slot in one["slots"] if slot[0] not in SHUT]}
        for one in sessions
    ]


@pytest.mark.parametrize("name", ["schedule-json", "schedule-xml"])
def test_a_schedule_makes_the_same_program_elsewhere(hall: Conference, name: str) -> None:
    copy = factories.ConferenceFactory(time_zone="Asia/Tokyo")
    report = imported(copy, exported(hall, name))
    assert (report["created"], report["sessions"]["created"], report["skipped"]) == (3, 4, [])
    placed = {slot[0] for one in sessions_of(hall) for slot in one["slots"]} - SHUT
    kept = ("title", "abstract", "kind", "track", "authors", "links")
    assert of(with_names(lectures_of(copy)), *kept) == of(
        with_names([one for one in _once(lectures_of(hall)) if one["title"] in placed]), *kept
    )
    assert places(sessions_of(copy)) == places(sessions_of(hall))
    assert effect(imported(copy, exported(hall, name))) == effect(imported(copy, exported(copy, name))) == {}


def _once(lectures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of the two lectures of one title one has a place."""
    seen: dict[str, dict[str, Any]] = {}
    for one in lectures:
        if one["title"] != "Same" or one["position"] == 18:
            seen[one["title"]] = one
    return list(seen.values())


def test_miniconf_makes_the_same_program_elsewhere(hall: Conference) -> None:
    copy = factories.ConferenceFactory(time_zone="Asia/Tokyo")
    report = imported(copy, exported(hall, "miniconf"))
    open_ones = [one for one in lectures_of(hall) if one["title"] not in SHUT]
    assert (report["created"], report["sessions"]["created"], report["skipped"]) == (len(open_ones), 4, [])
    kept = ("title", "abstract", "kind", "track", "authors", "keywords")
    assert of(with_names(lectures_of(copy)), *kept) == of(with_names(open_ones), *kept)
    assert [one["links"] for one in lectures_of(copy) if one["links"]] == [
        [("video", "https://videos.example.org/1.mp4", "")]
    ]
    told = places(sessions_of(hall))
    for one in told:
        one["slots"] = [slot for slot in one["slots"] if not slot[1]]
    assert places(sessions_of(copy)) == told
    assert (
        effect(imported(copy, exported(hall, "miniconf")))
        == effect(imported(copy, exported(copy, "miniconf")))
        == {}
    )


def test_a_platform_s_workbook_brings_sessions_and_links(hall: Conference) -> None:
    copy = factories.ConferenceFactory()
    imported(copy, exported(hall, "lectures-csv"))
    Material.objects.filter(lecture__conference=copy).delete()
    report = imported(copy, exported(hall, "platform"))
    assert (report["created"], report["sessions"]["created"], report["skipped"]) == (0, 4, [])
    assert list(Material.objects.filter(lecture__conference=copy).values_list("kind", "url")) == [
        ("video", "https://videos.example.org/1.mp4")
    ]
    kept = ("name", "kind", "track", "starts_at", "ends_at")
    assert of(sessions_of(copy), *kept) == of(sessions_of(hall), *kept)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "platform"])
def test_what_is_shut_is_not_in_programs_for_others(hall: Conference, name: str) -> None:
    text = exported(hall, name).decode()
    shut = [
        *(f">{title}<" for title in SHUT),
        *(f'"{title}"' for title in SHUT),
        "/held",
        "/own",
        "live.example.org",
    ]
    assert [word for word in shut if word in text] == []
    assert "videos.example.org/1.mp4" in text


def test_a_schedule_gives_each_place_an_id_of_its_own(hall: Conference) -> None:
    days = json.loads(exported(hall, "schedule-json"))["schedule"]["conference"]["days"]
    events = [event for day in days for room in day["rooms"].values() for event in room]
    assert (
        len({event["guid"] for event in events}) == len({event["id"] for event in events}) == len(events) == 6
    )
    again = json.loads(exported(hall, "schedule-json"))["schedule"]["conference"]["days"]
    assert days == again
    assert [event["title"] for event in events].count("Q&A <A,B> in R&D: $n^2$") == 2


def test_what_xml_cannot_hold_is_left_out(hall: Conference) -> None:
    first = Lecture.objects.get(conference=hall, kind="oral")
    Lecture.objects.filter(pk=first.pk).update(
        title="A\x0bB\x1f ?> ]]> \ufffeC &amp; é", abstract="x\x00y".replace("\0", "\x01")
    )
    Session.objects.filter(conference=hall, kind="oral").update(name="Talks ?> \x02", room="Room \x03\n?>")
    root = etree.fromstring(exported(hall, "schedule-xml"))
    titles = [str(title.text) for title in root.iterfind("day/room/event/title")]
    assert titles.count("AB ?> ]]> C &amp; é") == 2
    assert effect(imported(hall, exported(hall, "schedule-json"))) == {}


@needs_shared
def test_a_schedule_fits_its_schema(hall: Conference) -> None:
    schema = etree.XMLSchema(etree.parse(SHARED / "data/frab/schedule.xml.xsd"))
    schema.assertValid(etree.fromstring(exported(hall, "schedule-xml")))

"""The demo as rows."""

from typing import Any

import pytest

from conference.models import (
    AccessRule,
    Authorship,
    Conference,
    Keyword,
    Lecture,
    Material,
    Page,
    Person,
    Publication,
    Series,
    Session,
    SimilarLecture,
    Slot,
    Track,
    WelcomeMessage,
)
from config.demo import build
from config.demo.content import conferences
from tests.demo.made.conftest import Demo

pytestmark = pytest.mark.xdist_group("demo")  # which is made once

COUNTED: list[Any] = [
    Series,
    Conference,
    WelcomeMessage,
    Page,
    AccessRule,
    Track,
    Session,
    Slot,
    Lecture,
    Authorship,
    Person,
    Keyword,
    Publication,
    Material,
]


def test_what_was_made(demo: Demo) -> None:
    counted = {model.__name__: model.objects.count() for model in COUNTED}
    assert counted == {
        "Series": 2,
        "Conference": 3,
        "WelcomeMessage": 4,
        "Page": 7,
        "AccessRule": 9,
        "Track": 16,
        "Session": 40,
        "Slot": 81,
        "Lecture": 75,
        "Authorship": 215,
        "Person": 56,
        "Keyword": 67,
        "Publication": 9,
        "Material": 124,
    }


def test_each_conference_is_there_afterwards(demo: Demo) -> None:
    assert [build.is_there(content) for content in conferences()] == [True, True, True]


def test_the_facts_are_those_of_the_conferences(demo: Demo) -> None:
    facts = [
        (one.acronym, one.place, one.venue, one.starts_on.isoformat(), one.ends_on.isoformat(), one.time_zone)
        for one in Conference.objects.order_by("slug")
    ]
    assert facts == [
        ("ACL 2023", "Toronto, Canada", "Westin Harbour Castle", "2023-07-09", "2023-07-14", "America/Toronto"),
        ("ACL 2025", "Vienna, Austria", "Austria Center Vienna", "2025-07-27", "2025-08-01", "Europe/Vienna"),
        ("EMNLP 2023", "Singapore", "Resorts World Convention Centre", "2023-12-06", "2023-12-10", "Asia/Singapore"),
    ]  # fmt: skip


def test_lectures_stand_in_the_order_of_the_program(demo: Demo) -> None:
    titles = demo.acl.lectures.order_by("position").values_list("title_text", flat=True)
    assert list(titles[:3]) == [
        "Reading Attention Honestly: What Weights Show, and What They Do Not",
        "Corpora with Communities: Consent, Credit and Coming Back",
        "What a Small Language Can Teach a Large Model",
    ]


def test_talks_and_posters_of_one_lecture_say_so(demo: Demo) -> None:
    twice = (
        demo.acl.slots.exclude(kind="").order_by("kind").values_list("lecture__title_text", "kind", "board")
    )
    assert list(twice) == [
        ("Read it in Two Steps: Translating Extremely Low-Resource Languages with Code-Augmented Grammar Books", "oral", ""),
        ("Where Does a Word End? Clitics and the Myth of the Space", "poster", "P1-006"),
    ]  # fmt: skip


def test_a_talk_has_its_own_quarter_of_an_hour(demo: Demo) -> None:
    slot = Slot.objects.get(lecture__title_text__startswith="PTQ1.61")
    times = [demo.acl.local(moment).isoformat() for moment in (slot.begins, slot.finishes)]
    assert times == ["2025-07-29T11:15:00+02:00", "2025-07-29T11:30:00+02:00"]


def test_keywords_tie_the_conferences_together(demo: Demo) -> None:
    keyword = Keyword.objects.get(slug="mixture-of-experts")
    assert set(keyword.lectures.values_list("conference__slug", flat=True)) == {"acl-2025", "emnlp-2023"}
    assert Keyword.objects.filter(key="low resource languages").count() == 1


@pytest.mark.parametrize(
    ("title", "similar"),
    [
        (
            "Large Margin Representation Learning",
            "Improving Self-training for Cross-lingual Named Entity Recognition with Contrastive and Prototype Learning",
        ),
        (
            "Cross-Lingual Transfer of Cultural",
            "Cultural Compass: Predicting Transfer Learning Success in Offensive Language Detection with Cultural Features",
        ),
    ],
)
def test_the_nearest_lecture_is_at_another_conference(demo: Demo, title: str, similar: str) -> None:
    nearest = SimilarLecture.objects.filter(lecture__title_text__startswith=title).first()
    assert nearest
    assert nearest.other.title_text == similar

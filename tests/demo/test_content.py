"""What is written in the demo's data, looked at without a database."""

from itertools import pairwise

import pytest

from conference.rendering import render, render_inline
from conference.rendering.quality import residue
from config.demo.content import ConferenceContent, LectureContent, cast, conferences, people

CONFERENCES = conferences()
LECTURES = [(content.slug, lecture) for content in CONFERENCES for lecture in content.lectures]
MESSAGES = [
    (content.slug, text)
    for content in CONFERENCES
    for text in [
        content.facts["about"],
        content.facts["login_message"],
        *(message["body"] for message in content.welcome),
        *(page["body"] for page in content.pages),
    ]
]


def test_there_are_three_conferences_and_75_lectures() -> None:
    counted = {content.slug: (len(content.lectures), len(content.sessions)) for content in CONFERENCES}
    assert counted == {"acl-2025": (50, 27), "emnlp-2023": (13, 7), "acl-2023": (12, 6)}


@pytest.mark.parametrize(
    ("slug", "lecture"), LECTURES, ids=[f"{slug}-{lecture.id}" for slug, lecture in LECTURES]
)
def test_no_source_shows_in_a_lecture(slug: str, lecture: LectureContent) -> None:
    title, abstract = render_inline(lecture.title), render(lecture.abstract)
    assert (title.warnings, abstract.warnings) == ((), ())
    assert (residue(title), residue(abstract)) == ([], [])
    assert not {"**", "##"} & {abstract.text[at : at + 2] for at in range(len(abstract.text))}


@pytest.mark.parametrize(("slug", "text"), MESSAGES)
def test_no_source_shows_in_a_message(slug: str, text: str) -> None:
    rendered = render(text)
    assert (rendered.warnings, residue(rendered)) == ((), [])
    assert "**" not in rendered.text
    assert "##" not in rendered.text


def test_the_kinds_of_markup_of_submission_systems_occur() -> None:
    sources = "\n".join(lecture.abstract for _, lecture in LECTURES) + "\n".join(text for _, text in MESSAGES)
    kinds = (
        r"$\textbf{L}$oad",
        r"\textbf{micro-batch}",
        r"$\textit{",
        "$$",
        "***",
        "+2.04%",
        "$5 and $10",
        "\n### ",
        "](https://",
    )
    assert [kind for kind in kinds if kind not in sources] == []


def test_every_author_is_described_once_and_everybody_described_is_an_author() -> None:
    named = {key for _, lecture in LECTURES for key in lecture.authors}
    assert named == people().keys()
    assert [lecture.id for _, lecture in LECTURES if len(set(lecture.authors)) != len(lecture.authors)] == []


def test_the_awkward_ones_are_among_them() -> None:
    lectures = [lecture for _, lecture in LECTURES]
    assert max(len(lecture.authors) for lecture in lectures) == 40
    assert [lecture.id for lecture in lectures if not lecture.abstract] == ["ledger"]
    assert [lecture.id for lecture in lectures if lecture.state == "withdrawn"] == ["sarcasm"]
    assert [lecture.id for lecture in lectures if lecture.state == "draft"] == ["draft-consent"]
    assert [lecture.id for lecture in lectures if len(lecture.title) > 250] == ["very-long-title"]


@pytest.mark.parametrize("content", CONFERENCES, ids=lambda content: str(content.slug))
def test_no_room_holds_two_sessions_at_once(content: ConferenceContent) -> None:
    rooms = sorted((one.room, one.starts_at, one.ends_at) for one in content.sessions)
    clashes = [
        (first, second) for first, second in pairwise(rooms) if first[0] == second[0] and second[1] < first[2]
    ]
    assert clashes == []


def test_invented_papers_carry_identifiers_for_testing() -> None:
    papers = [lecture.publication for _, lecture in LECTURES if lecture.publication]
    assert len(papers) == 9
    assert [paper.doi for paper in papers if not paper.doi.startswith("10.5555/")] == []


def test_all_addresses_are_reserved_for_examples() -> None:
    assert [one.email for one in cast() if not one.email.endswith("@example.org")] == []

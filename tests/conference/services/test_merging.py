"""The three-way rule: what the source said, what it says now, and what is ours."""

import pytest

from conference.services.imports.merging import Change, Merge, merge


@pytest.mark.parametrize(
    ("ours", "last", "said", "right"),
    [
        pytest.param("b", {"f": "a"}, "a", Merge(), id="repeated by the source: a hand edit stays"),
        pytest.param("a", {"f": "a"}, "b", Merge((Change("f", "a", "b"),)), id="changed by the source alone"),
        pytest.param("c", {"f": "a"}, "b", Merge((), (Change("f", "c", "b"),)), id="changed by both"),
        pytest.param("b", {"f": "a"}, "b", Merge(), id="changed by both to the same"),
        pytest.param("", {"f": "a"}, "b", Merge((), (Change("f", "", "b"),)), id="emptied by hand"),
        pytest.param("", {}, "b", Merge((Change("f", "", "b"),)), id="never said: fills what is empty"),
        pytest.param("c", {}, "b", Merge((), (Change("f", "c", "b"),)), id="never said: ours stays"),
        pytest.param("c", {}, "", Merge(), id="never said, and nothing is said now"),
        pytest.param("a", {"f": "a"}, "", Merge((Change("f", "a", ""),)), id="emptied by the source"),
    ],
)
def test_who_wins(ours: str, last: dict[str, str], said: str, right: Merge) -> None:
    assert merge(ours={"f": ours}, last=last, said={"f": said}) == right


def test_what_is_not_said_is_left_alone() -> None:
    assert merge(ours={"f": "a"}, last={"f": "b"}, said={}) == Merge()


@pytest.mark.parametrize(
    ("ours", "last", "said", "right"),
    [
        (["a"], ["a"], ["a", "b"], ["a", "b"]),
        (["a", "b"], ["a", "b"], ["a"], ["a"]),
        (["a", "hand"], ["a"], ["a", "b"], ["a", "hand", "b"]),
        ([], ["a"], ["a", "b"], ["b"]),
        (["hand"], [], ["a"], ["hand", "a"]),
        (["hand", "a"], ["a"], [], ["hand"]),
    ],
)
def test_members_of_sets_come_and_go_one_by_one(
    ours: list[str], last: list[str], said: list[str], right: list[str]
) -> None:
    merged = merge(ours={"f": ours}, last={"f": last}, said={"f": said}, sets={"f"})
    assert merged == Merge((Change("f", ours, right),))


def test_sets_repeated_by_the_source_stay_as_they_are_here() -> None:
    assert merge(ours={"f": ["b"]}, last={"f": ["a"]}, said={"f": ["a"]}, sets={"f"}) == Merge()

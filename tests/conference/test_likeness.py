"""Names that look as if they meant one thing, and names that do not."""

import pytest

from conference.likeness import groups, keyword_likeness, person_likeness


@pytest.mark.parametrize(
    "names",
    [
        ("Multi-lingual language models", "multilingual language model", "Multilingual Language-Models"),
        ("LLM", "LLMs", "llm"),
        ("Naïve Bayes", "naive bayes"),
        ("Ontologies", "ontology"),
    ],
)
def test_keywords_that_look_alike(names: tuple[str, ...]) -> None:
    assert len({keyword_likeness(name) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [("C", "C++", "C#"), ("analysis", "analyst"), ("corpus", "corpse"), ("gas", "ga"), ("日本語", "日本")],
)
def test_keywords_that_do_not(names: tuple[str, ...]) -> None:
    assert len({keyword_likeness(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "names",
    [
        ("José M. García-López", "Jose Garcia Lopez", "García López, José"),
        ("Wei Zhang", "Zhang Wei", "WEI ZHANG"),
        ("O'Brien Tim", "Tim O’Brien"),
    ],
)
def test_people_who_look_alike(names: tuple[str, ...]) -> None:
    assert len({person_likeness(name) for name in names}) == 1


@pytest.mark.parametrize(
    "names", [("Wei Zhang", "Wei Zhao"), ("A. Smith", "B. Smith"), ("李 明", "李 华"), ("李明", "李华")]
)
def test_people_who_do_not(names: tuple[str, ...]) -> None:
    assert len({person_likeness(name) for name in names}) == len(names)


def test_groups_are_of_two_or_more() -> None:
    assert groups(["LLM", "LLMs", "parsing"], keyword_likeness) == [["LLM", "LLMs"]]

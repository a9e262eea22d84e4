"""What of the lectures that a reader found is taken."""

from dataclasses import replace

from conference.importers.gathering import gather
from conference.importers.records import LectureRecord, Problem


def lecture(external_id: str, where: str, title: str = "T") -> LectureRecord:
    return LectureRecord(external_id, "", 1, title, where=where)


def test_each_id_is_taken_once_and_what_does_not_fit_never() -> None:
    worth_a_look = Problem("warning", "Row 2", "Look.")
    first, other = lecture("1", "Row 2"), lecture("2", "Row 5")
    records, problems = gather(
        [
            (first, [worth_a_look]),
            (lecture("1", "Row 3"), []),
            (lecture("", "Row 4"), []),
            (lecture("2", "Row 4", "x" * 1001), []),
            (other, []),
            (None, []),
        ]
    )
    assert records == [first, other]
    assert problems == [
        worth_a_look,
        Problem(
            "error",
            "Row 3",
            "The same id as the lecture at Row 2; this one was left out.",
            "Give each lecture its own id.",
        ),
        Problem("error", "Row 4", "It has no id.", "Give it one of its own."),
        Problem(
            "error",
            "Row 4",
            f"The title has 1001 characters, and no more than 1000 fit: “{'x' * 40}…”",
            "Shorten it.",
            "2",
        ),
    ]


def test_addresses_in_texts_are_left_out() -> None:
    written = replace(lecture("1", "Row 2"), abstract="Write to ana@example.org, or come.")
    assert gather([(written, [])]) == ([replace(written, abstract="Write to , or come.")], [])

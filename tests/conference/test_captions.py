"""Captions are told apart from what only looks like them, line by line."""

import pytest

from conference.captions import caption_problems

GOOD = """WEBVTT - Talk
Kind: captions

STYLE
::cue { color: red }

NOTE a remark --> of two
lines

1
00:01.000 --> 00:04.000 align:start
Good morning.

00:04.000 --> 01:00:00.500
<v Ana>And thank
you.

"""


@pytest.mark.parametrize(
    "text", [GOOD, GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD, GOOD.replace("\n", "\r")]
)
def test_what_browsers_show_has_no_problem(text: str) -> None:
    assert caption_problems(text.encode()) == []


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("00:01.000 -->", "00:00:01,000 -->", "Line 11: “00:00:01,000 --> 00:04.000 align:start”: write times as 00:01.000 --> 00:04.000."),
        ("00:01.000 -->", "00:61.000 -->", "Line 11: “00:61.000 --> 00:04.000 align:start”: write times as 00:01.000 --> 00:04.000."),
        ("00:04.000 align:start", "00:00.900", "Line 11: the caption ends before it begins."),
        ("00:04.000 --> 01", "00:00.500 --> 01", "Line 14: the caption begins before the one above it."),
        ("Good morning.\n\n", "Good morning.\n", "Line 13: leave a line empty before the times of a caption."),
        ("00:04.000 --> 01:00:00.500\n", "", "Line 14: a caption without its times, such as 00:01.000 --> 00:04.000."),
        ("WEBVTT - Talk\nKind: captions\n\n", "WEBVTT\n00:00.000 --> 00:01.000\nHello.\n\n", "Line 2: leave a line empty after WEBVTT."),
    ],
)  # fmt: skip
def test_a_problem_names_its_line_and_the_mend(before: str, after: str, problem: str) -> None:
    assert before in GOOD
    assert caption_problems(GOOD.replace(before, after, 1).encode()) == [problem]


@pytest.mark.parametrize(
    ("start", "shown"),
    [("9" * 5000 + ":00:01.000", "9" * 60), ("00:\0", "00:\N{REPLACEMENT CHARACTER} --> 00:04.000")],
)
def test_hostile_times_are_told_like_others(start: str, shown: str) -> None:
    assert caption_problems(f"WEBVTT\n\n{start} --> 00:04.000\nHello.\n".encode()) == [
        f"Line 3: “{shown}”: write times as 00:01.000 --> 00:04.000."
    ]


def test_captions_without_captions_and_of_another_encoding() -> None:
    assert caption_problems(b"WEBVTT\n\nNOTE x\n") == ["Line 1: there are no captions behind it."]
    assert caption_problems(b"WEBVTT\n\n00:01.000 --> 00:02.000\nSch\xf6n.\n") == [
        "Line 4: this is no UTF-8; save the file in that encoding."
    ]


def test_of_many_problems_the_first_five_are_told() -> None:
    text = "WEBVTT\n\n" + "no times\n\n" * 50
    assert [problem.partition(":")[0] for problem in caption_problems(text.encode())] == [
        "Line 3", "Line 5", "Line 7", "Line 9", "Line 11",
    ]  # fmt: skip

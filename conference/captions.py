"""Whether captions are WebVTT that browsers show, told line by line. Pure functions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

MOST_PROBLEMS = 5  # that are told at once
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
_TIME = r"(?:(\d{2,6}):)?([0-5]\d):([0-5]\d)\.(\d{3})"
_TIMES = re.compile(rf"{_TIME}[ \t]+-->[ \t]+{_TIME}(?:[ \t]|$)", re.ASCII)
_ARROW = "-->"


@dataclass(frozen=True, slots=True)
class Line:
    number: int  # from 1
    text: str


def caption_problems(content: bytes) -> list[str]:
    """Up to five, each with its line; none if a browser shows every cue."""
    try:
        text = content.decode("utf-8-sig").replace("\0", "\N{REPLACEMENT CHARACTER}")  # as browsers do
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return [_at(line, _("this is no UTF-8; save the file in that encoding"))]
    head, *blocks = _blocks(text)
    problems = (
        []
        if len(head) == 1 or not _cue_times(head)
        else [_at(head[1].number, _("leave a line empty after WEBVTT"))]
    )
    cues = [block for block in blocks if not _NO_CUE.match(block[0].text)]
    if not cues and not problems:
        problems.append(_at(head[-1].number, _("there are no captions behind it")))
    return [*problems, *_in_cues(cues)][:MOST_PROBLEMS]


def _in_cues(cues: list[list[Line]]) -> Iterator[str]:
    last = 0
    for cue in cues:
        times = _cue_times(cue)
        if times is None:
            yield _at(cue[0].number, _("a caption without its times, such as 00:01.000 --> 00:04.000"))
            continue
        found = _TIMES.match(times.text)
        if found is None:
            yield _at(
                times.number,
                _("“%(times)s”: write times as 00:01.000 --> 00:04.000") % {"times": times.text[:60]},
            )
            continue
        start, end = _milliseconds(found.groups()[:4]), _milliseconds(found.groups()[4:])
        if end <= start:
            yield _at(times.number, _("the caption ends before it begins"))
        elif start < last:
            yield _at(times.number, _("the caption begins before the one above it"))
        last = max(last, start)
        for line in cue[cue.index(times) + 1 :]:
            if _ARROW in line.text:
                yield _at(line.number, _("leave a line empty before the times of a caption"))


def _blocks(text: str) -> list[list[Line]]:
    """The lines between empty ones; the first block is the head."""
    blocks: list[list[Line]] = [[]]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if line:
            blocks[-1].append(Line(number, line))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block] or [[Line(1, "")]]


def _cue_times(block: list[Line]) -> Line | None:
    """The line with the times: the first, or the second behind a name."""
    return next((line for line in block[:2] if _ARROW in line.text), None)


def _milliseconds(parts: tuple[str | None, ...]) -> int:
    hours, minutes, seconds, rest = (int(part or 0) for part in parts)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest


def _at(line: int, problem: str) -> str:
    return _("Line %(line)d: %(problem)s.") % {"line": line, "problem": problem}

r"""Quotes around text that YAML cannot do without: `title: Foo: bar`, `title: *SEM`, `"3.6\%"`.

Only tried on what does not parse. Lines keep their numbers.
"""

import re

_ENTRY = re.compile(r"(?P<head>(?P<indent>[ ]*(?:-[ ]+)*)[A-Za-z_][A-Za-z0-9_ -]{0,40}:[ ]+)(?P<value>\S.*)")
_LOOKS_LIKE_ENTRY = re.compile(r"\s*(?:-[ ]+)?[a-z_]+:(?: |$)")
_COLON = re.compile(r":(?:\s|$)")
# One match for each backslash; the group is what YAML knows to follow it.
_ESCAPE = re.compile(r"""\\(["\\/0abtnvfreN_LP \t]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|$)?""")
_INDICATORS = "@`%*&!?,]}"
_BRACKETS = {"[": "]", "{": "}"}


def mended(text: str) -> tuple[str, tuple[int, ...]]:
    """The text, and the numbers of the lines whose values were changed."""
    lines = text.split("\n")
    changed = []
    start = 0
    while start < len(lines):
        match = _ENTRY.fullmatch(lines[start])
        end = _end(lines, start, len(match["indent"])) if match else start + 1
        if match and (value := _mended_value([match["value"], *lines[start + 1 : end]])):
            lines[start:end] = [match["head"] + value[0], *value[1:]]
            changed.append(start + 1)
        start = end
    return "\n".join(lines), tuple(changed)


def _end(lines: list[str], start: int, indent: int) -> int:
    """After the last line that goes on with the value: those indented deeper than its key."""
    end = start + 1
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                break
            end = number + 1
    return end


def _mended_value(value: list[str]) -> list[str] | None:
    """None where nothing has to be done, or it is not clear what."""
    first = value[0][0]
    if first in "|>'":
        return None
    if first == '"':
        escaped = [_ESCAPE.sub(_doubled, line) for line in value]
        return escaped if escaped != value else None
    if not _needs_quotes(value) or any(map(_LOOKS_LIKE_ENTRY.match, value[1:])):
        return None
    value = [line.replace("'", "''") for line in value]
    return [f"'{value[0]}", *value[1:-1], f"{value[-1]}'"] if len(value) > 1 else [f"'{value[0]}'"]


def _needs_quotes(value: list[str]) -> bool:
    first = value[0][0]
    if first in _BRACKETS:
        close = _BRACKETS[first]
        return close in "".join(value) and not value[-1].rstrip().endswith(close)
    return first in _INDICATORS or any(_COLON.search(line.partition(" #")[0]) for line in value)


def _doubled(match: re.Match[str]) -> str:
    return match[0] if match[1] is not None else "\\\\"

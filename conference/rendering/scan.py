"""Bounded searches for closing marks. Every mark looked at is paid for from the rendering's budget."""

import re

from conference.rendering.context import Context

MAX_GROUP = 5000
_brace = re.compile(r"\\.|[{}]", re.DOTALL)
_dollar = re.compile(r"\\.|[{}$]|\n[ \t]*\n", re.DOTALL)


def group_end(source: str, start: int, limit: int, context: Context) -> int:
    """Where the `}` stands that closes the group whose content begins at `start`; -1 if there is none."""
    depth = 1
    for match in _brace.finditer(source, start, min(limit, start + MAX_GROUP)):
        if not context.spend():
            return -1
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def dollar_end(source: str, start: int, limit: int, context: Context, *, width: int = 1) -> int:
    """Where the `$` (or `$$`, width 2) stands that closes a formula; dollars inside braces do not count."""
    depth = 0
    for match in _dollar.finditer(source, start, min(limit, start + MAX_GROUP)):
        if not context.spend():
            return -1
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
        elif mark[0] == "\n":
            return -1
        elif mark == "$" and depth <= 0 and (width == 1 or source.startswith("$$", match.start())):
            return match.start()
    return -1


def text_end(source: str, start: int, closing: str, limit: int, context: Context) -> int:
    """Where the closing text stands, within the limits of one group; -1 if there is none."""
    if not context.spend(1 + min(limit - start, MAX_GROUP) // 64):
        return -1
    return source.find(closing, start, min(limit, start + MAX_GROUP))

r"""Block rules: what begins a line without meaning what Markdown takes it for, and displayed formulas."""

import re

from markdown_it.rules_block import StateBlock, blockquote, list_block

MAX_LINES = 60
_long_number = re.compile(r"\d{4,}[.)]")
_comparison = re.compile(r">\s?[\d=.~$\\-]")
_formula = re.compile(
    r"(?P<dollars>\$\$)|(?P<bracket>\\\[)|\\begin\{(?P<name>equation|align|gather|eqnarray|multline)\*?\}"
)


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def list_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line that begins with a plus or with a year is no list."""
    line = _line(state, start)
    return not (line.startswith("+") or _long_number.match(line)) and list_block(state, start, end, silent)


def blockquote_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line that begins with `> 0.5` goes on comparing."""
    return not _comparison.match(_line(state, start)) and blockquote(state, start, end, silent)


def formula_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A displayed formula from the beginning of a line: its lines are no lists, whatever they begin with."""
    line = _line(state, start)
    match = _formula.match(line)
    if not match:
        return False
    closing = "$$" if match["dollars"] else "\\]" if match["bracket"] else f"\\end{{{match['name']}"
    last, rest = start, line[match.end() :]
    while closing not in rest:
        last += 1
        if last >= min(end, start + MAX_LINES) or state.isEmpty(last):
            return False
        rest = _line(state, last)
    if not silent:
        _push_paragraph(state, start, last + 1)
    return True


def _push_paragraph(state: StateBlock, start: int, end: int) -> None:
    state.line = end
    state.push("paragraph_open", "p", 1).map = [start, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, end, state.blkIndent, False).strip()
    inline.map = [start, end]
    inline.children = []
    state.push("paragraph_close", "p", -1)

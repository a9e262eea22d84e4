"""Fitting an author's headings under the page's own."""

from markdown_it.rules_core import StateCore

FIRST_LEVEL = 3  # a page has its title in h1 and its sections in h2
LAST_LEVEL = 6


def fit_headings(state: StateCore) -> None:
    """Core rule: the outermost heading becomes h3, deeper ones follow without gaps."""
    open_levels: list[int] = []
    for token in state.tokens:
        if token.type == "heading_open":
            level = int(token.tag[1])
            while open_levels and open_levels[-1] >= level:
                open_levels.pop()
            open_levels.append(level)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(LAST_LEVEL, FIRST_LEVEL - 1 + len(open_levels))}"

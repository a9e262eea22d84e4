"""What a spreadsheet program would take for a formula, and run."""

import re

# Marks before one count too, so that a text that brings its own apostrophes comes back with all of them.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_MARKED = re.compile(r"'+[=+\-@\t\r]")


def marked(text: str) -> str:
    """With an apostrophe before what would be a formula, by which it is text."""
    return f"'{text}" if _FORMULA.match(text) else text


def unmarked(text: str) -> str:
    """Takes off exactly the apostrophe that `marked` puts on."""
    return text[1:] if _MARKED.match(text) else text

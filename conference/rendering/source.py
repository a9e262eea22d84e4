r"""The source before parsing: characters that no page may hold, LaTeX lists, escapes inside addresses."""

import re

from conference.rendering.context import Context
from conference.rendering.links import unescaped

_control = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_surrogate = re.compile(r"[\ud800-\udfff]")
_fence = re.compile(r"^[ ]{0,3}(?:```|~~~)", re.MULTILINE)
_heading = re.compile(
    r"^[ ]{0,3}\\(?P<name>chapter|section|subsection|subsubsection)\*?\{(?P<title>[^{}\n]{1,300})\}",
    re.MULTILINE,
)
_list_mark = re.compile(
    r"""\s{0,20}\\(?P<mark>begin|end)\{(?P<kind>itemize|enumerate|compactitem|description)\}(?:\[[^\[\]\n]{0,50}\])?\s*
        | \s{0,20}\\item(?![A-Za-z])(?:\[(?P<label>[^\[\]\n]{0,100})\])?\s*""",
    re.VERBOSE,
)
_address = re.compile(r"https?://[^\s<>{}\\]{1,300}(?:\\[_%#&~$](?:\{\})?[^\s<>{}\\]{0,300}){1,20}")
_tex_destination = re.compile(r"(?<=\]\()\\url\{([^{}\s]{1,2000})\}(?=\))")
MAX_ADDRESSES = 500  # the search for bare addresses is quadratic in them


def prepare(source: str, context: Context) -> str:
    """The source as the parser gets it; what had to be left out is warned of."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    text, controls = _control.subn("", text)
    if controls:
        context.warn("control-character", "")
    text = _surrogate.sub("\ufffd", text)
    text = _address.sub(lambda match: unescaped(match[0]), text)
    if text.count("://") > MAX_ADDRESSES:
        context.link_addresses = False
        context.warn("too-complex", "://")
    text = _tex_destination.sub(r"\1", text)
    if "\\" in text and not _fence.search(text):
        text = _lists(_heading.sub(_as_heading, text))
    return text


def _as_heading(match: re.Match[str]) -> str:
    level = 1 if match["name"] == "chapter" else 2 + match["name"].count("sub")
    return f"\n\n{'#' * level} {match['title'].strip()}\n\n"


def _lists(text: str) -> str:
    r"""`\begin{itemize} \item x \end{itemize}` as Markdown's list."""
    if r"\begin{" not in text or r"\item" not in text:
        return text
    open_lists: list[str] = []

    def mark(match: re.Match[str]) -> str:
        if match["mark"] == "begin":
            open_lists.append(match["kind"])
            return "\n" if len(open_lists) > 1 else "\n\n"
        if match["mark"] == "end":
            if open_lists:
                open_lists.pop()
            return "\n" if open_lists else "\n\n"
        if not open_lists:
            return match[0]
        bullet = "1. " if open_lists[-1] == "enumerate" else "- "
        label = f"**{match['label']}** " if match["label"] else ""
        return "\n" + "   " * (len(open_lists) - 1) + bullet + label

    return _list_mark.sub(mark, text)

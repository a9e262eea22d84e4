"""The Anthology's markup inside titles and abstracts, to the LaTeX and Markdown that the renderer reads."""

import re

from .xml_files import Element, all_text

_COMMANDS = {"b": r"\textbf", "i": r"\textit", "url": r"\url"}


def source_text(element: Element | None) -> str:
    """One line of source text: formulas in dollars, `<b>`, `<i>` and `<url>` as commands, other tags gone."""
    if element is None:
        return ""
    runs = _runs(element)
    has_math = any(is_math for is_math, _text in runs)
    pieces: list[str] = []
    after_math = False
    for is_math, text in runs:
        if not is_math:
            pieces.append(_escaped(text) if has_math else text)
        elif after_math:
            # `$a$$b$` would read as a display formula.
            pieces[-1] = f"{pieces[-1][:-1]} {text}$"
        else:
            pieces.append(f"${text}$")
        after_math = is_math
    return " ".join("".join(pieces).split())


def _runs(element: Element) -> list[tuple[bool, str]]:
    """Pieces of text in order, each with whether it is a formula."""
    runs = [(False, element.text or "")]
    for child in element:
        if child.tag == "tex-math":
            runs.append((True, _formula(all_text(child))))
        else:
            command = _COMMANDS.get(str(child.tag))
            inner = _runs(child)
            if command and _balanced("".join(text for _is_math, text in inner)):
                inner = [(False, f"{command}{{"), *inner, (False, "}")]
            runs += inner
        runs.append((False, child.tail or ""))
    return [run for run in runs if run[1]]


def _formula(text: str) -> str:
    """Some files keep the dollars inside the element as well."""
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == "$" and text[-2] != "\\" else text


def _escaped(text: str) -> str:
    """A single dollar (a price) must not pair up with one of a formula; pairs are formulas themselves."""
    dollars = re.findall(r"(?<!\\)\$", text)
    return re.sub(r"(?<!\\)\$", r"\\$", text) if len(dollars) % 2 else text


def _balanced(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0

"""The same content as plain text: for titles, cards, search, feeds and exports."""

import re
import unicodedata
from collections.abc import Callable

from lxml import html as lxml_html
from lxml.html import HtmlElement

LINES = {"p", "div", "li", "h3", "h4", "h5", "h6", "tr", "pre", "ul", "ol", "blockquote", "table", "hr"}
UNDERLINES = {"\u0332", "_", "⏟"}
BIG = frozenset("∑∏∫⋃⋂⨁")
RELATIONS = frozenset("=<>≤≥≈≠∼∈∉⊂⊆→←↔⇒⇔↦≡∝≪≫:=≔")
SUPERSCRIPTS = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
SUBSCRIPTS = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
OVER = {
    "ˆ": "\u0302",
    "^": "\u0302",
    "~": "\u0303",
    "˜": "\u0303",
    "¯": "\u0304",
    "‾": "\u0304",
    "→": "\u20d7",
    "\u20d7": "\u20d7",
    "˙": "\u0307",
    "¨": "\u0308",
    "ˉ": "\u0304",
    "ˇ": "\u030c",
}
_spaces = re.compile(r"[ \t\n\r\f\v\u00a0]+")
_simple = re.compile(r"[^\W_]*(?:[.′∗*°][^\W_]*)?|\([^()]*\)")
_application = re.compile(r"\u2061\s*(?=[(\[{|])")
_digits = re.compile(r"[+−-]?\d{1,4}")
_ordinal = re.compile(r"st|nd|rd|th|′+|[∘°*∗†‡]|\+")
# Letters in mathematical alphabets, which nobody types into a search box.
_styled = re.compile("[\U0001d400-\U0001d7ff\u2102\u210a-\u2115\u2119-\u211d\u2124\u2128\u212c-\u2138]+")


def plain_text(html: str) -> str:
    """Text of this renderer's own HTML. Blocks become lines; formulas become `x^2`, `N_E`, `a/b`."""
    root = lxml_html.fragment_fromstring(html, create_parent="div")
    pieces: list[str] = []
    _walk(root, pieces)
    lines = (_spaces.sub(" ", line).strip() for line in "".join(pieces).split("\v"))
    return unicodedata.normalize("NFC", "\n".join(line for line in lines if line))


def _walk(element: HtmlElement, pieces: list[str]) -> None:
    r"""`\v` marks where a line ends: unlike a newline it cannot stand in a text."""
    tag = element.tag
    if tag == "math":
        pieces.append(math_text(element))
        return
    if (tag in LINES and not _begins_item(element)) or tag == "br":
        pieces.append("\v")
    if tag == "li":
        pieces.append(_bullet(element))
    _inner(element, pieces)
    if tag in LINES:
        pieces.append("\v")
    elif tag in ("td", "th"):
        pieces.append(" ")


def _inner(element: HtmlElement, pieces: list[str]) -> None:
    script = element.tag in ("sup", "sub")
    if script:
        pieces.append(_scripted(element.text_content(), "^" if element.tag == "sup" else "_"))
        return
    text = element.text or ""
    pieces.append(
        text.rstrip("\n").replace("\n", "\v") if element.tag == "code" and _in_pre(element) else text
    )
    for child in element:
        _walk(child, pieces)
        pieces.append(child.tail or "")


def _begins_item(element: HtmlElement) -> bool:
    parent = element.getparent()
    return (
        parent is not None
        and parent.tag == "li"
        and parent.index(element) == 0
        and not (parent.text or "").strip()
    )


def _in_pre(element: HtmlElement) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == "pre"


def _bullet(item: HtmlElement) -> str:
    parent = item.getparent()
    if parent is None or parent.tag != "ol":
        return "- "
    return f"{int(parent.get('start', '1')) + parent.index(item)}. "


def _scripted(text: str, mark: str) -> str:
    if _digits.fullmatch(text):
        return text.translate(SUPERSCRIPTS if mark == "^" else SUBSCRIPTS)
    if mark == "^" and _ordinal.fullmatch(text):
        return text.replace("∘", "°")
    return mark + (text if _simple.fullmatch(text) else f"({text})")


def math_text(element: HtmlElement) -> str:
    """A formula on one line, with the signs that only typesetting and speech need taken out."""
    text = _math(element).replace("\ufe00", "").replace("\u2063", "")
    text = _application.sub("", text).replace("\u2061", " ")
    text = _styled.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    return _spaces.sub(" ", text).strip()


def _math(element: HtmlElement) -> str:
    leaf = _LEAVES.get(element.tag)
    if leaf:
        return leaf(element)
    parts = [_math(child) for child in element]
    shape, arity = _SHAPES.get(element.tag, ("".join, 1))
    if len(parts) < arity:
        return "".join(parts) or element.text or ""
    return shape(parts)


def _operator(sign: str) -> str:
    if sign in BIG:
        return f" {sign}"
    if sign in RELATIONS:
        return f" {sign} "
    return {"\u2062": "", "∘": "°", ",": ", ", ";": "; "}.get(sign, sign)


def _group(text: str) -> str:
    text = text.strip()
    return text if _simple.fullmatch(text) else f"({text})"


def _tight(text: str) -> str:
    return (
        text.strip().replace(" ", "")
        if any(sign in RELATIONS for sign in text)
        else text.strip().replace(", ", ",")
    )


def _sub(parts: list[str]) -> str:
    if parts[1] in UNDERLINES:
        return parts[0]
    return f"{parts[0]}{_scripted(_tight(parts[1]), '_')}"


def _sup(parts: list[str]) -> str:
    return f"{parts[0]}{_scripted(_tight(parts[1]), '^')}"


def _over(parts: list[str]) -> str:
    accent = OVER.get(parts[1].strip())
    return f"{parts[0]}{accent}" if accent else _sup(parts)


_LEAVES: dict[str, Callable[[HtmlElement], str]] = {
    "mo": lambda element: _operator(element.text or ""),
    "mspace": lambda element: " " if element.get("width") else "",
    "mtext": lambda element: str(element.text_content()),
}
# How the parts of an element are put together, and how many it needs.
_SHAPES: dict[str, tuple[Callable[[list[str]], str], int]] = {
    "msub": (_sub, 2),
    "munder": (_sub, 2),
    "msup": (_sup, 2),
    "mover": (_over, 2),
    "msubsup": (lambda parts: _sup([_sub(parts[:2]), parts[2]]), 3),
    "munderover": (lambda parts: _sup([_sub(parts[:2]), parts[2]]) + " ", 3),
    "mfrac": (lambda parts: f"{_group(parts[0])}/{_group(parts[1])}", 2),
    "msqrt": (lambda parts: f"√{_group(''.join(parts))}", 1),
    "mroot": (lambda parts: f"{_scripted(parts[1], '^')}√{_group(parts[0])}", 2),
    "mtr": (lambda parts: " ".join(part.strip() for part in parts if part.strip()), 1),
    "mtable": ("; ".join, 1),
}

"""The last step of every rendering, and the one place that calls a string safe."""

import re

import nh3
from django.utils.safestring import SafeString, mark_safe

MATHML_TAGS = {
    *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mstyle", "mpadded", "mphantom"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts"),
    *("mfrac", "msqrt", "mroot", "mtable", "mtr", "mtd"),
}
INLINE_TAGS = {"em", "strong", "b", "i", "s", "u", "code", "sub", "sup", "span"}
BLOCK_TAGS = {
    *("p", "br", "hr", "div", "pre", "blockquote", "ul", "ol", "li", "h3", "h4", "h5", "h6"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
LENGTHS = {"width", "height", "depth", "voffset", "lspace", "rspace", "minsize", "maxsize", "linethickness"}
MATHML_ATTRIBUTES = {
    "math": {"display"},
    "mo": {
        *("stretchy", "lspace", "rspace", "form", "fence", "separator", "largeop"),
        *("movablelimits", "symmetric", "minsize", "maxsize"),
    },
    "mi": {"mathvariant"},
    "mfrac": {"linethickness", "displaystyle"},
    "mspace": {"width", "height", "depth"},
    "mover": {"accent"},
    "munder": {"accentunder"},
    "munderover": {"accent", "accentunder"},
    "mtable": {"displaystyle", "scriptlevel"},
    "mstyle": {"displaystyle", "scriptlevel"},
    "mpadded": {"width", "height", "depth", "voffset", "lspace"},
    "mtd": {"columnspan"},
}
ATTRIBUTES = MATHML_ATTRIBUTES | {
    "a": {"href", "title"},
    "ol": {"start"},
    "div": {"tabindex", "role", "aria-label"},
}
CLASSES = {"code": {"tex"}, "span": {"keep"}, "div": {"formula"}}
MAX_LENGTH_EM = 4
_length = re.compile(r"-?(\d{0,3}(?:\.\d{0,6})?)(?:em)?")


def _bounded_length(tag: str, attribute: str, value: str) -> str | None:
    """Formulas may not push the page apart: lengths beyond a few em are left out."""
    if attribute not in LENGTHS:
        return value
    match = _length.fullmatch(value)
    return value if match and match[1] and float(match[1]) <= MAX_LENGTH_EM else None


def _cleaner(tags: set[str]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=tags,
        attributes={tag: names for tag, names in ATTRIBUTES.items() if tag in tags},
        attribute_filter=_bounded_length,
        allowed_classes={tag: names for tag, names in CLASSES.items() if tag in tags},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener ugc",
        clean_content_tags={"script", "style"},
    )


_block = _cleaner(MATHML_TAGS | INLINE_TAGS | BLOCK_TAGS | {"a"})
_inline = _cleaner(MATHML_TAGS | INLINE_TAGS)


def clean_block(html: str) -> SafeString:
    return mark_safe(_block.clean(html))


def clean_inline(html: str) -> SafeString:
    """Without links: a title is itself a link."""
    return mark_safe(_inline.clean(html))


def stored_html(html: str) -> SafeString:
    """Marks HTML that this renderer made and a row stored. Nothing else may be passed here."""
    return mark_safe(html)

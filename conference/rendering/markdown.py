"""The Markdown parser: CommonMark with tables and bare links, without raw HTML, and with LaTeX before all."""

from threading import local

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_core import linkify as linkify_core
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.rules_inline import linkify as linkify_inline

from conference.rendering.blocks import blockquote_rule, formula_rule, list_rule
from conference.rendering.context import context_of
from conference.rendering.formulas import place_formulas, render_math, render_source
from conference.rendering.groups import group_rule
from conference.rendering.headings import fit_headings
from conference.rendering.latex import command_rule
from conference.rendering.links import is_safe_address, settle_links
from conference.rendering.math import math_rule
from conference.rendering.subparse import MAX_NESTING
from conference.rendering.tags import tag_rule
from conference.rendering.typography import dash_rule, product_rule, quote_rule, tie_rule

# They turn what authors did not mean as markup into something else: `[2]: x` vanishes, `x\n---` is a title.
OFF = ("html_block", "html_inline", "lheading", "code", "reference")
LINK_COST = 20
_local = local()


def _link(state: StateInline, silent: bool) -> bool:
    """Each opening bracket searches for its end: that is paid for."""
    return state.src[state.pos] == "[" and context_of(state.env).spend(LINK_COST) and link(state, silent)


def _image(state: StateInline, silent: bool) -> bool:
    """As a link's, its bracket is paid for."""
    return (
        state.src.startswith("![", state.pos)
        and context_of(state.env).spend(LINK_COST)
        and image(state, silent)
    )


def _bare_address(state: StateInline, silent: bool) -> bool:
    return context_of(state.env).link_addresses and linkify_inline(state, silent)


def _bare_addresses(state: StateCore) -> None:
    if context_of(state.env).link_addresses:
        linkify_core(state)


def parser() -> MarkdownIt:
    """One for each thread: the search for bare addresses keeps its place in the parser."""
    if not hasattr(_local, "parser"):
        _local.parser = _build()
    parser: MarkdownIt = _local.parser
    return parser


def _build() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "linkify": True, "maxNesting": MAX_NESTING})
    md.enable(["linkify", "table"]).disable(OFF)
    md.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    md.validateLink = is_safe_address  # type: ignore[assignment, method-assign]
    md.inline.add_terminator_char("~")
    md.inline.add_terminator_char("-")
    for name, rule in (
        ("latex_math", math_rule),
        ("latex_quote", quote_rule),
        ("latex_command", command_rule),
        ("latex_group", group_rule),
        ("latex_tie", tie_rule),
        ("latex_dash", dash_rule),
        ("product", product_rule),
        ("html_tag", tag_rule),
    ):
        md.inline.ruler.before("escape", name, rule)
    md.inline.ruler.at("linkify", _bare_address)
    md.core.ruler.at("linkify", _bare_addresses)
    md.inline.ruler.at("link", _link)
    md.inline.ruler.at("image", _image)
    md.block.ruler.before("fence", "formula", formula_rule, {"alt": ["paragraph", "reference", "blockquote"]})
    md.block.ruler.at("list", list_rule, {"alt": ["paragraph", "reference", "blockquote"]})
    md.block.ruler.at(
        "blockquote", blockquote_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    md.core.ruler.push("settle_links", settle_links)
    md.core.ruler.push("fit_headings", fit_headings)
    md.core.ruler.push("place_formulas", place_formulas)
    md.add_render_rule("math", render_math)
    md.add_render_rule("tex_source", render_source)
    return md

r"""LaTeX commands in running text: `\textbf{x}`, `\url{x}`, `\'e`, `\times`, `{\it x}`, ``x''.

Nothing is dropped silently: an unknown command shows its argument, or itself as typed, with a warning.
"""

import re

from markdown_it.rules_inline import StateInline

from conference.rendering import scan
from conference.rendering.context import context_of
from conference.rendering.subparse import MAX_NESTING, parse_in_tag, parse_range, push_source, push_text
from conference.rendering.symbols import ACCENT, LETTERS, accented, symbol

FONTS: dict[str, str | None] = {
    **dict.fromkeys(("textbf", "mathbf", "boldsymbol", "bm"), "strong"),
    **dict.fromkeys(("textit", "emph", "textsl", "mathit"), "em"),
    **dict.fromkeys(("texttt", "mathtt", "lstinline", "code"), "code"),
    **dict.fromkeys(("textsuperscript",), "sup"),
    **dict.fromkeys(("textsubscript",), "sub"),
    **dict.fromkeys(("text", "textrm", "textsc", "textsf", "textnormal", "textup", "textmd"), None),
    **dict.fromkeys(("mbox", "hbox", "mathrm", "mathsf", "underline", "uline", "ensuremath"), None),
    **dict.fromkeys(("enquote", "fbox", "makecell", "MakeUppercase", "MakeLowercase"), None),
}
SWITCHES = {
    "bf": "strong",
    "bfseries": "strong",
    "it": "em",
    "itshape": "em",
    "em": "em",
    "sl": "em",
    "tt": "code",
}
# Commands that only lay out: nothing is lost when they go.
LAYOUT = frozenset(
    ["noindent", "xspace", "centering", "small", "large", "Large", "tiny", "footnotesize", "scriptsize", "normalsize", "rm", "sf", "sc", "bf", "it", "em", "tt", "sl", "protect", "relax", "maketitle", "medskip", "smallskip", "bigskip", "newpage", "clearpage", "indent", "hfill", "vfill", "raggedright", "null", "bfseries", "itshape", "ttfamily", "rmfamily", "sffamily", "scshape", "normalfont", "footnotemark", "allowbreak", "nobreak"]
)
LAYOUT_WITH_LENGTH = frozenset({"vspace", "hspace", "label", "vskip", "hskip"})
BREAKS = frozenset({"newline", "linebreak", "par", "item"})
NOTES = frozenset({"footnote", "thanks", "footnotetext", "marginpar"})
# Shown as typed: they define things or reach for files.
NEVER_RUN = re.compile(
    r"[egx]?def|let|(?:re)?newcommand|providecommand|newenvironment|input|include|includegraphics|write|openin"
    r"|openout|read|immediate|catcode|csname|usepackage|documentclass|verbatiminput|lstinputlisting|special"
)
_citation = re.compile(r"\w*[cC]ite\w*|(?:name|auto|page|eq|[cC])?ref")
_command = re.compile(r"\\([A-Za-z]+)\*?")
_options = re.compile(r"(?:\s?\[[^\[\]\n]{0,200}\]){0,2}\s?\{")
_link = re.compile(r"\\(?:url|path)\s?\{([^{}\s]{1,2000})\}|\\href\s?\{([^{}\s]{1,2000})\}\s?\{")
_url_escape = re.compile(r"\\([_%#&~$])")
_apostrophe = re.compile(r"\\'(?=(?:s|t|d|m|re|ll|ve)(?![^\W\d_]))")
_quoted = re.compile(r'\\"(?=\w)[^"\\\n]{1,300}\\"(?!\w)')
_spacing = {" ": " ", "\n": " ", ",": "\u2009", ";": " ", "/": "", "@": ""}
_switch = re.compile(r"\{\s*\\(bf|bfseries|it|itshape|em|sl|tt|sc|rm|sf|small|large)(?![A-Za-z])\s*")
_plain_group = re.compile(r"\{([^\W\d_]{1,20})\}")


def command_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule for everything that begins with a backslash and is no formula."""
    if state.src[state.pos] != "\\":
        return False
    match = _command.match(state.src, state.pos, state.posMax)
    if accent := ACCENT.match(state.src, state.pos, state.posMax):
        if _accent(state, silent, accent):
            return True
    if match is None:
        return _punctuation(state, silent)
    name = match[1]
    if name in ("url", "path", "href") and _link_command(state, silent):
        return True
    if NEVER_RUN.fullmatch(name):
        return _shown_as_typed(state, silent, match)
    if name in ("begin", "end"):
        return _environment_marker(state, silent, match)
    if name in LAYOUT or name in BREAKS:
        return _layout(state, silent, match)
    return _with_group(state, silent, match) or _without_group(state, silent, match)


def _accent(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    before = state.src[state.pos - 1 : state.pos]
    if before.isalpha() and _apostrophe.match(state.src, state.pos):
        return False
    if not before.isalnum() and _quoted.match(state.src, state.pos):
        return False
    letter = accented(match)
    if letter is None:
        return False
    if not silent:
        push_text(state, letter)
    state.pos = match.end()
    return True


def _punctuation(state: StateInline, silent: bool) -> bool:
    following = state.src[state.pos + 1 : state.pos + 2]
    if following == "\\":
        end = re.compile(r"\\\\(?:\[[^\[\]\n]{0,20}\])?\s*").match(state.src, state.pos, state.posMax)
        assert end is not None  # noqa: S101 - both backslashes are there
        if not silent:
            _break(state)
        state.pos = end.end()
        return True
    if following == "-" and state.src[state.pos - 1 : state.pos].isalpha():
        text = ""
    elif following in _spacing:
        text = _spacing[following]
    else:
        return False
    if following == "\n" and not context_of(state.env).inline:
        return False
    if not silent:
        push_text(state, text)
    state.pos += 2
    return True


def _break(state: StateInline) -> None:
    if context_of(state.env).inline:
        push_text(state, " ")
    else:
        state.push("hardbreak", "br", 0)


def _layout(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    end = match.end()
    while end < state.posMax and state.src[end] in " \t\n":
        end += 1
    if not silent and match[1] in BREAKS:
        _break(state)
    state.pos = end
    return True


def _link_command(state: StateInline, silent: bool) -> bool:
    match = _link.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    address = _url_escape.sub(r"\1", match[1] or match[2])
    end = match.end()
    if match[2]:
        end = scan.group_end(state.src, match.end(), state.posMax, context_of(state.env)) + 1
        if end == 0 or state.level > MAX_NESTING:
            return False
    if not silent:
        _push_link(state, address, (match.end(), end - 1) if match[2] else None)
    state.pos = end
    return True


def _push_link(state: StateInline, address: str, label: tuple[int, int] | None) -> None:
    safe = address.lower().startswith(("http://", "https://", "mailto:", "www."))
    if safe:
        href = state.md.normalizeLink(f"https://{address}" if address.lower().startswith("www.") else address)
        state.push("link_open", "a", 1).attrs = {"href": href}
        state.linkLevel += 1
    elif label:
        context_of(state.env).warn("unsafe-link", address)
    if label and label[0] < label[1]:
        parse_range(state, *label)
    else:
        push_text(state, address)
    if safe:
        state.linkLevel -= 1
        state.push("link_close", "a", -1)


def _shown_as_typed(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    end, context = match.end(), context_of(state.env)
    if name := _command.match(state.src, end, state.posMax):
        end = name.end()
    while group := _options.match(state.src, end, state.posMax):
        close = scan.group_end(state.src, group.end(), state.posMax, context)
        if close < 0:
            break
        end = close + 1
    if not silent:
        push_source(state, state.src[state.pos : end])
        context.warn("definition", state.src[state.pos : end])
    state.pos = end
    return True


def _environment_marker(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    group = re.compile(r"\{[A-Za-z]{1,30}\*?\}(?:\[[^\[\]\n]{0,50}\])?\s?").match(
        state.src, match.end(), state.posMax
    )
    if not group:
        return False
    if not silent:
        context_of(state.env).warn("environment", state.src[state.pos : group.end()])
    state.pos = group.end()
    return True


def _with_group(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    name = match[1]
    group = _options.match(state.src, match.end(), state.posMax)
    if not group or (symbol(name) and name not in FONTS) or state.level > MAX_NESTING:
        return False
    context = context_of(state.env)
    end = scan.group_end(state.src, group.end(), state.posMax, context)
    if end < 0:
        if not silent:
            context.warn("unclosed-group", state.src[state.pos : state.pos + 40])
        return False
    if not silent:
        _push_group(state, name, group.end(), end)
    state.pos = end + 1
    return True


def _push_group(state: StateInline, name: str, start: int, end: int) -> None:
    context, content = context_of(state.env), state.src[start:end]
    if name in LAYOUT_WITH_LENGTH:
        context.warn("environment", state.src[state.pos : end + 1])
    elif _citation.fullmatch(name):
        context.warn("citation", state.src[state.pos : end + 1])
        push_text(state, f"[{' '.join(content.split())}]" if "ref" not in name else content)
    elif name in NOTES:
        if state.src[state.pos - 1 : state.pos].strip():
            push_text(state, " ")
        push_text(state, "(")
        parse_range(state, start, end)
        push_text(state, ")")
    else:
        if name not in FONTS:
            context.warn("unknown-command", state.src[state.pos : end + 1])
        parse_in_tag(state, FONTS.get(name), start, end)


def _without_group(state: StateInline, silent: bool, match: re.Match[str]) -> bool:
    name, end = match[1], match.end(1)
    character = symbol(name)
    if character is None:
        if not silent:
            push_source(state, f"\\{name}")
            context_of(state.env).warn("unknown-command", f"\\{name}")
        state.pos = end
        return True
    if state.src.startswith("{}", end):
        end += 2
    elif name in LETTERS and state.src[end : end + 1] == " ":
        end += 1
    if not silent:
        push_text(state, character)
    state.pos = end
    return True


def group_rule(state: StateInline, silent: bool) -> bool:
    r"""Inline rule for braces: `{\it x}`, `{\"u}`, `{B}ERT`. Other braces are text."""
    source, start = state.src, state.pos
    if source[start] != "{":
        return False
    if match := _switch.match(source, start, state.posMax):
        end = scan.group_end(source, match.end(), state.posMax, context_of(state.env))
        if end < 0 or state.level > MAX_NESTING:
            return False
        if not silent:
            parse_in_tag(state, SWITCHES.get(match[1]), match.end(), end)
        state.pos = end + 1
        return True
    accent = ACCENT.match(source, start + 1, state.posMax)
    if accent and source.startswith("}", accent.end()) and (letter := accented(accent)):
        if not silent:
            push_text(state, letter)
        state.pos = accent.end() + 1
        return True
    group = _plain_group.match(source, start, state.posMax)
    if group and (source[start - 1 : start].isalpha() or source[group.end() : group.end() + 1].isalpha()):
        if not silent:
            push_text(state, group[1])
        state.pos = group.end()
        return True
    return False

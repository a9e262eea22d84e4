"""The LaTeX commands that running text knows, by what becomes of them."""

import re

# Font commands and the tag for them; None where HTML needs none.
FONTS: dict[str, str | None] = {
    **dict.fromkeys(("textbf", "mathbf", "boldsymbol", "bm"), "strong"),
    **dict.fromkeys(("textit", "emph", "textsl", "mathit", "mathcal", "mathbb"), "em"),
    **dict.fromkeys(("texttt", "mathtt", "lstinline", "code"), "code"),
    "textsuperscript": "sup",
    "textsubscript": "sub",
    **dict.fromkeys(("text", "textrm", "textsc", "textsf", "textnormal", "textup", "textmd"), None),
    **dict.fromkeys(("mbox", "hbox", "mathrm", "mathsf", "underline", "uline", "ensuremath"), None),
    **dict.fromkeys(
        ("textcolor", "colorbox", "enquote", "fbox", "makecell", "MakeUppercase", "MakeLowercase"), None
    ),
}
# Old switches, as in {\it x}.
SWITCHES: dict[str, str | None] = {
    **dict.fromkeys(("bf", "bfseries"), "strong"),
    **dict.fromkeys(("it", "itshape", "em", "sl"), "em"),
    **dict.fromkeys(("tt", "ttfamily"), "code"),
    **dict.fromkeys(("sc", "scshape", "rm", "sf", "small", "large", "normalfont"), None),
}
# Only lay out: nothing is lost when they go.
LAYOUT = SWITCHES.keys() | {
    *("noindent", "indent", "xspace", "centering", "raggedright", "allowbreak", "nobreak", "null"),
    *("Large", "LARGE", "tiny", "footnotesize", "scriptsize", "normalsize", "rmfamily", "sffamily"),
    *("protect", "relax", "maketitle", "newpage", "clearpage", "hfill", "vfill", "footnotemark"),
    *("medskip", "smallskip", "bigskip"),
}
LAYOUT_WITH_ARGUMENT = {"vspace", "hspace", "label", "vskip", "hskip"}
# Two arguments, of which the first only lays out.
COLOUR_COMMANDS = {"textcolor", "colorbox"}
BREAKS = {"newline", "linebreak", "par", "item"}
NOTES = {"footnote", "thanks", "footnotetext", "marginpar"}
ADDRESSES = {"url", "path", "href"}
CITATION = re.compile(r"\w*[cC]ite\w*")
REFERENCE = re.compile(r"(?:name|auto|page|eq|[cC])?ref")
# Shown as typed: they define things or reach for files.
NEVER_RUN = re.compile(
    r"[egx]?def|let|(?:re)?newcommand|providecommand|newenvironment|input|include|includegraphics|write|openin"
    r"|openout|read|immediate|catcode|csname|usepackage|documentclass|verbatiminput|lstinputlisting|special"
)
# Backslash and a sign. A comma between digits is a thin space, \/ and \@ are nothing at all.
SPACING = {" ": " ", "\n": " ", ",": "\u2009", ";": " ", "/": "", "@": ""}

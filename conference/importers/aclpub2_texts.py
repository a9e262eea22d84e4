"""LaTeX texts of an aclpub2 folder, as far as the renderer does not know them itself."""

import re

_PREAMBLE = re.compile(r"\\documentclass.{0,5000}?\\begin\{document\}", re.DOTALL)
# A per cent sign right after a number is meant; others begin a comment.
_COMMENT = re.compile(r"^[ \t]*%.*\n?|(?<=[ \t])%.*", re.MULTILINE)
_LAYOUT = re.compile(
    r"\\(?:begin|end)\{(?:center|document|flushleft|flushright)\}|\\[vh]space\*?\{[^{}\n]{0,40}\}"
    r"|\\rule(?:\[[^\[\]\n]{0,40}\])?(?:\{[^{}\n]{0,40}\}){2}"
)


def plain_tex(text: str) -> str:
    """Without preamble, comments, and commands that only move things about."""
    text = _PREAMBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _LAYOUT.sub("", _COMMENT.sub("", text)).strip()

"""What is wrong with a text before or after rendering, for reports and import previews."""

import re

from conference.rendering.rendered import Rendered, RenderWarning

MIN_CHARACTERS = 25
_mojibake = re.compile(
    r"Ã[\u0080-\u00bf©¨ª«¡¢£¤¥§±³´µ¶¼½¾¿‰‚ƒ„…†‡ˆŠ‹ŒŽ]|â€[™œ\u009d“”˜¦¢–—\u0090-\u009f]|Â[\u00a0-\u00bf]|ï»¿|ï¿½"
)
_DAMAGE = {
    "replacement-character": re.compile("\ufffd"),
    "mojibake": _mojibake,
    "soft-hyphen": re.compile("\u00ad"),
    "ligature": re.compile("[\ufb00-\ufb06]"),
}
_placeholder = re.compile(
    r"\s*(?:n\s*/\s*a|none|null|nil|tba|tbd|todo|test|abstract|title|xxx+|\.+|-+|lorem ipsum.*|coming soon\.?"
    r"|no abstract.*|to be (?:added|announced|determined).*)\s*|.*\b(?:Author|Affiliation|Title)\{.*",
    re.IGNORECASE | re.DOTALL,
)
_own_code = re.compile(
    r"<pre>.*?</pre>|<code>.*?</code>|<math.*?</math>|<a [^>]*>https?:[^<]*</a>", re.DOTALL
)
_tag = re.compile(r"<[^>]*>")
_command = re.compile(r"\\(?:[A-Za-z]+|.)")
_amount = re.compile(r"\$\s?\d|\d\s?\$")


def text_warnings(text: str, *, shortest: int = MIN_CHARACTERS) -> tuple[RenderWarning, ...]:
    """Damage that shows in one text alone. An abstract has at least `shortest` characters; a title may have 1."""
    found = [
        RenderWarning(code, _around(text, match))
        for code, pattern in _DAMAGE.items()
        if (match := pattern.search(text))
    ]
    stripped = text.strip()
    if stripped and _placeholder.fullmatch(stripped[:500]):
        found.append(RenderWarning("placeholder", stripped[:80]))
    elif stripped and len(stripped) < shortest:
        found.append(RenderWarning("too-short", stripped))
    return tuple(found)


def _around(text: str, match: re.Match[str], width: int = 15) -> str:
    return " ".join(text[max(0, match.start() - width) : match.end() + width].split())


def residue(rendered: Rendered) -> list[str]:
    """LaTeX that a reader still sees: commands, formulas shown as typed, dollars without a partner.

    Code that the author marked as code does not count, nor do amounts of money.
    """
    shown = _tag.sub("", _own_code.sub(" ", rendered.html))
    left = _command.findall(shown)
    if _amount.sub("", shown).count("$"):
        left.append("$")
    return left

"""E-mail addresses in running text: no page shows them, so no record has them."""

import re

_WORD = re.compile(r"[^\s{}()<>\[\],;]+")
_ADDRESS = re.compile(r"[^@]+@[^@.]+(?:\.[^@.]+)+\.?")
_ONLY_LABEL = re.compile(r"\s*(?:e-?mail\s*:?)?\s*(?:\\(?:texttt|url|tt))?[{}\s]*(?:\\\\)?\s*", re.IGNORECASE)


def without_addresses(text: str) -> str:
    """Without e-mail addresses, and without the lines that then hold nothing else."""
    if "@" not in text:
        return text
    lines = [(line, _WORD.sub(_no_address, line)) for line in text.split("\n")]
    return "\n".join(new for old, new in lines if new == old or not _ONLY_LABEL.fullmatch(new))


def _no_address(word: re.Match[str]) -> str:
    return "" if "@" in word[0] and _ADDRESS.fullmatch(word[0]) else word[0]

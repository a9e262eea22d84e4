"""What makes two spellings one keyword."""

import re
import unicodedata


def keyword_key(name: str) -> str:
    """The normal form two spellings share: ``LLMs`` and ``llms `` are one keyword, ``C`` and ``C++`` are two.

    Compatibility-composed (NFKC), case folded, white space and hyphens of any kind as one space.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s\-‐-―]+", " ", folded).strip(" .,;")

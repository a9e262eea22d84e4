"""The keys of aclpub2's YAML files, also where they are misspelt."""

from collections.abc import Iterator
from difflib import get_close_matches

from .yaml_files import Mapping, Node, Scalar

# In one list: no key means two things. What we do not take is here too, so that it is not taken for a slip.
_WORDS = """
    abbreviation abstract abstract_file affiliation anthology_venue_id archival attachments attributes authors
    bio_file book_title chair cover_subtitle date dblp_id decision editors email emails end_date end_time
    event_name file first_name google_scholar google_scholar_id homepage id institution isbn last_name
    location middle_name name openreview orcid paper_type papers pdf_file presentation_type publisher role
    room semantic_scholar semantic_scholar_id speaker_name start_date start_time submitted_area subsessions
    title tutorials type username volume volume_name watermark_book_title
"""
KEYS = frozenset(_WORDS.split())
# `titel` is close to `title`, `pages` are not close to `papers`.
_CLOSENESS = 0.8
_MAX_LENGTH = 40


def known_key(key: str) -> str | None:
    """The key that this one is, whatever its case, its dashes and a letter or two; None where none is near."""
    folded = key.lower().replace("-", "_").replace(" ", "_")
    if folded in KEYS:
        return folded
    close = get_close_matches(folded, KEYS, 1, _CLOSENESS) if len(folded) <= _MAX_LENGTH else []
    return close[0] if close else None


def mappings_in(root: Node) -> Iterator[Mapping]:
    """In the order of the file, whatever they are in."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            continue
        if isinstance(node, Mapping):
            yield node
        waiting.extend(reversed(list(node.values.values()) if isinstance(node, Mapping) else node.nodes))


def mend_keys(mapping: Mapping, known: dict[str, str | None]) -> Iterator[tuple[str, str | None]]:
    """Put values under the keys that are meant; gives each unknown key, and what it was read as.

    `known` remembers what earlier keys were.
    """
    for key in [key for key in mapping.values if key not in KEYS]:
        meant = known[key] if key in known else known.setdefault(key, known_key(key))
        if meant in mapping.values:
            meant = None
        if meant:
            mapping.values[meant] = mapping.values.pop(key)
        yield key, meant

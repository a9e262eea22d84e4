"""The one keeper of what is derived from lectures."""

from collections.abc import Iterable


def refresh(lecture_ids: Iterable[int]) -> None:
    """Brings all that is derived from these lectures up to date."""

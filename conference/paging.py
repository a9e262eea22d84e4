"""Pages of a list, whatever the address says."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

PAGE_SIZE = 25


def page_of[T](
    items: QuerySet[Any, T] | Sequence[T], raw_number: str | None, size: int = PAGE_SIZE
) -> Page[T]:
    """The page asked for; the first for what is no page number, the last for one beyond the end."""
    paginator = Paginator(items, size)
    try:
        number = int(raw_number or 1)
    except ValueError:
        number = 1
    return paginator.page(min(max(number, 1), paginator.num_pages))

"""Reading an answer as a person does."""

from html import unescape
from typing import Any, Protocol, cast

import lxml.html
from django.utils.html import strip_tags


class Answer(Protocol):
    """A response, of a view or of the test client."""

    @property
    def text(self) -> str: ...


def words(response: Answer) -> str:
    """The text of the page on one line."""
    return " ".join(unescape(strip_tags(response.text)).split())


def texts(response: Answer, path: str) -> list[str]:
    """The text of each element at an XPath, on one line."""
    return [" ".join(element.text_content().split()) for element in _found(response, path)]


def values(response: Answer, path: str) -> list[str]:
    """The attributes at an XPath that ends in `@name`."""
    return [str(value) for value in _found(response, path)]


def _found(response: Answer, path: str) -> list[Any]:
    return cast("list[Any]", lxml.html.fromstring(response.text).xpath(path))

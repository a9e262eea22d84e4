"""Reading an answer as a person does."""

from html import unescape

import lxml.html
from django.http import HttpResponse
from django.utils.html import strip_tags


def words(response: HttpResponse) -> str:
    """The text of the page on one line."""
    return " ".join(unescape(strip_tags(response.text)).split())


def texts(response: HttpResponse, path: str) -> list[str]:
    """The text of each element at an XPath, on one line."""
    tree = lxml.html.fromstring(response.text)
    return [" ".join(element.text_content().split()) for element in tree.xpath(path)]


def values(response: HttpResponse, path: str) -> list[str]:
    """The attributes at an XPath that ends in `@name`."""
    return [str(value) for value in lxml.html.fromstring(response.text).xpath(path)]

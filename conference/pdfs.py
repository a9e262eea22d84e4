"""What PDFs show on their first page. PDFium does the reading; it bears one thread at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import pypdfium2
from PIL import Image

_one_at_a_time = threading.Lock()
MAX_TEXT = 20_000  # characters
_BROKEN = (pypdfium2.PdfiumError, IndexError, OSError, ValueError)


def first_page_text(content: BinaryIO) -> str:
    """Empty for a file that cannot be read, or whose first page is a picture."""
    try:
        with _first_page(content) as page:
            return str(page.get_textpage().get_text_range(count=-1))[:MAX_TEXT]
    except _BROKEN:
        return ""


def first_page_picture(content: BinaryIO, width: int, height: int) -> Image.Image | None:
    """At most of that size, in pixels; None for a file that cannot be read."""
    try:
        with _first_page(content) as page:
            scale = min(width / page.get_width(), height / page.get_height())
            picture: Image.Image = page.render(scale=scale).to_pil().convert("RGB")
            return picture
    except (*_BROKEN, ZeroDivisionError):
        return None


@contextmanager
def _first_page(content: BinaryIO) -> Iterator[Any]:
    content.seek(0)
    with _one_at_a_time:
        document = pypdfium2.PdfDocument(content)
        try:
            yield document[0]
        finally:
            document.close()

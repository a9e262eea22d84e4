"""What PDFs show on their first page. PDFium does the reading; it bears one thread at a time."""

import threading
from typing import BinaryIO

import pypdfium2

_one_at_a_time = threading.Lock()
MAX_TEXT = 20_000  # characters


def first_page_text(content: BinaryIO) -> str:
    """Empty for a file that cannot be read, or whose first page is a picture."""
    content.seek(0)
    with _one_at_a_time:
        try:
            document = pypdfium2.PdfDocument(content)
        except (pypdfium2.PdfiumError, OSError, ValueError):
            return ""
        try:
            text = document[0].get_textpage().get_text_range(count=-1)
        except (pypdfium2.PdfiumError, IndexError, ValueError):
            return ""
        finally:
            document.close()
    return str(text)[:MAX_TEXT]

"""What PDFs show on their first page.

PDFium does the reading, in a process of its own: a page of a kilobyte may keep it busy for years or fill the memory, and a broken one
may bring it down. Run as a program, this module is that process: a PDF on its input, what is asked for as its arguments.
"""

import io
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import BinaryIO

import pypdfium2
from PIL import Image

MAX_TEXT = 20_000  # characters
MAX_SECONDS = 20
MAX_MEMORY = 2 * 1024**3  # bytes
_BROKEN = (pypdfium2.PdfiumError, IndexError, MemoryError, OSError, ValueError, ZeroDivisionError)


def first_page_text(content: BinaryIO) -> str:
    """Empty for a file that cannot be read in time, or whose first page is a picture."""
    return _asked(content, "text").decode()


def first_page_picture(content: BinaryIO, width: int, height: int) -> Image.Image | None:
    """At most of that size, in pixels; None for a file that cannot be read in time."""
    said = _asked(content, "picture", str(width), str(height))
    return Image.open(io.BytesIO(said), formats=("PNG",)) if said else None


def _asked(content: BinaryIO, *question: str) -> bytes:
    content.seek(0)
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(content, file)
        file.seek(0)
        try:
            done = subprocess.run(  # noqa: S603 - words of our own
                [sys.executable, "-m", "conference.pdfs", str(MAX_MEMORY), *question],
                cwd=Path(__file__).parent.parent,
                stdin=file,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=MAX_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return b""
    return b"" if done.returncode else done.stdout


def _answer(file: BinaryIO, what: str, *size: str) -> bytes:
    page = pypdfium2.PdfDocument(file)[0]
    if what == "text":
        return str(page.get_textpage().get_text_range(count=-1))[:MAX_TEXT].encode()
    width, height = map(int, size)
    scale = min(width / page.get_width(), height / page.get_height())
    picture = io.BytesIO()
    page.render(scale=scale).to_pil().convert("RGB").save(picture, "PNG")
    return picture.getvalue()


if __name__ == "__main__":
    memory, *question = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    try:
        sys.stdout.buffer.write(_answer(sys.stdin.buffer, *question))
    except _BROKEN:
        sys.exit(1)

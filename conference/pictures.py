"""Small pictures of posters and of first pages."""

import io
from dataclasses import dataclass
from typing import BinaryIO

from PIL import Image, ImageOps

from conference.filetypes import JPEG, PDF, PNG, WEBP
from conference.pdfs import first_page_picture

WIDTH, HEIGHT = 360, 480  # pixels, at most
MAX_PIXELS = 100_000_000  # of a picture that is made small: more would fill the memory
QUALITY = 60
PICTURED = (PDF.media_type, PNG.media_type, JPEG.media_type, WEBP.media_type)


@dataclass(frozen=True, slots=True)
class Preview:
    """A WebP."""

    content: bytes
    width: int
    height: int


def preview_of(content: BinaryIO, media_type: str) -> Preview | None:
    """None for a file that cannot be read, or is too large for it."""
    is_pdf = media_type == PDF.media_type
    picture = first_page_picture(content, WIDTH, HEIGHT) if is_pdf else _small(content)
    if picture is None or 0 in picture.size:
        return None
    made = io.BytesIO()
    picture.save(made, "WEBP", quality=QUALITY)
    return Preview(made.getvalue(), picture.width, picture.height)


def _small(content: BinaryIO) -> Image.Image | None:
    content.seek(0)
    try:
        with Image.open(content, formats=("PNG", "JPEG", "WEBP")) as picture:
            picture.draft("RGB", (WIDTH, HEIGHT))  # a JPEG is read, and measured, no larger than needed
            if picture.width * picture.height > MAX_PIXELS:
                return None
            ImageOps.exif_transpose(picture, in_place=True)
            picture.thumbnail((WIDTH, HEIGHT))
            return _on_white(picture)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None  # SyntaxError is how Pillow calls a broken PNG


def _on_white(picture: Image.Image) -> Image.Image:
    """What is transparent shows the page behind it, and not the black that lies below."""
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(white, picture).convert("RGB")

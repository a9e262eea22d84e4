"""What the demo prints: papers and slides as PDF, posters as pictures, in the site's own letters."""

import atexit
import io
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path

from django.conf import settings
from fontTools.ttLib import TTFont
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont

from conference.models import Conference

STATED = "Made for a demonstration of Posterhall: the work, its authors and its figures are invented."
POSTER_SIZE = (1000, 1414)  # pixels, upright A paper


@dataclass(frozen=True, slots=True)
class Printed:
    """A lecture as its files show it, in plain text."""

    title: str
    authors: str
    abstract: str
    conference: Conference

    @property
    def sentences(self) -> list[str]:
        return [part.strip() for part in self.abstract.replace("\n", " ").split(". ") if part.strip()]


class _Sheet(FPDF):
    """A PDF in the site's own letter."""

    def __init__(self, printed: Printed, *, orientation: str = "portrait") -> None:
        super().__init__(orientation=orientation, format="A4")
        regular, more = _letters()
        self.add_font("text", fname=regular)
        self.add_font("more", fname=more)
        self.set_fallback_fonts(["more"])
        self.set_title(printed.title)
        self.set_lang("en")
        # The time of making would make each file another one.
        self.set_creation_date(datetime.combine(printed.conference.starts_on, time(), UTC))
        self.add_page()

    def write_block(self, text: str, size: float, *, gap: float = 4) -> None:
        self.set_font("text", size=size)
        self.multi_cell(0, size / 2, writable(text), align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(gap)

    def bytes(self) -> bytes:
        return bytes(self.output())


@cache
def _letters() -> tuple[Path, Path]:
    """The site's fonts as fpdf reads them."""
    folder = Path(tempfile.mkdtemp(prefix="posterhall-letters-"))
    atexit.register(shutil.rmtree, folder)
    names = ("stix-two-text-400", "stix-two-text-400-ext")
    return _unpacked(names[0], folder), _unpacked(names[1], folder)


def _unpacked(name: str, folder: Path) -> Path:
    font = TTFont(settings.BASE_DIR / "static/fonts" / f"{name}.woff2")
    font.flavor = None
    path = folder / f"{name}.ttf"
    font.save(path)
    return path


@cache
def _known_letters() -> frozenset[int]:
    return frozenset(code for path in _letters() for code in TTFont(path).getBestCmap())


def writable(text: str) -> str:
    """Without what the letters cannot show."""
    known = _known_letters()
    return "".join(letter for letter in text if ord(letter) in known or letter == "\n")


def paper(printed: Printed) -> bytes:
    sheet = _Sheet(printed)
    sheet.set_margins(25, 25)
    sheet.set_y(28)
    sheet.write_block(printed.title, 18, gap=3)
    sheet.write_block(printed.authors, 11, gap=2)
    sheet.write_block(printed.conference.name, 9, gap=8)
    sheet.write_block("Abstract", 13, gap=1)
    sheet.write_block(printed.abstract, 11, gap=8)
    sheet.write_block(STATED, 9)
    return sheet.bytes()


def slides(printed: Printed) -> bytes:
    sheet = _Sheet(printed, orientation="landscape")
    sheet.set_margins(30, 30)
    sheet.set_y(60)
    sheet.write_block(printed.title, 28, gap=8)
    sheet.write_block(printed.authors, 14)
    sheet.write_block(printed.conference.acronym, 14)
    for sentence in printed.sentences:
        sheet.add_page()
        sheet.set_y(70)
        sheet.write_block(sentence, 24)
    sheet.add_page()
    sheet.set_y(80)
    sheet.write_block(STATED, 16)
    return sheet.bytes()


def poster(printed: Printed) -> bytes:
    picture = Image.new("P", POSTER_SIZE, 0)
    picture.putpalette([250, 247, 242, 122, 30, 50, 40, 40, 44, 214, 190, 190])
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, POSTER_SIZE[0], 300), fill=1)
    _write(draw, (60, 50), printed.title, size=42, ink=0, letters=42, lines=5)
    _write(draw, (60, 340), printed.authors, size=26, ink=1, letters=68, lines=2)
    _write(draw, (60, 440), printed.abstract, size=24, ink=2, letters=74, lines=16)
    # Bars as long as the words of the title: a figure that is the lecture's own.
    for number, word in enumerate(printed.title.split()[:9]):
        left = 60 + number * 98
        draw.rectangle((left, 1300 - 22 * min(len(word), 14), left + 70, 1300), fill=3)
    _write(draw, (60, 1340), STATED, size=20, ink=2, letters=100, lines=1)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _write(
    draw: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    text: str,
    *,
    size: int,
    ink: int,
    letters: int,
    lines: int,
) -> None:
    font = ImageFont.truetype(_letters()[0], size)
    wrapped = [line for part in writable(text).splitlines() for line in _wrap(part, letters)]
    draw.multiline_text(corner, "\n".join(wrapped[:lines]), fill=ink, font=font, spacing=size // 3)


def _wrap(text: str, letters: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= letters:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line

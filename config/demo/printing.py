"""What the demo prints: papers and slides as PDF, posters as pictures, in the site's own letters."""

import atexit
import io
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path

from django.conf import settings
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont

from conference.models import Conference

STATED = "Made for a demonstration of Posterhall: the work, its authors and its figures are invented."
POSTER_SIZE = (1000, 1414)  # pixels, upright A paper
PAPER, ACCENT, INK, BARS = "#faf7f2", "#7a1e32", "#28282c", "#d6bebe"


@dataclass(frozen=True, slots=True)
class Printed:
    """A lecture as its files show it, in plain text."""

    title: str
    authors: str
    abstract: str
    conference: Conference

    @property
    def sentences(self) -> list[str]:
        return re.split(r"(?<=[.?!])\s+", self.abstract) if self.abstract else []


class _Sheet(FPDF):
    """A PDF in the site's own letter."""

    def __init__(self, printed: Printed, *, orientation: str = "portrait") -> None:
        super().__init__(orientation=orientation, format="A4")
        self.add_font("text", fname=_letters())
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
def _letters() -> Path:
    """The site's font, of its two files one, as fpdf and Pillow read it."""
    folder = Path(tempfile.mkdtemp(prefix="posterhall-letters-"))
    atexit.register(shutil.rmtree, folder)
    parts = []
    for name in ("stix-two-text-400", "stix-two-text-400-ext"):
        font = TTFont(settings.BASE_DIR / "static/fonts" / f"{name}.woff2")
        font.flavor = None
        parts.append(folder / f"{name}.ttf")
        font.save(parts[-1])
    whole = folder / "whole.ttf"
    Merger().merge(parts).save(whole)
    return whole


@cache
def _known_letters() -> frozenset[int]:
    return frozenset(TTFont(_letters()).getBestCmap())


def writable(text: str) -> str:
    """In the letters that there are: without an accent where the accented one is missing, and without other scripts."""
    return "".join(_written(letter) for letter in text.replace("∑", "sum"))


def _written(letter: str) -> str:
    if letter == "\n" or ord(letter) in _known_letters():
        return letter
    base = unicodedata.normalize("NFD", letter)[0]
    return base if ord(base) in _known_letters() else ""


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
    picture = Image.new("RGB", POSTER_SIZE, PAPER)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, POSTER_SIZE[0], 300), fill=ACCENT)
    _write(draw, (60, 50), printed.title, size=42, ink=PAPER, letters=42, lines=5)
    _write(draw, (60, 340), printed.authors, size=26, ink=ACCENT, letters=68, lines=2)
    _write(draw, (60, 440), printed.abstract, size=29, ink=INK, letters=60, lines=14)
    # Bars as long as the words of the title: a figure that is the lecture's own.
    for number, word in enumerate(printed.title.split()[:9]):
        left = 60 + number * 98
        draw.rectangle((left, 1300 - 22 * min(len(word), 14), left + 70, 1300), fill=BARS)
    _write(draw, (60, 1340), STATED, size=20, ink=INK, letters=100, lines=1)
    file = io.BytesIO()
    picture.quantize(32).save(file, "PNG")
    return file.getvalue()


def _write(
    draw: ImageDraw.ImageDraw,
    corner: tuple[int, int],
    text: str,
    *,
    size: int,
    ink: str,
    letters: int,
    lines: int,
) -> None:
    font = ImageFont.truetype(_letters(), size)
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

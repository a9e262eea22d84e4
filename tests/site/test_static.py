"""What the look weighs and where it comes from."""

import re
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from tools import schedule_grid

STATIC = Path(__file__).resolve().parents[2] / "static"
SHEETS = sorted(STATIC.glob("css/*.css"))
SCRIPTS = sorted(STATIC.glob("js/*.js"))


def test_stylesheets_of_the_site_weigh_at_most_nine_kilobytes() -> None:
    sheets = [sheet for sheet in SHEETS if sheet.name != "admin.css"]
    assert len(sheets) == 4
    assert sum(len(brotli.compress(sheet.read_bytes())) for sheet in sheets) <= 9 * 1024


def test_fonts_of_a_page_with_maths_leave_room_for_the_rest() -> None:
    fonts = [
        STATIC / f"fonts/stix-two-{name}.woff2"
        for name in ("text-400", "text-400-italic", "text-600", "math")
    ]
    assert sum(font.stat().st_size for font in fonts) <= 62 * 1024


@pytest.mark.parametrize("path", [*SHEETS, *SCRIPTS], ids=lambda path: path.name)
def test_nothing_comes_from_another_host(path: Path) -> None:
    assert re.findall(r"(?:https?:)?//[\w-]+\.\w+", path.read_text()) == []


def test_every_file_that_a_stylesheet_names_is_there() -> None:
    named = [(sheet, name) for sheet in SHEETS for name in re.findall(r'url\("([^"]+)"\)', sheet.read_text())]
    assert len(named) == 6
    assert [name for sheet, name in named if not (sheet.parent / name).is_file()] == []


def test_every_stylesheet_of_ours_stands_in_a_layer() -> None:
    loose = [sheet.name for sheet in SHEETS if "@layer" not in sheet.read_text()]
    assert loose == ["admin.css"]  # it must win over the admin's own sheets, which know no layers


def test_grid_of_the_schedule_is_what_the_tool_writes() -> None:
    assert (STATIC / "css/schedule-grid.css").read_text() == schedule_grid.stylesheet()


def test_grid_numbers_lines_and_rooms_behind_their_heads() -> None:
    sheet = schedule_grid.stylesheet(lines=2, rooms=1)
    assert re.findall(r"\.(\w+)\{([\w-]+):([\w ]+)\}", sheet) == [
        ("f1", "grid-row-start", "2"),
        ("f2", "grid-row-start", "3"),
        ("u2", "grid-row-end", "3"),
        ("u3", "grid-row-end", "4"),
        ("c1", "grid-column-start", "2"),
        ("k1", "grid-column-end", "span 1"),
    ]

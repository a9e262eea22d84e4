"""Write static/css/schedule-grid.css: the classes that put a session into the grid of rooms and times.

A strict Content-Security-Policy forbids `style=`, so places are classes: `f3 u5` is from line 3 to line 5,
`c2 k1` is column 2, one column wide. A day that needs more lines or rooms stays a list.

    python tools/schedule_grid.py
"""

from pathlib import Path

LINES = 40
ROOMS = 16
TARGET = Path(__file__).resolve().parents[1] / "static" / "css" / "schedule-grid.css"


def stylesheet(lines: int = LINES, rooms: int = ROOMS) -> str:
    """The head of rooms is line 1 and the column of times is column 1, so places start at 2."""
    first = [f".f{n}{{grid-row-start:{n + 1}}}" for n in range(1, lines + 1)]
    until = [f".u{n}{{grid-row-end:{n + 1}}}" for n in range(2, lines + 2)]
    column = [f".c{n}{{grid-column-start:{n + 1}}}" for n in range(1, rooms + 1)]
    span = [f".k{n}{{grid-column-end:span {n}}}" for n in range(1, rooms + 1)]
    rules = "\n".join("".join(group) for group in (first, until, column, span))
    return (
        "/* Written by tools/schedule_grid.py. */\n"
        f"@layer components{{@media (min-width:60rem){{.day{{\n{rules}\n}}}}}}\n"
    )


if __name__ == "__main__":
    TARGET.write_text(stylesheet(), encoding="utf-8")

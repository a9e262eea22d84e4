"""Whatever accent a conference takes, its text keeps a contrast of 4.5 to 1. Lightness is fixed in tokens.css; only the hue is theirs."""

import re
from math import cos, radians, sin
from pathlib import Path

import pytest

from conference.models import Conference

TOKENS = (Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css").read_text()
ACCENT = re.compile(r'\[data-accent="(\w+)"\] \{ --hue: (\d+); --chroma: ([\d.]+); \}')
NAMED = {name: (int(hue), float(chroma)) for name, hue, chroma in ACCENT.findall(TOKENS)}
GROUND = re.compile(r"--(paper|sheet|tint): light-dark\((#\w+), (#\w+)\)")
GROUNDS = {name: (light, dark) for name, light, dark in GROUND.findall(TOKENS)}


def luminance(red: float, green: float, blue: float) -> float:
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def of_hex(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return luminance(red, green, blue)


def of_oklch(lightness: float, chroma: float, hue: float) -> float:
    """By https://www.w3.org/TR/css-color-4/#ok-lab, with channels outside sRGB clipped."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    red, green, blue = (min(max(channel, 0), 1) for channel in linear)
    return luminance(red, green, blue)


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def worst(hue: float, chroma: float) -> float:
    light, dark = of_oklch(0.46, chroma, hue), of_oklch(0.72, chroma * 0.85, hue)
    on_grounds = [
        contrast(accent, of_hex(ground))
        for pair in GROUNDS.values()
        for accent, ground in zip((light, dark), pair, strict=True)
    ]
    return min(*on_grounds, contrast(light, 1))


def test_the_formula_agrees_with_known_values() -> None:
    assert round(contrast(of_hex("#ffffff"), of_hex("#000000")), 2) == 21
    assert round(of_oklch(0.627955, 0.257683, 29.2339), 4) == round(of_hex("#ff0000"), 4)


def test_what_is_measured_is_what_the_stylesheet_says() -> None:
    assert GROUNDS.keys() == {"paper", "sheet", "tint"}
    assert (
        "oklch(0.46 var(--chroma, 0.13) var(--hue, 262)), oklch(0.72 calc(var(--chroma, 0.13) * 0.85)"
        in TOKENS
    )


def test_a_conference_offers_the_accents_of_the_stylesheet() -> None:
    assert {*NAMED, "ink"} == set(Conference.Accent.values)


@pytest.mark.parametrize("name", NAMED)
def test_named_accent_can_be_read(name: str) -> None:
    assert worst(*NAMED[name]) >= 4.5


def test_every_hue_can_be_read() -> None:
    assert min(worst(hue, chroma) for hue in range(360) for chroma in (0.0, 0.05, 0.1, 0.15)) >= 4.5

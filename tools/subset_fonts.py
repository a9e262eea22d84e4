"""Write static/fonts/*.woff2: subsets of STIX Two (OFL) out of two npm packages.

npm install --no-save @fontsource/stix-two-text@5.3.0 @fontsource/stix-two-math@5.3.0
python tools/subset_fonts.py node_modules/@fontsource
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).resolve().parents[1] / "static" / "fonts"

ASCII = range(0x20, 0x7F)
WESTERN = [*map(ord, "\u00a0§©«\u00ad°±µ·»¿×"), *range(0xC0, 0x100), 0x131, 0x152, 0x153]
PUNCTUATION = [*map(ord, "–—‘’‚“”„†•…′€−\u2009")]
EXTENDED = [*range(0x100, 0x180), 0x1A0, 0x1A1, 0x1AF, 0x1B0, *range(0x218, 0x21C), *range(0x1EA0, 0x1EFA)]
LATIN = (*ASCII, *WESTERN, *PUNCTUATION)
# Italic letters, script capitals, Greek, the usual sets, the signs of an abstract. Digits come from the text
# face; bold and further double-struck letters are rare and left to the reader's own fonts.
MATH = (
    *range(0x1D434, 0x1D468),
    *range(0x1D49C, 0x1D4B6),
    *range(0x1D6FC, 0x1D71C),
    *map(ord, "ℎℬℰℱℋℐℒℳℛℂℍℕℙℚℝℤℓ𝔼ΔΓΘΛΣΦΨΩ"),
    *map(ord, "\u2061\u2062\u0020\u00a0()[]{}|+-=<>/,.:;!?*^~%¯ˆ˜"),
    *map(ord, "∑∏∫√∂∇∞∈∉∀∃∅∩∪⊂⊆≤≥≠≈∼≡≪≫∝→←↔⇒↦↑↓×÷⋅·±∓−∥‖∘⊕⊗⟨⟩⌊⌋⌈⌉′″…⋯†‡"),
)


@dataclass(frozen=True, slots=True)
class Face:
    source: str
    characters: tuple[int, ...]
    features: tuple[str, ...]


FACES = {
    "stix-two-text-400": Face("text/files/stix-two-text-latin-400-normal", LATIN, ("kern", "liga", "locl")),
    "stix-two-text-400-italic": Face(
        "text/files/stix-two-text-latin-400-italic", LATIN, ("kern", "liga", "locl")
    ),
    "stix-two-text-600": Face("text/files/stix-two-text-latin-600-normal", LATIN, ("liga",)),
    "stix-two-text-600-italic": Face(
        "text/files/stix-two-text-latin-600-italic", (*ASCII, *PUNCTUATION), ("liga",)
    ),
    "stix-two-text-400-ext": Face(
        "text/files/stix-two-text-latin-ext-400-normal", tuple(EXTENDED), ("kern", "locl")
    ),
    "stix-two-math": Face("math/files/stix-two-math-latin-400-normal", MATH, ()),
}


def write(face: Face, packages: Path, target: Path) -> None:
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=list(face.features), name_IDs=[0, 1, 2, 13, 14]
    )
    options.drop_tables += ["GDEF", "gasp"]
    font = subset.load_font(packages / f"stix-two-{face.source}.woff2", options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=face.characters)
    subsetter.subset(font)
    subset.save_font(font, target, options)


def main(packages: Path) -> None:
    for name, face in FACES.items():
        target = TARGET / f"{name}.woff2"
        write(face, packages, target)
        sys.stdout.write(f"{name} {target.stat().st_size}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

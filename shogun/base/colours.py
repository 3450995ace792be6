"""Colors of cubes and heat maps, shared by all pictures of towers, and functions to mix and write colors."""

import math
from collections.abc import Iterable
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

CUBES: dict[str, Colour] = {
    "red": (0xA6, 0x12, 0x01),
    "blue": (0x15, 0x42, 0xF0),
    "yellow": (0xFF, 0xF6, 0x2A),
    "black": (0x0F, 0x0F, 0x0F),
    "purple": (0x50, 0x20, 0x7A),
    "peasant": (0x30, 0xBE, 0x24),
}
"""Cube colors that stay distinct for normal sight and for three kinds of color blindness."""

HEAT: tuple[Colour, ...] = ((70, 40, 66), (150, 44, 60), (214, 92, 42), (244, 172, 62), (255, 240, 178))
"""Colors of heat maps, from the smallest value to the largest."""
FAINTEST, FULL = 0.35, 0.96
"""Opacity of a cell of a heat map, from the smallest value to the largest."""


def looks_of(names: Iterable[str]) -> dict[str, str]:
    """Return the color of CUBES that stands for each name: the name itself where it is known, else a free one.

    Unknown names take the colors left over, in their order; if none is left, they share all of them.
    """
    wanted = list(dict.fromkeys(names))
    free = [name for name in CUBES if name not in wanted] or list(CUBES)
    strange = [name for name in wanted if name not in CUBES]
    return {name: name for name in wanted if name in CUBES} | {
        name: free[number % len(free)] for number, name in enumerate(strange)
    }


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the color at `share` (0 to 1) of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def hexed(colour: Colour) -> str:
    """Return a color in the notation of SVG and HTML: #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def heat(share: float) -> Colour:
    """Return the heat map's color for a value that is this share (0 to 1) of the largest."""
    place = min(max(math.sqrt(share), 0.0), 1.0) * (len(HEAT) - 1)
    first = min(int(place), len(HEAT) - 2)
    return mix(HEAT[first], HEAT[first + 1], place - first)


def cover(share: float) -> float:
    """Return the opacity (0 to 1) of a heat map's cell for this share of the largest value; 0 for none."""
    return FAINTEST + (FULL - FAINTEST) * math.sqrt(share) if share > 0 else 0.0

"""The colours of cubes, and how colours are mixed and written: all pictures of towers share them."""

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
"""Cube colours that keep their distance under normal sight and three kinds of colour blindness."""

HEAT: tuple[Colour, ...] = ((70, 40, 66), (150, 44, 60), (214, 92, 42), (244, 172, 62), (255, 240, 178))
"""From little to much, in maps of how many are where."""
FAINTEST, FULL = 0.35, 0.96
"""How much a cell of such a map covers what lies behind it, from the least to the most."""


def looks_of(names: Iterable[str]) -> dict[str, str]:
    """Return for each name of a cube's colour one of CUBES in which it is shown: itself, or one nobody else has.

    Names that aren't known take the colours that are left, in the order in which they come; if none is left, all again.
    """
    wanted = list(dict.fromkeys(names))
    free = [name for name in CUBES if name not in wanted] or list(CUBES)
    strange = [name for name in wanted if name not in CUBES]
    return {name: name for name in wanted if name in CUBES} | {
        name: free[number % len(free)] for number, name in enumerate(strange)
    }


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour that lies at `share` (0 to 1) of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def hexed(colour: Colour) -> str:
    """Return a colour as files of pictures and pages have it: #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def heat(share: float) -> Colour:
    """Return the colour of a value that is this share (0 to 1) of the largest."""
    place = min(max(math.sqrt(share), 0.0), 1.0) * (len(HEAT) - 1)
    first = min(int(place), len(HEAT) - 2)
    return mix(HEAT[first], HEAT[first + 1], place - first)


def cover(share: float) -> float:
    """Return how much (0 to 1) a cell with such a value covers what lies behind it; nothing covers nothing."""
    return FAINTEST + (FULL - FAINTEST) * math.sqrt(share) if share > 0 else 0.0

"""The look: washi paper, ink and indigo, colors as (red, green, blue) and sizes in em; and its high-contrast palette.

One em is the unit of the whole layout: 16 px in a window of 1280x720. Everything is laid out in real pixels.
"""

from collections.abc import Iterable
from typing import Literal

from shogun.base.colours import CUBES as CUBES  # noqa: PLC0414  the window's colors come from here
from shogun.base.colours import Colour as Colour  # noqa: PLC0414  the window's colors come from here
from shogun.base.colours import mix as mix  # noqa: PLC0414  the window's colors come from here

Weight = Literal["Regular", "Bold", "Italic"]
"""Weights of text."""

PAPER: Colour = (244, 236, 216)
PAPER_BRIGHT: Colour = (251, 247, 236)
PAPER_SHADE: Colour = (228, 216, 189)
PAPER_EDGE: Colour = (176, 157, 121)
INK: Colour = (40, 33, 28)
INK_SOFT: Colour = (92, 79, 66)
INK_FAINT: Colour = (150, 134, 110)
INDIGO: Colour = (38, 62, 104)
INDIGO_BRIGHT: Colour = (62, 94, 148)
INDIGO_DEEP: Colour = (24, 38, 66)
VERMILION: Colour = (168, 44, 28)
GOLD: Colour = (201, 160, 74)
GOLD_PALE: Colour = (240, 221, 168)
CARD_BACK: Colour = (62, 78, 112)

EM_WIDE = 80
"""Smallest width of a window in em ..."""
EM_HIGH = 45
"""... and its smallest height."""
SMALLEST_EM = 8
READABLE_EM = 14
"""Size below which an em only falls because the window is small."""
USUAL_EM = 17
"""Size from which text grows more slowly than the window, so that the board gets the room ..."""
SLOWLY = 0.7334
"""... but never falls below this share of its proportional size."""
MOST_SCALE = 1.1
"""Largest em relative to its proportional size: then everything still fits."""

MOST_GROWN = 1.35
"""Largest enlargement of a sheet that is alone in the window."""
BODY = 1.0
SMALL = 0.84
LARGE = 1.25
TITLE = 2.2
"""Heights of text in em."""


def em_of(size: tuple[int, int], scale: float = 1.0) -> int:
    """Return the pixels of one em in a window of this size, times the player's interface scale as far as that fits.

    Small text stays large enough to be read.
    """
    in_step = _in_step(size)
    readable = min(float(READABLE_EM), in_step * MOST_SCALE)
    return int(max(SMALLEST_EM, readable, min(_usual(in_step) * scale, in_step * MOST_SCALE)))


def sheet_em_of(em: int, size: tuple[int, int]) -> int:
    """Return the pixels of one em on a sheet that is alone in a window of this size: larger if there is room.

    It grows with the window as far as it stays in proportion to the text elsewhere, of `em` px.
    """
    return max(em, min(int(_in_step(size)), round(em * MOST_GROWN)))


def scales_for(size: tuple[int, int], scales: Iterable[float]) -> list[float]:
    """Return the interface scales that fit a window of this size; of those without a difference, the nearest to 1."""
    nearest: dict[int, float] = {}
    for scale in sorted(scales, key=lambda scale: abs(scale - 1)):
        if _fits(size, scale):
            nearest.setdefault(em_of(size, scale), scale)
    return sorted(nearest.values())


def _fits(size: tuple[int, int], scale: float) -> bool:
    """Return whether everything fits into a window of this size at an interface scale."""
    in_step = _in_step(size)
    return _usual(in_step) * scale <= in_step * MOST_SCALE + 0.01


def _in_step(size: tuple[int, int]) -> float:
    """Return the em in proportion to the window, px."""
    return min(size[0] / EM_WIDE, size[1] / EM_HIGH)


def _usual(in_step: float) -> float:
    return in_step if in_step <= USUAL_EM else max(USUAL_EM, in_step * SLOWLY)


def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.1)."""
    parts = [c / 255 for c in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast of two colors, 1 to 21 (WCAG 2.1)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def paper_of(*, lit: bool) -> Colour:
    """Return the color of a row or a card on a sheet; `lit`: it is under the pointer, or chosen."""
    return GOLD_PALE if lit else PAPER_BRIGHT


def edge_of(*, lit: bool) -> Colour:
    """Return the color of the edge of a row or a card on a sheet; `lit`: it is under the pointer, or chosen."""
    return INDIGO if lit else PAPER_EDGE


def text_colour_on(colour: Colour) -> Colour:
    """Return the second color, of text and crests: ink or bright paper, whichever is more readable on `colour`."""
    return INK if contrast(INK, colour) >= contrast(PAPER_BRIGHT, colour) else PAPER_BRIGHT


# The palette: the theme's colors as they are, or pushed apart to black and white

Palette = Literal["washi", "contrast"]
PALETTES: tuple[Palette, ...] = ("washi", "contrast")
"""Paper and ink, or black on white; the colors of the cubes are distinguishable in both."""
Role = Literal["text", "paper", "edge"]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
SHADE: Colour = (190, 190, 190)
"""Shaded paper in the contrast palette: that of buttons that can't be pressed."""
DARK_TEXT = 0.3
"""Largest luminance of text that counts as dark text on a light ground."""
DARK_PAPER, LIGHT_PAPER, BRIGHT_PAPER = 0.15, 0.5, 0.72
TINT = 0.25
"""Saturation above which light paper marks a selection, and keeps its color."""
GREY = 0.45
"""Saturation below which edges are pencil lines; others are signals that keep their color."""
_chosen: Palette = "washi"


def use_contrast(palette: Palette) -> None:
    """Use a palette for all further drawing; callers that cache pictures must discard them."""
    global _chosen  # noqa: PLW0603  the one switch of the whole window, set from the settings
    _chosen = palette


def chosen() -> Palette:
    """Return the current palette."""
    return _chosen


def shown(colour: Colour, role: Role) -> Colour:
    """Return a color in the current palette; cubes keep theirs, which identifies their owner."""
    if _chosen == "washi" or colour in CUBES.values():
        return colour
    if role == "text":
        return mix(colour, BLACK if luminance(colour) <= DARK_TEXT else WHITE, 0.75)
    if role == "edge":
        return INK if _saturation(colour) < GREY else colour
    return _paper(colour)


def _paper(colour: Colour) -> Colour:
    light = luminance(colour)
    if light >= LIGHT_PAPER:
        ground = WHITE if light >= BRIGHT_PAPER else SHADE
        return colour if _saturation(colour) > TINT else mix(colour, ground, 0.75)
    return mix(colour, BLACK, 0.5) if light <= DARK_PAPER else colour


def _saturation(colour: Colour) -> float:
    return 1 - min(colour) / max(1, *colour)

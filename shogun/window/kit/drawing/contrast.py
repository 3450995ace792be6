"""What becomes of the theme's colours on the screen: as they are, or pushed apart until they are black and white."""

from typing import Literal

from shogun.window.kit.drawing.theme import CUBES, INK, Colour, luminance, mix

Palette = Literal["washi", "contrast"]
PALETTES: tuple[Palette, ...] = ("washi", "contrast")
"""Paper and ink, or black on white; the colours of the cubes are told apart in both."""
Role = Literal["text", "paper", "edge"]
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
SHADE: Colour = (190, 190, 190)
"""What shaded paper becomes: that of buttons that can't be pressed."""
DARK_TEXT = 0.3
"""Text up to this luminance is taken for dark text on a light ground."""
DARK_PAPER, LIGHT_PAPER, BRIGHT_PAPER = 0.15, 0.5, 0.72
TINT = 0.25
"""Light paper of more saturation than this marks what is chosen, and keeps its colour."""
GREY = 0.45
"""Edges of less saturation than this are pencil lines, the others signals that keep their colour."""
_chosen: Palette = "washi"


def use_contrast(palette: Palette) -> None:
    """Show everything that is drawn from now on in a palette; what keeps pictures has to forget them."""
    global _chosen  # noqa: PLW0603  the one switch of the whole window, set from the settings
    _chosen = palette


def chosen() -> Palette:
    """Return the palette of now."""
    return _chosen


def shown(colour: Colour, role: Role) -> Colour:
    """Return how a colour is shown; cubes keep theirs, for it is their owner's name."""
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

"""What gains, kinds, customers, regions and masteries look like: an icon and a colour each, and gains in a row."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pygame import SRCALPHA, Surface

from shogun.games.river_of_gold.rules.components import BOX, Gain
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.card_face import card_icon
from shogun.window.kit.drawing.icons import Palette, icon
from shogun.window.kit.drawing.theme import INDIGO, INK, VERMILION, Colour

ACCENTS: Mapping[str, Colour] = {
    "koku": (222, 176, 72), "silk": (176, 48, 84), "rice": (150, 92, 48), "porcelain": (58, 112, 184),
    "good": (150, 110, 70), "favor": (230, 132, 32), "favor_limit": (226, 204, 122), "points": VERMILION,
    "fan": (116, 66, 142), "customer": INDIGO, "ship": (116, 78, 48),
    "port": (58, 104, 148), "shrine": (190, 58, 40), "manor": (104, 84, 66), "market": (196, 132, 44),
    "artisan": (160, 96, 48), "elder": (110, 110, 120), "merchant": (196, 150, 50), "monk": (214, 128, 44),
    "noble": (110, 60, 138), "mountain": (128, 120, 112), "tree": (62, 104, 74), "action_rice": (206, 160, 58),
    "fox": (204, 106, 44), "lotus": (190, 92, 130), "fish": (70, 120, 160), "air": (128, 160, 172),
    "fire": (204, 76, 30), "earth": (150, 120, 84), "water": (58, 112, 184), "void": (110, 100, 120),
    "courts": (206, 160, 58),
}  # fmt: skip
"""The second colour of each icon; its shape tells it, the colour helps."""
DRAWN_AS: Mapping[str, str] = {
    "koku_per": "koku", "points_per": "points", "influence": "fan", "influence_where_built": "fan",
    "grain": "action_rice",
}  # fmt: skip
"""What is drawn by the icon of something else."""


RIM_PX = 2


def symbol(name: str, size: int) -> Surface:
    """Return an icon in its own colour; it is shared: blit it, don't draw on it."""
    known = DRAWN_AS.get(name, name)
    return icon(known, max(4, size), Palette(accent=ACCENTS.get(known, VERMILION)))


def rimmed_symbol(name: str, size: int) -> Surface:
    """Return an icon in its own colour with a rim of paper, for grounds of any colour; it is shared: blit it."""
    known = DRAWN_AS.get(name, name)
    return card_icon(known, max(4, size - RIM_PX), Palette(accent=ACCENTS.get(known, VERMILION)))


def region_icon(region: int) -> str:
    """Return the icon of a region."""
    return BOX.region[region - 1].icon


@lru_cache(maxsize=512)
def gain_picture(gain: Gain, height: int, colour: Colour = INK) -> Surface:
    """Return a gain as its number and its icon; for each that is counted as a second, smaller icon."""
    parts = []
    if gain.of:
        parts = [symbol(gain.verb, height), _written("/", height, colour), symbol(gain.of, round(0.82 * height))]
    else:
        parts = [_written(str(gain.number), height, colour), symbol(gain.verb, height)]
    return side_by_side(parts, height)


def _written(words: str, height: int, colour: Colour) -> Surface:
    return texts.painted(words, max(11, round(0.86 * height)), colour, "Bold")


def side_by_side(parts: Sequence[Surface], height: int, gap: int = 1) -> Surface:
    """Return pictures in a row, each in its middle."""
    wide = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
    surface = Surface((max(1, wide), height), SRCALPHA)
    left = 0
    for part in parts:
        surface.blit(part, (left, (height - part.get_height()) // 2))
        left += part.get_width() + gap
    return surface

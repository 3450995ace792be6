"""Cover of Rumble Nation's box: a castle in spring, and the banners of its rivals."""

from functools import lru_cache

from pygame import Surface

from shogun.window.kit.drawing.icons import FINENESS, Clan, banner, scaled_down
from shogun.window.kit.drawing.portrait import Pen, bow, box
from shogun.window.kit.drawing.theme import Colour, mix
from shogun.window.tower.landscape import paint_landscape

FLOOR = 0.9
"""Height of the ground, as a share of the picture."""
STONE: Colour = (120, 118, 116)
STONE_DARK: Colour = (78, 76, 80)
PLASTER: Colour = (240, 233, 216)
SHADE: Colour = (196, 186, 176)
TILE: Colour = (52, 62, 80)
TILE_LIT: Colour = (88, 102, 124)
GILT: Colour = (222, 180, 92)
GILT_DARK: Colour = (120, 84, 36)
DARK: Colour = (46, 40, 44)
STOREYS = ((0.6, 0.46), (0.48, 0.19), (0.36, -0.07), (0.25, -0.32))
"""Half the width of each level, and the height of its floor, from below."""
STOREY = 0.15
"""Height of a level's wall."""
ACROSS = 1.25
"""Width that must stay visible on each side of the castle's middle, in half heights of the picture."""
BANNERS = (
    ("red", "four_diamonds", -1.02),
    ("blue", "bamboo", -0.74),
    ("black", "bars_and_stars", 0.74),
    ("yellow", "flower", 1.02),
)
"""Color, crest and position of each banner."""
BANNER = 0.42
"""Height of a banner, in half heights of the picture."""


@lru_cache(maxsize=2)
def cover(size: tuple[int, int]) -> Surface:
    """Return the picture at a size in pixels; it is shared: blit it."""
    big = Surface((size[0] * FINENESS, size[1] * FINENESS))
    paint_landscape(big, FLOOR * big.get_height(), "spring")
    pen = Pen(big, ACROSS)
    _base(pen)
    for number, (half, floor) in enumerate(STOREYS):
        _storey(pen, half, floor, is_top=number == len(STOREYS) - 1)
    for colour, crest, x in BANNERS:
        cloth = banner(Clan(colour, crest), round(BANNER * pen.unit))
        left, bottom = pen.at((x, 0.98))
        big.blit(cloth, cloth.get_rect(midbottom=(round(left), round(bottom))))
    return scaled_down(big)


def _base(pen: Pen) -> None:
    """Draw the stone wall under the castle, with corners that rise in a curve."""
    right = bow((0.62, 0.46), (0.66, 0.72), (0.84, 0.98))
    pen.shape([*right, *((-x, y) for x, y in reversed(right))], STONE)
    for row in range(5):
        top = 0.475 + row * 0.1
        half = 0.6 + 0.19 * (row / 5) ** 1.6
        count = 8 + row % 2
        for number in range(count):
            left = -half + 2 * half * number / count
            stone = box(left + 0.01, top, left + 2 * half / count - 0.01, top + 0.085)
            tone = mix(STONE, STONE_DARK, ((number * 7 + row * 5) % 6) / 6)
            pen.shape(stone, tone, STONE_DARK, 0.012)


def _storey(pen: Pen, half: float, floor: float, *, is_top: bool) -> None:
    """Draw a level: plaster, windows, and the roof above it with upturned corners."""
    top, wall = floor - STOREY, half * 0.86
    pen.shape(box(-wall, top, wall, floor), PLASTER, DARK, 0.015)
    pen.shape(box(half * 0.5, top, wall, floor), SHADE, SHADE, 0.005)
    windows = max(2, round(half * 9))
    for number in range(windows):
        x = -half * 0.72 + 1.44 * half * (number + 0.5) / windows
        pen.shape(box(x - 0.024, top + 0.065, x + 0.024, top + 0.125), DARK, DARK, 0.005)
    _roof(pen, half, top, is_top=is_top)


def _roof(pen: Pen, half: float, foot: float, *, is_top: bool) -> None:
    """Draw a roof of tiles with a gable, or with two golden fish on its ridge."""
    eave, ridge, high = half * 1.24, half * (0.66 if is_top else 0.74), 0.19 if is_top else 0.13
    right = [(eave + 0.02, foot - 0.05), *bow((eave, foot), (eave * 0.86, foot - 0.01), (ridge, foot - high))]
    pen.shape([*right, *((-x, y) for x, y in reversed(right))], TILE, DARK, 0.015)
    for number in range(1, 12):
        x = -1 + number / 6
        pen.stroke([(x * ridge, foot - high + 0.012), (x * eave * 0.93, foot - 0.014)], TILE_LIT, 0.01)
    pen.stroke([(-eave, foot), (eave, foot)], GILT, 0.016)
    if is_top:
        _ridge(pen, ridge, foot - high)
    else:
        _gable(pen, half * 0.46, foot, high)


def _ridge(pen: Pen, half: float, height: float) -> None:
    """Draw the ridge and its two fish (shachihoko), tails up."""
    pen.stroke([(-half, height), (half, height)], DARK, 0.04)
    fish = [*bow((0.98, 0.01), (1.24, -0.04), (1.0, -0.15)), *bow((0.94, -0.11), (1.0, -0.06), (0.72, 0.01))]
    pen.both([(x * half, height + y) for x, y in fish], GILT, GILT_DARK, 0.012)


def _gable(pen: Pen, half: float, foot: float, high: float) -> None:
    """Draw a gable in front of a roof: a small roof of its own, and plaster below it."""
    side = bow((0, foot - high + 0.005), (half * 0.3, foot - 0.045), (half, foot - 0.008))
    pen.shape([*((-x, y) for x, y in reversed(side)), *side], DARK, TILE_LIT, 0.012)
    inner = bow((0, foot - high + 0.05), (half * 0.24, foot - 0.025), (half * 0.6, foot - 0.01))
    pen.shape([*((-x, y) for x, y in reversed(inner)), *inner], PLASTER, PLASTER, 0.004)

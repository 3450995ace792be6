"""The cover of River of Gold's box: a ship under sail on a golden river in autumn, and a shrine's gate at the shore."""

from functools import lru_cache

from pygame import Surface

from shogun.window.kit.drawing.icons import FINENESS, scaled_down
from shogun.window.kit.drawing.portrait import Pen, Point, bow, box
from shogun.window.kit.drawing.theme import Colour, mix
from shogun.window.tower.landscape import paint_landscape

SHORE_AT = 0.04
"""Height of the shoreline, measured from 1 at the lower edge; most of what is below is river."""
ACROSS = 1.2
"""Width that must stay visible on each side of the middle, in half heights of the picture."""
WATER: Colour = (206, 150, 62)
WATER_LIT: Colour = (250, 220, 140)
WATER_DARK: Colour = (146, 94, 40)
SHORE: Colour = (104, 92, 56)
SHORE_DARK: Colour = (70, 64, 44)
WOOD: Colour = (96, 58, 36)
WOOD_DARK: Colour = (54, 34, 26)
SAIL: Colour = (248, 238, 214)
SAIL_SHADE: Colour = (214, 194, 160)
RED: Colour = (186, 52, 30)


@lru_cache(maxsize=2)
def cover(size: tuple[int, int]) -> Surface:
    """Return the picture at a size in pixels; it is shared: blit it."""
    big = Surface((size[0] * FINENESS, size[1] * FINENESS))
    pen = Pen(big, ACROSS)
    paint_landscape(big, big.get_height() - (1 - SHORE_AT) * pen.unit, "autumn")
    _water(pen)
    _gate(pen, (0.82, 0.4), 0.42)
    _ship(pen, (-0.22, 0.55), 0.95)
    return scaled_down(big)


def _water(pen: Pen) -> None:
    """Draw the river, which comes from the far hills and fills the foreground, and the reflection of the sky."""
    wide = pen.surface.get_width() / pen.unit / 2 + 0.1
    pen.shape([(-wide, 0.03), (wide, 0.03), (wide, 1.02), (-wide, 1.02)], SHORE, SHORE)
    right: list[Point] = [*bow((0.06, 0.03), (-0.3, 0.16), (0.5, 0.26)), *bow((0.62, 0.3), (0.9, 0.55), (wide, 0.66))]
    left: list[Point] = [
        *bow((-0.02, 0.03), (-0.6, 0.18), (-0.3, 0.28)),
        *bow((-0.5, 0.33), (-wide, 0.4), (-wide, 0.5)),
    ]
    pen.shape([*right, (wide, 1.05), (-wide, 1.05), *reversed(left)], WATER, SHORE_DARK, 0.03)
    for number in range(26):
        depth = (number / 26) ** 1.3
        y = 0.3 + 0.68 * depth
        x = ((number * 0.618) % 1 - 0.5) * (0.7 + 2 * depth)
        long = 0.08 + 0.3 * depth
        tone = WATER_LIT if number % 3 else WATER_DARK
        pen.stroke(bow((x - long, y), (x, y - 0.02 * (1 + depth)), (x + long, y)), tone, 0.008 + 0.012 * depth)


def _gate(pen: Pen, foot: Point, size: float) -> None:
    """Draw a red gate (torii) in the water."""
    x, y = foot
    for side in (-1, 1):
        lean = side * size * 0.42
        pen.shape(
            [
                (x + lean * 0.9 - 0.025, y - size),
                (x + lean * 0.9 + 0.025, y - size),
                (x + lean + 0.03, y),
                (x + lean - 0.03, y),
            ],
            RED,
            width=0.02,
        )
    pen.shape(box(x - size * 0.5, y - size * 0.8, x + size * 0.5, y - size * 0.8 + 0.045), RED, width=0.02)
    beam = bow((x - size * 0.68, y - size * 1.12), (x, y - size * 0.98), (x + size * 0.68, y - size * 1.12))
    pen.shape([*beam, *((px, py + 0.075) for px, py in reversed(beam))], mix(RED, WOOD_DARK, 0.35), width=0.02)


def _ship(pen: Pen, keel: Point, size: float) -> None:
    """Draw a trading ship: hull, cabin, mast, and a sail filled by the wind."""
    x, y = keel

    def at(points: list[Point]) -> list[Point]:
        return [(x + size * px, y + size * py) for px, py in points]

    pen.shape(
        at(bow((-0.6, 0.16), (0, 0.3), (0.6, 0.16))) + at(bow((0.5, 0.24), (0, 0.36), (-0.5, 0.24))),
        WATER_DARK,
        WATER_DARK,
    )
    pen.shape(at([(0.0, -1.02), (0.03, -1.02), (0.03, 0.02), (0.0, 0.02)]), WOOD, width=0.012)
    sail = [*bow((-0.34, -0.94), (0.0, -0.98), (0.36, -0.94)), *bow((0.36, -0.94), (0.5, -0.5), (0.38, -0.12))]
    sail += [*bow((0.38, -0.12), (0.0, -0.02), (-0.36, -0.12)), *bow((-0.36, -0.12), (-0.2, -0.5), (-0.34, -0.94))]
    pen.shape(at(sail), SAIL, width=0.016)
    for number in range(1, 5):
        share = number / 5
        top, foot = -0.34 + 0.7 * share, -0.36 + 0.74 * share
        pen.stroke(at(bow((top, -0.95), (top + 0.13, -0.5), (foot, -0.08))), SAIL_SHADE, 0.014)
    pen.disc((x + size * 0.06, y - size * 0.52), 0.17 * size, RED, RED)
    pen.stroke(at([(-0.38, -0.95), (0.4, -0.95)]), WOOD_DARK, 0.035)
    pen.shape(at([(-0.5, -0.16), (-0.2, -0.16), (-0.18, 0.06), (-0.5, 0.06)]), mix(WOOD, SAIL, 0.25), width=0.015)
    pen.shape(at([(-0.56, -0.16), (-0.35, -0.27), (-0.12, -0.16)]), WOOD_DARK, width=0.015)
    hull = [
        *bow((-0.72, -0.14), (-0.62, 0.02), (-0.5, 0.03)),
        (0.42, 0.03),
        *bow((0.5, 0.03), (0.68, -0.02), (0.8, -0.2)),
    ]
    hull += [*bow((0.8, -0.2), (0.66, 0.2), (0.42, 0.22)), *bow((-0.44, 0.22), (-0.66, 0.16), (-0.72, -0.14))]
    pen.shape(at(hull), WOOD, width=0.018)
    for line in (0.08, 0.14):
        pen.stroke(at([(-0.56 + line / 2, line), (0.56 - line / 2, line)]), WOOD_DARK, 0.012)
    pen.stroke(at(bow((-0.8, 0.26), (-0.3, 0.3), (0.2, 0.25))), WATER_LIT, 0.02)

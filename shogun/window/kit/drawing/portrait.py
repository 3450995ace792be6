"""Portraits of clans: a helmet (kabuto) with its crest, a face mask and the lacing of the armor in the clan's color.

Portraits are drawn once for a size and cached: they are shared surfaces, to blit and not to draw on. Sizes are
pixels. Each crest (mon) of a clan has a figure of its own on the helmet, so that two clans differ in outline as well.
"""

import math
from collections.abc import Callable
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.window.kit.drawing.icons import Clan, crest_figure, fine_canvas, scaled_down
from shogun.window.kit.drawing.theme import CUBES, INK, PAPER, Colour, mix, text_colour_on

# A pen for pictures drawn by code at any size, and the curves that they are made of

Point = tuple[float, float]
OUTLINE: Colour = (14, 12, 14)


class Pen(Struct, frozen=True):
    """Draws on a surface of any size, in units of half its height; its width is 2 `across` units.

    x runs to the right from the middle; y is 1 at the lower edge, and -1 at the upper one of a wide surface.
    """

    surface: Surface
    across: float = 1.0

    @property
    def unit(self) -> float:
        """Return the pixels of a length of 1."""
        wide, high = self.surface.get_size()
        return min(high, wide / self.across) / 2

    def at(self, point: Point) -> Point:
        """Return the pixel of a point of the box."""
        wide, high = self.surface.get_size()
        return wide / 2 + self.unit * point[0], high - self.unit * (1 - point[1])

    def shape(self, points: list[Point], colour: Colour, edge: Colour = OUTLINE, width: float = 0.03) -> None:
        """Draw a filled outline."""
        pixels = [self.at(point) for point in points]
        pygame.draw.polygon(self.surface, colour, pixels)
        pygame.draw.polygon(self.surface, edge, pixels, self.thick(width))

    def both(self, points: list[Point], colour: Colour, edge: Colour = OUTLINE, width: float = 0.03) -> None:
        """Draw an outline at the right and its mirror image at the left."""
        self.shape(points, colour, edge, width)
        self.shape([(-x, y) for x, y in points], colour, edge, width)

    def stroke(self, points: list[Point], colour: Colour, width: float) -> None:
        """Draw a line through points."""
        pygame.draw.lines(self.surface, colour, False, [self.at(point) for point in points], self.thick(width))

    def disc(self, middle: Point, radius: float, colour: Colour, edge: Colour = OUTLINE) -> None:
        """Draw a filled circle with an outline."""
        pygame.draw.circle(self.surface, colour, self.at(middle), radius * self.unit)
        pygame.draw.circle(self.surface, edge, self.at(middle), radius * self.unit, self.thick(0.025))

    def thick(self, width: float) -> int:
        """Return a width in pixels."""
        return max(1, round(self.unit * width))


def bow(start: Point, pull: Point, end: Point, steps: int = 12) -> list[Point]:
    """Return points on a quadratic Bezier curve."""
    shares = [step / steps for step in range(steps + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * pull[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * pull[1] + t * t * end[1],
        )
        for t in shares
    ]


def angles(start: float, end: float, steps: int = 20) -> list[float]:
    """Return angles from one to another, both included."""
    return [start + (end - start) * step / steps for step in range(steps + 1)]


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return the corners of an upright rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


BLACK: Colour = (14, 12, 14)
IRON: Colour = (52, 50, 58)
IRON_LIT: Colour = (104, 102, 112)
GILT: Colour = (214, 172, 84)
GILT_DARK: Colour = (128, 92, 36)
LACQUER: Colour = (38, 26, 26)
SKIN: Colour = (214, 176, 140)
RIBS = (-0.3, -0.1, 0.1, 0.3)
"""Places of the ribs on the helmet's bowl, as shares of the portrait's width."""
ROUND = 0.2
"""Radius of the frame's corners, as a share of half the width."""
PALE = 0.72
"""Share of paper in the ground's color."""
LAMES = 4
"""Rows of lacing of neck guard and shoulders."""


def _horns(pen: Pen) -> None:
    """Draw two flat horns that rise from the brow."""
    pen.both([*bow((0.05, -0.3), (0.42, -0.5), (0.52, -0.98)), *bow((0.44, -0.9), (0.3, -0.55), (0.05, -0.42))], GILT)


def _moon(pen: Pen) -> None:
    """Draw a crescent that lies on its back."""
    outer = [(0.52 * math.cos(a), -0.62 + 0.4 * math.sin(a)) for a in angles(-0.35, math.pi + 0.35)]
    inner = [(0.4 * math.cos(a), -0.74 + 0.36 * math.sin(a)) for a in angles(math.pi + 0.2, -0.2)]
    pen.shape([*outer, *inner], GILT, GILT_DARK)


def _sun(pen: Pen) -> None:
    """Draw a disc with rays."""
    rays = [
        (radius * math.cos(angle), -0.66 + radius * math.sin(angle))
        for number in range(24)
        for radius, angle in (((0.34 if number % 2 else 0.24), number * math.pi / 12),)
    ]
    pen.shape(rays, GILT, GILT_DARK)
    pen.disc((0, -0.66), 0.17, GILT, GILT_DARK)


def _antlers(pen: Pen) -> None:
    """Draw a stag's antlers."""
    for side in (-1, 1):
        main = [(side * x, y) for x, y in bow((0.12, -0.36), (0.56, -0.46), (0.48, -0.9))]
        for points in (main, [main[5], (side * 0.62, -0.62)], [main[8], (side * 0.64, -0.8)]):
            pen.stroke(points, GILT_DARK, 0.1)
        for points in (main, [main[5], (side * 0.62, -0.62)], [main[8], (side * 0.64, -0.8)]):
            pen.stroke(points, GILT, 0.06)


def _blade(pen: Pen) -> None:
    """Draw one upright leaf between two short wings."""
    pen.both([(0.06, -0.34), (0.4, -0.62), (0.34, -0.4)], GILT_DARK)
    pen.shape(
        [(0, -0.99), *bow((0.13, -0.7), (0.12, -0.45), (0.05, -0.32)), (-0.05, -0.32), (-0.12, -0.5), (-0.13, -0.7)],
        GILT,
    )


def _fan(pen: Pen) -> None:
    """Draw an open fan."""
    leaf = [(0.5 * math.cos(a), -0.4 + 0.5 * math.sin(a)) for a in angles(math.pi * 1.14, math.pi * 1.86)]
    pen.shape([(0, -0.32), *leaf], GILT, GILT_DARK)
    for number in range(1, 6):
        angle = math.pi * (1.14 + 0.72 * number / 6)
        pen.stroke([(0, -0.32), (0.5 * math.cos(angle), -0.4 + 0.5 * math.sin(angle))], GILT_DARK, 0.022)


def _feathers(pen: Pen) -> None:
    """Draw three feathers."""
    for lean in (-0.34, 0.34, 0.0):
        tip = (lean * 1.4, -0.97 + abs(lean) * 0.3)
        pen.shape(
            [(0, -0.32), (lean - 0.12, -0.66), tip, (lean + 0.12, -0.66)], GILT if lean else mix(GILT, BLACK, 0.18)
        )


FIGURES: dict[str, Callable[[Pen], None]] = {
    "four_diamonds": _horns,
    "bamboo": _moon,
    "flower": _sun,
    "bars_and_stars": _blade,
    "scales": _antlers,
    "three_bars": _fan,
    "nine_stars": _sun,
    "whirl": _moon,
    "three_leaves": _feathers,
    "fan": _fan,
}
"""Figures on the brow of a clan's helmet, by its crest."""


@lru_cache(maxsize=64)
def portrait(clan: Clan, size: int) -> Surface:
    """Return the portrait of a clan, `size` pixels wide and high, framed on a pale ground of its color."""
    canvas = fine_canvas(size, size)
    pen = Pen(canvas)
    colour = CUBES[clan.colour]
    pygame.draw.rect(canvas, mix(colour, PAPER, PALE), canvas.get_rect(), border_radius=pen.thick(ROUND))
    _shoulders(pen, colour)
    _neck_guard(pen, colour)
    _face(pen, colour)
    _bowl(pen)
    FIGURES.get(clan.crest, _horns)(pen)
    _brow(pen, colour)
    _badge(pen, clan)
    _frame(pen)
    return scaled_down(canvas)


def _frame(pen: Pen) -> None:
    """Cut the picture to its rounded frame."""
    whole, radius = pen.surface.get_rect(), pen.thick(ROUND)
    shape = Surface(whole.size, pygame.SRCALPHA)
    pygame.draw.rect(shape, (255, 255, 255, 255), whole, border_radius=radius)
    pen.surface.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    pygame.draw.rect(pen.surface, INK, whole, pen.thick(0.05), border_radius=radius)


def _shoulders(pen: Pen, colour: Colour) -> None:
    """Draw breast and shoulder plates: rows of lacing."""
    pen.shape([(-0.5, 0.62), (0.5, 0.62), (0.62, 1.0), (-0.62, 1.0)], LACQUER)
    for number in range(LAMES):
        top = 0.62 + number * 0.11
        lit = mix(colour, (255, 255, 255), 0.14) if number % 2 else mix(colour, BLACK, 0.16)
        pen.both(
            [(0.46 + 0.02 * number, top), (0.9, top + 0.05), (0.96, top + 0.17), (0.48 + 0.02 * number, top + 0.12)],
            lit,
        )


def _neck_guard(pen: Pen, colour: Colour) -> None:
    """Draw the lames that hang from the helmet to both sides, the outermost turned up."""
    for number in range(LAMES):
        top = -0.14 + 0.15 * number
        wide = 0.56 + 0.09 * number
        lit = mix(colour, (255, 255, 255), 0.18) if number % 2 == 0 else mix(colour, BLACK, 0.1)
        pen.both([(0.36, top), (wide, top + 0.1), (wide + 0.09, top + 0.27), (0.36, top + 0.18)], lit)
    pen.both([(0.56, -0.2), (0.84, -0.28), (0.8, -0.06), (0.6, 0.0)], LACQUER, GILT_DARK)


def _face(pen: Pen, colour: Colour) -> None:
    """Draw eyes in the shade of the helmet above an iron mask."""
    pen.shape([(-0.4, -0.16), (0.4, -0.16), (0.38, 0.3), (-0.38, 0.3)], mix(SKIN, BLACK, 0.25))
    for side in (-1, 1):
        pen.stroke([(side * 0.08, 0.0), (side * 0.3, -0.06)], BLACK, 0.075)
        pen.shape(
            [(side * 0.09, 0.08), (side * 0.2, 0.03), (side * 0.31, 0.07), (side * 0.2, 0.12)],
            (250, 244, 232),
            BLACK,
            0.02,
        )
        pen.disc((side * 0.2, 0.075), 0.04, BLACK)
    mask = mix(LACQUER, colour, 0.1)
    chin = [
        (0.42, 0.1),
        (0.24, 0.24),
        (0.1, 0.2),
        (0.08, 0.02),
        (-0.08, 0.02),
        (-0.1, 0.2),
        (-0.24, 0.24),
        (-0.42, 0.1),
    ]
    pen.shape([*chin, *bow((-0.4, 0.5), (-0.3, 0.8), (0, 0.8)), *bow((0, 0.8), (0.3, 0.8), (0.4, 0.5))], mask)
    pen.shape(
        bow((-0.2, 0.46), (0, 0.36), (0.2, 0.46)) + bow((0.2, 0.46), (0, 0.6), (-0.2, 0.46)), BLACK, GILT_DARK, 0.025
    )
    for side in (-1, 1):
        pen.stroke(bow((side * 0.03, 0.36), (side * 0.2, 0.34), (side * 0.32, 0.46)), (226, 220, 208), 0.045)
        pen.stroke(
            bow((side * 0.36, 0.28), (side * 0.2, 0.32), (side * 0.12, 0.28)), mix(mask, (255, 255, 255), 0.3), 0.03
        )


def _bowl(pen: Pen) -> None:
    """Draw the helmet's bowl with its ribs and the light on it."""
    rim = bow((-0.58, -0.16), (-0.62, -0.84), (0, -0.86)) + bow((0, -0.86), (0.62, -0.84), (0.58, -0.16))
    pen.shape(rim, IRON)
    for rib in RIBS:
        pen.stroke(bow((rib * 0.35, -0.83), (rib * 1.6, -0.7), (rib * 1.65, -0.2)), mix(IRON, BLACK, 0.45), 0.03)
    pen.stroke(bow((-0.44, -0.3), (-0.44, -0.66), (-0.12, -0.76)), IRON_LIT, 0.05)
    pen.disc((0, -0.84), 0.07, GILT, GILT_DARK)


def _brow(pen: Pen, colour: Colour) -> None:
    """Draw the peak above the eyes."""
    peak = bow((-0.6, -0.16), (0, -0.46), (0.6, -0.16)) + bow((0.66, -0.04), (0, -0.26), (-0.66, -0.04))
    pen.shape(peak, mix(LACQUER, colour, 0.35), GILT_DARK, 0.04)


def _badge(pen: Pen, clan: Clan) -> None:
    """Set the clan's crest on the brow."""
    pen.disc((0, -0.33), 0.19, CUBES[clan.colour], GILT)
    half = pen.unit
    figure = crest_figure(clan.crest, round(half * 0.28), text_colour_on(CUBES[clan.colour]))
    pen.surface.blit(figure, figure.get_rect(center=pen.at((0, -0.33))))

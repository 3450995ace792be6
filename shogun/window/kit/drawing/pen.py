"""A pen for pictures that are drawn by code at any size, and the curves that they are made of."""

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.window.kit.drawing.theme import Colour

Point = tuple[float, float]
OUTLINE: Colour = (14, 12, 14)


class Pen(Struct, frozen=True):
    """Draws on a surface of any size, in lengths of which two fit into its height, and 2 `across` into its width.

    x runs to the right from the middle; y is 1 at the lower edge, and -1 at the upper one of a surface that is wide.
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

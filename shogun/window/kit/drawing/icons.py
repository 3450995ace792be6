"""Crests, icons and the program's own sign, drawn from the shapes of `assets/icons/icons.json` (its README) and kept.

Every function returns a surface that is shared: blit it, don't draw on it. Sizes are pixels.
"""

from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec
import pygame
from msgspec import Struct
from pygame import Surface, Vector2

from shogun.base.language import marked
from shogun.base.resources import ASSETS
from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.theme import GOLD_PALE, INK, PAPER_BRIGHT, VERMILION, Colour, mix

Point: TypeAlias = tuple[float, float]
Paint: TypeAlias = tuple[int, int, int, int]
Fill: TypeAlias = Literal["ink", "paper", "clan", "light", "dark"]

FINENESS = 4
"""How many times as large pictures are drawn before they are scaled down smoothly."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


class Palette(Struct, frozen=True):
    """What the fills of a picture are drawn with; the light and the dark shade follow from the accent."""

    ink: Colour = INK
    paper: Colour = PAPER_BRIGHT
    accent: Colour = VERMILION

    def colour(self, fill: Fill) -> Colour:
        """Return the colour of a fill."""
        shades = {"light": mix(self.accent, WHITE, 0.38), "dark": mix(self.accent, BLACK, 0.35)}
        return shades.get(fill) or {"ink": self.ink, "paper": self.paper}.get(fill, self.accent)

    def faded(self, share: float, ground: Colour = PAPER_BRIGHT) -> "Palette":
        """Return the palette with its colours at `share` (0 to 1) of the way to the ground."""
        return Palette(*(mix(colour, ground, share) for colour in (self.ink, self.paper, self.accent)))


PRINTED = Palette()
"""Ink and vermilion on bright paper: the look of cards."""


class Brush(Struct, frozen=True):
    """Where and how large the shapes of a picture become: on a square surface, enlarged by `times`."""

    surface: Surface
    times: float

    @property
    def half(self) -> float:
        """Pixels of one unit of the picture's box."""
        return self.surface.get_width() / 2 * self.times

    def point(self, point: Point) -> Vector2:
        """Return the pixel of a point of the box."""
        middle = self.surface.get_width() / 2
        return Vector2(middle + point[0] * self.half, middle + point[1] * self.half)


class Polygon(Struct, frozen=True, tag_field="kind", tag="polygon"):
    """A filled polygon."""

    fill: Fill
    points: tuple[Point, ...]

    def draw(self, brush: Brush, paint: Paint) -> None:
        """Draw it."""
        pygame.draw.polygon(brush.surface, paint, [brush.point(point) for point in self.points])

    def reach(self) -> float:
        """Return how far it reaches from the middle of the box."""
        return max(Vector2(point).length() for point in self.points)


class Stroke(Struct, frozen=True, tag_field="kind", tag="line"):
    """A line through points, with round ends and joints."""

    fill: Fill
    points: tuple[Point, ...]
    width: float

    def draw(self, brush: Brush, paint: Paint) -> None:
        """Draw it."""
        half = max(1.0, self.width * brush.half) / 2
        points = [brush.point(point) for point in self.points]
        for start, end in pairwise(points):
            if start != end:
                side = (end - start).rotate(90).normalize() * half
                pygame.draw.polygon(brush.surface, paint, [start + side, end + side, end - side, start - side])
        for point in points:
            pygame.draw.circle(brush.surface, paint, point, half)

    def reach(self) -> float:
        """Return how far it reaches from the middle of the box."""
        return max(Vector2(point).length() for point in self.points) + self.width / 2


class IconDisc(Struct, frozen=True, tag_field="kind", tag="circle"):
    """A filled circle."""

    fill: Fill
    centre: Point
    radius: float

    def draw(self, brush: Brush, paint: Paint) -> None:
        """Draw it."""
        pygame.draw.circle(brush.surface, paint, brush.point(self.centre), self.radius * brush.half)

    def reach(self) -> float:
        """Return how far it reaches from the middle of the box."""
        return Vector2(self.centre).length() + self.radius


class Ring(Struct, frozen=True, tag_field="kind", tag="ring"):
    """A circle's line; `radius` is the outer one."""

    fill: Fill
    centre: Point
    radius: float
    width: float

    def draw(self, brush: Brush, paint: Paint) -> None:
        """Draw it."""
        width = max(1, round(self.width * brush.half))
        pygame.draw.circle(brush.surface, paint, brush.point(self.centre), self.radius * brush.half, width)

    def reach(self) -> float:
        """Return how far it reaches from the middle of the box."""
        return Vector2(self.centre).length() + self.radius


Picture: TypeAlias = tuple[Polygon | Stroke | IconDisc | Ring, ...]


class Pictures(Struct, frozen=True):
    """All that `icons.json` holds, by name."""

    format: Literal[1]
    crests: dict[str, Picture]
    icons: dict[str, Picture]


@cache
def pictures() -> Pictures:
    """Return the shipped crests and icons."""
    return msgspec.json.decode((ASSETS / "icons" / "icons.json").read_bytes(), type=Pictures)


CREST_TITLES: dict[str, str] = {
    "four_diamonds": marked("Diamonds"),
    "bamboo": marked("Bamboo"),
    "flower": marked("Blossom"),
    "bars_and_stars": marked("Bar and stars"),
    "scales": marked("Scales"),
    "three_bars": marked("Three bars"),
    "nine_stars": marked("Nine stars"),
    "whirl": marked("Whirl"),
    "three_leaves": marked("Leaves"),
    "fan": marked("Fan"),
}
"""What the crests show."""


def crest_names() -> tuple[str, ...]:
    """Return the crests from which players choose."""
    return tuple(pictures().crests)


@lru_cache(maxsize=1024)
def icon(name: str, size: int, palette: Palette = PRINTED) -> Surface:
    """Return an icon, `size` pixels wide and high."""
    surface = _blank(size, palette.ink)
    for shape in pictures().icons[name]:
        shape.draw(Brush(surface, 1.0), (*palette.colour(shape.fill), 255))
    return pygame.transform.smoothscale(surface, (size, size))


@lru_cache(maxsize=256)
def mon(name: str, size: int, colour: Colour) -> Surface:
    """Return the figure of a crest without its disc, as large as fits into `size` pixels, in one colour."""
    figure = pictures().crests[name][1:]
    clear = (*colour, 0)
    reach = max(shape.reach() for shape in figure)
    surface = _blank(size, colour)
    for shape in figure:
        shape.draw(Brush(surface, 1 / reach), clear if shape.fill == "clan" else (*colour, 255))
    return pygame.transform.smoothscale(surface, (size, size))


def _blank(size: int, rim: Colour) -> Surface:
    """Return a clear enlarged surface; scaling mixes the colour of the picture's rim into its edge, no other."""
    surface = Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    surface.fill((*rim, 0))
    return surface


LETTER = "将"
SHARE = 0.8
"""How much of the seal the letter takes."""


def emblem(size: int) -> Surface:
    """Return the sign, `size` pixels wide and high."""
    seal = Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(seal, VERMILION, seal.get_rect(), border_radius=size // 6)
    pygame.draw.rect(seal, GOLD_PALE, seal.get_rect(), max(1, size // 22), border_radius=size // 6)
    letter = text.painted(LETTER, round(size * SHARE), PAPER_BRIGHT, "Bold")
    ink = letter.get_bounding_rect()
    seal.blit(letter, ((size - ink.width) // 2, (size - ink.height) // 2), ink)
    return seal

"""Crests, icons, the program's emblem, banners and dice, drawn from the shapes of `assets/icons/icons.json`.

The cached functions return surfaces that are shared: blit them, don't draw on them. Sizes are pixels. The look of a
seat and its clan are here too, because a banner consists of both.
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
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INK,
    PAPER_BRIGHT,
    PAPER_EDGE,
    VERMILION,
    Colour,
    mix,
    text_colour_on,
)

Point: TypeAlias = tuple[float, float]
Paint: TypeAlias = tuple[int, int, int, int]
Fill: TypeAlias = Literal["ink", "paper", "clan", "light", "dark"]

FINENESS = 4
"""Scale at which pictures are drawn before they are smoothly scaled down."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


class Palette(Struct, frozen=True):
    """The colors of a picture's fills; the light and the dark shade follow from the accent."""

    ink: Colour = INK
    paper: Colour = PAPER_BRIGHT
    accent: Colour = VERMILION

    def colour(self, fill: Fill) -> Colour:
        """Return the color of a fill."""
        shades = {"light": mix(self.accent, WHITE, 0.38), "dark": mix(self.accent, BLACK, 0.35)}
        return shades.get(fill) or {"ink": self.ink, "paper": self.paper}.get(fill, self.accent)

    def faded(self, share: float, ground: Colour = PAPER_BRIGHT) -> "Palette":
        """Return the palette with its colors at `share` (0 to 1) of the way to the ground."""
        return Palette(*(mix(colour, ground, share) for colour in (self.ink, self.paper, self.accent)))


PRINTED = Palette()
"""Ink and vermilion on bright paper: the look of cards."""


class Brush(Struct, frozen=True):
    """The scale of a picture's shapes: on a square surface, enlarged by `times`."""

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
"""Titles of the crests."""


def crest_names() -> tuple[str, ...]:
    """Return the crests that players can choose."""
    return tuple(pictures().crests)


@lru_cache(maxsize=1024)
def icon(name: str, size: int, palette: Palette = PRINTED) -> Surface:
    """Return an icon, `size` pixels wide and high."""
    surface = _blank(size, palette.ink)
    for shape in pictures().icons[name]:
        shape.draw(Brush(surface, 1.0), (*palette.colour(shape.fill), 255))
    return pygame.transform.smoothscale(surface, (size, size))


@lru_cache(maxsize=256)
def crest_figure(name: str, size: int, colour: Colour) -> Surface:
    """Return the figure of a crest without its disc, as large as fits `size` pixels, in one color."""
    figure = pictures().crests[name][1:]
    clear = (*colour, 0)
    reach = max(shape.reach() for shape in figure)
    surface = _blank(size, colour)
    for shape in figure:
        shape.draw(Brush(surface, 1 / reach), clear if shape.fill == "clan" else (*colour, 255))
    return pygame.transform.smoothscale(surface, (size, size))


def _blank(size: int, rim: Colour) -> Surface:
    """Return a transparent enlarged surface; scaling mixes only the color of the picture's rim into its edge."""
    surface = Surface((size * FINENESS, size * FINENESS), pygame.SRCALPHA)
    surface.fill((*rim, 0))
    return surface


LETTER = "将"
SHARE = 0.8
"""Share of the seal's height that the letter takes."""


def emblem(size: int) -> Surface:
    """Return the emblem, `size` pixels wide and high."""
    seal = Surface((size, size), pygame.SRCALPHA)
    pygame.draw.rect(seal, VERMILION, seal.get_rect(), border_radius=size // 6)
    pygame.draw.rect(seal, GOLD_PALE, seal.get_rect(), max(1, size // 22), border_radius=size // 6)
    letter = text.painted(LETTER, round(size * SHARE), PAPER_BRIGHT, "Bold")
    ink = letter.get_bounding_rect()
    seal.blit(letter, ((size - ink.width) // 2, (size - ink.height) // 2), ink)
    return seal


# A player's color and crest, and the banner with both

WOOD: Colour = (92, 62, 38)


class Clan(Struct, frozen=True):
    """A clan's look: the color of its cubes and the crest (mon) on its banners."""

    colour: str
    crest: str


class SeatLook(Struct, frozen=True):
    """A seat's look: its name, the color of its cubes, its crest, and whether a human plays it."""

    name: str
    colour: str
    crest: str
    person: bool

    @property
    def clan(self) -> Clan:
        """Color and crest of its pieces."""
        return Clan(self.colour, self.crest)


def fine_canvas(width: float, height: float) -> Surface:
    """Return an empty surface at the scale that `scaled_down` reduces."""
    return Surface((round(width) * FINENESS, round(height) * FINENESS), pygame.SRCALPHA)


def scaled_down(canvas: Surface) -> Surface:
    """Return a fine canvas scaled down to its final size."""
    width, height = canvas.get_size()
    return pygame.transform.smoothscale(canvas, (width // FINENESS, height // FINENESS))


@lru_cache(maxsize=256)
def banner(clan: Clan, size: int) -> Surface:
    """Return a banner with the clan's crest, `size` pixels high and a good half as wide."""
    width = round(size * 0.62)
    canvas = fine_canvas(width, size)
    wide, high = canvas.get_size()
    pole = max(FINENESS, round(wide * 0.11))
    pygame.draw.rect(canvas, WOOD, (0, 0, pole, high), border_radius=pole // 2)
    cloth = pygame.Rect(pole, round(high * 0.05), wide - pole, round(wide * 0.98))
    pygame.draw.rect(canvas, CUBES[clan.colour], cloth)
    pygame.draw.rect(canvas, mix(CUBES[clan.colour], BLACK, 0.55), cloth, max(2, FINENESS // 2))
    crest = crest_figure(clan.crest, round(cloth.width * 0.84), text_colour_on(CUBES[clan.colour]))
    canvas.blit(crest, crest.get_rect(center=cloth.center))
    return scaled_down(canvas)


# Dice, drawn once and cached: shared surfaces, to blit and not to draw on. Sizes are pixels.

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.27, 0.27), (0.73, 0.27), (0.27, 0.73), (0.73, 0.73)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.27, 0.24), (0.73, 0.24), (0.27, 0.5), (0.73, 0.5), (0.27, 0.76), (0.73, 0.76)),
}
"""Places of a die's pips, as shares of its side."""


@lru_cache(maxsize=64)
def die(number: int, size: int, *, apart: bool = False) -> Surface:
    """Return a die; one that is set `apart` is gold. 0: none was rolled, a blank marks its place."""
    canvas = fine_canvas(size, size)
    side, paper = canvas.get_width(), GOLD if apart else PAPER_BRIGHT
    frame, edge = canvas.get_rect(), INK if number else PAPER_EDGE
    pygame.draw.rect(canvas, paper, frame, border_radius=side // 6)
    pygame.draw.rect(canvas, edge, frame, max(3, side // 24), border_radius=side // 6)
    for x, y in PIPS[number]:
        pygame.draw.circle(canvas, INK, (x * side, y * side), side * 0.09)
    return scaled_down(canvas)

"""Things that drift through the air behind the tower: petals in spring, leaves in autumn, flakes in winter."""

import math
import random
from functools import cache, lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world, half_width
from shogun.window.kit.drawing.theme import Colour
from shogun.window.kit.sound import Season
from shogun.window.tower.painting import EAVE_HEIGHT, EAVE_REACH, WALL, Camera, eave_heights

COLOURS: dict[Season, tuple[Colour, ...]] = {
    "spring": ((246, 196, 208), (236, 168, 188)),
    "summer": (),
    "autumn": ((206, 96, 44), (222, 150, 52)),
    "winter": ((246, 248, 252), (226, 234, 242)),
}
COUNT = 90
"""Number of them in a picture at least as wide as high; a narrower one has proportionally fewer."""
SIZES = 0.008, 0.017
"""Length of the smallest and of the largest one, as a share of the picture's height."""
FALL = 0.025, 0.06
"""Speed of the slowest and the fastest one, in picture heights a second ..."""
DRAUGHT = 0.012
"""... and how far all drift to the side meanwhile, of its width."""
SWAY = 0.012
"""Amplitude of their swing, as a share of the picture's width."""
TURNS = 12
"""Pictures of one that makes half a turn."""
FOOT = 50.0
"""Millimeters that the stone foot reaches beyond the opening."""
FINE = 4
"""Scale at which they are drawn before they are scaled down smoothly."""


class Drifter(Struct, frozen=True):
    """One petal, leaf or flake: its start (shares of the picture), and its motion."""

    x: float
    y: float
    size: float
    fall: float
    """Heights a second."""
    turn: float
    """Half turns at the beginning ..."""
    spin: float
    """... and in a second."""
    tone: int

    def at(self, seconds: float) -> tuple[float, float]:
        """Return its place at a time, in shares of the picture; one that leaves returns on the other side."""
        swing = SWAY * math.sin(seconds * (0.6 + self.spin) + math.tau * self.turn)
        return (self.x + DRAUGHT * seconds + swing) % 1.0, (self.y + self.fall * seconds) % 1.0


@cache
def _drifters() -> tuple[Drifter, ...]:
    """Return all, the same at every start."""
    rng = random.Random(9)

    def drifter(number: int) -> Drifter:
        return Drifter(
            rng.random(), rng.random(), rng.uniform(*SIZES), rng.uniform(*FALL), rng.random(), rng.uniform(0.1, 0.9),
            number,
        )  # fmt: skip

    return tuple(map(drifter, range(COUNT)))


class Drift(Struct, frozen=True):
    """Everything that drifts behind one tower in a season."""

    geometry: Geometry
    season: Season

    def draw(self, surface: Surface, rect: Rect, camera: Camera, seconds: float) -> None:
        """Draw it in a part of a surface as it is by then, but for what the tower hides; `camera` shows that there."""
        colours, outline = COLOURS[self.season], _outline(self.geometry)
        count = round(COUNT * min(1.0, rect.width / max(1, rect.height))) if colours else 0
        for drifter in _drifters()[:count]:
            across, down = drifter.at(seconds)
            x, y = across * rect.width, down * rect.height
            if outline.hides((x - camera.left) / camera.scale, (camera.base - y) / camera.scale):
                continue
            length = max(2, round(drifter.size * rect.height))
            turn = round((drifter.turn + drifter.spin * seconds) * TURNS)
            sign = _sign(self.season == "winter", length, turn % TURNS, colours[drifter.tone % len(colours)])
            surface.blit(sign, (rect.x + round(x) - length, rect.y + round(y) - length))


class Outline(Struct, frozen=True):
    """The parts of a tower that hide the land behind it, mm."""

    geometry: Geometry
    top: float
    floor: float
    eaves: tuple[float, ...]

    def hides(self, x: float, y: float) -> bool:
        """Return whether the tower, its roofs, its foot or the ground hides a point."""
        away = abs(x)
        if y >= self.top or y <= self.floor:
            return y <= self.floor
        if y <= 0:
            return away <= self.geometry.exit.width / 2 + FOOT
        roof = any(eave <= y <= eave + EAVE_HEIGHT for eave in self.eaves)
        return away <= half_width(self.geometry, y) + WALL + (EAVE_REACH if roof else 0.0)


@lru_cache(maxsize=4)
def _outline(geometry: Geometry) -> Outline:
    world = build_world(geometry)
    return Outline(geometry, world.rim_y, world.floor_y, tuple(eave_heights(geometry)))


@lru_cache(maxsize=512)
def _sign(is_flake: bool, length: int, turn: int, colour: Colour) -> Surface:
    """Return one of them, twice `length` wide and high."""
    big = Surface((2 * length * FINE, 2 * length * FINE), pygame.SRCALPHA)
    big.fill((*colour, 0))
    middle, far = length * FINE, length * FINE * 0.5
    if is_flake:
        pygame.draw.circle(big, colour, (middle, middle), far * 0.6)
    else:
        along, across = far * math.cos(turn * math.pi / TURNS), far * math.sin(turn * math.pi / TURNS)
        corners = ((1.0, 0.0), (0.2, 0.5), (-1.0, 0.0), (0.2, -0.5))
        points = [(middle + along * f - across * w, middle + across * f + along * w) for f, w in corners]
        pygame.draw.polygon(big, colour, points)
    return pygame.transform.smoothscale(big, (2 * length, 2 * length))

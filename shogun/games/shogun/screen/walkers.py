"""Cubes that walk over the screen: the survivors of a battle on their way from the tray to their province."""

import math
from collections.abc import Sequence

import pygame
from msgspec import Struct

from shogun.games.shogun.screen import pieces
from shogun.window.kit.drawing.icons import Clan
from shogun.window.tower.painting import cube_shadow

Point = tuple[int, int]

LAG = 0.35
"""Share of the whole time by which the last cube starts after the first."""
HOPS = 7
HOP = 0.5
"""How often each hops, and how high, in sizes of a cube."""
ARCH = 0.12
"""How far the way bends upwards, as a share of its length."""


class WalkHome(Struct, frozen=True):
    """Who walks: from where each cube starts, where all go, how large they are there, and how long it takes."""

    clan: Clan
    starts: Sequence[Point]
    end: Point
    size: int
    seconds: float


class Walkers:
    """At most one column of cubes that walks at a time."""

    def __init__(self) -> None:
        self._march: WalkHome | None = None
        self._seconds = 0.0

    @property
    def is_walking(self) -> bool:
        """Whether any cube is on its way."""
        return self._march is not None

    def start(self, march: WalkHome) -> None:
        """Let a column walk."""
        self._march = march
        self._seconds = 0.0

    def update(self, seconds: float) -> None:
        """Let time pass."""
        if self._march is not None:
            self._seconds += seconds
            if self._seconds >= self._march.seconds:
                self._march = None

    def stop(self) -> None:
        """Let all be at home at once."""
        self._march = None

    @property
    def area(self) -> pygame.Rect:
        """All that the column may cover: what lies below it has to be drawn anew at each step."""
        if self._march is None:
            return pygame.Rect()
        march = self._march
        points = [*march.starts, march.end]
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        high = round(ARCH * max(math.dist(start, march.end) for start in march.starts)) + 2 * march.size
        return pygame.Rect(
            min(xs) - march.size,
            min(ys) - high,
            max(xs) - min(xs) + 2 * march.size,
            max(ys) - min(ys) + high + march.size,
        )

    def places(self) -> list[tuple[float, float]]:
        """Return where each cube is now, those that have not started or have come home left out."""
        march = self._march
        if march is None:
            return []
        count = len(march.starts)
        walking = march.seconds * (1 - LAG)
        shares = [
            (self._seconds - LAG * march.seconds * number / max(1, count - 1)) / walking for number in range(count)
        ]
        return [
            _on_way(start, march, min(1.0, max(0.0, share)))
            for start, share in zip(march.starts, shares, strict=True)
            if share < 1
        ]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the column."""
        if self._march is None:
            return
        image = pieces.crested_cube(self._march.clan.colour, self._march.size, self._march.clan.mon)
        shadow = cube_shadow(self._march.size, 0)
        for x, y in self.places():
            surface.blit(shadow, shadow.get_rect(center=(x + 2, y + self._march.size // 2)))
            surface.blit(image, image.get_rect(center=(x, y)))


def _on_way(start: Point, march: WalkHome, share: float) -> tuple[float, float]:
    """Return where a cube is after a share of its way: it starts and ends gently, and hops."""
    gentle = share * share * (3 - 2 * share)
    x = start[0] + (march.end[0] - start[0]) * gentle
    y = start[1] + (march.end[1] - start[1]) * gentle
    arch = ARCH * math.dist(start, march.end) * 4 * gentle * (1 - gentle)
    hop = HOP * march.size * abs(math.sin(math.pi * HOPS * gentle))
    return x, y - arch - hop

"""Walking cubes: the survivors of a battle on their way from the tray to their province."""

import math
from collections.abc import Sequence

import pygame
from msgspec import Struct

from shogun.games.shogun.screen import pieces
from shogun.window.kit.drawing.icons import Clan
from shogun.window.tower.painting import cube_shadow

Point = tuple[int, int]

LAG = 0.35
"""Delay of the last cube's start after the first one's, as a share of the total time."""
HOPS = 7
HOP = 0.5
"""Number of hops of each cube, and their height in sizes of a cube."""
ARCH = 0.12
"""Upward bend of the path, as a share of its length."""


class WalkHome(Struct, frozen=True):
    """The walk home: each cube's start, the common target, the cubes' final size, and the duration."""

    clan: Clan
    starts: Sequence[Point]
    end: Point
    size: int
    seconds: float


class Walkers:
    """At most one walking column of cubes at a time."""

    def __init__(self) -> None:
        self._march: WalkHome | None = None
        self._seconds = 0.0

    @property
    def is_walking(self) -> bool:
        """True if any cube is on its way."""
        return self._march is not None

    def start(self, march: WalkHome) -> None:
        """Start a column."""
        self._march = march
        self._seconds = 0.0

    def update(self, seconds: float) -> None:
        """Advance the column."""
        if self._march is not None:
            self._seconds += seconds
            if self._seconds >= self._march.seconds:
                self._march = None

    def stop(self) -> None:
        """Move all cubes home at once."""
        self._march = None

    @property
    def area(self) -> pygame.Rect:
        """The area that the column may cover, which has to be redrawn at each step."""
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
        """Return the place of each cube, leaving out those that haven't started or have arrived."""
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
        image = pieces.crested_cube(self._march.clan.colour, self._march.size, self._march.clan.crest)
        shadow = cube_shadow(self._march.size, 0)
        for x, y in self.places():
            surface.blit(shadow, shadow.get_rect(center=(x + 2, y + self._march.size // 2)))
            surface.blit(image, image.get_rect(center=(x, y)))


def _on_way(start: Point, march: WalkHome, share: float) -> tuple[float, float]:
    """Return a cube's place after a share of its path, with hops and a smooth start and end."""
    gentle = share * share * (3 - 2 * share)
    x = start[0] + (march.end[0] - start[0]) * gentle
    y = start[1] + (march.end[1] - start[1]) * gentle
    arch = ARCH * math.dist(start, march.end) * 4 * gentle * (1 - gentle)
    hop = HOP * march.size * abs(math.sin(math.pi * HOPS * gentle))
    return x, y - arch - hop

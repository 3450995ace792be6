"""The tower in the window: what a playback holds, drawn into a rectangle."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.window.kit.audio.ambience import Season
from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.tower.drifting_petals import Drift
from shogun.window.tower.painting import (
    ANGLE_STEPS,
    PUFF_STEPS,
    Camera,
    Sign,
    angle_step,
    camera_for,
    cube_glow,
    cube_shadow,
    paint_tower,
    painted_front,
    puff,
    tumbling_cube,
)
from shogun.window.tower.playback import Playback, Puff, Seen
from shogun.window.tower.pouring_cup import Cup

FALLEN = 60
"""How much is still seen of a cube that fell in the count, of 255."""
DIMMED = 120
"""How far (of 255) everything but the cubes grows dark in the x-ray."""

STRIP = 64
"""Height of the strips in which that dark is laid, px."""


@lru_cache(maxsize=3)
def painted_tower(geometry: Geometry, size: tuple[int, int], season: Season) -> Surface:
    """Return the empty tower, and still air behind it; the last few are kept, for changes to and fro."""
    picture = paint_tower(geometry, size, season=season)
    Drift(geometry, season).draw(picture, picture.get_rect(), camera_for(geometry, size), 0.0)
    return picture


class TowerView:
    """Draws one tower in one size; several may show the same playback."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.rect = Rect(0, 0, 0, 0)
        self.xray = False
        """Without the front wall, everything dark but the cubes, and those that are stuck in a ring of light."""
        self.is_steady = False
        """Whether the tower doesn't swing when it is tapped."""
        self.signs: Mapping[str, Sign] = {}
        """What cubes bear, by colour."""
        self.season: Season = "summer"
        """Of the land behind the tower."""
        self._painted: tuple[tuple[int, int], Season] | None = None
        """For which size and season it is painted."""
        self._sway = 0

    def resize(self, rect: Rect) -> None:
        """Draw into `rect` from now on; another size is painted when it is drawn."""
        fresh = rect.size != self.rect.size
        self.rect = rect.copy()
        if fresh and rect:
            geometry = self.playback.geometry
            self._camera: Camera = camera_for(geometry, rect.size)
            self._front, self._front_rect = painted_front(geometry, rect.size)
            self._cup = Cup(geometry, self._camera)
            self._cube = max(3, round(geometry.grain.size * self._camera.scale))

    def _paint(self) -> None:
        """Paint the empty tower, unless that was done for this size and season."""
        if self._painted != (self.rect.size, self.season):
            self._picture = painted_tower(self.playback.geometry, self.rect.size, self.season)
            self._painted = self.rect.size, self.season
            self._dark: Surface | None = None

    def place_of(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of the window at which a point of the tower (mm) is drawn."""
        left, top = self._camera.point((x, y))
        return round(self.rect.x + left) + self._sway, round(self.rect.y + top)

    def draw(self, surface: Surface) -> None:
        """Draw the tower as it is at this moment."""
        if not self.rect:
            return
        if isinstance(surface, Unpainted):
            return
        self._paint()
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        self._sway = 0 if self.is_steady else round(self.playback.sway * self._camera.scale)
        corner = self.rect.x + self._sway, self.rect.y
        self._draw_back(surface, corner)
        if cup := self.playback.cup:
            self._cup.draw(surface, corner, cup)
        look = CubeLook(self._cube, self.playback.geometry.grain.shape == "disc", self.xray, self.signs)
        draw_cubes(surface, self.playback.cubes(), self.place_of, look)
        if not self.xray:
            surface.blit(self._front, self._front_rect.move(corner))
        surface.set_clip(clip)

    def _draw_back(self, surface: Surface, corner: tuple[int, int]) -> None:
        """Draw the empty tower; one that swings leaves a strip at a side, in which it is seen at rest."""
        picture = self._dimmed() if self.xray else self._picture
        if self._sway:
            surface.blit(picture, self.rect)
        surface.blit(picture, corner)

    def _dimmed(self) -> Surface:
        """Return the dark picture of the x-ray, painted when it is first wanted."""
        if self._dark is None:
            self._dark = self._picture.copy()
            dim(self._dark, self._dark.get_rect())
        return self._dark


def dim(surface: Surface, rect: Rect) -> None:
    """Lay the dusk of the x-ray over a part of a picture, in strips: a sheet for a large window takes 20 MB."""
    strip = Surface((rect.width, STRIP))
    strip.fill(INDIGO_DEEP)
    strip.set_alpha(DIMMED)
    for top in range(rect.top, rect.bottom, STRIP):
        surface.blit(strip, (rect.left, top), Rect(0, 0, rect.width, min(STRIP, rect.bottom - top)))


class CubeLook(Struct, frozen=True):
    """How cubes are drawn."""

    size: int
    """Their side, px."""
    is_disc: bool
    glows: bool
    """Whether those that are stuck shine."""
    signs: Mapping[str, Sign] = {}
    """What cubes bear, by colour."""


def draw_puffs(
    surface: Surface, puffs: Sequence[Puff], place_of: Callable[[float, float], tuple[int, int]], size: int
) -> None:
    """Draw dust that cubes of a size have raised."""
    drawn = []
    for each in puffs:
        image = puff(size, int(each.age * PUFF_STEPS), round(each.strength * PUFF_STEPS))
        drawn.append((image, image.get_rect(center=place_of(each.x, each.y))))
    surface.fblits(drawn)


def draw_fallen(
    surface: Surface, seen: Sequence[Seen], place_of: Callable[[float, float], tuple[int, int]], look: CubeLook
) -> None:
    """Draw cubes that fell in the count: hardly to be seen any more."""
    for cube in seen:
        sign = look.signs.get(cube.colour)
        sprite = tumbling_cube(cube.colour, look.size, angle_step(cube.angle), sign, disc=look.is_disc)
        sprite.set_alpha(FALLEN)
        surface.blit(sprite, sprite.get_rect(center=place_of(cube.x, cube.y)))
        sprite.set_alpha(255)


def draw_cubes(
    surface: Surface, seen: Sequence[Seen], place_of: Callable[[float, float], tuple[int, int]], look: CubeLook
) -> None:
    """Draw cubes where `place_of` says that their middles are seen, each with its shadow."""
    size, shift = look.size, max(1, round(look.size * 0.2))
    placed, glows = [], []
    for cube in seen:
        step = angle_step(cube.angle)
        sprite = tumbling_cube(cube.colour, size, step, look.signs.get(cube.colour), disc=look.is_disc)
        shadow = cube_shadow(size, step % ANGLE_STEPS)
        left, top = place_of(cube.x, cube.y)
        placed.append((sprite, (left - sprite.get_width() // 2, top - sprite.get_height() // 2)))
        surface.blit(shadow, (left - shadow.get_width() // 2 + shift, top - shadow.get_height() // 2 + shift))
        if look.glows and cube.stuck:
            glow = cube_glow(size)
            glows.append((glow, glow.get_rect(center=(left, top))))
    surface.fblits(glows, pygame.BLEND_RGB_ADD)
    surface.fblits(placed)

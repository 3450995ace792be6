"""The tower in the window: a playback drawn into a rectangle, and a large view that zooms to the tray."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Point, build_world
from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.kit.sound import Season
from shogun.window.tower.drifting_petals import Drift
from shogun.window.tower.painting import (
    ANGLE_STEPS,
    PAINTED_HIGH,
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
    view_box,
)
from shogun.window.tower.playback import Playback, Puff, ShownCube
from shogun.window.tower.pouring_cup import HEIGHT, Cup

FALLEN = 60
"""Opacity of a cube that fell in the count, of 255."""
DIMMED = 120
"""Opacity of the dark over everything but the cubes in the x-ray, of 255."""

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
        """True if the tower doesn't swing when it is tapped."""
        self.signs: Mapping[str, Sign] = {}
        """Signs on cubes, by color."""
        self.season: Season = "summer"
        """Season of the land behind the tower."""
        self._painted: tuple[tuple[int, int], Season] | None = None
        """Size and season for which it is painted."""
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
        """Draw the empty tower; if it swings, the strip at a side shows it at rest."""
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
    """The style of cubes."""

    size: int
    """Their side, px."""
    is_disc: bool
    glows: bool
    """True if stuck cubes glow."""
    signs: Mapping[str, Sign] = {}
    """Signs on cubes, by color."""


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
    surface: Surface, seen: Sequence[ShownCube], place_of: Callable[[float, float], tuple[int, int]], look: CubeLook
) -> None:
    """Draw cubes that fell in the count: hardly to be seen any more."""
    for cube in seen:
        sign = look.signs.get(cube.colour)
        sprite = tumbling_cube(cube.colour, look.size, angle_step(cube.angle), sign, disc=look.is_disc)
        sprite.set_alpha(FALLEN)
        surface.blit(sprite, sprite.get_rect(center=place_of(cube.x, cube.y)))
        sprite.set_alpha(255)


def draw_cubes(
    surface: Surface, seen: Sequence[ShownCube], place_of: Callable[[float, float], tuple[int, int]], look: CubeLook
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


# The tower as large as the map, with a view that zooms to its tray, where the last cubes come out

LARGE_CUBE = 20
"""Pixels of a cube in the close view, at the least ..."""
CLOSER = 1.25
"""... and how much larger than in the whole view it is there."""
MOST_CUPS = 8
"""Painted cups that are kept: one for each size."""
AIR = 2.0
"""Room below the tray, mm."""


class CloseView:
    """Draws one tower; `closeness` goes from the whole tower (0) to its lower part with the tray (1)."""

    def __init__(self, playback: Playback) -> None:
        self.playback = playback
        self.rect = Rect(0, 0, 0, 0)
        self.closeness = 0.0
        self.xray = False
        """Without the front wall, everything dark but the cubes, and those that are stuck in a ring of light."""
        self.is_steady = False
        """True if the tower doesn't swing when it is tapped."""
        self.signs: Mapping[str, Sign] = {}
        """Signs on cubes, by color."""
        self.fallen: Mapping[str, int] = {}
        """Number of cubes of each color on the tray that fell in the count."""
        self.season: Season = "summer"
        """Season of the land behind the tower."""
        self.moment = 0.0
        """Seconds for which petals, leaves or flakes have drifted."""
        self._painted: tuple[tuple[int, int], Season] | None = None
        """Size and season for which it is painted."""
        self._sway = 0

    def resize(self, rect: Rect) -> None:
        """Draw into `rect` from now on; another size is painted when it is needed."""
        self.rect = rect.copy()

    def prepare(self) -> None:
        """Paint the tower, unless that was done for this size and season: it takes a tenth of a second."""
        if self._painted == (self.rect.size, self.season) or not self.rect:
            return
        geometry, (wide, high) = self.playback.geometry, self.rect.size
        self._whole = _whole_view(self.playback, self.rect.size)
        self._times = self._enlargement()
        size = round(wide * self._times), round(high * self._times)
        view = self._whole.enlarged(self._times)
        self._large = paint_tower(geometry, size, view, season=self.season)
        is_alike = self._times == 1.0
        self._small = self._large if is_alike else pygame.transform.smoothscale(self._large, self.rect.size)
        self._front_of_large = painted_front(geometry, size, view)
        self._front_of_whole: tuple[Surface, Rect] | None = None
        self._cups: dict[Camera, Cup] = {}
        self._painted = self.rect.size, self.season

    def _enlargement(self) -> float:
        """Return how much larger all is in the close view: no larger where cubes are large as it is."""
        cube = self.playback.geometry.grain.size * self._whole.scale
        times = max(LARGE_CUBE / cube, CLOSER)
        return times if cube < 2 * LARGE_CUBE and self.rect.height * times <= PAINTED_HIGH else 1.0

    @property
    def _zoom(self) -> float:
        return 1.0 + (self._times - 1.0) * self.closeness

    @property
    def camera(self) -> Camera:
        """The mapping from mm of the tower to px of the rectangle: the view zooms to the middle of its lower edge."""
        larger, (wide, high) = self._whole.enlarged(self._zoom), self.rect.size
        return larger.moved(-wide * (self._zoom - 1.0) / 2, -high * (self._zoom - 1.0))

    def place_of(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of the window at which a point of the tower (mm) is drawn."""
        self.prepare()
        left, top = self.camera.point((x, y))
        return round(self.rect.x + left) + self._sway, round(self.rect.y + top)

    def point_at(self, pixel: tuple[int, int]) -> Point:
        """Return the point of the tower (mm) that is drawn at a pixel of the window."""
        self.prepare()
        camera = self.camera
        x, y = pixel[0] - self.rect.x, pixel[1] - self.rect.y
        return (x - camera.left) / camera.scale, (camera.base - y) / camera.scale

    def tray_middle(self) -> Point:
        """Return the middle of the tray's floor, mm."""
        world = build_world(self.playback.geometry)
        return 0.0, world.floor_y + self.playback.geometry.grain.size

    def draw(self, surface: Surface) -> None:
        """Draw the tower as it is at this moment."""
        self.prepare()
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        camera = self.camera
        self._sway = 0 if self.is_steady else round(self.playback.sway * camera.scale)
        self._draw_back(surface)
        corner = self.rect.x + self._sway, self.rect.y
        if cup := self.playback.cup:
            self._cup(camera).draw(surface, corner, cup)
        grain = self.playback.geometry.grain
        look = CubeLook(max(3, round(grain.size * camera.scale)), grain.shape == "disc", self.xray, self.signs)
        standing, fallen = divided(self.playback.cubes(), self.fallen)
        draw_fallen(surface, fallen, self.place_of, look)
        draw_cubes(surface, standing, self.place_of, look)
        if not self.is_steady:
            draw_puffs(surface, self.playback.puffs(), self.place_of, look.size)
        if not self.xray:
            front, place = self._front(camera)
            surface.blit(front, place.move(corner))
        surface.set_clip(clip)

    def _draw_back(self, surface: Surface) -> None:
        """Draw the empty tower; if it swings, the strip at a side shows it at rest."""
        picture = self._picture()
        if self._sway:
            surface.blit(picture, self.rect)
        surface.blit(picture, self.rect.move(self._sway, 0))
        Drift(self.playback.geometry, self.season).draw(surface, self.rect, self.camera, self.moment)
        if self.xray:
            dim(surface, self.rect)

    def _picture(self) -> Surface:
        """Return the visible part of the painted tower, coarse while the view zooms."""
        if self.closeness <= 0.0 or self._times == 1.0:
            return self._small
        seen = Rect(0, 0, *(round(side * self._times / self._zoom) for side in self.rect.size))
        seen.midbottom = self._large.get_rect().midbottom
        part = self._large.subsurface(seen.clip(self._large.get_rect()))
        return part if self.closeness >= 1.0 else pygame.transform.scale(part, self.rect.size)

    def _front(self, camera: Camera) -> tuple[Surface, Rect]:
        """Return the front wall as it is seen now, and where in the rectangle."""
        if self.closeness <= 0.0:
            if self._front_of_whole is None:
                self._front_of_whole = painted_front(self.playback.geometry, self.rect.size, camera)
            return self._front_of_whole
        (front, place), share = self._front_of_large, self._zoom / self._times
        x, y = camera.left - self._whole.left * self._zoom, camera.base - self._whole.base * self._zoom
        seen = Rect(round(place.x * share + x), round(place.y * share + y), 0, 0)
        seen.size = round(place.width * share), round(place.height * share)
        return (front if share == 1.0 else pygame.transform.scale(front, seen.size)), seen

    def _cup(self, camera: Camera) -> Cup:
        if camera not in self._cups:
            if len(self._cups) >= MOST_CUPS:
                self._cups.clear()
            self._cups[camera] = Cup(self.playback.geometry, camera)
        return self._cups[camera]


def divided(cubes: Sequence[ShownCube], fallen: Mapping[str, int]) -> tuple[list[ShownCube], list[ShownCube]]:
    """Return the cubes that count, and those on the tray that fell in the count: the topmost of their colors."""
    gone, left = [], dict(fallen)
    for cube in sorted((cube for cube in cubes if cube.y <= 0), key=lambda cube: -cube.y) if fallen else ():
        if left.get(cube.colour, 0) > 0:
            left[cube.colour] -= 1
            gone.append(cube)
    return [cube for cube in cubes if cube not in gone], gone


def _whole_view(playback: Playback, size: tuple[int, int]) -> Camera:
    """Return the view that shows tower, tray and the cup above the rim as large as fits."""
    box, world = view_box(playback.geometry), build_world(playback.geometry)
    bottom, top = world.bounds.bottom - AIR, playback.rim + HEIGHT
    scale = min(size[0] / (box.right - box.left), size[1] / (top - bottom))
    left = (size[0] - scale * (box.left + box.right)) / 2
    return Camera(scale, left, size[1] + scale * bottom)

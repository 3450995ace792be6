"""The tower as a picture: a wooden keep cut open, its ledges, pins and tray exactly where the cubes meet them."""

import math
import random
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.tower.world import Box, Capsule, Disc, Point, World, build_world, half_width
from shogun.ui.theme import CUBES, INK, Colour, mix

FINENESS = 3
"""How many times as large things are drawn before they are scaled down smoothly."""
ANGLE_STEPS = 45
"""Pictures of a cube for a quarter of a turn: 2 degrees apart."""

WOOD: Colour = (150, 104, 62)
WOOD_LIGHT: Colour = (196, 150, 98)
LEDGE: Colour = (205, 166, 110)
BACK: Colour = (74, 50, 33)
BACK_LIGHT: Colour = (104, 73, 47)
BAMBOO: Colour = (176, 164, 92)
TILE: Colour = (58, 66, 80)
PLASTER: Colour = (236, 228, 208)
SKY_TOP: Colour = (44, 62, 96)
SKY_LOW: Colour = (208, 178, 146)
TABLE: Colour = (112, 74, 44)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

EAVE_REACH = 27.0
EAVE_HEIGHT = 15.0
WALL = 10.0
"""Thickness of the walls and of the tray's rim, mm (twice the radius that the physics gives them)."""


class Camera(Struct, frozen=True):
    """How millimetres of the tower become pixels: y upwards becomes y downwards."""

    scale: float
    left: float
    base: float

    def point(self, point: Point) -> Point:
        """Return where a point of the tower lies in the picture."""
        return self.left + point[0] * self.scale, self.base - point[1] * self.scale

    def enlarged(self, times: int) -> "Camera":
        """Return the same view for a picture `times` as large."""
        return Camera(self.scale * times, self.left * times, self.base * times)


def camera_for(geometry: Geometry, size: tuple[int, int]) -> Camera:
    """Return the view that shows tower, roofs and tray as large as fits, in the middle and on the floor."""
    box = view_box(geometry)
    scale = min(size[0] / (box.right - box.left), size[1] / (box.top - box.bottom))
    left = (size[0] - scale * (box.left + box.right)) / 2
    return Camera(scale, left, size[1] + scale * box.bottom)


def view_box(geometry: Geometry) -> Box:
    """Return what is shown, mm: the tower's bounds with room for roofs at both sides and for cubes above the rim."""
    bounds = build_world(geometry).bounds
    reach = max(half_width(geometry, y) for y in eave_heights(geometry)) + WALL + EAVE_REACH + 2
    return Box(min(bounds.left - 4, -reach), bounds.bottom - 8, max(bounds.right + 4, reach), bounds.top + 26)


def eave_heights(geometry: Geometry) -> list[float]:
    """Return where roofs are fixed to the walls, mm above the exit: one under the funnel, others every 75 mm or so."""
    storeys = max(1, round(geometry.shaft.height / 78))
    return [geometry.shaft.height * (number + 0.86) / storeys for number in range(storeys)]


def paint_tower(geometry: Geometry, size: tuple[int, int]) -> Surface:
    """Return the empty tower from behind its front wall: sky, back wall, roofs, walls, ledges, pins and tray."""
    world, camera = build_world(geometry), camera_for(geometry, size).enlarged(FINENESS)
    big = Surface((size[0] * FINENESS, size[1] * FINENESS))
    _paint_sky(big)
    _paint_table(big, camera, world)
    _paint_back(big, camera, world, geometry)
    for height in eave_heights(geometry):
        for side in (-1, 1):
            _paint_eave(big, camera, side, half_width(geometry, height) + WALL, height)
    for ledge in (*world.baffles, *world.pieces):
        _paint_beam(big, camera, ledge, LEDGE)
    for pin in world.pins:
        _paint_pin(big, camera, pin)
    for wall in world.walls:
        _paint_beam(big, camera, wall, WOOD)
    for rim in world.tray:
        _paint_beam(big, camera, rim, mix(WOOD, BLACK, 0.18))
    return pygame.transform.smoothscale(big, size)


def paint_front(geometry: Geometry, size: tuple[int, int]) -> Surface:
    """Return the front wall, half transparent: a lattice of thin laths in front of the shaft and the funnel."""
    world, camera = build_world(geometry), camera_for(geometry, size).enlarged(FINENESS)
    big = Surface((size[0] * FINENESS, size[1] * FINENESS), pygame.SRCALPHA)
    inside = [camera.point(point) for point in (*world.left_face, *reversed(world.right_face))]
    pygame.draw.polygon(big, (*PLASTER, 16), inside)
    lath = max(1, round(1.1 * camera.scale))
    half, top = geometry.shaft.width / 2, geometry.shaft.height
    for number in range(1, columns := max(3, round(geometry.shaft.width / 18))):
        x = -half + number * geometry.shaft.width / columns
        pygame.draw.line(big, (*WOOD_LIGHT, 42), camera.point((x, geometry.exit.height)), camera.point((x, top)), lath)
    for number in range(1, rows := max(3, round(top / 30))):
        y = geometry.exit.height + number * (top - geometry.exit.height) / rows
        pygame.draw.line(big, (*WOOD_LIGHT, 42), camera.point((-half, y)), camera.point((half, y)), lath)
    for y in (top, geometry.exit.height):
        pygame.draw.line(big, (*WOOD_LIGHT, 110), camera.point((-half, y)), camera.point((half, y)), 2 * lath)
    return pygame.transform.smoothscale(big, size)


# Surroundings


def _paint_sky(big: Surface) -> None:
    """Fill with an evening sky, deep above and warm above the floor."""
    strip = Surface((1, 64))
    for y in range(64):
        strip.set_at((0, y), mix(SKY_TOP, SKY_LOW, (y / 63) ** 1.5))
    big.blit(pygame.transform.smoothscale(strip, big.get_size()), (0, 0))


def _paint_table(big: Surface, camera: Camera, world: World) -> None:
    """Draw the table on which the tray stands."""
    top = round(camera.point((0, world.floor_y - 4))[1])
    table = Rect(0, top, big.get_width(), big.get_height() - top)
    pygame.draw.rect(big, TABLE, table)
    pygame.draw.line(big, mix(TABLE, WHITE, 0.3), table.topleft, table.topright, FINENESS)


def _paint_back(big: Surface, camera: Camera, world: World, geometry: Geometry) -> None:
    """Draw the back wall of upright planks, its open foot in the dark, and the back of the tray."""
    half, low = geometry.exit.width / 2, world.floor_y
    left, right = world.tray[0].start[0], world.tray[-1].start[0]
    high = low + geometry.tray.rim
    pygame.draw.polygon(big, mix(BACK, BLACK, 0.1), [camera.point(p) for p in ((left, low), (left, high), (right, high), (right, low))])
    foot = [camera.point(p) for p in ((-half - 9, 0), (half + 9, 0), (half + 9, low), (-half - 9, low))]
    pygame.draw.polygon(big, mix(BACK, BLACK, 0.45), foot)
    outline = [camera.point(point) for point in (*world.left_face, *reversed(world.right_face))]
    planks = Surface(big.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(planks, (*BACK_LIGHT, 255), outline)
    _add_planks(planks, camera, world, geometry)
    mask = Surface(big.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), outline)
    planks.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    big.blit(planks, (0, 0))
    _darken_foot(big, camera, half + 9, low)


def _add_planks(planks: Surface, camera: Camera, world: World, geometry: Geometry) -> None:
    """Draw planks of slightly different wood, with seams and grain, darker towards the bottom."""
    rng = random.Random(11)
    half = geometry.funnel.mouth / 2
    count = max(4, round(2 * half / 15))
    for number in range(count):
        left, top = camera.point((-half + number * 2 * half / count, world.rim_y))
        right, bottom = camera.point((-half + (number + 1) * 2 * half / count, 0))
        shade = mix(BACK, BACK_LIGHT, rng.uniform(0.15, 0.75))
        pygame.draw.rect(planks, shade, (left, top, right - left + 1, bottom - top))
        for _ in range(3):
            x, start = rng.uniform(left, right), rng.uniform(top, bottom)
            pygame.draw.line(planks, mix(shade, BLACK, 0.16), (x, start), (x + rng.uniform(-3, 3), start + rng.uniform(60, 300)), FINENESS)
        pygame.draw.line(planks, mix(shade, BLACK, 0.4), (left, top), (left, bottom), FINENESS)


def _darken_foot(big: Surface, camera: Camera, half: float, low: float) -> None:
    """Let the light fade towards the opening under the tower."""
    left, top = camera.point((-half, 40))
    right, bottom = camera.point((half, low))
    shade = Surface((1, 32), pygame.SRCALPHA)
    for y in range(32):
        shade.set_at((0, y), (20, 12, 8, round(90 * math.sin(math.pi * min(1.0, y / 31 * 1.0)) ** 1.5)))
    big.blit(pygame.transform.smoothscale(shade, (round(right - left), round(bottom - top))), (left, top))


def _paint_eave(big: Surface, camera: Camera, side: int, wall: float, height: float) -> None:
    """Draw one end of a tiled roof: it sags, and its corner turns up."""
    upper = [(wall - 2 + EAVE_REACH * t, height + EAVE_HEIGHT * ((1 - t) ** 1.9) + 4.5 * t**5) for t in _parts(14)]
    lower = [(x, y - 3.2 - 1.4 * t) for (x, y), t in zip(upper, _parts(14), strict=True)]
    shadow = [(wall - 2, height - 3), *[(x - 1, y - 2.5) for x, y in lower], (wall - 2, height - 9)]
    for points, colour in ((shadow, mix(WOOD, BLACK, 0.45)), ([*upper, *reversed(lower), (wall - 2, height - 3)], TILE)):
        pygame.draw.polygon(big, colour, [camera.point((side * x, y)) for x, y in points])
    for points, colour in ((upper, mix(TILE, WHITE, 0.35)), (lower, mix(TILE, BLACK, 0.45))):
        pygame.draw.lines(big, colour, False, [camera.point((side * x, y)) for x, y in points], max(2, round(camera.scale)))
    for step in range(1, 14, 2):
        ends = [camera.point((side * x, y)) for x, y in (upper[step], lower[step])]
        pygame.draw.line(big, mix(TILE, BLACK, 0.3), ends[0], ends[1], max(1, round(camera.scale * 0.7)))
    tip = camera.point((side * upper[-1][0], upper[-1][1] - 1.5))
    pygame.draw.circle(big, mix(TILE, WHITE, 0.2), tip, 2.1 * camera.scale)


def _parts(count: int) -> list[float]:
    return [number / (count - 1) for number in range(count)]


# What cubes meet


def _paint_beam(big: Surface, camera: Camera, beam: Capsule, colour: Colour) -> None:
    """Draw a piece of wood: dark edge, body, light from above, grain along it."""
    start, end = camera.point(beam.start), camera.point(beam.end)
    radius = beam.radius * camera.scale
    edge = max(1.0, min(FINENESS * 1.0, radius * 0.3))
    _capsule(big, mix(colour, BLACK, 0.6), start, end, radius)
    _capsule(big, colour, start, end, radius - edge)
    lift = radius * 0.3
    _capsule(big, mix(colour, WHITE, 0.26), (start[0], start[1] - lift), (end[0], end[1] - lift), max(1.0, radius * 0.38))
    for shift in (-0.3, 0.35) if radius > 8 else ():
        nx, ny = _normal(start, end)
        a, b = ((x + nx * radius * shift, y + ny * radius * shift) for x, y in (start, end))
        pygame.draw.line(big, mix(colour, BLACK, 0.16), a, b, 2)


def _capsule(big: Surface, colour: Colour, start: Point, end: Point, radius: float) -> None:
    nx, ny = _normal(start, end)
    sides = [(start, 1), (end, 1), (end, -1), (start, -1)]
    pygame.draw.polygon(big, colour, [(x + nx * radius * sign, y + ny * radius * sign) for (x, y), sign in sides])
    for centre in (start, end):
        pygame.draw.circle(big, colour, centre, radius)


def _normal(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length


def _paint_pin(big: Surface, camera: Camera, pin: Disc) -> None:
    """Draw a bamboo peg seen from its end."""
    centre, radius = camera.point(pin.centre), pin.radius * camera.scale
    for share, colour in ((1.0, mix(BAMBOO, BLACK, 0.6)), (0.9, BAMBOO), (0.66, mix(BAMBOO, WHITE, 0.3)), (0.4, mix(BAMBOO, BLACK, 0.5))):
        pygame.draw.circle(big, colour, centre, radius * share)


# Cubes


@lru_cache(maxsize=4096)
def tumbling_cube(colour: str, size: int, step: int, *, disc: bool = False) -> Surface:
    """Return a cube seen from the front, turned counterclockwise by `step` of ANGLE_STEPS quarters, lit from above.

    `size` is its side in pixels. A disc (towers for checks against published hoppers may throw them) never looks turned.
    """
    whole = math.ceil(size * (1.0 if disc else math.sqrt(2))) + 2
    canvas = Surface((whole * FINENESS, whole * FINENESS), pygame.SRCALPHA)
    body, middle = CUBES[colour], whole * FINENESS / 2
    if disc:
        pygame.draw.circle(canvas, mix(body, BLACK, 0.6), (middle, middle), size * FINENESS / 2)
        pygame.draw.circle(canvas, body, (middle, middle), size * FINENESS * 0.43)
    else:
        _paint_square(canvas, body, middle, size * FINENESS / 2, step / ANGLE_STEPS * math.pi / 2)
    return pygame.transform.smoothscale(canvas, (whole, whole))


def _paint_square(canvas: Surface, body: Colour, middle: float, half: float, angle: float) -> None:
    """Draw a turned square with bevelled edges; an edge that looks up is light, one that looks down dark."""
    outer, inner = _corners(middle, half, angle), _corners(middle, half * 0.68, angle)
    pygame.draw.polygon(canvas, body, outer)
    for number in range(4):
        following = (number + 1) % 4
        edge = [outer[number], outer[following], inner[following], inner[number]]
        up = middle - (outer[number][1] + outer[following][1]) / 2
        light = up / half
        shade = mix(body, WHITE, 0.16 + 0.42 * light) if light > -0.2 else mix(body, BLACK, -0.55 * light)
        pygame.draw.polygon(canvas, shade, edge)
    pygame.draw.polygon(canvas, mix(body, WHITE, 0.1), inner)
    pygame.draw.lines(canvas, mix(body, BLACK, 0.7) if sum(body) > 90 else (70, 64, 60), True, outer, 2)


def _corners(middle: float, half: float, angle: float) -> list[Point]:
    """Return the corners of a square turned counterclockwise, on the screen (y downwards)."""
    radius = half * math.sqrt(2)
    turns = [angle + math.pi / 4 + number * math.pi / 2 for number in range(4)]
    return [(middle + radius * math.cos(turn), middle - radius * math.sin(turn)) for turn in turns]


@lru_cache(maxsize=512)
def cube_shadow(size: int, step: int) -> Surface:
    """Return the shadow that a cube throws on the back wall."""
    whole = math.ceil(size * math.sqrt(2)) + 2
    canvas = Surface((whole * FINENESS, whole * FINENESS), pygame.SRCALPHA)
    points = _corners(whole * FINENESS / 2, size * FINENESS / 2, step / ANGLE_STEPS * math.pi / 2)
    pygame.draw.polygon(canvas, (*mix(INK, BLACK, 0.5), 90), points)
    return pygame.transform.smoothscale(canvas, (whole, whole))


def angle_step(angle: float) -> int:
    """Return which picture of a cube shows it at an angle, rad; a quarter of a turn looks the same."""
    return round(angle / (math.pi / 2) * ANGLE_STEPS) % ANGLE_STEPS

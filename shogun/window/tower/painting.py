"""The tower as a picture: a wooden keep cut open, with ledges, pins and tray exactly where the cubes meet them."""

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Box, Capsule, Disc, Point, World, build_world, half_width
from shogun.window.kit.drawing.theme import CUBES, GOLD, INK, Colour, mix
from shogun.window.kit.sound import Season
from shogun.window.tower.landscape import add_beam, add_glow, paint_landscape

FINENESS = 3
"""Scale at which things are drawn before they are scaled down smoothly."""
PAINTED_HIGH = 2600
"""Pixels; no tower is painted higher: a few such surfaces are all that memory allows."""
ANGLE_STEPS = 30
"""Pictures of a cube for a quarter of a turn: 3 degrees apart ..."""
TURN_STEPS = 4 * ANGLE_STEPS
"""... and for a whole one."""
SIGNED = 9
"""Least pixels of a cube with a sign ..."""
SIGN_SHARE = 0.62
"""... and the sign's share of its face."""
PUFF_STEPS = 8
"""Pictures of dust from a blow to nothing, and from a light blow to a hard one."""
BEVEL = 0.76
"""Inner edge of a cube's bevels, from its middle."""

WOOD: Colour = (150, 104, 62)
WOOD_LIGHT: Colour = (196, 150, 98)
LEDGE: Colour = (205, 166, 110)
BACK: Colour = (84, 58, 40)
BACK_LIGHT: Colour = (122, 90, 62)
BAMBOO: Colour = (176, 164, 92)
TILE: Colour = (58, 66, 80)
PLASTER: Colour = (236, 228, 208)
TABLE: Colour = (112, 74, 44)
TRAY: Colour = (84, 52, 36)
DUST: Colour = (240, 216, 176)
CAVE: Colour = (92, 74, 58)
STONE: Colour = (136, 134, 128)
DARK: Colour = (24, 16, 12)
GLOW: Colour = (255, 214, 120)
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

POST_STRIPS = 9
"""Shades across a post ..."""
POST_LIGHT = 0.34
"""... at which share of its width it is lightest ..."""
POST_BODY = 0.72
"""... and how much light shows the wood as it is."""
SUNLIT: Colour = (255, 214, 150)
BEAM: Colour = (30, 22, 11)
"""Color that a beam of the sun adds to the wood ..."""
SLANT = 0.2
"""... and how far it leans: to the side for each mm down."""
EMBER: Colour = (66, 36, 14)
CAVE_LIGHT = 80.0
"""The light in the opening under the tower, and how far it reaches, mm."""
CANDLE: Colour = (150, 84, 30)
LANTERN: Colour = (206, 58, 34)
LANTERN_LIT: Colour = (255, 190, 104)
LANTERN_SIZE = (8.0, 11.0)
"""Width and height of a paper lantern, mm."""
CANDLELIGHT = 30.0
"""Reach of a lantern's light, mm."""

EAVE_REACH = 30.0
EAVE_HEIGHT = 19.0
CUP_ROOM = 26.0
"""Room above the cubes' lowest row for the cup that brings them, mm."""
DEPTH = 4.5
"""Visible depth of the side walls, back to the back wall, mm."""
BOARD = 4.0
"""Visible depth of a ledge's upper side, mm."""
SHADOW = (3.5, 4.5)
"""Offset of shadows on the back wall, right and down, mm."""
COARSE = 4
"""Factor by which soft shadows are drawn coarser."""
WALL = 10.0
"""Thickness of the walls and of the tray's rim, mm (twice the radius that the physics gives them)."""


class Camera(Struct, frozen=True):
    """The mapping from millimeters of the tower to pixels: y upwards becomes y downwards."""

    scale: float
    left: float
    base: float

    def point(self, point: Point) -> Point:
        """Return the pixel of a point of the tower."""
        return self.left + point[0] * self.scale, self.base - point[1] * self.scale

    def moved(self, x: float, y: float) -> "Camera":
        """Return the same view drawn (x, y) px further right and down."""
        return Camera(self.scale, self.left + x, self.base + y)

    def enlarged(self, times: float) -> "Camera":
        """Return the same view for a picture `times` as large."""
        return Camera(self.scale * times, self.left * times, self.base * times)


def camera_for(geometry: Geometry, size: tuple[int, int]) -> Camera:
    """Return the view that shows tower, roofs and tray as large as fits, in the middle and on the floor."""
    box = view_box(geometry)
    scale = min(size[0] / (box.right - box.left), size[1] / (box.top - box.bottom))
    left = (size[0] - scale * (box.left + box.right)) / 2
    return Camera(scale, left, size[1] + scale * box.bottom)


def view_box(geometry: Geometry) -> Box:
    """Return the visible area, mm: the tower's bounds with room for roofs at both sides and for cubes above the rim."""
    bounds = build_world(geometry).bounds
    reach = max(half_width(geometry, y) for y in eave_heights(geometry)) + WALL + EAVE_REACH + 2
    return Box(min(bounds.left - 4, -reach), bounds.bottom - 5, max(bounds.right + 4, reach), bounds.top + CUP_ROOM)


def eave_heights(geometry: Geometry) -> list[float]:
    """Return the heights of roofs on the walls, mm above the exit: one under the funnel, others every 75 mm or so."""
    storeys = max(1, round(geometry.shaft.height / 78))
    return [geometry.shaft.height * (number + 0.86) / storeys for number in range(storeys)]


def paint_tower(
    geometry: Geometry,
    size: tuple[int, int],
    view: Camera | None = None,
    fineness: int | None = None,
    season: Season = "summer",
) -> Surface:
    """Return the empty tower from behind its front wall: land, stone foot, roofs, walls, ledges, pins and tray.

    A `view` may show another part of it than the usual one; a `fineness` of 1 is for quick pictures.
    """
    times = fineness or _fineness(size)
    world, camera = build_world(geometry), (view or camera_for(geometry, size)).enlarged(times)
    big = Surface((size[0] * times, size[1] * times))
    paint_landscape(big, camera.point((0, world.floor_y))[1], season)
    _paint_table(big, camera, world)
    _paint_back_rim(big, camera, world)
    _paint_foot(big, camera, world, geometry)
    _paint_back(big, camera, world, geometry)
    _paint_sides(big, camera, world)
    _paint_eaves(big, camera, geometry)
    _add_daylight(big, camera, world)
    paint_pieces(big, world, camera)
    _paint_tray(big, camera, world)
    _hang_lanterns(big, camera, geometry)
    return big if times == 1 else pygame.transform.smoothscale(big, size)


def paint_pieces(big: Surface, world: World, camera: Camera) -> None:
    """Paint ledges and pins, with their shadows, and the walls before their ends."""
    ledges = (*world.baffles, *world.pieces)
    _cast_shadows(big, camera, ledges, world.pins)
    for ledge in ledges:
        _paint_board(big, camera, ledge)
        _paint_beam(big, camera, ledge, LEDGE)
    for pin in world.pins:
        _paint_pin(big, camera, pin)
    for face in (world.left_face, world.right_face):
        _paint_wall(big, camera, face)


@lru_cache(maxsize=3)
def painted_front(geometry: Geometry, size: tuple[int, int], view: Camera | None = None) -> tuple[Surface, Rect]:
    """Return the front wall, half transparent, and its place: a lattice of thin laths before shaft and funnel."""
    times = _fineness(size)
    world, whole = build_world(geometry), view or camera_for(geometry, size)
    inside = (*world.left_face, *reversed(world.right_face))
    rect = _around([whole.point(point) for point in inside])
    camera = whole.moved(-rect.x, -rect.y).enlarged(times)
    big = Surface((rect.width * times, rect.height * times), pygame.SRCALPHA)
    big.fill((*WOOD_LIGHT, 0))
    pygame.draw.polygon(big, (*PLASTER, 16), [camera.point(point) for point in inside])
    lath = max(1, round(1.1 * camera.scale))
    half, low, top = geometry.shaft.width / 2, geometry.exit.height, geometry.shaft.height
    for number in range(1, columns := max(3, round(geometry.shaft.width / 18))):
        x = -half + number * geometry.shaft.width / columns
        pygame.draw.line(big, (*WOOD_LIGHT, 42), camera.point((x, low)), camera.point((x, top)), lath)
    for number in range(1, rows := max(3, round(top / 30))):
        y = low + number * (top - low) / rows
        pygame.draw.line(big, (*WOOD_LIGHT, 42), camera.point((-half, y)), camera.point((half, y)), lath)
    for y in (top, low):
        pygame.draw.line(big, (*WOOD_LIGHT, 110), camera.point((-half, y)), camera.point((half, y)), 2 * lath)
    return pygame.transform.smoothscale(big, rect.size), rect


def _around(points: Sequence[Point]) -> Rect:
    """Return the smallest rectangle of whole pixels around points."""
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    left, top = math.floor(min(xs)), math.floor(min(ys))
    return Rect(left, top, math.ceil(max(xs)) - left + 1, math.ceil(max(ys)) - top + 1)


def _fineness(size: tuple[int, int]) -> int:
    """Return the scale at which a picture is painted: a larger picture gains less by it and costs more."""
    return max(1, min(FINENESS, PAINTED_HIGH // max(1, size[1])))


# Surroundings


def _paint_table(big: Surface, camera: Camera, world: World) -> None:
    """Draw the table below the tray."""
    top = round(camera.point((0, world.floor_y - 4))[1])
    table = Rect(0, top, big.get_width(), big.get_height() - top)
    pygame.draw.rect(big, TABLE, table)
    pygame.draw.line(big, mix(TABLE, WHITE, 0.3), table.topleft, table.topright, FINENESS)


def _paint_back_rim(big: Surface, camera: Camera, world: World) -> None:
    """Draw the far rim of the tray, behind foot and cubes."""
    left, right = world.tray[0].start[0], world.tray[-1].end[0]
    top = max(point[1] for rim in world.tray for point in (rim.start, rim.end))
    corner, end = camera.point((min(left, right), top - 4)), camera.point((max(left, right), world.floor_y - 2))
    rim = Rect(round(corner[0]), round(corner[1]), round(end[0] - corner[0]), round(end[1] - corner[1]))
    pygame.draw.rect(big, mix(TRAY, BLACK, 0.25), rim)
    pygame.draw.rect(big, mix(TRAY, WHITE, 0.18), (rim.x, rim.y, rim.width, max(1, round(1.4 * camera.scale))))


def _paint_foot(big: Surface, camera: Camera, world: World, geometry: Geometry) -> None:
    """Draw the stone foot at both sides of the opening through which the cubes fall, and the dark behind it."""
    half, low = geometry.exit.width / 2, world.floor_y
    dark = [camera.point(p) for p in ((-half - 9, 2), (half + 9, 2), (half + 9, low), (-half - 9, low))]
    pygame.draw.polygon(big, CAVE, dark)
    _add_cave_light(big, camera, half + 9, low)
    add_glow(big, camera.point((0, low * 0.8)), CAVE_LIGHT * camera.scale, EMBER)
    rng = random.Random(5)
    rows = max(3, round(-low / 11))
    for side, row in itertools.product((-1, 1), range(rows)):
        reach = half + WALL + 5 + 24 * (1 - row / rows) ** 1.6
        bottom, top = low + row * -low / rows, low + (row + 1) * -low / rows
        for start, width in _stones(rng, half, reach):
            ends = sorted((side * start, side * (start + width)))
            _paint_stone(big, camera, Box(ends[0], bottom, ends[1], top), mix(STONE, BLACK, rng.uniform(0.0, 0.22)))


def _stones(rng: random.Random, start: float, end: float) -> Iterator[tuple[float, float]]:
    """Yield place and width of the stones of one course from `start` to `end`, mm."""
    while start < end - 1:
        width = min(rng.uniform(10, 17), end - start)
        if end - start - width < 5:
            width = end - start
        yield start, width
        start += width


def _paint_stone(big: Surface, camera: Camera, box: Box, shade: Colour) -> None:
    """Draw one roughly hewn stone."""
    left, top = camera.point((box.left, box.top))
    width, height = (box.right - box.left) * camera.scale, (box.top - box.bottom) * camera.scale
    stone, radius = Rect(round(left), round(top), round(width), round(height)), round(2.6 * camera.scale)
    pygame.draw.rect(big, mix(STONE, BLACK, 0.62), stone, border_radius=radius)
    face = stone.inflate(-round(camera.scale), -round(camera.scale))
    pygame.draw.rect(big, mix(shade, WHITE, 0.2), face, border_radius=radius)
    pygame.draw.rect(big, shade, face.move(0, round(camera.scale)).clip(face), border_radius=radius)


def _add_cave_light(big: Surface, camera: Camera, half: float, low: float) -> None:
    """Darken the opening towards the tower, so that all colors of cubes are visible in the tray."""
    left, top = camera.point((-half, 2))
    right, bottom = camera.point((half, low))
    shade = Surface((1, 24), pygame.SRCALPHA)
    for y in range(24):
        shade.set_at((0, y), (*DARK, round(225 * (1 - y / 23) ** 1.2)))
    big.blit(pygame.transform.smoothscale(shade, (round(right - left), round(bottom - top))), (left, top))


def _paint_back(big: Surface, camera: Camera, world: World, geometry: Geometry) -> None:
    """Draw the back wall of upright planks."""
    outline = (*world.left_face, *reversed(world.right_face))
    area = _around([camera.point(point) for point in outline])
    near = camera.moved(-area.x, -area.y)
    planks = Surface(area.size, pygame.SRCALPHA)
    _add_planks(planks, near, world, geometry)
    mask = Surface(area.size, pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), [near.point(point) for point in outline])
    planks.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    big.blit(planks, area)
    shade = Surface(area.size, pygame.SRCALPHA)
    _add_inner_shadow(shade, near, world)
    big.blit(shade, area)
    _add_depth(big, camera, world)


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
            pygame.draw.line(
                planks,
                mix(shade, BLACK, 0.16),
                (x, start),
                (x + rng.uniform(-3, 3), start + rng.uniform(60, 300)),
                FINENESS,
            )
        pygame.draw.line(planks, mix(shade, BLACK, 0.4), (left, top), (left, bottom), FINENESS)


def _add_inner_shadow(shade: Surface, camera: Camera, world: World) -> None:
    """Let the side walls throw a soft shadow on the back wall."""
    for face, side in ((world.left_face, 1), (world.right_face, -1)):
        for step in range(9, 0, -1):
            points = [camera.point((x + side * step * 1.1, y)) for x, y in face]
            pygame.draw.polygon(shade, (*DARK, 96 - step * 10), [*points, *[camera.point(p) for p in reversed(face)]])


def _add_depth(big: Surface, camera: Camera, world: World) -> None:
    """Let the light on the back wall fade downwards."""
    top, bottom = camera.point((0, world.rim_y))[1], camera.point((0, 0))[1]
    fade = Surface((1, 32), pygame.SRCALPHA)
    for y in range(32):
        fade.set_at((0, y), (*DARK, round(110 * (y / 31) ** 2.2)))
    left, right = camera.point((world.left_face[-1][0], 0))[0], camera.point((world.right_face[-1][0], 0))[0]
    big.blit(pygame.transform.smoothscale(fade, (round(right - left), round(bottom - top))), (left, top))


def _add_daylight(big: Surface, camera: Camera, world: World) -> None:
    """Let the evening sun fall through the funnel on the back wall, from the left down to the right."""
    (half, top), low = world.right_face[0], world.right_face[-1][1]
    deep = top - low
    for start, wide in ((-0.9, 1.0), (-0.85, 0.4)):
        ends = [(half * start, top), (half * (start + wide), top)]
        feet = [(x + deep * SLANT, low) for x, _y in reversed(ends)]
        corners = [camera.point(point) for point in (*ends, *feet)]
        inside = [camera.point(point) for point in (*world.left_face, *reversed(world.right_face))]
        add_beam(big, corners, BEAM, 9 * camera.scale, inside)


def _paint_sides(big: Surface, camera: Camera, world: World) -> None:
    """Draw the side walls as seen from inside, running back to the back wall: the left one is in shade."""
    for face, side, shade in ((world.left_face, 1, BLACK), (world.right_face, -1, WHITE)):
        back = [(x + side * DEPTH, y) for x, y in face]
        body = [camera.point(point) for point in (*face, *reversed(back))]
        pygame.draw.polygon(big, mix(WOOD, shade, 0.34 if shade == BLACK else 0.1), body)
        for share, line in ((0.35, 0.14), (0.7, 0.2), (1.0, 0.45)):
            points = [camera.point((x + side * DEPTH * share, y)) for x, y in face]
            pygame.draw.lines(big, mix(WOOD, BLACK, 0.3 + line), False, points, FINENESS)


def _cast_shadows(big: Surface, camera: Camera, ledges: Sequence[Capsule], pins: Sequence[Disc]) -> None:
    """Let ledges and pins throw soft shadows on the back wall, down to the right."""
    size = big.get_width() // COARSE, big.get_height() // COARSE
    layer, coarse = Surface(size, pygame.SRCALPHA), camera.enlarged(1 / COARSE)
    layer.fill((*DARK, 0))
    dx, dy = SHADOW
    for ledge in ledges:
        start, end = (coarse.point((x + dx, y - dy)) for x, y in (ledge.start, ledge.end))
        _capsule(layer, (*DARK, 150), start, end, max(1.0, (ledge.radius + 1.5) * coarse.scale))
    for pin in pins:
        x, y = pin.centre
        pygame.draw.circle(layer, (*DARK, 150), coarse.point((x + dx, y - dy)), (pin.radius + 1) * coarse.scale)
    blurred = pygame.transform.box_blur(layer, max(1, round(1.6 * coarse.scale)))
    big.blit(pygame.transform.smoothscale(blurred, big.get_size()), (0, 0))


def _paint_board(big: Surface, camera: Camera, ledge: Capsule) -> None:
    """Draw the upper side of a ledge, which runs back to the back wall."""
    left, right = sorted((ledge.start, ledge.end))
    rise = ledge.radius * 0.5
    near = [(left[0], left[1] + rise), (right[0], right[1] + rise)]
    far = [(x, y + BOARD) for x, y in near]
    top = [camera.point(point) for point in (*near, *reversed(far))]
    pygame.draw.polygon(big, mix(LEDGE, BLACK, 0.28), top)
    for share in (0.3, 0.62):
        start, end = (camera.point((x, y + BOARD * share)) for x, y in near)
        pygame.draw.line(big, mix(LEDGE, BLACK, 0.4), start, end, max(1, FINENESS - 1))
    pygame.draw.polygon(big, mix(LEDGE, BLACK, 0.62), top, max(1, FINENESS - 1))


def _paint_eaves(big: Surface, camera: Camera, geometry: Geometry) -> None:
    """Draw the ends of the roofs of all storeys."""
    for height in eave_heights(geometry):
        for side in (-1, 1):
            _paint_eave(big, camera, side, half_width(geometry, height) + WALL, height)


def _paint_eave(big: Surface, camera: Camera, side: int, wall: float, height: float) -> None:
    """Draw one end of a tiled roof: it sags, and its corner turns up."""
    parts = _parts(17)
    upper = [(wall - 3 + (EAVE_REACH + 3) * t, height + EAVE_HEIGHT * (1 - t) ** 1.7 + 5.5 * t**4) for t in parts]
    lower = [(x, height - 1.5 + 4.5 * t**4 - 2.0 * (1 - t)) for (x, _), t in zip(upper, parts, strict=True)]
    soffit = [(x - 1.5 * t, y - 3.0) for (x, y), t in zip(lower, parts, strict=True)][:-1]

    def on_screen(points: list[Point]) -> list[Point]:
        return [camera.point((side * x, y)) for x, y in points]

    pygame.draw.polygon(big, mix(WOOD, BLACK, 0.5), on_screen([*lower, *reversed(soffit)]))
    pygame.draw.polygon(big, TILE, on_screen([*upper, *reversed(lower)]))
    for number in range(1, 17, 2):
        pygame.draw.lines(
            big,
            mix(TILE, BLACK, 0.35),
            False,
            on_screen([upper[number], lower[number]]),
            max(2, round(camera.scale * 0.8)),
        )
        pygame.draw.circle(big, mix(TILE, WHITE, 0.14), on_screen([lower[number]])[0], 1.25 * camera.scale)
    pygame.draw.lines(big, mix(TILE, BLACK, 0.5), False, on_screen(lower), max(2, round(camera.scale * 0.6)))
    ridge = [(x, y + 0.6) for x, y in upper]
    pygame.draw.lines(big, mix(TILE, BLACK, 0.3), False, on_screen(ridge), max(3, round(camera.scale * 2.2)))
    pygame.draw.lines(
        big,
        mix(TILE, WHITE, 0.4),
        False,
        on_screen([(x, y + 1.0) for x, y in ridge]),
        max(2, round(camera.scale * 0.7)),
    )
    pygame.draw.circle(big, GOLD, on_screen([ridge[-1]])[0], 1.9 * camera.scale)


def _hang_lanterns(big: Surface, camera: Camera, geometry: Geometry) -> None:
    """Hang a paper lantern from the end of each roof, and let it shine."""
    for height, side in itertools.product(eave_heights(geometry), (-1, 1)):
        x = side * (half_width(geometry, height) + WALL + EAVE_REACH - 2)
        _paint_lantern(big, camera, (x, height - 1))


def _paint_lantern(big: Surface, camera: Camera, hook: Point) -> None:
    """Draw one lantern that hangs from a point: its cord, its paper with ribs, and its light."""
    wide, high = (part * camera.scale for part in LANTERN_SIZE)
    x, y = camera.point(hook)
    body = Rect(0, 0, round(wide), round(high))
    body.midtop = round(x), round(y + 3.5 * camera.scale)
    pygame.draw.line(big, DARK, (x, y), body.midtop, max(1, round(0.5 * camera.scale)))
    pygame.draw.ellipse(big, LANTERN, body)
    pygame.draw.ellipse(big, mix(LANTERN, LANTERN_LIT, 0.55), body.inflate(-wide * 0.3, -high * 0.16))
    pygame.draw.ellipse(big, LANTERN_LIT, body.inflate(-wide * 0.6, -high * 0.36))
    for share in (0.3, 0.5, 0.7):
        rib = round(body.top + high * share)
        reach = wide * 0.5 * math.sqrt(1 - (2 * share - 1) ** 2)
        pygame.draw.line(big, mix(LANTERN, BLACK, 0.25), (x - reach, rib), (x + reach, rib), max(1, FINENESS - 1))
    for edge in (body.top, body.bottom):
        cap = Rect(0, 0, round(wide * 0.56), max(2, round(high * 0.12)))
        cap.center = body.centerx, edge
        pygame.draw.rect(big, DARK, cap)
    add_glow(big, body.center, CANDLELIGHT * camera.scale, CANDLE)


def _parts(count: int) -> list[float]:
    return [number / (count - 1) for number in range(count)]


# Ledges, pins and walls


def _paint_wall(big: Surface, camera: Camera, face: tuple[Point, ...]) -> None:
    """Draw one side wall of the tower: a plank behind each piece of the inner face, bands of iron where they meet."""
    outer = _outer_face(face)
    body = [camera.point(p) for p in (*face, *reversed(outer))]
    pygame.draw.polygon(big, WOOD, body)
    side = 1 if face[0][0] > 0 else -1
    for share, colour in _roundness():
        across = share if side < 0 else 1 - share
        line = [
            (a[0] + (b[0] - a[0]) * (1 - across), a[1] + (b[1] - a[1]) * (1 - across))
            for a, b in zip(face, outer, strict=True)
        ]
        strip = max(2, round(camera.scale * WALL / POST_STRIPS) + 1)
        pygame.draw.lines(big, colour, False, [camera.point(p) for p in line], strip)
    pygame.draw.lines(big, mix(WOOD, BLACK, 0.65), True, body, FINENESS + 1)
    for a, b in zip(face, outer, strict=True):
        _paint_band(big, camera, a, b)


def _roundness() -> Iterator[tuple[float, Colour]]:
    """Yield the shades of a round post from its left side (0) to its right one (1): the sun is at the left."""
    for number in range(POST_STRIPS):
        share = (number + 0.5) / POST_STRIPS
        light = math.cos((share - POST_LIGHT) * math.pi * 0.85)
        shade = mix(WOOD, BLACK, 0.5 * (1 - light)) if light < POST_BODY else mix(WOOD, SUNLIT, (light - POST_BODY) * 2)
        yield share, mix(shade, BLACK, 0.04 * (number % 2))


def _outer_face(face: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the corners of a wall's outer side: level with those of its inner face."""
    side = 1 if face[0][0] > 0 else -1
    return tuple((x + side * WALL, y) for x, y in face)


def _paint_band(big: Surface, camera: Camera, inner: Point, outer: Point) -> None:
    """Draw an iron band with a nail across a wall."""
    (x0, y0), (x1, _) = camera.point(inner), camera.point(outer)
    height = round(5 * camera.scale)
    band = Rect(round(min(x0, x1)) - 2, round(y0 - height / 2), round(abs(x1 - x0)) + 4, height)
    pygame.draw.rect(big, mix(TILE, BLACK, 0.45), band, border_radius=FINENESS)
    pygame.draw.rect(big, mix(TILE, BLACK, 0.1), band.inflate(-4, -4), border_radius=FINENESS)
    pygame.draw.circle(big, GOLD, band.center, camera.scale * 1.1)


def _paint_tray(big: Surface, camera: Camera, world: World) -> None:
    """Draw the tray's floor and rims as planks of dark wood."""
    for rim in world.tray:
        (x0, y0), (x1, y1), thick = rim.start, rim.end, rim.radius
        left, top = camera.point((min(x0, x1) - thick, max(y0, y1) + (0 if y0 != y1 else thick)))
        right, bottom = camera.point((max(x0, x1) + thick, min(y0, y1) - thick))
        plank = Rect(round(left), round(top), round(right - left), round(bottom - top))
        pygame.draw.rect(big, mix(TRAY, BLACK, 0.6), plank, border_radius=round(camera.scale))
        pygame.draw.rect(big, TRAY, plank.inflate(-2 * FINENESS, -2 * FINENESS), border_radius=round(camera.scale))
        light = Rect(
            plank.left + 2 * FINENESS, plank.top + FINENESS, plank.width - 4 * FINENESS, round(camera.scale * 1.6)
        )
        pygame.draw.rect(big, mix(TRAY, WHITE, 0.28), light, border_radius=FINENESS)


def _paint_beam(big: Surface, camera: Camera, beam: Capsule, colour: Colour) -> None:
    """Draw a piece of wood: dark edge, body, light from above, grain along it."""
    start, end = camera.point(beam.start), camera.point(beam.end)
    radius = beam.radius * camera.scale
    edge = max(1.0, min(FINENESS * 1.0, radius * 0.3))
    _capsule(big, mix(colour, BLACK, 0.6), start, end, radius)
    _capsule(big, colour, start, end, radius - edge)
    lift = radius * 0.3
    _capsule(
        big, mix(colour, WHITE, 0.26), (start[0], start[1] - lift), (end[0], end[1] - lift), max(1.0, radius * 0.38)
    )
    for shift in (-0.3, 0.35) if radius > 8 else ():
        nx, ny = _normal(start, end)
        a, b = ((x + nx * radius * shift, y + ny * radius * shift) for x, y in (start, end))
        pygame.draw.line(big, mix(colour, BLACK, 0.16), a, b, 2)


def _capsule(big: Surface, colour: Colour | tuple[int, int, int, int], start: Point, end: Point, radius: float) -> None:
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
    for share, colour in (
        (1.0, mix(BAMBOO, BLACK, 0.6)),
        (0.9, BAMBOO),
        (0.66, mix(BAMBOO, WHITE, 0.3)),
        (0.4, mix(BAMBOO, BLACK, 0.5)),
    ):
        pygame.draw.circle(big, colour, centre, radius * share)


# Cubes


Sign = Callable[[int], Surface]
"""Draws the sign on a cube's face, by its width in pixels."""


@lru_cache(maxsize=1536)
def tumbling_cube(colour: str, size: int, step: int, sign: Sign | None = None, *, disc: bool = False) -> Surface:
    """Return a cube seen from the front, turned counterclockwise by `step` of a turn's TURN_STEPS, lit from above.

    `size` is its side in pixels. The grain of its wood, and a sign that it bears, turn with it. A disc never looks
    turned.
    """
    whole = math.ceil(size * (1.0 if disc else math.sqrt(2))) + 2
    canvas = Surface((whole * FINENESS, whole * FINENESS), pygame.SRCALPHA)
    body, middle = CUBES[colour], whole * FINENESS / 2
    if disc:
        pygame.draw.circle(canvas, mix(body, BLACK, 0.6), (middle, middle), size * FINENESS / 2)
        pygame.draw.circle(canvas, body, (middle, middle), size * FINENESS * 0.43)
    else:
        angle = step / ANGLE_STEPS * math.pi / 2
        face = pygame.transform.rotate(_face(colour, size, sign if size >= SIGNED else None), math.degrees(angle))
        canvas.blit(face, face.get_rect(center=(round(middle), round(middle))))
        _paint_edges(canvas, body, middle, size * FINENESS / 2, angle)
    return pygame.transform.smoothscale(canvas, (whole, whole))


@lru_cache(maxsize=64)
def _face(colour: str, size: int, sign: Sign | None) -> Surface:
    """Return the front of an upright cube: wood with its growth rings, and a sign."""
    side, body = size * FINENESS, CUBES[colour]
    face = Surface((side, side), pygame.SRCALPHA)
    face.fill(mix(body, WHITE, 0.1))
    grain = mix(body, BLACK if sum(body) > 120 else WHITE, 0.15)
    for share in (0.24, 0.4, 0.58, 0.77):
        bend = side * 0.03
        points = [(side * part / 6, side * share + bend * (part % 3 - 1)) for part in range(7)]
        pygame.draw.lines(face, grain, False, points, max(1, FINENESS - 1))
    if sign is not None:
        drawn = sign(round(side * SIGN_SHARE))
        face.blit(drawn, drawn.get_rect(center=face.get_rect().center))
    return face


def _paint_edges(canvas: Surface, body: Colour, middle: float, half: float, angle: float) -> None:
    """Draw the beveled edges of a turned square, those that face up light, those that face down dark."""
    outer, inner = _corners(middle, half, angle), _corners(middle, half * BEVEL, angle)
    for number in range(4):
        following = (number + 1) % 4
        edge = [outer[number], outer[following], inner[following], inner[number]]
        light = (middle - (outer[number][1] + outer[following][1]) / 2) / half
        shade = mix(body, WHITE, 0.18 + 0.5 * light) if light > -0.2 else mix(body, BLACK, -0.6 * light)
        pygame.draw.polygon(canvas, shade, edge)
    pygame.draw.lines(canvas, mix(body, BLACK, 0.7) if sum(body) > 90 else (70, 64, 60), True, outer, 2)


def _corners(middle: float, half: float, angle: float) -> list[Point]:
    """Return the corners of a square turned counterclockwise, on the screen (y downwards)."""
    radius = half * math.sqrt(2)
    turns = [angle + math.pi / 4 + number * math.pi / 2 for number in range(4)]
    return [(middle + radius * math.cos(turn), middle - radius * math.sin(turn)) for turn in turns]


@lru_cache(maxsize=512)
def cube_shadow(size: int, step: int) -> Surface:
    """Return the soft shadow that a cube throws on the back wall."""
    whole = math.ceil(size * math.sqrt(2) * 1.2) + 2
    canvas = Surface((whole * FINENESS, whole * FINENESS), pygame.SRCALPHA)
    canvas.fill((*mix(INK, BLACK, 0.5), 0))
    points = _corners(whole * FINENESS / 2, size * FINENESS / 2, step / ANGLE_STEPS * math.pi / 2)
    pygame.draw.polygon(canvas, (*mix(INK, BLACK, 0.5), 120), points)
    soft = pygame.transform.box_blur(pygame.transform.smoothscale(canvas, (whole * 2, whole * 2)), max(1, size // 5))
    return pygame.transform.smoothscale(soft, (whole, whole))


@lru_cache(maxsize=8)
def cube_glow(size: int) -> Surface:
    """Return the glow around a stuck cube, to be added to the picture below."""
    whole = round(size * 3.2)
    canvas = Surface((whole, whole))
    for step in range(8):
        share = step / 7
        pygame.draw.circle(canvas, mix(BLACK, GLOW, share**1.5), (whole / 2, whole / 2), whole / 2 * (1 - 0.6 * share))
    return pygame.transform.box_blur(canvas, max(1, size // 6))


@lru_cache(maxsize=256)
def puff(size: int, age: int, strength: int) -> Surface:
    """Return the dust of a blow that cubes of a size have made, `age` and `strength` of PUFF_STEPS."""
    share = age / PUFF_STEPS
    radius = max(2.0, size * (0.35 + 0.75 * share) * (0.5 + 0.5 * strength / PUFF_STEPS))
    whole, alpha = 2 * math.ceil(radius) + 2, 120 * (1 - share) ** 1.5 * (0.35 + 0.65 * strength / PUFF_STEPS)
    cloud = Surface((whole, whole), pygame.SRCALPHA)
    cloud.fill((*DUST, 0))
    for ring in range(6):
        away = 1 - ring / 6
        pygame.draw.circle(cloud, (*DUST, round(alpha * (1 - away) ** 1.2)), (whole / 2, whole / 2), radius * away)
    return cloud


def angle_step(angle: float) -> int:
    """Return the index of a cube's picture at an angle, rad."""
    return round(angle / (math.pi / 2) * ANGLE_STEPS) % TURN_STEPS

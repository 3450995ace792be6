"""Layout of the pieces in the map's areas: castles with names and banners, and groups of pieces next to them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import atan2, cos, dist, fsum, pi, sin

import numpy as np
import pygame
from msgspec import Struct
from numpy.typing import NDArray
from pygame import Rect

from shogun.base.language import signed
from shogun.games.rumble_nation.screen.atlas import Ground, atlas, is_in_territory, territories
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.projection import Line, Point, Projection
from shogun.window.kit.drawing.theme import SMALL

CASTLE_EM = 2.5
FLAG_EM = 0.8
"""Distance that a banner extends to the left of its castle."""
BANNER_EM = 1.3, 1.9
LABEL_EM = 1.15
CHIP_EM, LOW_CHIP_EM = 1.7, 1.45
"""Height of a group of pieces, and its height where room is short."""
PIECE_EM, LETTER_EM = 1.3, 0.62
"""Width of a piece in a group, and of a letter of its number."""
NUMBER_AIR_EM, CHIP_AIR_EM = 0.15, 0.25
"""Margin around a number, and around the content of a group's plate."""
BESIDE_EM, BETWEEN_EM = 0.2, 0.12
"""Gap between a castle and its groups, and between two groups."""
IN_ROWS = 2, 1, 4
"""Numbers of groups in a row, best first."""
STEP_EM, REACH_EM = 0.5, 9.0
"""Step, and maximum distance, by which a castle and its groups are moved to clear a neighbor's."""
NEAR_EM = 5.0
"""Maximum distance between the centers of a castle and its groups where they aren't directly next to it."""
USUAL, USUAL_EM = 3, 3.0
"""Number of groups, and their width, for which each castle has room next to it if possible."""
FEW = 20
"""Number of castle positions compared where none has that much room."""


class Group(Struct, frozen=True):
    """All pieces of a seat in an area, and the change of its soldiers by an answer."""

    seat: int
    soldiers: int
    more: int
    daimyo: bool
    support: int

    def parts(self) -> list[tuple[str, str]]:
        """Return the kinds of pieces, each with its number; a changed one has its change."""
        parts = []
        if self.soldiers or self.more or not self.daimyo:
            changed = f" ({signed(self.more)})" if self.more else ""
            parts.append(("soldier", f"{self.soldiers}{changed}"))
        if self.daimyo:
            parts.append(("daimyo", ""))
        if self.support:
            parts.append(("support", str(self.support)))
        return parts

    def lengths(self) -> list[float]:
        """Return the widths of each piece and its number, em."""
        parts = self.parts()
        return [
            em for _kind, words in parts for em in (PIECE_EM, LETTER_EM * len(words) + (NUMBER_AIR_EM if words else 0))
        ]


class Standing(Struct, frozen=True):
    """Rectangles of everything in one area, px."""

    castle: pygame.Rect
    banner: pygame.Rect
    """Banner of the expected winner, at the castle's left upper corner."""
    name: pygame.Rect
    groups: tuple[tuple[Group, pygame.Rect], ...]

    @property
    def boxes(self) -> tuple[pygame.Rect, ...]:
        """Rectangles that cover the map: the castle with its banner, the name, each group."""
        return self.castle.union(self.banner), self.name, *(box for _group, box in self.groups)


class Site(Struct, frozen=True):
    """Position of a castle with its banner and its name, px."""

    castle: pygame.Rect
    banner: pygame.Rect
    name: pygame.Rect

    def moved(self, right: int, down: int) -> "Site":
        """Return the same, moved right and down by this many px."""
        return Site(*(box.move(right, down) for box in (self.castle, self.banner, self.name)))

    @property
    def boxes(self) -> tuple[pygame.Rect, ...]:
        """Rectangles that cover the map."""
        return self.castle.union(self.banner), self.name


def standings(
    em: int, projection: Projection, kept: Sequence[pygame.Rect], groups: Mapping[str, Sequence[Group]]
) -> dict[str, Standing]:
    """Return the layout of all pieces by area; as far as possible, the rectangles in `kept` (px) stay free."""
    boxes = tuple((*rect.topleft, *rect.size) for rect in kept)
    return {area: _standing(em, area, projection, boxes, tuple(of_area)) for area, of_area in groups.items()}


Box = tuple[int, int, int, int]


@lru_cache(maxsize=256)
def _standing(em: int, area: str, projection: Projection, kept: tuple[Box, ...], groups: tuple[Group, ...]) -> Standing:
    site, ground = _site(em, area, projection, kept), _ground(area, projection, kept)
    wide = [_px(em, fsum(group.lengths()) + CHIP_AIR_EM) for group in groups]
    boxes = _group_places(em, ground, site, wide)
    return Standing(site.castle, site.banner, site.name, tuple(zip(groups, boxes, strict=True)))


@lru_cache(maxsize=64)
def _ground(area: str, projection: Projection, kept: tuple[Box, ...]) -> Ground:
    return Ground(territories()[area], projection, [pygame.Rect(box) for box in kept])


@lru_cache(maxsize=64)
def _site(em: int, area: str, projection: Projection, kept: tuple[Box, ...]) -> Site:
    """Return the position of a castle: nearest to its area's center, with room for itself and then for its groups."""
    ground, usual = _ground(area, projection, kept), [(_px(em, USUAL_EM), _px(em, CHIP_EM))] * USUAL
    middles, shifts = list(_sites_in_the_middle(em, area, projection)), _shifts(em)
    alone: list[Site] = []
    for middle in middles:
        free = shifts[~_leave_ground(ground, [middle.boxes], shifts)[:, 0]]
        ideal = free[~_leave_ground(ground, list(_blocks(em, middle, usual)), free).all(axis=1)]
        if len(ideal):
            return middle.moved(*map(int, ideal[0]))
        alone += [middle.moved(int(right), int(down)) for right, down in free]
    wide, low = [width for width, _high in usual], [(width, _px(em, LOW_CHIP_EM)) for width, _high in usual]
    if (together := next((site for site in alone if _rows_near_castle(em, ground, site, low)), None)) is not None:
        return together
    return min(alone[:FEW], key=lambda site: ground.lacking(_group_places(em, ground, site, wide)), default=middles[0])


@lru_cache(maxsize=8)
def _shifts(em: int, reach: float = REACH_EM) -> NDArray[np.int64]:
    """Return possible shifts right and down (px), the nearest first."""
    steps = round(reach / STEP_EM)
    ways = [_px(em, STEP_EM * step) for step in range(-steps, steps + 1)]
    return np.array(sorted(((right, down) for right in ways for down in ways), key=lambda shift: dist(shift, (0, 0))))


Boxes = Sequence[pygame.Rect]


def _leave_ground(ground: Ground, blocks: Sequence[Boxes], shifts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which blocks of equally many boxes leave the ground when they are moved: [shift, block]."""
    if not blocks:
        return np.ones((len(shifts), 0), np.bool_)
    return np.asarray((ground.lacking_each(_moved(blocks, shifts)) > 0).any(axis=2))


def _moved(blocks: Sequence[Boxes], shifts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all boxes at each shift, as left, top, right and bottom: [shift, block, box, side]."""
    sides = np.array([[(*box.topleft, *box.bottomright) for box in block] for block in blocks], np.int64)
    return np.asarray(sides[np.newaxis] + np.tile(shifts, 2)[:, np.newaxis, np.newaxis])


def _meets(moved: NDArray[np.int64], taken: Sequence[pygame.Rect]) -> NDArray[np.bool_]:
    """Return which blocks of moved boxes overlap with what is taken: [shift, block]."""
    meets = np.zeros(moved.shape[:2], np.bool_)
    left, top, right, bottom = np.moveaxis(moved, -1, 0)
    for box in taken:
        beside = (left < box.right) & (box.left < right) & (top < box.bottom) & (box.top < bottom)
        meets |= beside.any(axis=2)
    return meets


def _first_free(
    ground: Ground, blocks: Sequence[Boxes], shifts: NDArray[np.int64], taken: Sequence[pygame.Rect]
) -> list[pygame.Rect]:
    """Return the first block at the first shift that stays on the ground and overlaps nothing."""
    moved = _moved(blocks, shifts)
    is_free = ~_meets(moved, taken)
    is_free[is_free] = ~(ground.lacking_each(moved[is_free]) > 0).any(axis=1)
    if not is_free.any():
        return []
    shift, number = divmod(int(is_free.argmax()), len(blocks))
    right, down = map(int, shifts[shift])
    return [box.move(right, down) for box in blocks[number]]


def _sites_in_the_middle(em: int, area: str, projection: Projection) -> Iterator[Site]:
    """Yield positions of a castle to the left of its area's center, with room for its groups on the right.

    The name is above it, first flush left, or else below it.
    """
    x, y = projection.point(next(one.pieces for one in atlas().areas if one.name == area))
    castle = pygame.Rect(0, 0, _px(em, CASTLE_EM), _px(em, CASTLE_EM))
    castle.center = round(x - _px(em, 2.4)), round(y + _px(em, 0.3))
    banner = pygame.Rect(castle.left - _px(em, 0.75), castle.top, _px(em, BANNER_EM[0]), _px(em, BANNER_EM[1]))
    wide = texts.width(area, _px(em, SMALL), "Bold") + _px(em, 0.5)
    for top in (castle.top - _px(em, LABEL_EM), castle.bottom):
        for left in (castle.left - _px(em, 0.2), castle.centerx - wide // 2, castle.right - wide):
            yield Site(castle, banner, pygame.Rect(left, top, wide, _px(em, LABEL_EM)))


def _group_places(em: int, ground: Ground, site: Site, wide: Sequence[int]) -> list[pygame.Rect]:
    """Return positions (px) for groups of these widths: in rows beside the castle or wherever there is room."""
    tried: list[list[pygame.Rect]] = []
    for high in (CHIP_EM, LOW_CHIP_EM):
        sizes = [(width, _px(em, high)) for width in wide]
        tried.append(min(_blocks(em, site, sizes), key=ground.lacking, default=[]))
        if not ground.lacking(tried[-1]):
            return tried[-1]
        if found := _rows_near_castle(em, ground, site, sizes) or _each_near_castle(em, ground, site, sizes):
            return found
    return tried[-1]


def _rows_near_castle(em: int, ground: Ground, site: Site, sizes: Sequence[tuple[int, int]]) -> list[pygame.Rect]:
    """Return all groups in rows, as near to their castle as they fit together; empty if they don't."""
    if not sizes:
        return []
    blocks = []
    for in_a_row in IN_ROWS:
        block = _in_rows(em, sizes, in_a_row)
        whole = block[0].unionall(block[1:])
        left, top = site.castle.centerx - whole.width // 2, site.castle.centery - whole.height // 2
        blocks.append([box.move(left, top) for box in block])
    return _first_free(ground, blocks, _shifts(em, NEAR_EM), site.boxes)


def _each_near_castle(em: int, ground: Ground, site: Site, sizes: Sequence[tuple[int, int]]) -> list[pygame.Rect]:
    """Return each group as near to its castle as it fits, the widest first; empty if one doesn't."""
    taken, found = list(site.boxes), {}
    for number in sorted(range(len(sizes)), key=lambda number: -sizes[number][0]):
        usual = pygame.Rect((0, 0), sizes[number])
        usual.center = site.castle.center
        place = _first_free(ground, [[usual]], _shifts(em), taken)
        if not place:
            return []
        found[number] = place[0]
        taken += place
    return [found[number] for number in range(len(sizes))]


def _blocks(em: int, site: Site, sizes: Sequence[tuple[int, int]]) -> Iterator[list[pygame.Rect]]:
    """Yield blocks of groups of some sizes (px) around a castle, best first: right, left, below, above.

    None of them covers the castle or its name.
    """
    for in_a_row in IN_ROWS if sizes else ():
        block = _in_rows(em, sizes, in_a_row)
        for left, top in _corners(em, site, block[0].unionall(block[1:])):
            moved = [box.move(left, top) for box in block]
            if all(box.collidelist(site.boxes) < 0 for box in moved):
                yield moved


def _in_rows(em: int, sizes: Sequence[tuple[int, int]], in_a_row: int) -> list[pygame.Rect]:
    """Return groups in rows, starting at (0, 0)."""
    boxes, left, top = [], 0, 0
    for number, (wide, high) in enumerate(sizes):
        if number and number % in_a_row == 0:
            left, top = 0, top + high
        boxes.append(pygame.Rect(left, top, wide, high))
        left += wide + _px(em, BETWEEN_EM)
    return boxes


def _corners(em: int, site: Site, whole: pygame.Rect) -> Iterator[tuple[int, int]]:
    """Yield the left upper corners for a block of groups at one of the sides of a castle."""
    castle, air = site.castle, _px(em, BESIDE_EM)
    tops = castle.top, castle.centery - whole.height // 2, castle.bottom - whole.height, site.name.bottom, site.name.top
    for left in (castle.right + air, site.banner.left - air - whole.width):
        yield from ((left, top) for top in tops)
    for left in (castle.left, castle.centerx - whole.width // 2, castle.right - whole.width):
        yield from ((left, top) for top in (castle.bottom, site.name.top - whole.height))


def _px(em: int, ems: float) -> int:
    return round(em * ems)


# Arrows of support: between the pieces in two areas, or across their border, below all pieces

LEAST_EM, SHORT_EM = 2.0, 1.3
"""Length at which an arrow is clearly visible, and its least length."""
THICK_EM = 0.5
"""Half the maximum width of an arrow."""
BORDER_DISTANCE = 12.0
"""Distance (units of the map) below which two outlines form a border."""
TURNS = 0.0, pi / 6, -pi / 6, pi / 3, -pi / 3
"""Angles between an arrow and the line from castle to castle, to avoid pieces on it."""
MOST_POINTS = 12
"""Maximum number of points tried on a border."""


def arrow_between(
    way: tuple[str, str], standing: Mapping[str, Standing], projection: Projection, em: int
) -> tuple[Point, Point]:
    """Return tail and tip (px) of an arrow from area to area.

    It is between the castles where enough of that line is free, or else across the border where most is free.
    """
    start, end = (standing[area].castle.center for area in way)
    boxes = [box for one in standing.values() for box in one.boxes]
    tail, tip = _free_part(start, end, boxes)
    if dist(tail, tip) >= LEAST_EM * em and is_in_territory(way[1], projection, tip):
        return tail, tip
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    points = sorted(projection.line(_border(*way)), key=lambda point: dist(point, middle))
    wide = [box.inflate(THICK_EM * em, THICK_EM * em) for box in boxes]
    for length in (LEAST_EM * em, SHORT_EM * em):
        for arrow in _across(points, atan2(end[1] - start[1], end[0] - start[0]), length):
            if not any(box.clipline(*arrow) for box in wide):
                return arrow
    return tail, tip


def _free_part(start: Point, end: Point, boxes: Sequence[Rect]) -> tuple[Point, Point]:
    """Return the longest part of a line that isn't covered by a box."""
    long = dist(start, end)
    covered = sorted(
        (dist(start, clipped[0]) / long, dist(start, clipped[1]) / long)
        for box in boxes
        if (clipped := box.clipline(start, end))
    )
    free, come = [(0.0, 0.0)], 0.0
    for first, last in [*covered, (1.0, 1.0)]:
        free.append((come, first))
        come = max(come, last)
    first, last = max(free, key=lambda part: part[1] - part[0])
    return _at(start, end, first), _at(start, end, last)


def _at(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _across(points: Sequence[Point], angle: float, length: float) -> Iterator[tuple[Point, Point]]:
    """Yield arrows of a length across some points, in roughly one direction."""
    for turn in TURNS:
        right, down = cos(angle + turn) * length / 2, sin(angle + turn) * length / 2
        for x, y in points:
            yield (x - right, y - down), (x + right, y + down)


@cache
def _border(one: str, other: str) -> Line:
    """Return some points on the border of two areas, or on the route across the water between them."""
    route = next((route.line for route in atlas().sea_routes if {route.a, route.b} == {one, other}), None)
    if route is not None:
        return tuple(_at(start, end, n / 4) for start, end in pairwise(route) for n in range(5))
    first, second = (next(area.polygon for area in atlas().areas if area.name == name) for name in (one, other))
    common = [point for point in first if min(dist(point, there) for there in second) < BORDER_DISTANCE]
    return tuple(common[:: max(1, len(common) // MOST_POINTS)])

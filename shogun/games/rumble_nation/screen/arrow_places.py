"""Where arrows of support lie: between what stands in two areas, or across their border, below nothing that stands."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, dist, pi, sin

from pygame import Rect

from shogun.games.rumble_nation.screen.atlas import atlas
from shogun.games.rumble_nation.screen.piece_places import Standing
from shogun.games.rumble_nation.screen.territories import is_in_territory
from shogun.window.kit.drawing.projection import Line, Point, Projection

LEAST_EM, SHORT_EM = 2.0, 1.3
"""Length of an arrow that can be seen at once, and of the shortest."""
THICK_EM = 0.5
"""Half its width at the most."""
NEAR = 12.0
"""Outlines that come so near to each other (units of the map) are one border."""
TURNS = 0.0, pi / 6, -pi / 6, pi / 3, -pi / 3
"""How far an arrow is turned from the line between two castles, to pass what stands there."""
MOST_POINTS = 12
"""Places on a border that are tried."""


def arrow_between(
    way: tuple[str, str], standing: Mapping[str, Standing], projection: Projection, em: int
) -> tuple[Point, Point]:
    """Return tail and tip (px) of an arrow from area to area.

    Between the castles where enough of that line is free, else across the border where most is free of boxes.
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
    """Return the longest part of a line that no box covers."""
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
    """Yield arrows of a length over each of some points, in about a direction."""
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
    common = [point for point in first if min(dist(point, there) for there in second) < NEAR]
    return tuple(common[:: max(1, len(common) // MOST_POINTS)])

"""Where a tower has clogged for good: how high its plug lies, and which pieces hold it."""

from collections.abc import Sequence

from shogun.lab.measuring.live_summary import Jam
from shogun.tower.diagnostics.geometry_check import distance, pieces
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Disc, build_world
from shogun.tower.record.resting_cubes import RestingCube

HIGH, NEAR = 4.0, 1.0
"""Of a plug, in cubes: how high what is looked at is, and from how far away a piece holds it."""
LOWEST = 6
"""So many of its lowest cubes lie on what holds it."""
MOST_NAMED = 2
FULL = 0.5
"""A plug begins where so large a share of the densest part lies together."""


def jam_of(geometry: Geometry, ends: Sequence[Sequence[RestingCube]], runs: int) -> Jam | None:
    """Return where a tower clogs for good, by what rested in it in the end in those of `runs` that did; None if none.

    It is told of the run in which most cubes rest.
    """
    resting = max(ends, key=len, default=())
    if not resting:
        return None
    plug = _plug(sorted(resting, key=lambda cube: cube.y), HIGH * geometry.grain.size)
    return Jam(len(ends), runs, max(0.0, plug[0].y), _holding(geometry, plug[:LOWEST]))


def _plug(resting: Sequence[RestingCube], high: float) -> Sequence[RestingCube]:
    """Return the cubes of the lowest part of a tower, so high, that is about as full as the fullest; lowest first."""
    parts = [[cube for cube in resting[first:] if cube.y <= low.y + high] for first, low in enumerate(resting)]
    most = max(map(len, parts))
    return next(part for part in parts if len(part) >= FULL * most)


def _holding(geometry: Geometry, cubes: Sequence[RestingCube]) -> tuple[str, ...]:
    """Return the names of the pieces on which cubes lie: the nearest ones; none where walls alone hold them."""
    size = geometry.grain.size
    near = []
    for obstacle in pieces(build_world(geometry)):
        far = min(distance(obstacle.outline, Disc((cube.x, cube.y), size / 2, 0.0, 0.0)) for cube in cubes)
        if far <= NEAR * size:
            near.append((far, obstacle.place))
    return tuple(sorted(place for _far, place in sorted(near)[:MOST_NAMED]))

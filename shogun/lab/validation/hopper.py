"""An external check of the physics: jams of grains in a hopper, compared with published experiments.

Discs in a two-dimensional hopper jam nearly always if its exit is narrower than about 3 diameters and hardly ever
above 5 (To, Lai and Pak 2001; Janda et al. 2008); there is no sharp transition (Thomas and Durian 2015). Squares jam
far more. The published figures, for discs, are binding; the squares' figures are given for comparison.

The protocol: walls at 45°, 120 grains, friction 0.5 between all; the grains start as a loose jittered grid and are
taken out below the exit. A run jams if all grains sleep and some are left.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from shogun.base.language import _
from shogun.base.random_streams import seed_for
from shogun.lab.running.batch_evaluation import IN_THIS_PROCESS, RunConfig
from shogun.lab.running.executors import executor, in_turn
from shogun.tower.geometry import Exit, Funnel, Geometry, Grain, Shaft, Tray, Wall
from shogun.tower.physics.solver import STANDARD, Solver

GRAINS = 120
SIZE = 8.0
"""Diameter or side, mm; the unit of the exit's width."""
WIDTH = 20
"""Width of the hopper above its slopes, in grains."""
FRICTION = math.sqrt(0.5)
"""Each surface's share: two touching ones multiply to 0.5."""
DROP_BELOW = 4
"""Distance from the hopper's exit to the plane where grains are removed, in grains."""
PITCH, JITTER = 1.85, 0.2
"""Distance of neighboring start places, and how far a grain may be off its place each way, in grains."""
LIP = 0.5
"""Radius of the slopes' ends, mm."""
SEED = 1603
RUNS = 200
"""Runs a point, for a verdict."""
LONGEST = 20.0
"""Seconds; slow flows need longer than a drop in a tower."""
CHUNK = 10
"""Runs that one process does in a row."""


class Point(msgspec.Struct, frozen=True):
    """One shape of grain at one width of the exit, with the published or expected share of jams."""

    shape: Literal["disc", "cube"]
    exit: float
    """Width of the exit in grains."""
    low: float = 0.0
    high: float = 1.0
    """Bounds of the published or expected share of jams."""


POINTS = (
    Point("disc", 2.5),
    Point("disc", 3, low=0.8),
    Point("disc", 3.5),
    Point("disc", 4),
    Point("disc", 4.5, high=0.15),
    Point("cube", 6),
    Point("cube", 7),
    Point("cube", 8),
    Point("cube", 9),
)


class Jams(msgspec.Struct, frozen=True):
    """Number of jams of the hopper at one point."""

    point: Point
    runs: int
    jams: int
    unfinished: int
    """Runs in which grains still moved at the end; they don't count as jams."""
    passed: bool

    @property
    def share(self) -> float:
        """Return the share of runs that jammed."""
        return self.jams / self.runs


class Physics(msgspec.Struct, frozen=True):
    """The verdict on the physics."""

    seed: int
    solver: Solver
    passed: bool
    points: tuple[Jams, ...]
    falling: bool
    """True if a wider exit never jams more often, for discs."""


class _Chunk(msgspec.Struct, frozen=True):
    point: Point
    first: int
    runs: int


def verify_physics(
    points: Sequence[Point] = POINTS, runs: int = RUNS, run_config: RunConfig = IN_THIS_PROCESS
) -> Physics:
    """Return how often the hopper jams at each point, and whether that agrees with the published figures."""
    chunks = [_Chunk(point, first, min(CHUNK, runs - first)) for point in points for first in range(0, runs, CHUNK)]
    outcomes: dict[Point, list[int | None]] = {point: [] for point in points}
    with executor(run_config.jobs, run_config.scheduler, mixed=run_config.mixed) as some:
        run_config.tell(0, len(chunks))
        for number, (chunk, left) in enumerate(zip(chunks, in_turn(some, _run_chunk, chunks), strict=True), 1):
            outcomes[chunk.point].extend(left)
            run_config.tell(number, len(chunks))
    jams = tuple(_jams(point, left) for point, left in outcomes.items())
    discs = sorted((jam.point.exit, jam.share) for jam in jams if jam.point.shape == "disc")
    falling = all(wide <= narrow for (_narrower, narrow), (_wider, wide) in pairwise(discs))
    return Physics(SEED, STANDARD, falling and all(jam.passed for jam in jams), jams, falling)


def _jams(point: Point, left: Sequence[int | None]) -> Jams:
    jams = sum(bool(grains) for grains in left)
    return Jams(point, len(left), jams, left.count(None), point.low <= jams / len(left) <= point.high)


def _run_chunk(chunk: _Chunk) -> list[int | None]:
    return [grains_left(chunk.point, number) for number in range(chunk.first, chunk.first + chunk.runs)]


def grains_left(point: Point, number: int) -> int | None:
    """Return the number of grains left at rest in one run; None if some still move after LONGEST seconds."""
    from shogun.tower.physics.drop_simulation import TowerSimulation
    from shogun.tower.physics.physics_space import Pose

    geometry = hopper(point)
    rng = random.Random(seed_for(SEED, point.shape, point.exit, number))
    poses = [Pose(x, y, rng.uniform(-math.pi, math.pi)) for x, y in _grid(geometry, rng)]
    solver = msgspec.structs.replace(STANDARD, seconds=LONGEST)
    simulation = TowerSimulation(geometry, poses, solver=solver)
    simulation.run()
    return None if simulation.is_awake() else len(simulation.inside)


def hopper(point: Point) -> Geometry:
    """Return the hopper of a point: two slopes at 45° in a shaft, above the plane where grains are removed."""
    half = WIDTH * SIZE / 2
    low = DROP_BELOW * SIZE
    edge = point.exit * SIZE / 2 + LIP
    slope = half - edge
    return Geometry(
        name=_("hopper"),
        funnel=Funnel(mouth=2 * half, height=1),
        shaft=Shaft(width=2 * half, height=low + slope + 1, friction=FRICTION),
        exit=Exit(width=2 * half),
        tray=Tray(width=2 * half, depth=10 * SIZE),
        grain=Grain(shape=point.shape, size=SIZE, friction=FRICTION),
        walls=tuple(
            Wall(start=(side * half, low + slope), end=(side * edge, low), thickness=2 * LIP, friction=FRICTION)
            for side in (-1, 1)
        ),
    )


def _grid(geometry: Geometry, rng: random.Random) -> Iterator[tuple[float, float]]:
    """Yield the grains' places, row by row upwards from just above the slopes."""
    a_row = int(WIDTH / PITCH)
    for number in range(GRAINS):
        row, column = divmod(number, a_row)
        x = (column - (a_row - 1) / 2) * PITCH + rng.uniform(-JITTER, JITTER)
        y = (row + 0.5) * PITCH + rng.uniform(-JITTER, JITTER)
        yield x * SIZE, geometry.rim_y + y * SIZE

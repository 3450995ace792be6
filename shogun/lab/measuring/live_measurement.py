"""Measurements that grow while the user watches, one piece of work at a time.

A first look at a few short chains gives statistics within a second; chains by the lab's protocol replace them as soon
as they are more precise, and throws of single sizes follow. Reliable statistics are cached in a file by geometry and
physics.
"""

import contextlib
import math
from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from shogun.base.confidence_intervals import each
from shogun.base.files import make_folder, write_whole
from shogun.base.shared_file import locked, read_own, seal
from shogun.lab.measuring.battle_counting import cell_of, thrown_in
from shogun.lab.measuring.chains import START, Leg, Progress, Protocol, Task, advance_chain
from shogun.lab.measuring.estimates import CHANCE, CONFIDENCE, Interval, ratio, share_interval
from shogun.lab.measuring.live_summary import (
    ENOUGH_BATTLES,
    NOTHING,
    HeatMap,
    Key,
    LiveMeasurement,
    LiveSizeStatistics,
    LiveStatistics,
    PermanentClog,
    Piece,
)
from shogun.lab.measuring.stationarity import long_run_intervals, stationarity_of
from shogun.lab.measuring.statistics import ON_BENCH, among, estimate, recording
from shogun.lab.measuring.tally import BIN, OneSize, Tally, density_shape, total_clogs
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.running.checkpoints import cache_folder
from shogun.tower.file.geometry_check import distance, pieces
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.collision_geometry import Disc, build_world
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.physics.time_step import solver_for
from shogun.tower.resting_cubes import RestingCube

# The measurement: a first look, then chains of the long run, with throws of single sizes between them

SEED = 1
THROWS = "4-12"
FIRST_LOOK = Protocol(chains=6, discarded=5, start_throws=1)
FIRST_LOOK_STEP, FIRST_LOOK_BATTLES = 4, 12
"""Battles per chain of the first look, at a time and in all."""
LONG_RUN = Protocol(chains=8, start_throws=2)
LONG_RUN_STEP, LONG_RUN_BATTLES = 10, 500
"""Battles per chain of the long run, at a time and in all: 4,000 together."""
SIZES_AFTER, SIZES_STEP = 60, 20
"""Battles per chain after which single sizes are thrown too, and battles at a time."""
CHAIN_STATISTICS = tuple(name for name in ON_BENCH if name != "p_clog")
"""Statistics whose intervals come from the spread between chains."""
LARGEST_FILE = 10_000
NO_STATISTICS = LiveStatistics(0, NOTHING, NOTHING, NOTHING, NOTHING)


class IncrementalMeasurement:
    """The measurement of one tower: its results so far, and the work still to be done."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.statistics: LiveStatistics | None = None
        self.pieces = 0
        self._first_look, self._long_run = _task(geometry, FIRST_LOOK, FIRST_LOOK_BATTLES), long_run(geometry)
        self._single_sizes = replace(self._long_run, probe_every=1, seed=SEED + 1)
        self._chains: dict[Key, Progress] = {}
        self._pieces = self._plan_pieces()
        self._is_cached = False
        across, lines = density_shape(geometry)
        self._ages = [[[0, 0] for _column in range(across)] for _line in range(lines)]
        """Sum of the ages of cubes seen in a cell, and their number."""

    def _plan_pieces(self) -> Iterator[Piece]:
        """Yield the pieces of work, the most urgent first."""
        yield from self._chain_pieces("first", self._first_look, FIRST_LOOK_STEP, FIRST_LOOK_BATTLES)
        yield from self._chain_pieces("long", self._long_run, LONG_RUN_STEP, SIZES_AFTER)
        later = self._chain_pieces("long", self._long_run, LONG_RUN_STEP, LONG_RUN_BATTLES, after=SIZES_AFTER)
        sized = self._chain_pieces("sized", self._single_sizes, SIZES_STEP, LONG_RUN_BATTLES)
        for both in zip(sized, later, strict=False):
            yield from both
        yield from later

    def _chain_pieces(self, name: str, task: Task, step: int, most: int, after: int = 0) -> Iterator[Piece]:
        """Yield the pieces that take every chain of a kind, by steps, from a number of battles to another."""
        for until in range(after + step, most + 1, step):
            for chain in range(task.protocol.chains):
                before = self._chains.get((name, chain))
                if before is None or not before.tally.given_up:
                    yield (name, chain), partial(advance_chain, Leg(replace(task, chain=chain), until, before))

    def next_piece(self) -> Piece | None:
        """Return the next piece of work; None if all is done."""
        return next(self._pieces, None)

    def take(self, key: Key, result: Progress) -> None:
        """Record the result of a piece of work."""
        self._chains[key] = result
        self._note_ages(result)
        self.pieces += 1

    def _note_ages(self, progress: Progress) -> None:
        """Record the ages, in battles, of the cubes now in the tower, except those of the start throw."""
        columns, lines = len(self._ages[0]), len(self._ages)
        for cube in progress.resting:
            born = thrown_in(cube.colour)
            if born != START:
                line, column = cell_of(cube, columns, lines)
                cell = self._ages[line][column]
                cell[0] += progress.battle - born
                cell[1] += 1

    def evaluate(self) -> None:
        """Compute all statistics, and cache them once they are reliable."""
        first, long = self._tallies("first"), self._tallies("long")
        is_first = sum(tally.battles for tally in long) <= sum(tally.battles for tally in first)
        tallies = first if is_first else long
        jam = self._clog()
        if len(tallies) < 2 and jam is None:
            return
        self.statistics = replace(
            statistics_of(tallies) if len(tallies) >= 2 else NO_STATISTICS,
            jam=jam,
            is_first_look=is_first,
            heat=_mean_cubes(tallies) if tallies else None,
            ages=_heat_map([tuple(age / max(1, count) for age, count in line) for line in self._ages]),
            by_size=tuple(_size_statistics(self._tallies("sized"))),
            odd=tuple(odd for tally in (*first, *long, *self._tallies("sized")) for odd in tally.odd),
            typical=self._typical(),
        )
        if not self._is_cached and not is_first and self.statistics.battles >= ENOUGH_BATTLES:
            self._is_cached = True
            with contextlib.suppress(OSError):  # then they are measured again
                cache_statistics(self.geometry, self.statistics)

    def _clog(self) -> PermanentClog | None:
        """Return the location of a permanent clog, if there is one, from the chains that were given up."""
        runs = [chain for (kind, _n), chain in self._chains.items() if kind != "sized"]
        return locate_clog(self.geometry, [chain.resting for chain in runs if chain.tally.given_up], len(runs))

    def _tallies(self, name: str) -> list[Tally]:
        """Return the counts of the chains that have begun to count."""
        chains = (chain for (kind, _n), chain in sorted(self._chains.items()) if kind == name)
        return [chain.tally for chain in chains if chain.tally.battles]

    def _typical(self) -> "tuple[RestingCube, ...]":
        """Return the resting cubes of the chain whose number of cubes is nearest to the mean of all."""
        rests = [chain.resting for (kind, _n), chain in sorted(self._chains.items()) if kind != "sized"]
        mean = sum(map(len, rests)) / max(1, len(rests))
        return min(rests, key=lambda rest: abs(len(rest) - mean), default=())


def long_run(geometry: Geometry) -> Task:
    """Return the first of the chains that continue for long."""
    return _task(geometry, LONG_RUN, LONG_RUN_BATTLES)


def _task(geometry: Geometry, protocol: Protocol, battles: int) -> Task:
    noted = recording(ON_BENCH)
    solver = solver_for(geometry)
    return Task(geometry, SEED, 0, battles, find_throws(THROWS), protocol, solver=solver, recording=noted)


def new_measurement(geometry: Geometry) -> LiveMeasurement:
    """Return a measurement ready to begin."""
    return IncrementalMeasurement(geometry)


# Statistics of chains, from their counts


def statistics_of(tallies: Sequence[Tally]) -> LiveStatistics:
    """Return the statistics of chains, with intervals from the spread between chains."""
    asked = among(ON_BENCH)
    usual = [name for name in CHAIN_STATISTICS if name not in asked]
    confidence = each(CONFIDENCE, len(usual) + 1)
    clogs = total_clogs(tally.clogs for tally in tallies)
    stationarity = stationarity_of(tallies)
    intervals: dict[str, Any] = {}
    intervals |= long_run_intervals({name: estimate(name, tallies) for name in usual}, stationarity, confidence)
    estimates = {name: known for name in asked if math.isfinite((known := estimate(name, tallies)).mean)}
    further = long_run_intervals(estimates, stationarity, each(CONFIDENCE, len(asked)))
    return LiveStatistics(
        battles=sum(tally.battles for tally in tallies),
        p_clog=share_interval(clogs.clogged, clogs.throws, confidence) if clogs.throws else NOTHING,
        stationarity=stationarity,
        further=further or msgspec.UNSET,
        **intervals,
    )


def _mean_cubes(tallies: Sequence[Tally]) -> HeatMap:
    """Return the mean number of resting cubes in each cell."""
    battles = sum(tally.battles for tally in tallies)
    lines = [
        tuple(fsum(cells) / battles for cells in zip(*rows, strict=True))
        for rows in zip(*(tally.density for tally in tallies), strict=True)
    ]
    return _heat_map(lines)


def _heat_map(lines: Sequence[tuple[float, ...]]) -> HeatMap:
    wide = len(lines[0]) * BIN
    return HeatMap(tuple(lines), -wide / 2, wide / 2, 0.0, len(lines) * BIN)


def _size_statistics(tallies: Sequence[Tally]) -> Iterator[LiveSizeStatistics]:
    """Yield the statistics of each size of throw."""
    sizes = sorted({size for tally in tallies for size in tally.sizes})
    for size in sizes:
        tallies_of_size = [tally.sizes[size] for tally in tallies if size in tally.sizes]
        confidence = each(CONFIDENCE, 2 * len(sizes))
        yield LiveSizeStatistics(size, *(_share_out(tallies_of_size, of, confidence) for of in ("thrown", "rested")))


def _share_out(tallies_of_size: Sequence[OneSize], of: str, confidence: float) -> Interval:
    out = [getattr(chain.flow, f"{of}_out") for chain in tallies_of_size]
    return ratio(out, [getattr(chain.flow, of) for chain in tallies_of_size]).interval(confidence, CHANCE)


# Location of a permanent clog: the height of its plug, and the pieces that hold it

PLUG_HEIGHT, HOLDING_DISTANCE = 4.0, 1.0
"""Height of the examined part of a plug, and the distance at which a piece holds it, in cubes."""
LOWEST_CUBES = 6
"""Number of its lowest cubes that lie on the pieces holding it."""
MOST_PIECES = 2
FULL_SHARE = 0.5
"""Share of the densest part's filling at which a plug begins."""


def locate_clog(geometry: Geometry, ends: Sequence[Sequence[RestingCube]], runs: int) -> PermanentClog | None:
    """Return the location of a permanent clog, from the final content of the runs that clogged; None if none did.

    It describes the run with the most cubes.
    """
    resting = max(ends, key=len, default=())
    if not resting:
        return None
    plug = _lowest_plug(sorted(resting, key=lambda cube: cube.y), PLUG_HEIGHT * geometry.grain.size)
    return PermanentClog(len(ends), runs, max(0.0, plug[0].y), _holding_pieces(geometry, plug[:LOWEST_CUBES]))


def _lowest_plug(resting: Sequence[RestingCube], high: float) -> Sequence[RestingCube]:
    """Return the cubes of the lowest part of this height that is about as full as the fullest; lowest first."""
    parts = [[cube for cube in resting[first:] if cube.y <= low.y + high] for first, low in enumerate(resting)]
    most = max(map(len, parts))
    return next(part for part in parts if len(part) >= FULL_SHARE * most)


def _holding_pieces(geometry: Geometry, cubes: Sequence[RestingCube]) -> tuple[str, ...]:
    """Return the names of the pieces on which cubes lie: the nearest ones; none if only walls hold them."""
    size = geometry.grain.size
    near = []
    for obstacle in pieces(build_world(geometry)):
        far = min(distance(obstacle.outline, Disc((cube.x, cube.y), size / 2, 0.0, 0.0)) for cube in cubes)
        if far <= HOLDING_DISTANCE * size:
            near.append((far, obstacle.place))
    return tuple(sorted(place for _far, place in sorted(near)[:MOST_PIECES]))


# Statistics cached in a file


class StatisticsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a tower's file of statistics, except its checksum."""

    geometry: str
    """The hash of the tower's geometry."""
    physics: int
    statistics: LiveStatistics = msgspec.field(name="grown")


def cached_statistics(geometry: Geometry) -> LiveStatistics | None:
    """Return the cached statistics of a tower; None if there are none for this physics, or they are damaged."""
    key = geometry_hash(geometry)
    file = read_own(_path(key), LARGEST_FILE, StatisticsFile, key)
    if file is None or (file.geometry, file.physics) != (key, PHYSICS):
        return None
    return file.statistics if math.isfinite(file.statistics.p_out_thrown.mean) else None


def cache_statistics(geometry: Geometry, statistics: LiveStatistics) -> None:
    """Cache the statistics of a tower, unless others have counted more battles of it by now. Raises OSError."""
    key = geometry_hash(geometry)
    path = _path(key)
    bare = replace(statistics, heat=None, ages=None, by_size=(), odd=(), typical=())
    make_folder(path.parent)
    with locked(path.parent):
        before = cached_statistics(geometry)
        if before is None or before.battles <= bare.battles:
            write_whole(path, seal(msgspec.json.encode(StatisticsFile(key, PHYSICS, bare)), key))


def _path(key: str) -> Path:
    return cache_folder() / "figures" / f"{key}.json"

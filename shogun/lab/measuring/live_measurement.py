"""Measurements that grow while somebody looks on, a piece of work at a time.

A first look of few short chains gives figures within a second; then come chains by the lab's protocol, which take its
place as soon as they know more, and throws of single sizes. Figures that are worth it are kept in the user's cache;
they belong to one geometry and one physics.
"""

import contextlib
import math
from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from shogun.base.confidence_intervals import each
from shogun.base.files import make_folder, write_whole
from shogun.base.shared_file import locked, read_own, seal
from shogun.lab.measuring.battle_counting import BIN, OneSize, Tally, cell_of, density_shape, thrown_in, total_clogs
from shogun.lab.measuring.chains import START, Leg, Progress, Protocol, Task, go_on
from shogun.lab.measuring.estimates import CHANCE, CONFIDENCE, Interval, ratio, share_interval
from shogun.lab.measuring.live_summary import ENOUGH, NOTHING, Grown, Grows, Heat, Jam, Key, OfSize, Piece
from shogun.lab.measuring.stationarity import long_run_intervals, stationarity_of
from shogun.lab.measuring.statistics import ON_BENCH, among, estimate, recording
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.running.checkpoints import cache_folder
from shogun.tower.file.geometry_check import distance, pieces
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.collision_geometry import Disc, build_world
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.physics.time_step import solver_for
from shogun.tower.resting_cubes import RestingCube

if TYPE_CHECKING:
    from shogun.tower.resting_cubes import RestingCube


# Where a tower has clogged for good: how high its plug lies, and which pieces hold it.

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


SEED = 1
THROWS = "4-12"
FIRST_LOOK = Protocol(chains=6, discarded=5, start_throws=1)
FIRST_TURN, FIRST_BATTLES = 4, 12
"""Battles of a chain of the first look at once, and in all."""
LONG_RUN = Protocol(chains=8, start_throws=2)
TURN, BATTLES = 10, 500
"""Battles of a chain of the long run at once, and in all: 4,000 together."""
SIZES_FROM, SIZES_TURN = 60, 20
"""From so many battles of a chain on single sizes are thrown too; so many battles at once."""
CHAIN_STATISTICS = tuple(name for name in ON_BENCH if name != "p_clog")
"""Those whose intervals come from the spread between chains."""
LARGEST_FILE = 10_000
UNKNOWN_METRICS = Grown(0, NOTHING, NOTHING, NOTHING, NOTHING)


class IncrementalMeasurement:
    """What is known of one tower so far, and what is to be done next."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.grown: Grown | None = None
        self.pieces = 0
        self._first, self._long = _task(geometry, FIRST_LOOK, FIRST_BATTLES), long_run(geometry)
        self._sized = replace(self._long, probe_every=1, seed=SEED + 1)
        self._known: dict[Key, Progress] = {}
        self._legs = self._plan()
        self._is_kept = False
        across, lines = density_shape(geometry)
        self._ages = [[[0, 0] for _column in range(across)] for _line in range(lines)]
        """Sum of the ages of cubes found in a cell, and their number."""

    def _plan(self) -> Iterator[Piece]:
        """Yield what is to be done, the most urgent first."""
        yield from self._turns("first", self._first, range(FIRST_TURN, FIRST_BATTLES + 1, FIRST_TURN))
        yield from self._turns("long", self._long, range(TURN, SIZES_FROM + 1, TURN))
        later = self._turns("long", self._long, range(SIZES_FROM + TURN, BATTLES + 1, TURN))
        sized = self._turns("sized", self._sized, range(SIZES_TURN, BATTLES + 1, SIZES_TURN))
        for both in zip(sized, later, strict=False):
            yield from both
        yield from later

    def _turns(self, name: str, task: Task, ends: range) -> Iterator[Piece]:
        for until in ends:
            for chain in range(task.protocol.chains):
                before = self._known.get((name, chain))
                if before is None or not before.tally.given_up:
                    yield (name, chain), partial(go_on, Leg(replace(task, chain=chain), until, before))

    def next_piece(self) -> Piece | None:
        """Return what is to be done next; None if all is done."""
        return next(self._legs, None)

    def take(self, key: Key, result: Progress) -> None:
        """Take note of what a piece has come to."""
        self._known[key] = result
        self._note_ages(result)
        self.pieces += 1

    def _note_ages(self, progress: Progress) -> None:
        """Note for how many battles each cube that lies there now has been in the tower; not those of the start."""
        columns, lines = len(self._ages[0]), len(self._ages)
        for cube in progress.resting:
            born = thrown_in(cube.colour)
            if born != START:
                line, column = cell_of(cube, columns, lines)
                cell = self._ages[line][column]
                cell[0] += progress.battle - born
                cell[1] += 1

    def evaluate(self) -> None:
        """Make figures of all that is known, and keep them once they are worth it."""
        first, long = self._tallies("first"), self._tallies("long")
        is_first = sum(tally.battles for tally in long) <= sum(tally.battles for tally in first)
        tallies = first if is_first else long
        jam = self._jam()
        if len(tallies) < 2 and jam is None:
            return
        self.grown = replace(
            figures(tallies) if len(tallies) >= 2 else UNKNOWN_METRICS,
            jam=jam,
            is_first_look=is_first,
            heat=_heat(tallies) if tallies else None,
            ages=_over([tuple(age / max(1, count) for age, count in line) for line in self._ages]),
            by_size=tuple(_by_size(self._tallies("sized"))),
            odd=tuple(odd for tally in (*first, *long, *self._tallies("sized")) for odd in tally.odd),
            typical=self._typical(),
        )
        if not self._is_kept and not is_first and self.grown.battles >= ENOUGH:
            self._is_kept = True
            with contextlib.suppress(OSError):  # then they are measured again
                keep(self.geometry, self.grown)

    def _jam(self) -> Jam | None:
        """Return where the tower clogs for good, if it does: by the chains that were given up."""
        runs = [known for (kind, _n), known in self._known.items() if kind != "sized"]
        return jam_of(self.geometry, [known.resting for known in runs if known.tally.given_up], len(runs))

    def _tallies(self, name: str) -> list[Tally]:
        """Return what the chains have counted that have begun to count."""
        progress = (known for (kind, _n), known in sorted(self._known.items()) if kind == name)
        return [known.tally for known in progress if known.tally.battles]

    def _typical(self) -> "tuple[RestingCube, ...]":
        """Return what rests in the chain in which the number is nearest to the mean of all."""
        rests = [known.resting for (kind, _n), known in sorted(self._known.items()) if kind != "sized"]
        mean = sum(map(len, rests)) / max(1, len(rests))
        return min(rests, key=lambda rest: abs(len(rest) - mean), default=())


def long_run(geometry: Geometry) -> Task:
    """Return the first of the chains that are gone on with for long."""
    return _task(geometry, LONG_RUN, BATTLES)


def _task(geometry: Geometry, protocol: Protocol, battles: int) -> Task:
    noted = recording(ON_BENCH)
    solver = solver_for(geometry)
    return Task(geometry, SEED, 0, battles, find_throws(THROWS), protocol, solver=solver, recording=noted)


def grow(geometry: Geometry) -> Grows:
    """Return a measurement that is about to begin."""
    return IncrementalMeasurement(geometry)


def figures(tallies: Sequence[Tally]) -> Grown:
    """Return the main figures, with intervals from the spread between chains."""
    asked = among(ON_BENCH)
    usual = [name for name in CHAIN_STATISTICS if name not in asked]
    confidence = each(CONFIDENCE, len(usual) + 1)
    clogs = total_clogs(tally.clogs for tally in tallies)
    found = stationarity_of(tallies)
    intervals: dict[str, Any] = {}
    intervals |= long_run_intervals({name: estimate(name, tallies) for name in usual}, found, confidence)
    estimates = {name: known for name in asked if math.isfinite((known := estimate(name, tallies)).mean)}
    further = long_run_intervals(estimates, found, each(CONFIDENCE, len(asked)))
    return Grown(
        battles=sum(tally.battles for tally in tallies),
        p_clog=share_interval(clogs.clogged, clogs.throws, confidence) if clogs.throws else NOTHING,
        stationarity=found,
        further=further or msgspec.UNSET,
        **intervals,
    )


def _heat(tallies: Sequence[Tally]) -> Heat:
    """Return the mean number of resting cubes in each cell."""
    battles = sum(tally.battles for tally in tallies)
    lines = [
        tuple(fsum(cells) / battles for cells in zip(*rows, strict=True))
        for rows in zip(*(tally.density for tally in tallies), strict=True)
    ]
    return _over(lines)


def _over(lines: Sequence[tuple[float, ...]]) -> Heat:
    wide = len(lines[0]) * BIN
    return Heat(tuple(lines), -wide / 2, wide / 2, 0.0, len(lines) * BIN)


def _by_size(tallies: Sequence[Tally]) -> Iterator[OfSize]:
    """Yield what throws of each size do."""
    sizes = sorted({size for tally in tallies for size in tally.sizes})
    for size in sizes:
        ones = [tally.sizes[size] for tally in tallies if size in tally.sizes]
        confidence = each(CONFIDENCE, 2 * len(sizes))
        yield OfSize(size, *(_chance(ones, of, confidence) for of in ("thrown", "rested")))


def _chance(ones: Sequence[OneSize], of: str, confidence: float) -> Interval:
    out = [getattr(one.flow, f"{of}_out") for one in ones]
    return ratio(out, [getattr(one.flow, of) for one in ones]).interval(confidence, CHANCE)


# What is kept


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a tower's figures holds, besides its checksum."""

    geometry: str
    """The hash of the tower's geometry."""
    physics: int
    grown: Grown


def known(geometry: Geometry) -> Grown | None:
    """Return the figures of a tower that were kept; None if there are none of this physics, or they are damaged."""
    key = geometry_hash(geometry)
    found = read_own(_path(key), LARGEST_FILE, Kept, key)
    if found is None or (found.geometry, found.physics) != (key, PHYSICS):
        return None
    return found.grown if math.isfinite(found.grown.p_out_thrown.mean) else None


def keep(geometry: Geometry, grown: Grown) -> None:
    """Keep the figures of a tower, but where others know more battles of it by now. Raises OSError."""
    key = geometry_hash(geometry)
    path = _path(key)
    bare = replace(grown, heat=None, ages=None, by_size=(), odd=(), typical=())
    make_folder(path.parent)
    with locked(path.parent):
        before = known(geometry)
        if before is None or before.battles <= bare.battles:
            write_whole(path, seal(msgspec.json.encode(Kept(key, PHYSICS, bare)), key))


def _path(key: str) -> Path:
    return cache_folder() / "figures" / f"{key}.json"

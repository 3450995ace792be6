"""Residence time by place: how long cubes stay that came to rest at a piece of a tower, or at a height.

The place of a cube is where it lies after the battle in which it was thrown, so it is known before the stay begins and
no longer stay can choose it. Cubes that fall through at once belong to no place. One that lies there at the end of its
chain is censored (see `residence_time`).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.battle_counting import Battle, thrown_in
from shogun.lab.measuring.chains import Leg, Task, go_on, tasks
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.residence_time import NOTHING, Survival, survival
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.executor_protocol import Executor
from shogun.lab.running.executors import in_turn
from shogun.tower.diagnostics.geometry_check import distance, pieces
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Disc, build_world
from shogun.tower.physics.throw import Drop

LONGEST = 400
"""Longer stays aren't told apart, battles."""
MOST_PIECES = 12
"""Of a tower with more pieces heights are told apart instead."""
USUAL_BANDS, MOST_BANDS = 6, 40


class PlaceStays(msgspec.Struct, frozen=True):
    """How long cubes stay that came to rest at one place."""

    place: str
    """The piece nearest to which they came to rest, as a parameter is named, or a height in mm above the exit."""
    x: float
    """Where they came to rest, on average: mm right of the middle."""
    y: float
    """The same, mm above the exit."""
    stay: Survival
    """Of battles after the first one: `stays_longer[0]` is the share that the next battle leaves there."""

    def share(self, battles: int) -> Interval:
        """Return the share that still lies there after so many further battles."""
        return Interval(1.0, 1.0, 1.0) if battles == 0 else self.stay.share(battles - 1)

    @property
    def mean(self) -> Interval:
        """Return how many battles pass until they come out, on average; of a longer stay the horizon counts."""
        found = self.stay.mean
        return Interval(1 + found.mean, 1 + found.low, 1 + found.high)


class Residence(Tabular, msgspec.Struct, frozen=True):
    """How long cubes stay in a tower: all of them, and by place."""

    tower: str
    battles: int
    """Counted ones."""
    stay: Survival
    """Of all cubes, those that fall through too."""
    places: tuple[PlaceStays, ...]
    """From the highest down; those alone at which enough cubes came to rest."""
    is_interrupted: bool = False

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: a row a place; and the survival curves, a row for each number of battles at a place."""
        return {"places": self._places, "curves": self._curves}

    def _places(self) -> Table:
        names = ("place", "x_mm", "y_mm", "cubes", "censored", "mean_battles", "low", "high", "median_battles")
        rows = [
            (one.place, one.x, one.y, one.stay.thrown, one.stay.censored, *_cells(one.mean), 1 + one.stay.quantile(0.5))
            for one in self.places
        ]
        return transposed(names, rows)

    def _curves(self) -> Table:
        whole = [("all", battles, *_cells(one)) for battles, one in enumerate(self.stay.stays_longer)]
        by_place = [
            (one.place, battles, *_cells(one.share(battles)))
            for one in self.places
            for battles in range(one.stay.horizon + 1)
        ]
        return transposed(("place", "battles", "share_inside", "low", "high"), whole + by_place)


def _cells(interval: Interval) -> tuple[float, float, float]:
    return interval.mean, interval.low, interval.high


class Places:
    """The places of a tower."""

    def __init__(self, geometry: Geometry, bands: int = 0) -> None:
        """Cut a tower into so many heights, or by its pieces if `bands` is 0 and they are not too many."""
        found = pieces(build_world(geometry))
        self._size = geometry.grain.size
        self._pieces = found if not bands and len(found) <= MOST_PIECES else []
        self._high = geometry.rim_y / (bands or USUAL_BANDS)

    def of(self, x: float, y: float) -> str:
        """Return the place of a cube whose middle rests there, mm."""
        if self._pieces:
            cube = Disc((x, y), self._size / 2, 0.0, 0.0)
            return min(self._pieces, key=lambda piece: distance(piece.outline, cube)).place
        band = max(0, math.floor(y / self._high))
        return f"{band * self._high:.0f}-{(band + 1) * self._high:.0f} mm"


class ChainStays(msgspec.Struct):
    """What one chain knows of its cubes, by place; histograms by battles."""

    battles: int = 0
    out: dict[str, list[int]] = {}
    """Cubes that came out after 1, 2, ... further battles, by the place; of "" those of all after 0, 1, ..."""
    inside: dict[str, list[int]] = {}
    sums: dict[str, tuple[float, float, int]] = {}
    """Of the places x and y of cubes, mm, and how many cubes these are."""


class _Follower:
    """Follows the cubes of one chain."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._where: dict[str, str] = {}
        self.found = ChainStays()
        self._last = 0

    def __call__(self, battle: Battle, fallen: Drop) -> None:
        """Note where new cubes have come to rest, and which came out."""
        self._last = battle.number
        if battle.number < 0:
            return
        self.found.battles += 1
        for name in fallen.out:
            if (born := thrown_in(name)) >= 0:
                self._count(self.found.out, name, battle.number - born)
        for cube in fallen.resting:
            if cube.colour in battle.thrown:
                place = self._where[cube.colour] = self._places.of(cube.x, cube.y)
                x, y, count = self.found.sums.get(place, (0.0, 0.0, 0))
                self.found.sums[place] = (x + cube.x, y + cube.y, count + 1)

    def end(self) -> ChainStays:
        """Return what was found, the cubes that lie there now as censored."""
        for name in list(self._where):
            self._count(self.found.inside, name, self._last - thrown_in(name))
        return self.found

    def _count(self, counts: dict[str, list[int]], name: str, stay: int) -> None:
        counts.setdefault("", [0] * LONGEST)[min(stay, LONGEST - 1)] += 1
        place = self._where.pop(name, "")
        if place and stay:  # one that was thrown in the last battle has been at risk in none after it
            counts.setdefault(place, [0] * LONGEST)[min(stay - 1, LONGEST - 1)] += 1


class Piece(NamedTuple):
    """A chain to be followed."""

    task: Task
    bands: int


def followed(piece: Piece) -> ChainStays:
    """Return what one chain knows of its cubes: a task for a worker."""
    follower = _Follower(Places(piece.task.geometry, piece.bands))
    go_on(Leg(piece.task, piece.task.battles), follower)
    return follower.end()


def residence(
    task: Task,
    battles: int,
    some: Executor,
    bands: int = 0,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> Residence:
    """Return how long cubes stay, by place. Ctrl-C ends it with the chains that are done, if there are two.

    `bands`: heights that are told apart; 0: the pieces, or six heights where these are too many. Raises LabError,
    KeyboardInterrupt and WorkerDied.
    """
    if not 0 <= bands <= MOST_BANDS:
        raise LabError(_("--bands {count} must be from 0 to {most}.").format(count=bands, most=MOST_BANDS))
    chains: list[ChainStays] = []
    todo = [Piece(one, bands) for one in tasks(task, battles)]
    is_interrupted = False
    try:
        for found in in_turn(some, followed, todo):
            chains.append(found)
            tell(len(chains), len(todo))
    except KeyboardInterrupt:
        if len(chains) < 2:
            raise
        is_interrupted = True
    return _together(task.geometry.name, chains, is_interrupted=is_interrupted)


def _together(tower: str, chains: Sequence[ChainStays], *, is_interrupted: bool) -> Residence:
    names = sorted({place for chain in chains for place in chain.sums})
    places = (_place(chains, name) for name in names)
    known = sorted((one for one in places if one.stay.horizon), key=lambda one: -one.y)
    return Residence(tower, sum(chain.battles for chain in chains), _survival(chains, ""), tuple(known), is_interrupted)


def _place(chains: Sequence[ChainStays], name: str) -> PlaceStays:
    x, y, count = (math.fsum(chain.sums.get(name, (0.0, 0.0, 0))[part] for chain in chains) for part in range(3))
    return PlaceStays(name, x / count, y / count, _survival(chains, name))


def _survival(chains: Sequence[ChainStays], name: str) -> Survival:
    nothing = [0] * LONGEST
    if not chains:
        return Survival(NOTHING, 0, (), 0, 0)
    return survival([one.out.get(name, nothing) for one in chains], [one.inside.get(name, nothing) for one in chains])

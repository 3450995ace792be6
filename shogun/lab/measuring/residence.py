"""Residence time, the number of battles that cubes stay in a tower: Kaplan-Meier curves (1958), overall and by place.

A cube still in the tower when its chain ends is censored: it has stayed at least so long. Leaving it out would
underestimate long stays. The battles of one chain depend on each other, so the errors come from the spread
between chains: Greenwood's sum with each chain's part in it (the infinitesimal jackknife), for log(-log(share)).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.battle_counting import Battle, thrown_in
from shogun.lab.measuring.chains import Leg, Task, advance_chain, tasks
from shogun.lab.measuring.estimates import CONFIDENCE, Estimate, Interval, t_quantile
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.executors import Executor, in_turn
from shogun.tower.file.geometry_check import distance, pieces
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Disc, build_world
from shogun.tower.physics.throw import Drop

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
LEAST_AT_RISK = 20
"""Fewest cubes at risk for the curve to continue."""


class Survival(msgspec.Struct, frozen=True):
    """Lengths of stays; the intervals hold at once. Empty, and NaN, if nothing was counted."""

    mean: Interval
    """Mean battles of a stay, with longer stays counted as `horizon` battles."""
    horizon: int
    """Battles beyond which too few cubes were observed."""
    stays_longer: tuple[Interval, ...]
    """Share of cubes that stay longer than 0, 1, 2, ... battles."""
    thrown: int
    """Observed cubes: those of counted battles."""
    censored: int
    """Number of them that are in the tower at the end of their chain."""

    def share(self, battles: int) -> Interval:
        """Return the share that stays longer; NaN beyond the horizon."""
        return self.stays_longer[battles] if battles < self.horizon else NOTHING

    def quantile(self, share: float) -> float:
        """Return the number of battles after which that share of all cubes is out; infinite beyond the horizon."""
        for battles, longer in enumerate(self.stays_longer):
            if longer.mean <= 1 - share:
                return battles
        return math.inf if self.thrown else math.nan


NOTHING = Interval(math.nan, math.nan, math.nan)


def survival(stays: Sequence[Sequence[int]], inside: Sequence[Sequence[int]]) -> Survival:
    """Return the survival curve of cubes.

    `stays` counts, for each chain, the cubes that came out after 0, 1, 2, ... battles, with all longer stays in the
    last cell; `inside` likewise counts those still there, by their battles so far.
    """
    out, left = np.array(stays, dtype=np.float64), np.array(inside, dtype=np.float64)
    thrown, censored = int(out.sum() + left.sum()), int(left.sum())
    at_risk = np.cumsum((out + left)[:, ::-1], axis=1)[:, ::-1][:, :-1]
    out = out[:, :-1]
    horizon = _horizon(out.sum(axis=0), at_risk.sum(axis=0))
    if not horizon:
        return Survival(NOTHING, 0, (), thrown, censored)
    out, at_risk = out[:, :horizon], at_risk[:, :horizon]
    hazard = out.sum(axis=0) / at_risk.sum(axis=0)
    share = np.cumprod(1 - hazard)
    parts = -np.cumsum((out - hazard * at_risk) / (at_risk - out).sum(axis=0), axis=1)
    confidence = each(CONFIDENCE, horizon + 1)
    errors = _errors(parts)
    longer = tuple(
        _band(float(one), float(error), len(parts), confidence) for one, error in zip(share, errors, strict=True)
    )
    mean = Estimate(float(share.sum()), float(_errors(parts @ share)), max(1, len(parts) - 1))
    return Survival(mean.interval(confidence, (0.0, math.inf)), horizon, longer, thrown, censored)


def _horizon(out: Floats, at_risk: Floats) -> int:
    """Return the length of the curve in battles: as long as there are enough cubes, and not all of them come out."""
    told = (at_risk >= LEAST_AT_RISK) & (out < at_risk)
    return int(told.argmin()) if not told.all() else len(told)


def _errors(parts: Floats) -> Floats:
    """Return standard errors from the chains' contributions to a figure, shape (chains, ...); infinite for one."""
    chains = len(parts)
    if chains < 2:
        return np.full(parts.shape[1:], math.inf)
    errors: Floats = np.sqrt((parts**2).sum(axis=0) * chains / (chains - 1))
    return errors


def _band(share: float, error: float, chains: int, confidence: float) -> Interval:
    """Return a share with its interval, `error` being the standard error of its logarithm."""
    if share >= 1 or not math.isfinite(error):
        return Interval(share, 0.0, 1.0)
    reach = error / -math.log(share) * t_quantile(0.5 + confidence / 2, chains - 1)
    power = math.exp(min(reach, 700.0))
    return Interval(share, share**power, share ** (1 / power))


# Residence time by place: stays of cubes that came to rest at a piece of a tower, or at a height
#
# A cube's place is where it lies after the battle in which it was thrown, so it is known before the stay begins and
# doesn't depend on its length. Cubes that fall through at once belong to no place. A cube still there at the end of its
# chain is censored.

LONGEST = 400
"""Longer stays count as this many battles."""
MOST_PIECES = 12
"""Most pieces that are distinguished; a tower with more is divided by height instead."""
USUAL_BANDS, MOST_BANDS = 6, 40


class PlaceStays(msgspec.Struct, frozen=True):
    """Stays of cubes that came to rest at one place."""

    place: str
    """The piece nearest to their resting place, named like a parameter, or a height in mm above the exit."""
    x: float
    """Mean resting place, mm right of the middle."""
    y: float
    """The same, mm above the exit."""
    stay: Survival
    """Stay in battles after the first one: `stays_longer[0]` is the share that the next battle leaves there."""

    def share(self, battles: int) -> Interval:
        """Return the share still there after this number of further battles."""
        return Interval(1.0, 1.0, 1.0) if battles == 0 else self.stay.share(battles - 1)

    @property
    def mean(self) -> Interval:
        """Return the mean number of battles until they come out, with longer stays counted as the horizon."""
        mean_stay = self.stay.mean
        return Interval(1 + mean_stay.mean, 1 + mean_stay.low, 1 + mean_stay.high)


class Residence(Tabular, frozen=True):
    """Stays of cubes in a tower: of all of them, and by place."""

    tower: str
    battles: int
    """Counted battles."""
    stay: Survival
    """Stays of all cubes, including those that fall through."""
    places: tuple[PlaceStays, ...]
    """From the highest down, without places where too few cubes came to rest."""
    is_interrupted: bool = False

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: a row per place; and the survival curves, a row per number of battles at a place."""
        return {"places": self._places, "curves": self._curves}

    def _places(self) -> Table:
        names = ("place", "x_mm", "y_mm", "cubes", "censored", "mean_battles", "low", "high", "median_battles")
        rows = [
            (
                place.place,
                place.x,
                place.y,
                place.stay.thrown,
                place.stay.censored,
                *_cells(place.mean),
                1 + place.stay.quantile(0.5),
            )
            for place in self.places
        ]
        return transposed(names, rows)

    def _curves(self) -> Table:
        whole = [("all", battles, *_cells(one)) for battles, one in enumerate(self.stay.stays_longer)]
        by_place = [
            (place.place, battles, *_cells(place.share(battles)))
            for place in self.places
            for battles in range(place.stay.horizon + 1)
        ]
        return transposed(("place", "battles", "share_inside", "low", "high"), whole + by_place)


def _cells(interval: Interval) -> tuple[float, float, float]:
    return interval.mean, interval.low, interval.high


class Places:
    """The places of a tower."""

    def __init__(self, geometry: Geometry, bands: int = 0) -> None:
        """Divide a tower into `bands` heights, or if that is 0, by its pieces if they aren't too many."""
        found = pieces(build_world(geometry))
        self._size = geometry.grain.size
        self._pieces = found if not bands and len(found) <= MOST_PIECES else []
        self._high = geometry.rim_y / (bands or USUAL_BANDS)

    def of(self, x: float, y: float) -> str:
        """Return the place of a cube whose center rests there, mm."""
        if self._pieces:
            cube = Disc((x, y), self._size / 2, 0.0, 0.0)
            return min(self._pieces, key=lambda piece: distance(piece.outline, cube)).place
        band = max(0, math.floor(y / self._high))
        return f"{band * self._high:.0f}-{(band + 1) * self._high:.0f} mm"


class ChainStays(msgspec.Struct):
    """The stays of one chain's cubes, by place; histograms of battles."""

    battles: int = 0
    out: dict[str, list[int]] = {}
    """Cubes that came out after 1, 2, ... further battles, by place; under "" all cubes, after 0, 1, ..."""
    inside: dict[str, list[int]] = {}
    sums: dict[str, tuple[float, float, int]] = {}
    """Sums of the cubes' x and y, mm, and their number."""


class _Follower:
    """Follows the cubes of one chain."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._where: dict[str, str] = {}
        self.found = ChainStays()
        self._last = 0

    def __call__(self, battle: Battle, fallen: Drop) -> None:
        """Record the resting places of new cubes, and the cubes that came out."""
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
        """Return the results, with the cubes still inside as censored."""
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
    """Return the stays of one chain: a task for a worker."""
    follower = _Follower(Places(piece.task.geometry, piece.bands))
    advance_chain(Leg(piece.task, piece.task.battles), follower)
    return follower.end()


def residence(
    task: Task,
    battles: int,
    some: Executor,
    bands: int = 0,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> Residence:
    """Return stays by place. Ctrl-C ends the measurement with the chains that are done, if there are two.

    `bands`: number of heights; 0: the pieces, or six heights if these are too many. Raises LabError,
    KeyboardInterrupt and WorkerDied.
    """
    if not 0 <= bands <= MOST_BANDS:
        raise LabError(_("--bands {count} must be from 0 to {most}.").format(count=bands, most=MOST_BANDS))
    chains: list[ChainStays] = []
    todo = [Piece(chain, bands) for chain in tasks(task, battles)]
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
    return survival(
        [chain.out.get(name, nothing) for chain in chains], [chain.inside.get(name, nothing) for chain in chains]
    )

"""Results of a running measurement or search as viewers need them, and the protocols of the lab that provides them.

No experiment is imported here: a window knows only these types, and is given the laboratory.
"""

import math
from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

from shogun.base.worker_pool import Workers
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.stationarity import UNKNOWN, Stationarity
from shogun.lab.measuring.statistics import given
from shogun.lab.measuring.tally import OddDrop
from shogun.tower.geometry import Geometry
from shogun.tower.resting_cubes import RestingCube

ENOUGH_BATTLES = 800
"""Battles after which statistics are reliable enough to be cached."""


class HeatMap(Struct, frozen=True):
    """A heat map of resting cubes: rows of cells from the exit upwards, each from the left; places in mm."""

    cubes: tuple[tuple[float, ...], ...]
    """Mean number of cubes in a cell after a battle, or another figure of the cell."""
    left: float
    right: float
    bottom: float
    top: float

    @property
    def most(self) -> float:
        """The largest value of all cells."""
        return max(map(max, self.cubes))


class LiveSizeStatistics(Struct, frozen=True):
    """Figures of throws of one size onto the usual stock."""

    size: int
    p_out_thrown: Interval
    p_out_resting: Interval


class PermanentClog(Struct, frozen=True):
    """A permanent clog: after it not even taps bring anything out."""

    chains: int
    """Number of the `runs` chains that clogged."""
    runs: int
    height: float
    """Height of the plug's lowest cube above the exit, mm."""
    places: tuple[str, ...] = ()
    """The pieces that hold it, such as `pin[0]`; empty: the walls."""


class LiveStatistics(Struct, frozen=True):
    """Statistics of a tower so far; the four intervals hold at once with 99 %."""

    battles: int
    p_out_thrown: Interval
    """Chance that a thrown cube comes out in the same battle."""
    p_out_resting: Interval
    """Chance that a cube in the tower comes out in a battle."""
    stock: Interval
    """Cubes in the tower after a battle."""
    p_clog: Interval
    """Chance that a throw of 4-12 cubes clogs the tower."""
    stationarity: Stationarity = UNKNOWN
    """State of the long run; until it is reached, the intervals are wider by what may be missing."""
    is_first_look: bool = False
    """True for figures from short chains, which may not have forgotten their start."""
    heat: HeatMap | None = None
    ages: HeatMap | None = None
    """Mean number of battles that the cubes in a cell have been in the tower; 0 where none lay."""
    by_size: tuple[LiveSizeStatistics, ...] = ()
    odd: tuple[OddDrop, ...] = ()
    """Drops worth a second look."""
    typical: tuple[RestingCube, ...] = ()
    """The cubes of a typical state of the tower after a battle."""
    jam: PermanentClog | None = None
    """None: it hasn't clogged permanently so far."""
    further: dict[str, Interval] | UnsetType = UNSET
    """Further statistics that are shown live, by name."""

    def of(self, name: str) -> Interval | None:
        """Return a statistic by its name; None if it isn't known."""
        if name in self.__struct_fields__:
            known: Interval = getattr(self, name)
            return known
        return given(self.further).get(name)

    @property
    def is_early(self) -> bool:
        """True while figures may still change much: few battles are counted, or the tower still fills."""
        return self.is_first_look or self.battles < ENOUGH_BATTLES or not self.stationarity.is_reached


NOTHING = Interval(math.nan, math.nan, math.nan)
Key = tuple[str, int]
Piece = tuple[Key, Callable[[], Any]]
"""Work for another process, and the key of its result."""


class LiveMeasurement(Protocol):
    """A measurement of one tower that runs piece by piece."""

    geometry: Geometry
    pieces: int
    """Number of finished pieces of work."""
    statistics: LiveStatistics | None
    """The statistics so far; None: none yet."""

    def next_piece(self) -> Piece | None:
        """Return the next piece of work; None if all is done."""

    def take(self, key: Key, result: Any, /) -> None:
        """Record the result of a piece of work."""

    def evaluate(self) -> None:
        """Compute all statistics, and cache them once they are reliable."""


class SearchRequest(Struct, frozen=True):
    """Targets for a tower, and the parameters that a search may change."""

    targets: tuple[tuple[str, float], ...]
    """Statistics by name, and their target values."""
    parameters: tuple[str, ...]
    """Names of the parameters."""


State = Literal["running", "stopped", "met", "missed", "failed"]


class Nearest(Struct, frozen=True):
    """The tower of a search nearest to its targets."""

    values: dict[str, float]
    """Values of the parameters that may change."""
    figures: tuple[tuple[float, float], ...]
    """Its figures, in the order of the targets, each with its standard error."""


class SearchProgress(Struct, frozen=True):
    """Progress of a search."""

    most: int
    """Maximum number of towers tried by generations."""
    towers: int = 0
    """Number of towers tried."""
    generation: int = 0
    longer: int = 0
    """Towers that were measured longer, after all generations."""
    share: float = 0.0
    """Finished share of the current measurement, 0 to 1."""
    nearest: Nearest | None = None
    """None: no tower that lets cubes through has been found yet."""
    distances: tuple[float, ...] = ()
    """Distances from the targets: the nearest tower of each generation, then each tower that was measured longer."""
    is_kept: bool = True
    """True if measurements are saved, so that the same search can be resumed."""
    state: State = "running"
    why: str = ""
    """The reason for its failure, in a sentence; or the reachable values, if the targets were missed."""


class RunningSearch(Protocol):
    """A search for a tower that runs in the background."""

    def look(self) -> SearchProgress:
        """Return its progress; a program error that has ended it is raised here."""

    def stop(self) -> None:
        """End it soon; its measurements are kept, and the same search resumes from there."""


class Laboratory(Protocol):
    """The lab as the window uses it: `live_measurement` and `background_search`."""

    def new_measurement(self, geometry: Geometry, /) -> LiveMeasurement:
        """Return a measurement ready to begin."""

    def cached_statistics(self, geometry: Geometry, /) -> LiveStatistics | None:
        """Return the cached statistics of a tower; None if there are none."""

    def keep_odd(self, geometry: Geometry, odd: OddDrop, /) -> bool:
        """Keep an odd drop, so that it can be opened by its ID, and return whether that was possible."""

    def refusal(self, geometry: Geometry, wish: SearchRequest, /) -> str:
        """Return a sentence why no search can begin for this wish; empty if one can."""

    def start_search(self, geometry: Geometry, wish: SearchRequest, workers: Workers, /) -> RunningSearch:
        """Return a search, new or resumed; only for wishes that aren't refused."""

    def unfinished_search(self, geometry: Geometry, /) -> SearchRequest | None:
        """Return the wish of this tower's unfinished search, if there is one."""

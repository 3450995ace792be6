"""What is known of a tower while it is being measured, as whoever looks on needs it, and who can tell it.

No experiment is loaded here: a window knows these words alone, and is handed the laboratory.
"""

import math
from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

from shogun.base.worker_pool import Workers
from shogun.lab.measuring.battle_counting import OddDrop
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.stationarity import UNKNOWN, Stationarity
from shogun.lab.measuring.statistics import given
from shogun.tower.geometry import Geometry
from shogun.tower.resting_cubes import RestingCube

ENOUGH = 800
"""Battles after which figures are worth keeping."""


class Heat(Struct, frozen=True):
    """Where cubes rest: lines of cells from the exit upwards, each from the left; places in mm."""

    cubes: tuple[tuple[float, ...], ...]
    """Mean number of cubes in a cell after a battle, or what else a figure is told of."""
    left: float
    right: float
    bottom: float
    top: float

    @property
    def most(self) -> float:
        """The largest figure of all cells."""
        return max(map(max, self.cubes))


class OfSize(Struct, frozen=True):
    """What throws of one size onto the usual stock do."""

    size: int
    p_out_thrown: Interval
    p_out_resting: Interval


class Jam(Struct, frozen=True):
    """A tower that clogs for good: after that not even taps bring anything out."""

    chains: int
    """In so many of `runs` chains it has."""
    runs: int
    height: float
    """Of the lowest cube of the plug above the exit, mm."""
    places: tuple[str, ...] = ()
    """The pieces that hold it, such as `pin[0]`; none: the walls."""


class Grown(Struct, frozen=True):
    """What is known of a tower by now; the four figures hold at once with 99 %."""

    battles: int
    p_out_thrown: Interval
    """Chance that a thrown cube comes out in the same battle."""
    p_out_resting: Interval
    """Chance that a cube which lies in the tower comes out in a battle."""
    stock: Interval
    """Cubes in the tower after a battle."""
    p_clog: Interval
    """Chance that a throw of 4-12 cubes clogs the tower."""
    stationarity: Stationarity = UNKNOWN
    """Whether these are the figures of the long run; if not, the intervals are wider by what may be missing."""
    is_first_look: bool = False
    """Whether it comes from short chains, which may not have forgotten their start."""
    heat: Heat | None = None
    ages: Heat | None = None
    """For how many battles the cubes that lie in a cell have been in the tower, on average; 0 where none lay."""
    by_size: tuple[OfSize, ...] = ()
    odd: tuple[OddDrop, ...] = ()
    """Drops that deserve a second look."""
    typical: tuple[RestingCube, ...] = ()
    """What lies in the tower after a battle as it mostly is."""
    jam: Jam | None = None
    """None: it hasn't clogged for good so far."""
    further: dict[str, Interval] | UnsetType = UNSET
    """Further statistics that people see grow, by name."""

    def of(self, name: str) -> Interval | None:
        """Return a statistic by its name; None if it isn't known."""
        if name in self.__struct_fields__:
            known: Interval = getattr(self, name)
            return known
        return given(self.further).get(name)

    @property
    def is_early(self) -> bool:
        """Whether figures may still move far: so little was counted, or the tower still fills."""
        return self.is_first_look or self.battles < ENOUGH or not self.stationarity.is_reached


NOTHING = Interval(math.nan, math.nan, math.nan)
Key = tuple[str, int]
Piece = tuple[Key, Callable[[], Any]]
"""Some work for another process, and by what its result is known."""


class Grows(Protocol):
    """A measurement of one tower that goes on piece by piece."""

    geometry: Geometry
    pieces: int
    """How many pieces of work are done."""
    grown: Grown | None
    """What is known; None: nothing yet."""

    def next_piece(self) -> Piece | None:
        """Return what is to be done next; None if all is done."""

    def take(self, key: Key, result: Any, /) -> None:
        """Take note of what a piece has come to."""

    def evaluate(self) -> None:
        """Make figures of all that is known, and keep them once they are worth it."""


class Wish(Struct, frozen=True):
    """What a tower is wanted to do, and which of its numbers may change for that."""

    targets: tuple[tuple[str, float], ...]
    """Figures by name, and what they shall be."""
    parameters: tuple[str, ...]
    """Names of the numbers."""


State = Literal["running", "stopped", "met", "missed", "failed"]


class Nearest(Struct, frozen=True):
    """The tower of a search that has come nearest to what is wanted."""

    values: dict[str, float]
    """Of the numbers that may change."""
    figures: tuple[tuple[float, float], ...]
    """What it does, in the order of the targets, each with its standard error."""


class Sought(Struct, frozen=True):
    """What a search has come to by now."""

    most: int
    """Towers that are tried by generations, at most."""
    towers: int = 0
    """Towers that have been tried."""
    generation: int = 0
    longer: int = 0
    """Towers that were measured longer, after all generations."""
    share: float = 0.0
    """How much of what is measured now is done, 0 to 1."""
    nearest: Nearest | None = None
    """None: no tower that lets cubes through was found yet."""
    distances: tuple[float, ...] = ()
    """From the targets: of the nearest tower of each generation, then of each tower that was measured longer."""
    is_kept: bool = True
    """Whether what is measured is written down, so that the same search can be gone on with."""
    state: State = "running"
    why: str = ""
    """Why it has failed, in a sentence; or what could be reached where what is wanted was not."""


class Seeks(Protocol):
    """A search for a tower that goes on by itself."""

    def look(self) -> Sought:
        """Return what it has come to by now; a mistake of the program that has ended it is raised here."""

    def stop(self) -> None:
        """End it soon; what was measured is kept, and the same search goes on from there."""


class Laboratory(Protocol):
    """Who measures towers and searches for better ones: `incremental_measurement` and `background_search`."""

    def grow(self, geometry: Geometry, /) -> Grows:
        """Return a measurement that is about to begin."""

    def known(self, geometry: Geometry, /) -> Grown | None:
        """Return the figures of a tower that were kept; None if there are none."""

    def keep_odd(self, geometry: Geometry, odd: OddDrop, /) -> bool:
        """Keep an odd drop, so that it can be opened by its ID, and return whether that was possible."""

    def refusal(self, geometry: Geometry, wish: Wish, /) -> str:
        """Return in a sentence why no search can be begun for this; empty if one can."""

    def seek(self, geometry: Geometry, wish: Wish, workers: Workers, /) -> Seeks:
        """Return a search that has begun, or goes on where it was left; only for what isn't refused."""

    def left(self, geometry: Geometry, /) -> Wish | None:
        """Return what was searched for with this tower when a search was ended too early, if one was."""

"""The tally of a chain: sums and histograms of fixed size, however long the chain is."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from shogun.tower.geometry import Geometry, columns, in_a_row
from shogun.tower.resting_cubes import RestingCube

BIN = 4.0
"""Side of a cell of the density of resting places, mm."""
SECONDS_A_BIN = 0.05
"""Width of a cell of the histogram of the time to rest, s."""
LONGEST_STAY = 200
"""Battles; longer stays are counted in the last cell."""
GAME = 70
"""Battles of a typical game; games have 40 to 100."""
MOST_STOCK = 400
"""Cubes; no tower holds more (see MOST_CUBES)."""
MOST_ODD = 20
"""Odd drops of a chain kept whole; all are counted."""
DRY_SPELL = 5
"""Throws in a row without any cube out that make a dry spell, if DRY_CUBES or more were thrown in them."""
DRY_CUBES = 20
"""Five throws of a battle's smallest size. A single cube stays so often that five in a row mean nothing."""
HOPELESS = 10
"""Throws in a row, with 2 DRY_CUBES or more, without any cube out: the chain is given up."""
SEALED = 3
"""Throws in a row without any cube out, however often the clogged tower is tapped: the chain is given up."""
OVERFULL = 100
"""Cubes in the tower at which a chain is given up, about a third of a game's: it would only get slower to simulate."""
MOST_OVERLAP = 0.15
"""Largest overlap of resting bodies that counts as sound, mm."""


class OddDrop(msgspec.Struct, frozen=True):
    """A drop worth a second look, with everything needed to repeat it to the bit."""

    kind: str
    """`cut off`, `dry spell`, `above the rim`, `outside`, `overlap`, `unsupported`, `not conserved`, `unfair`; and
    `clogged`, of which a chain keeps only the first."""
    chain: int
    battle: int
    seed: int
    thrown: int
    resting: tuple[RestingCube, ...]
    """Cubes in the tower before the drop."""

    @property
    def id(self) -> str:
        """Return its ID for commands: its kind, the number of cubes thrown, and the seed."""
        return f"{self.kind.replace(' ', '-')}-{self.thrown}-{self.seed}"


def coloured(resting: Sequence[RestingCube]) -> tuple[RestingCube, ...]:
    """Return cubes of the lab, which have names of their own, in two colors: attackers red, others blue."""
    return tuple(
        msgspec.structs.replace(cube, colour="red" if cube.colour.startswith("a") else "blue") for cube in resting
    )


class Owners(msgspec.Struct):
    """Drops with the same number of attackers and defenders thrown, and the same number of thrown cubes out."""

    drops: int = 0
    attackers_out: int = 0


class Checks(msgspec.Struct):
    """Results of a close look at resting and falling cubes."""

    cubes: int = 0
    """Resting cubes examined, over all battles."""
    outside: int = 0
    overlapping: int = 0
    unsupported: int = 0
    deepest: float = 0.0
    """The deepest overlap of two resting bodies, mm."""
    woken: int = 0
    woken_out: int = 0
    """Cubes that were woken and left undisturbed, and those of them that came out."""
    moments: int = 0
    moments_outside: int = 0
    """Examined moments of moving cubes, and those in which one was outside the walls."""
    twins: int = 0
    twins_differ: int = 0
    """Drops repeated with other owners, and those that didn't give the same bits with the owners swapped."""


class Clogs(msgspec.Struct):
    """Counts of throws that clogged the tower: more than CLOGGED cubes inside, all at rest.

    A tower that is tapped has been clogged, whatever is inside when it comes to rest again.
    """

    throws: int = 0
    """Examined throws, including discarded ones."""
    clogged: int = 0
    tapped: int = 0
    """Throws after which the tower was tapped."""
    taps: int = 0
    stay_clogged: int = 0
    """Throws after which the tower stayed clogged, because it may not be tapped or taps didn't help."""


def total_clogs(clogs: Iterable[Clogs]) -> Clogs:
    """Return the sum of several chains' counts."""
    columns = zip(*map(msgspec.structs.astuple, clogs), strict=True)
    return Clogs(*map(sum, columns))


class Flow(msgspec.Struct):
    """Cubes out of throws, and cubes that stayed."""

    throws: int = 0
    thrown: int = 0
    thrown_out: int = 0
    rested: int = 0
    """Cubes that lay in the tower before a throw, summed over all throws."""
    rested_out: int = 0
    left: int = 0
    """Cubes that lay there afterwards, summed over all throws."""


RecordKind = Literal["battles", "contacts"]
"""Data that a chain records of each counted battle: counts only, or contacts, too."""


class BattleCounts(msgspec.Struct, frozen=True, array_like=True):
    """The counts of one battle."""

    thrown: int
    thrown_out: int
    inside_before: int
    resting_out: int
    """Resting cubes that came out."""
    inside_after: int
    rest_s: float
    """Seconds until all cubes were at rest."""
    taps: int
    pieces_touched: int = -1
    """Ledges, pins and walls that thrown cubes touched, each once for each cube; -1: not recorded."""


class OneSize(msgspec.Struct):
    """The counts of throws of one size."""

    flow: Flow = msgspec.field(default_factory=Flow)
    clogs: Clogs = msgspec.field(default_factory=Clogs)


class Tally(msgspec.Struct):
    """All counts of one chain, up to some battle."""

    drops: int = 0
    """Battles, including discarded ones, and probes; defects are counted in all of them."""
    clogs: Clogs = msgspec.field(default_factory=Clogs)
    """Clogs in battles, including discarded battles."""
    start_clogs: Clogs = msgspec.field(default_factory=Clogs)
    """Clogs in throws into the empty tower."""
    game: Flow = msgspec.field(default_factory=Flow)
    """Counts of the first GAME battles after the start throw, discarded or not: as a game has them."""
    sizes: dict[int, OneSize] = msgspec.field(default_factory=dict)
    """Counts of the probes: throws of one size that don't become part of the chain."""
    battles: int = 0
    """Counted battles, without those that were discarded."""
    thrown: int = 0
    thrown_out: int = 0
    rested: int = 0
    """Cubes that lay in the tower before a battle, summed over all battles."""
    rested_out: int = 0
    stock: list[int] = msgspec.field(default_factory=lambda: [0] * (MOST_STOCK + 1))
    """Number of battles by the cubes in the tower after them."""
    battles_in_halves: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Battles in the first and in the second half of the chain."""
    stock_in_halves: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Sum of the stock after those battles."""
    old_in_halves: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """Sum after those battles of the resting cubes that have lain there for half of the time since the start."""
    rest_times: list[int] = msgspec.field(default_factory=lambda: [0] * (1 + round(6.0 / SECONDS_A_BIN)))
    seconds: float = 0.0
    """Sum of the times to rest, s."""
    stays: list[int] = msgspec.field(default_factory=lambda: [0] * (LONGEST_STAY + 1))
    """Cubes of counted battles that came out, by the number of battles inside; 0: at once."""
    inside: list[int] = msgspec.field(default_factory=lambda: [0] * (LONGEST_STAY + 1))
    """Cubes of counted battles still in the tower, by the number of battles inside so far."""
    place_thrown: list[list[int]] = msgspec.field(default_factory=list)
    place_out: list[list[int]] = msgspec.field(default_factory=list)
    """Cubes out by start place: row, counted as they come in, and column, counted from the left."""
    density: list[list[int]] = msgspec.field(default_factory=list)
    """Resting cubes summed over all battles, by cell: row from the exit up, column from the left."""
    owners: dict[str, Owners] = msgspec.field(default_factory=dict)
    """Drops by the key "attackers defenders out"."""
    start_throws: int = 0
    start_kept: int = 0
    cut_off: int = 0
    not_conserved: int = 0
    dry: int = 0
    """Throws in a row, up to now, without any cube out."""
    dry_cubes: int = 0
    """Cubes thrown in them."""
    longest_dry: int = 0
    dry_spells: int = 0
    sealed: int = 0
    """Throws in a row, up to now, without any cube out though the tower was tapped as often as allowed."""
    above_rim: int = 0
    """Cubes that came to rest above the rim."""
    given_up: bool = False
    """True if the chain was ended early, because nothing came out any more or the tower was overfull."""
    not_kept: str = ""
    """The reason why the chain couldn't be saved; empty if it was."""
    checks: Checks = msgspec.field(default_factory=Checks)
    odd: list[OddDrop] = msgspec.field(default_factory=list)
    records: list[BattleCounts] | msgspec.UnsetType = msgspec.UNSET
    """The counted battles one by one, where a requested statistic needs them; the counts don't depend on it."""

    @property
    def length(self) -> int:
        """Return the number of battles since the start throw, including discarded ones."""
        return self.clogs.throws


COUNTED = tuple(name for name in Tally.__struct_fields__ if name != "records")
"""Counts that every chain has."""


def empty_tally(geometry: Geometry, largest_throw: int) -> Tally:
    """Return a tally with all its histograms sized for one tower, and nothing counted."""
    rows = -(-largest_throw // in_a_row(geometry))
    tally = Tally()
    tally.place_thrown = [[0] * columns(geometry) for _row in range(rows)]
    tally.place_out = [[0] * columns(geometry) for _row in range(rows)]
    across, lines = density_shape(geometry)
    tally.density = [[0] * across for _line in range(lines)]
    return tally


def density_shape(geometry: Geometry) -> tuple[int, int]:
    """Return the number of columns and lines of the density of resting places."""
    return max(1, -int(-geometry.funnel.mouth // BIN)), max(1, -int(-geometry.rim_y // BIN))

"""What is counted while battles are fought: sums and histograms of fixed size, however long a chain is."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from shogun.tower.geometry import Geometry, columns, in_a_row
from shogun.tower.record.resting_cubes import RestingCube

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
"""So many odd drops of a chain are kept whole; all are counted."""
DRY_SPELL = 5
"""So many throws in a row from which nothing comes out are a dry spell, if DRY_CUBES or more were thrown in them."""
DRY_CUBES = 20
"""As many as five throws of a battle's least number. A single cube stays so often that five in a row mean nothing."""
HOPELESS = 10
"""Throws in a row, with 2 DRY_CUBES or more, from which nothing comes out: the chain is given up."""
SEALED = 3
"""Throws in a row from which nothing comes out, however often the clogged tower is tapped: the chain is given up."""
OVERFULL = 100
"""Cubes: a chain is given up with so many in the tower, about a third of a game's: it only gets slower to simulate."""
MOST_OVERLAP = 0.15
"""Resting bodies may overlap by so much, mm."""


class OddDrop(msgspec.Struct, frozen=True):
    """A drop that deserves a second look, with all that is needed to repeat it to the bit."""

    kind: str
    """`cut off`, `dry spell`, `above the rim`, `outside`, `overlap`, `unsupported`, `not conserved`, `unfair`; and
    `clogged`, of which a chain keeps only the first."""
    chain: int
    battle: int
    seed: int
    thrown: int
    resting: tuple[RestingCube, ...]
    """What lay in the tower before it."""

    @property
    def id(self) -> str:
        """Return by what it is asked for: its kind, how many cubes were thrown, and the seed."""
        return f"{self.kind.replace(' ', '-')}-{self.thrown}-{self.seed}"


def coloured(resting: Sequence[RestingCube]) -> tuple[RestingCube, ...]:
    """Return cubes of the lab, each of which has a name of its own, in two colours: attackers red, others blue."""
    return tuple(
        msgspec.structs.replace(cube, colour="red" if cube.colour.startswith("a") else "blue") for cube in resting
    )


class Owners(msgspec.Struct):
    """Drops with the same number of attackers and defenders thrown, and as many thrown cubes come out."""

    drops: int = 0
    attackers_out: int = 0


class Checks(msgspec.Struct):
    """What looking closely at resting and falling cubes has found."""

    cubes: int = 0
    """Resting cubes looked at, over all battles."""
    outside: int = 0
    overlapping: int = 0
    unsupported: int = 0
    deepest: float = 0.0
    """The deepest overlap of two resting bodies, mm."""
    woken: int = 0
    woken_out: int = 0
    """Cubes that were woken and left alone, and those of them that came out."""
    moments: int = 0
    moments_outside: int = 0
    """Moments of moving cubes that were looked at, and those in which one was outside of the walls."""
    twins: int = 0
    twins_differ: int = 0
    """Drops repeated with other owners, and those that did not give the same bits with the owners changed."""


class Clogs(msgspec.Struct):
    """How often throws clogged the tower: more than CLOGGED cubes were inside when all rested.

    A tower that is tapped has been clogged, whatever is inside when it rests again.
    """

    throws: int = 0
    """Those that were looked at, discarded ones included."""
    clogged: int = 0
    tapped: int = 0
    """Throws after which the tower was tapped."""
    taps: int = 0
    stay_clogged: int = 0
    """Throws after which the tower stayed clogged, since it may not be tapped or taps didn't help."""


def total_clogs(clogs: Iterable[Clogs]) -> Clogs:
    """Return the sum of what several chains have counted."""
    columns = zip(*map(msgspec.structs.astuple, clogs), strict=True)
    return Clogs(*map(sum, columns))


class Flow(msgspec.Struct):
    """What came out of throws, and what stayed."""

    throws: int = 0
    thrown: int = 0
    thrown_out: int = 0
    rested: int = 0
    """Cubes that lay in the tower before a throw, summed over all throws."""
    rested_out: int = 0
    left: int = 0
    """Cubes that lay there afterwards, summed over all throws."""


Recording = Literal["battles", "contacts"]
"""What a chain notes of each counted battle, where a statistic needs it: its counts, and what thrown cubes touch."""


class BattleCounts(msgspec.Struct, frozen=True, array_like=True):
    """What one counted battle came to."""

    thrown: int
    thrown_out: int
    inside_before: int
    resting_out: int
    """Of the cubes inside before, those that came out."""
    inside_after: int
    rest_s: float
    """Seconds until all cubes were at rest."""
    taps: int
    pieces_touched: int = -1
    """Ledges, pins and walls that thrown cubes touched, each once for each cube; -1: nobody has looked."""


class OneSize(msgspec.Struct):
    """What throws of one size came to."""

    flow: Flow = msgspec.field(default_factory=Flow)
    clogs: Clogs = msgspec.field(default_factory=Clogs)


class Tally(msgspec.Struct):
    """All that one chain has counted, up to some battle."""

    drops: int = 0
    """Battles, with those that were discarded, and probes; what must not happen is counted in all of them."""
    clogs: Clogs = msgspec.field(default_factory=Clogs)
    """Of the battles, with those that were discarded."""
    start_clogs: Clogs = msgspec.field(default_factory=Clogs)
    """Of throws into the empty tower."""
    game: Flow = msgspec.field(default_factory=Flow)
    """Counts of the first GAME battles after the start throw, discarded or not: what a game sees."""
    sizes: dict[int, OneSize] = msgspec.field(default_factory=dict)
    """Of the probes: throws of one size that did not become part of the chain."""
    battles: int = 0
    """Counted battles, without those that were discarded."""
    thrown: int = 0
    thrown_out: int = 0
    rested: int = 0
    """Cubes that lay in the tower before a battle, summed over all battles."""
    rested_out: int = 0
    stock: list[int] = msgspec.field(default_factory=lambda: [0] * (MOST_STOCK + 1))
    """How often so many cubes lay in the tower after a battle."""
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
    """Cubes of counted battles that came out after so many battles; 0: at once."""
    inside: list[int] = msgspec.field(default_factory=lambda: [0] * (LONGEST_STAY + 1))
    """Cubes of counted battles that lie in the tower now, by for how many battles they have."""
    place_thrown: list[list[int]] = msgspec.field(default_factory=list)
    place_out: list[list[int]] = msgspec.field(default_factory=list)
    """By row, counted as they come in, and column, counted from the left."""
    density: list[list[int]] = msgspec.field(default_factory=list)
    """Resting cubes summed over all battles, by cell: row from the exit up, column from the left."""
    owners: dict[str, Owners] = msgspec.field(default_factory=dict)
    """By "attackers defenders out" of a throw."""
    start_throws: int = 0
    start_kept: int = 0
    cut_off: int = 0
    not_conserved: int = 0
    dry: int = 0
    """Throws in a row, up to now, from which nothing came out."""
    dry_cubes: int = 0
    """Cubes that were thrown in them."""
    longest_dry: int = 0
    dry_spells: int = 0
    sealed: int = 0
    """Throws in a row, up to now, from which nothing came out though the tower was tapped as often as it may be."""
    above_rim: int = 0
    """Cubes that came to rest above the rim."""
    given_up: bool = False
    """True if the chain was ended early, since nothing came out any more or the tower was overfull."""
    not_kept: str = ""
    """Why the chain could not be written down, if so."""
    checks: Checks = msgspec.field(default_factory=Checks)
    odd: list[OddDrop] = msgspec.field(default_factory=list)
    records: list[BattleCounts] | msgspec.UnsetType = msgspec.UNSET
    """The counted battles one by one, where a requested statistic needs them; the counts don't depend on it."""

    @property
    def length(self) -> int:
        """Return the number of battles since the start throw, those that were discarded included."""
        return self.clogs.throws


COUNTED = tuple(name for name in Tally.__struct_fields__ if name != "records")
"""What every chain counts."""


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

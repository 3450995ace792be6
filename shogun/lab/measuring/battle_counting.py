"""The counts of a chain of battles, and the way each battle enters them.

Every cube of a chain has its own name, used as its color: `a17.3` is the attacker's fourth cube thrown in battle 17.
So the cubes that come out show how long each was inside and where it started. Names don't change how
cubes fall: the seed lays all thrown cubes onto the start places regardless of names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from shogun.tower.geometry import Geometry, columns, in_a_row
from shogun.tower.physics.drop_simulation import pour
from shogun.tower.physics.throw import Drop
from shogun.tower.resting_cubes import RestingCube

# The tally: sums and histograms of fixed size, however long a chain is

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


Recording = Literal["battles", "contacts"]
"""The record that a chain makes of each counted battle for some statistics: counts only, or also contacts."""


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
    """Battles after which so many cubes lay in the tower, by the number of cubes."""
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


class Battle(msgspec.Struct, frozen=True):
    """One throw of a chain, before it falls."""

    chain: int
    number: int
    """Negative if it is discarded."""
    seed: int
    size: int
    thrown: Mapping[str, int]
    before: Sequence[RestingCube]
    """Cubes in the tower."""
    late: bool
    """True if it belongs to the chain's second half."""
    since_start: int
    """Battles since the start throw, including this one."""


def cube_names(battle: int, size: int) -> dict[str, int]:
    """Return the cubes of a throw, each once; the numbers of attackers and defenders change from battle to battle."""
    attackers = 1 + battle % (size - 1) if size > 1 else size
    return {f"{'a' if number < attackers else 'd'}{battle}.{number}": 1 for number in range(size)}


def is_attacker(name: str) -> bool:
    """Return whether a cube is the attacker's."""
    return name[0] == "a"


def thrown_in(name: str) -> int:
    """Return the number of the battle in which a cube was thrown."""
    return int(name[1:].partition(".")[0])


def note_oddities(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    """Count defects that no drop should have, and keep the drops that have one."""
    tally.drops += 1
    lost = sorted([*battle.thrown, *(cube.colour for cube in battle.before)]) != sorted(
        [*fallen.out, *(cube.colour for cube in fallen.resting)]
    )
    above = sum(cube.y > geometry.rim_y for cube in fallen.resting if cube.still)
    tally.cut_off += fallen.cut_off
    tally.not_conserved += lost
    tally.above_rim += above
    oddities = {"cut off": fallen.cut_off, "not conserved": lost, "above the rim": above > 0}
    for kind, is_so in oddities.items():
        if is_so:
            keep_odd(tally, kind, battle)


def note_dry_spell(tally: Tally, battle: Battle, fallen: Drop) -> None:
    """Count throws in a row without any cube out; give the chain up if that continues or the tower is overfull."""
    was_dry = _is_dry(tally)
    tally.dry = 0 if fallen.out else tally.dry + 1
    tally.dry_cubes = 0 if fallen.out else tally.dry_cubes + battle.size
    tally.longest_dry = max(tally.longest_dry, tally.dry)
    if _is_dry(tally) and not was_dry:
        tally.dry_spells += 1
        keep_odd(tally, "dry spell", battle)
    hopeless = tally.dry >= HOPELESS and tally.dry_cubes >= 2 * DRY_CUBES
    tally.given_up |= hopeless or len(fallen.resting) >= OVERFULL
    note_sealed(tally, fallen)


def note_sealed(tally: Tally, fallen: Drop) -> None:
    """Count throws in a row that not even taps bring out; give the chain up if that continues."""
    from shogun.tower.physics.drop_simulation import MOST_TAPS

    tally.sealed = tally.sealed + 1 if fallen.taps == MOST_TAPS and not fallen.out else 0
    tally.given_up |= tally.sealed >= SEALED


def _is_dry(tally: Tally) -> bool:
    return tally.dry >= DRY_SPELL and tally.dry_cubes >= DRY_CUBES


def note_clog(tally: Tally, clogs: Clogs, battle: Battle, fallen: Drop) -> None:
    """Count in `clogs` whether a drop clogged the tower, and keep the chain's first one that did."""
    if count_clog(clogs, fallen) and not any(odd.kind == "clogged" for odd in tally.odd):
        keep_odd(tally, "clogged", battle)


def count_clog(clogs: Clogs, fallen: Drop) -> bool:
    """Count and return whether a drop clogged the tower."""
    from shogun.tower.physics.drop_simulation import CLOGGED

    stays = len(fallen.resting) > CLOGGED
    clogs.throws += 1
    clogs.clogged += stays or fallen.taps > 0
    clogs.tapped += fallen.taps > 0
    clogs.taps += fallen.taps
    clogs.stay_clogged += stays
    return stays or fallen.taps > 0


def keep_odd(tally: Tally, kind: str, battle: Battle) -> None:
    """Keep a drop for a second look, if there is room for it."""
    if len(tally.odd) < MOST_ODD:
        odd = OddDrop(kind, battle.chain, battle.number, battle.seed, battle.size, tuple(battle.before))
        tally.odd.append(odd)


def count_start(tally: Tally, fallen: Drop) -> None:
    """Count a throw into an empty tower."""
    tally.start_throws += 1
    tally.start_kept += len(fallen.resting)
    note_sealed(tally, fallen)
    count_clog(tally.start_clogs, fallen)


def count_probe(tally: Tally, probe: Battle, fallen: Drop) -> None:
    """Count a throw of one size that does not become part of the chain."""
    of_size = tally.sizes.setdefault(probe.size, OneSize())
    note_clog(tally, of_size.clogs, probe, fallen)
    _count_flow(of_size.flow, probe, fallen)


def count_game(tally: Tally, battle: Battle, fallen: Drop) -> None:
    """Count a battle among a game's, if it comes early enough after the start throw."""
    if battle.since_start <= GAME:
        _count_flow(tally.game, battle, fallen)


def _count_flow(flow: Flow, battle: Battle, fallen: Drop) -> None:
    fresh = sum(name in battle.thrown for name in fallen.out)
    flow.throws += 1
    flow.thrown += battle.size
    flow.thrown_out += fresh
    flow.rested += len(battle.before)
    flow.rested_out += len(fallen.out) - fresh
    flow.left += len(fallen.resting)


def flow_of(tally: Tally) -> Flow:
    """Return the flow of cubes through the battles of a chain."""
    left = sum(tally.stock_in_halves)
    return Flow(tally.battles, tally.thrown, tally.thrown_out, tally.rested, tally.rested_out, left)


def count_battle(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    """Add all counts of one battle."""
    tally.battles += 1
    tally.thrown += battle.size
    tally.rested += len(battle.before)
    fresh = [name for name in fallen.out if name in battle.thrown]
    tally.thrown_out += len(fresh)
    tally.rested_out += len(fallen.out) - len(fresh)
    _count_stock(tally, battle, fallen.resting)
    _count_times(tally, battle, fallen)
    _count_owners(tally, battle, fresh)
    _count_places(tally, geometry, battle, fallen)
    _count_density(tally, fallen.resting)


def record_battle(tally: Tally, battle: Battle, fallen: Drop, touched: int) -> None:
    """Record a counted battle; `touched` is the number of pieces touched, or -1 if unknown."""
    fresh = sum(name in battle.thrown for name in fallen.out)
    record = BattleCounts(
        battle.size, fresh, len(battle.before), len(fallen.out) - fresh, len(fallen.resting), fallen.seconds,
        fallen.taps, touched,
    )  # fmt: skip
    if tally.records is msgspec.UNSET:
        tally.records = []
    tally.records.append(record)


def _count_stock(tally: Tally, battle: Battle, resting: Sequence[RestingCube]) -> None:
    tally.stock[len(resting)] += 1
    tally.battles_in_halves[battle.late] += 1
    tally.stock_in_halves[battle.late] += len(resting)
    middle = battle.number - battle.since_start / 2
    tally.old_in_halves[battle.late] += sum(thrown_in(cube.colour) < middle for cube in resting)


def _count_times(tally: Tally, battle: Battle, fallen: Drop) -> None:
    tally.seconds += fallen.seconds
    tally.rest_times[min(int(fallen.seconds / SECONDS_A_BIN), len(tally.rest_times) - 1)] += 1
    for name in fallen.out:
        _count_stay(tally.stays, battle.number, name)
    tally.inside = [0] * len(tally.stays)
    for cube in fallen.resting:
        _count_stay(tally.inside, battle.number, cube.colour)


def _count_stay(counts: list[int], battle: int, name: str) -> None:
    """Count the number of battles a cube has been inside; cubes thrown before all counted battles aren't followed."""
    if (born := thrown_in(name)) >= 0:
        counts[min(battle - born, LONGEST_STAY)] += 1


def _count_owners(tally: Tally, battle: Battle, fresh: Sequence[str]) -> None:
    attackers = sum(map(is_attacker, battle.thrown))
    key = f"{attackers} {battle.size - attackers} {len(fresh)}"
    owners = tally.owners.setdefault(key, Owners())
    owners.drops += 1
    owners.attackers_out += sum(map(is_attacker, fresh))


def _count_places(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    names, rows = pour(geometry, battle.thrown, battle.seed)
    places = [(row, start.column) for row, starts in enumerate(rows) for start in starts]
    for name, (row, column) in zip(names, places, strict=True):
        tally.place_thrown[row][column] += 1
        tally.place_out[row][column] += name in fallen.out


def _count_density(tally: Tally, resting: Sequence[RestingCube]) -> None:
    for cube in resting:
        line, column = cell_of(cube, len(tally.density[0]), len(tally.density))
        tally.density[line][column] += 1


def cell_of(cube: RestingCube, columns: int, lines: int) -> tuple[int, int]:
    """Return line and column of a cube's cell; those above the rim or on the border count in the nearest one."""
    return min(int(cube.y / BIN), lines - 1), min(max(int(cube.x / BIN + columns / 2), 0), columns - 1)

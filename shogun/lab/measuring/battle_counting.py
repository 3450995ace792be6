"""The counts of a chain of battles, and the way each battle enters them.

Every cube of a chain has its own name, used as its color: `a17.3` is the attacker's fourth cube thrown in battle 17.
So the cubes that come out show how long each was inside and where it started. Names don't change how
cubes fall: the seed lays all thrown cubes onto the start places regardless of names.
"""

from collections.abc import Mapping, Sequence

import msgspec

from shogun.lab.measuring.tally import (
    BIN,
    DRY_CUBES,
    DRY_SPELL,
    GAME,
    HOPELESS,
    LONGEST_STAY,
    MOST_ODD,
    OVERFULL,
    SEALED,
    SECONDS_A_BIN,
    BattleCounts,
    Clogs,
    Flow,
    OddDrop,
    OneSize,
    Owners,
    Tally,
)
from shogun.tower.geometry import Geometry
from shogun.tower.physics.drop_simulation import pour
from shogun.tower.physics.throw import Drop
from shogun.tower.resting_cubes import RestingCube


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


COLOURS = ("red", "blue")
"""Colors of attackers and defenders."""


def colour_of(name: str) -> str:
    """Return the color of a cube's owner."""
    return COLOURS[not is_attacker(name)]


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

"""A close look at some battles of a chain: the physics must be sound, and owners must not matter."""

from shogun.lab.measuring.battle_counting import Battle, is_attacker, keep_odd
from shogun.lab.measuring.tally import MOST_OVERLAP, Tally
from shogun.tower.geometry import Geometry
from shogun.tower.physics.throw import Drop
from shogun.tower.resting_cubes import RestingCube


def examine(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    """Examine a battle of the standard solver: overlap, support and flight of cubes, and the effect of other owners."""
    _look(tally, geometry, battle, fallen)
    _wake(tally, geometry, fallen)
    _watch(tally, geometry, battle)
    _relabel(tally, geometry, battle, fallen)


def _look(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    from shogun.tower.physics.inspection import inspect

    lies = inspect(geometry, [cube for cube in fallen.resting if cube.still])
    checks = tally.checks
    checks.cubes += len(lies)
    checks.deepest = max([checks.deepest, *(lie.depth for lie in lies)])
    found = {
        "outside": sum(not lie.inside for lie in lies),
        "overlap": sum(lie.depth > MOST_OVERLAP for lie in lies),
        "unsupported": sum(not lie.supported for lie in lies),
    }
    checks.outside += found["outside"]
    checks.overlapping += found["overlap"]
    checks.unsupported += found["unsupported"]
    for kind, count in found.items():
        if count:
            keep_odd(tally, kind, battle)


def _wake(tally: Tally, geometry: Geometry, fallen: Drop) -> None:
    from shogun.tower.physics.inspection import left_alone

    tally.checks.woken += len(fallen.resting)
    tally.checks.woken_out += left_alone(geometry, fallen.resting)


def _watch(tally: Tally, geometry: Geometry, battle: Battle) -> None:
    from shogun.tower.physics.inspection import watch_flight

    flight = watch_flight(geometry, battle.before, battle.thrown, battle.seed)
    tally.checks.moments += flight.moments
    tally.checks.moments_outside += flight.outside
    if flight.outside:
        keep_odd(tally, "outside", battle)


def _relabel(tally: Tally, geometry: Geometry, battle: Battle, fallen: Drop) -> None:
    """Repeat the drop as in a game, with two owners, and again with the owners swapped.

    Both must fall like the original, cube by cube, and the second must be the first with the owners swapped. With as
    many attackers as defenders swapping changes nothing in the input, so there only the names decide the owners.
    """
    one = _as_game(geometry, battle, "attacker", "defender")
    other = _as_game(geometry, battle, "defender", "attacker")
    swapped = {"attacker": "defender", "defender": "attacker"}
    expected = {swapped[owner]: count for owner, count in one.out.items()}
    even = 2 * sum(map(is_attacker, battle.thrown)) == battle.size
    same_fall = _places(one.resting) == _places(other.resting) == _places(fallen.resting)
    same_owners = sum(one.out.values()) == sum(other.out.values()) == sum(fallen.out.values())
    if not even:
        same_owners &= other.out == dict(sorted(expected.items()))
    tally.checks.twins += 1
    tally.checks.twins_differ += not (same_fall and same_owners)
    if not (same_fall and same_owners):
        keep_odd(tally, "unfair", battle)


def _as_game(geometry: Geometry, battle: Battle, attacker: str, defender: str) -> Drop:
    """Return the drop with owners as colors, and the cubes in the tower listed in another order."""
    from shogun.tower.physics.throw import drop

    owner = {True: attacker, False: defender}
    lying = [
        RestingCube(owner[is_attacker(cube.colour)], cube.x, cube.y, cube.angle, cube.still)
        for cube in reversed(battle.before)
    ]
    attackers = sum(map(is_attacker, battle.thrown))
    return drop(geometry, lying, {attacker: attackers, defender: battle.size - attackers}, battle.seed)


def _places(resting: tuple[RestingCube, ...]) -> list[tuple[float, float, float]]:
    return [(cube.x, cube.y, cube.angle) for cube in resting]

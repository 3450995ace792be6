"""Cubes laid into a tower of which only their number by colour is known: thrown again and again until so many rest.

A throw after which too many would rest, or fewer than before, counts as not made. All cubes are alike to the physics,
and so any of them may be any colour: that is drawn by lot in the end.
"""

from collections.abc import Mapping
from itertools import chain
from random import Random

from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.game.protocol import AnyGame
from shogun.table.errors import TowerTooSmall
from shogun.table.running.tower_kinds import SimulatedTower, tower_of
from shogun.table.storage.journal import Header, rows
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.record.resting_cubes import TowerState

MOST_FALLS = 3500
"""So many cubes fall or are fallen upon, about a second and a half, before a tower is given up."""
THROWN_FOR_EACH = 3
"""Of so many thrown cubes about one stays."""
MOST_THROWN = 45
"""At once, as in the largest start throw."""
COLOUR = "cube"


def with_filled_tower(game: AnyGame, header: Header) -> Header:
    """Return the header of a new game in which the cubes lie somewhere that the rules count in a simulated tower.

    The same header gives the same places. Raises TowerTooSmall, and `IllegalSetup` of the rules.
    """
    tower = tower_of(header.tower)
    if not isinstance(tower, SimulatedTower) or header.rest:
        return header
    counts = {colour: number for colour, number in game.in_tower(game.new(header.setup)).items() if number}
    return replace(header, resting=rows(filled(tower, counts, header.seed).resting)) if counts else header


def filled(tower: SimulatedTower, counts: Mapping[str, int], seed: int) -> TowerState:
    """Return the tower with so many cubes of each colour. Raises TowerTooSmall."""
    total = sum(counts.values())
    inside = tower.empty()
    throw = falls = 0
    while falls < MOST_FALLS:
        resting = len(inside.resting)
        if resting == total:
            return _coloured(inside, counts, seed)
        count = Random(seed_for(seed, "fill", throw)).randint(1, THROWN_FOR_EACH * (total - resting))
        thrown = {COLOUR: min(count, MOST_THROWN, MOST_CUBES - resting)}
        fallen = tower.throw(inside, thrown, seed_for(seed, "fill", throw), record=False).inside
        assert isinstance(fallen, TowerState)
        throw, falls = throw + 1, falls + resting + thrown[COLOUR]
        if resting <= len(fallen.resting) <= total:
            inside = fallen
    sentence = _("the tower {name} never holds exactly these cubes: {count}")
    raise TowerTooSmall(sentence.format(name=shown(tower.geometry.name), count=total))


def _coloured(inside: TowerState, counts: Mapping[str, int], seed: int) -> TowerState:
    colours = list(chain.from_iterable([colour] * number for colour, number in sorted(counts.items())))
    Random(seed_for(seed, "fill", "colours")).shuffle(colours)
    cubes = (replace(cube, colour=colour) for cube, colour in zip(inside.resting, colours, strict=True))
    return TowerState(inside.geometry, tuple(cubes))

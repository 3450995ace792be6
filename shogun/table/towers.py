"""The towers that a game can be played with: the simulated one, and the quick model that only counts.

Both are values, so that a throw can be sent to a worker process as it stands.
"""

import sys
from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.game.protocol import AnyGame
from shogun.game.questions import Throw
from shogun.table.errors import TowerDisagrees, TowerTooSmall
from shogun.table.journal import Header, TowerInfo, rows
from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import MOST_CUBES, PHYSICS
from shogun.tower.quick_model import FIXED, OutcomeModel, model_for
from shogun.tower.resting_cubes import RestingCube, TowerState, can_lie
from shogun.tower.tower_lookup import load_tower

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# What a tower holds: every resting cube with its place, or only their number.


class Counted(Struct, frozen=True):
    """A tower of which only the number of cubes by colour is known."""

    cubes: Mapping[str, int] = {}
    model: OutcomeModel = FIXED
    """What the chances are."""

    def counts(self) -> dict[str, int]:
        """Return the number of cubes inside by colour, zeros left out."""
        return dict(self.cubes)


Inside = TowerState | Counted
"""What the tower holds, and all may know it: every resting cube with its place, or their number."""


def outcome_model(inside: Inside) -> OutcomeModel:
    """Return the quick model of the tower that these cubes are in: the fitted one, or the fixed one without a fit."""
    return model_for(inside.geometry) if isinstance(inside, TowerState) else inside.model


Resting = tuple[RestingCube, ...]


class Fall(Struct, frozen=True):
    """What one throw came to: cubes that came out by colour, what the tower holds now, a recording if asked for."""

    out: dict[str, int]
    inside: Inside
    cut_off: bool = False
    """True if cubes still moved when the simulation ended after its longest time."""
    recording: "Recording | None" = None
    taps: int = 0
    """How often the tower was tapped, since it was clogged."""


class Tower(Protocol):
    """What the table needs of a tower."""

    def empty(self) -> Inside:
        """Return the tower without a cube."""

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Return what a throw of `cubes` (number by colour) comes to; the same arguments give the same."""


class SimulatedTower(Struct, frozen=True, tag=True):
    """The real one: every throw is simulated."""

    geometry: Geometry

    def empty(self) -> TowerState:
        """Return the tower without a cube."""
        return TowerState(self.geometry)

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Return what the simulation of this throw comes to."""
        from shogun.tower.physics.throw import drop  # loads pymunk

        assert isinstance(inside, TowerState)
        fallen = drop(self.geometry, inside.resting, cubes, seed, record=record)
        inside = TowerState(self.geometry, fallen.resting)
        return Fall(fallen.out, inside, fallen.cut_off, fallen.recording, fallen.taps)


class ModelTower(Struct, frozen=True, tag=True):
    """The quick probabilistic one: with a model fitted to a tower, or thrown cubes out with 2/3, resting with 1/3."""

    model: OutcomeModel = FIXED

    def empty(self) -> Counted:
        """Return the tower without a cube."""
        return Counted(model=self.model)

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:  # noqa: ARG002
        """Return what the lots of this throw come to; there is nothing to record."""
        out = self.model.drop(inside.counts(), cubes, seed)
        return Fall(out, _count_after(self.model, inside, cubes, out))


class NoTower(Struct, frozen=True, tag=True):
    """What stands for the tower in a game without one: it is always empty."""

    def empty(self) -> Counted:
        """Return no cubes."""
        return Counted()

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Raise an error: a game without a tower throws nothing."""
        raise NotImplementedError("a game without a tower asks for a throw")


def tower_of(info: TowerInfo | None) -> Tower:
    """Return the tower with which a game is played, as its header says."""
    if info is None:
        return NoTower()
    return ModelTower(info.model or FIXED) if info.geometry is None else SimulatedTower(info.geometry)


def beginning(tower: Tower, counts: Mapping[str, int], resting: Resting) -> Inside:
    """Return what a tower holds where a game begins: so many cubes by colour, which in a simulated one lie there.

    Raises TowerDisagrees if they don't lie there, or one lies where none can.
    """
    if isinstance(tower, ModelTower):
        return Counted({colour: number for colour, number in sorted(counts.items()) if number}, tower.model)
    return after_throw(tower, tower.empty(), {}, {}, resting) if isinstance(tower, SimulatedTower) else tower.empty()


def after_throw(
    tower: Tower, inside: Inside, cubes: Mapping[str, int], out: Mapping[str, int], resting: Resting
) -> Inside:
    """Return what a tower holds after a throw made earlier, of which a journal tells what came out and what rests.

    Raises TowerDisagrees if a cube lies where none can.
    """
    if isinstance(tower, SimulatedTower):
        if not all(can_lie(tower.geometry, cube) for cube in resting):
            raise TowerDisagrees(_("a cube is outside of the tower"))
        return TowerState(tower.geometry, resting)
    assert isinstance(tower, ModelTower)
    return _count_after(tower.model, inside, cubes, out)


def _count_after(model: OutcomeModel, inside: Inside, cubes: Mapping[str, int], out: Mapping[str, int]) -> Counted:
    before = inside.counts()
    left = {c: before.get(c, 0) + cubes.get(c, 0) - out.get(c, 0) for c in sorted({**before, **cubes, **out})}
    return Counted({colour: number for colour, number in left.items() if number}, model)


class ThrowJob(Struct, frozen=True):
    """One throw, ready to be made here or in another process: calling it returns its fall, always the same."""

    tower: Tower
    inside: Inside
    throw: Throw
    seed: int | None
    """None: nobody knows any more by which seed it fell, so that it can't be made again."""
    record: bool = False
    physics: int = PHYSICS
    """The version of the physics that a throw of the past was made with; only the present one makes it alike."""

    def __call__(self) -> Fall:
        """Return what the throw comes to."""
        assert self.seed is not None, "only throws whose seed is known are made"
        return self.tower.throw(self.inside, self.throw.cubes, self.seed, record=self.record)


# The tower that a game is played with, by the name that people give it: a simulated one, or a quick model.

MODEL = "model"
"""The name of the quick probabilistic tower."""


def tower_info(name: str) -> TowerInfo:
    """Return the tower of that name, the fixed quick model for `model`, or for `model:NAME` that tower's fitted one.

    Raises GeometryError.
    """
    kind, colon, of_tower = name.partition(":")
    if kind != MODEL:
        return TowerInfo.of(load_tower(name))
    return TowerInfo.of_model(fitted_model(load_tower(of_tower))) if colon else TowerInfo()


def fitted_model(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to a tower; if there is none yet, it is fitted now, which is told."""
    model = model_for(geometry)
    if not model.is_fitted:
        sentence = _("No model has been fitted to the tower {name} yet; fitting one now will take a few minutes.")
        print(sentence.format(name=geometry.name), file=sys.stderr, flush=True)
        from shogun.tower.model_fit import fit_into_cache  # loads NumPy

        model = fit_into_cache(geometry)
    return model


# Cubes laid into a tower of which only their number by colour is known: thrown again and again until so many rest.
#
# A throw after which too many would rest, or fewer than before, counts as not made. All cubes are alike to the
# physics, and so any of them may be any colour: that is drawn by lot in the end.

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

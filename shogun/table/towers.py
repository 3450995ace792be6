"""Towers that a game is played with: simulated ones and quick models, found by name, and filled for positions.

They are values, so that a throw can be sent to a worker process.
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


# The content of a tower


class Counted(Struct, frozen=True):
    """Content of a tower of which only the number of cubes by color is known."""

    cubes: Mapping[str, int] = {}
    model: OutcomeModel = FIXED
    """Model with the chances of outcomes."""

    def counts(self) -> dict[str, int]:
        """Return the number of cubes inside by color, without zeros."""
        return dict(self.cubes)


Inside = TowerState | Counted
"""Content of a tower, known to all: every resting cube with its place, or their number."""


def outcome_model(inside: Inside) -> OutcomeModel:
    """Return the quick model of the tower that holds these cubes: the fitted one, or else the fixed one."""
    return model_for(inside.geometry) if isinstance(inside, TowerState) else inside.model


Resting = tuple[RestingCube, ...]


class Fall(Struct, frozen=True):
    """Result of one throw: cubes out by color, the content of the tower after it, and a recording if asked for."""

    out: dict[str, int]
    inside: Inside
    cut_off: bool = False
    """True if cubes still moved when the simulation reached its time limit."""
    recording: "Recording | None" = None
    taps: int = 0
    """Number of taps, since the tower was clogged."""


class Tower(Protocol):
    """Methods of a tower that the table needs."""

    def empty(self) -> Inside:
        """Return the tower without a cube."""

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Return the result of a throw of `cubes` (number by color); the same arguments give the same result."""


class SimulatedTower(Struct, frozen=True, tag=True):
    """A tower in which every throw is simulated."""

    geometry: Geometry

    def empty(self) -> TowerState:
        """Return the tower without a cube."""
        return TowerState(self.geometry)

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Return the result of simulating this throw."""
        from shogun.tower.physics.throw import drop  # loads pymunk

        assert isinstance(inside, TowerState)
        fallen = drop(self.geometry, inside.resting, cubes, seed, record=record)
        inside = TowerState(self.geometry, fallen.resting)
        return Fall(fallen.out, inside, fallen.cut_off, fallen.recording, fallen.taps)


class ModelTower(Struct, frozen=True, tag=True):
    """A tower that draws outcomes from a quick model: one fitted to a tower, or the fixed one (see `quick_model`)."""

    model: OutcomeModel = FIXED

    def empty(self) -> Counted:
        """Return the tower without a cube."""
        return Counted(model=self.model)

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:  # noqa: ARG002
        """Return a random result of this throw; there is nothing to record."""
        out = self.model.drop(inside.counts(), cubes, seed)
        return Fall(out, _count_after(self.model, inside, cubes, out))


class NoTower(Struct, frozen=True, tag=True):
    """The tower of a game without one, which is always empty."""

    def empty(self) -> Counted:
        """Return no cubes."""
        return Counted()

    def throw(self, inside: Inside, cubes: Mapping[str, int], seed: int, *, record: bool) -> Fall:
        """Raise an error: a game without a tower throws nothing."""
        raise NotImplementedError("a game without a tower asks for a throw")


def tower_of(info: TowerInfo | None) -> Tower:
    """Return the tower of a game by its header's entry."""
    if info is None:
        return NoTower()
    return ModelTower(info.model or FIXED) if info.geometry is None else SimulatedTower(info.geometry)


def beginning(tower: Tower, counts: Mapping[str, int], resting: Resting) -> Inside:
    """Return a tower's content at a game's beginning: the `resting` cubes in a simulated one, `counts` in a model.

    Raises TowerDisagrees if a cube is where none can lie.
    """
    if isinstance(tower, ModelTower):
        return Counted({colour: number for colour, number in sorted(counts.items()) if number}, tower.model)
    return after_throw(tower, tower.empty(), {}, {}, resting) if isinstance(tower, SimulatedTower) else tower.empty()


def after_throw(
    tower: Tower, inside: Inside, cubes: Mapping[str, int], out: Mapping[str, int], resting: Resting
) -> Inside:
    """Return a tower's content after an earlier throw, from a journal's record of the cubes out and at rest.

    Raises TowerDisagrees if a cube is where none can lie.
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
    """One throw, ready to be run here or in another process: calling it returns its result, always the same."""

    tower: Tower
    inside: Inside
    throw: Throw
    seed: int | None
    """Seed of the throw; None if it is unknown, so that the throw can't be repeated."""
    record: bool = False
    physics: int = PHYSICS
    """Version of the physics of a past throw; only the present version can repeat it."""

    def __call__(self) -> Fall:
        """Return the result of the throw."""
        assert self.seed is not None, "only throws whose seed is known are made"
        return self.tower.throw(self.inside, self.throw.cubes, self.seed, record=self.record)


# Towers by name

MODEL = "model"
"""Name of the quick model."""


def tower_info(name: str) -> TowerInfo:
    """Return the tower of that name; for `model` the fixed quick model, and for `model:NAME` that tower's fitted one.

    Raises GeometryError.
    """
    kind, colon, of_tower = name.partition(":")
    if kind != MODEL:
        return TowerInfo.of(load_tower(name))
    return TowerInfo.of_model(fitted_model(load_tower(of_tower))) if colon else TowerInfo()


def fitted_model(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to a tower; if there is none yet, fit it now, with a message on stderr."""
    model = model_for(geometry)
    if not model.is_fitted:
        sentence = _("No model has been fitted to the tower {name} yet; fitting one now will take a few minutes.")
        print(sentence.format(name=geometry.name), file=sys.stderr, flush=True)
        from shogun.tower.model_fit import fit_into_cache  # loads NumPy

        model = fit_into_cache(geometry)
    return model


# Filling a tower of which only the number of cubes by color is known: cubes are thrown until exactly that many rest
#
# A throw after which too many would rest, or fewer than before, is discarded. The physics don't depend on colors, so
# these are drawn at random in the end.

MOST_FALLS = 3500
"""Cubes that fall or are hit, about a second and a half of work, before a tower is given up."""
THROWN_FOR_EACH = 3
"""Thrown cubes of which about one stays."""
MOST_THROWN = 45
"""Largest number of cubes thrown at once, as in the largest start throw."""
COLOUR = "cube"


def with_filled_tower(game: AnyGame, header: Header) -> Header:
    """Return the header of a new game with places for the cubes that the rules count in a simulated tower.

    The same header gives the same places. Raises TowerTooSmall, and `IllegalSetup` of the rules.
    """
    tower = tower_of(header.tower)
    if not isinstance(tower, SimulatedTower) or header.rest:
        return header
    counts = {colour: number for colour, number in game.in_tower(game.new(header.setup)).items() if number}
    return replace(header, resting=rows(filled(tower, counts, header.seed).resting)) if counts else header


def filled(tower: SimulatedTower, counts: Mapping[str, int], seed: int) -> TowerState:
    """Return the tower filled with these numbers of cubes by color. Raises TowerTooSmall."""
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

"""The towers that a game can be played with: the simulated one, and the quick model that only counts.

Both are values, so that a throw can be sent to a worker process as it stands.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from shogun.base.language import _
from shogun.game.chance import Throw
from shogun.table.errors import TowerDisagrees
from shogun.table.running.tower_contents import Counted, Inside
from shogun.table.storage.journal import TowerInfo
from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.quick_model.outcome_model import FIXED, OutcomeModel
from shogun.tower.record.resting_cubes import RestingCube, TowerState, can_lie

if TYPE_CHECKING:  # NumPy is loaded where the first cube falls
    from shogun.tower.record.recording import Recording

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

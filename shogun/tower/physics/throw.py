"""One throw into the tower: what came out and what rests, as a pure function of geometry, cubes and seed."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from numbers import Integral
from operator import index

import msgspec

from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.physics.constants import MOST_CUBES, STANDARD, Solver
from shogun.tower.physics.drop_simulation import DropObserver, TowerSimulation, pour
from shogun.tower.physics.physics_space import Pose
from shogun.tower.recording import Recording, record_drop
from shogun.tower.resting_cubes import RestingCube

DIGITS = 6
"""Resting places are rounded once to so many decimals (mm and rad), so a saved and reloaded game goes on alike."""


class DropError(ValueError):
    """Cubes that can't be thrown or can't lie where they are said to lie; the message is one sentence."""


class Drop(msgspec.Struct, frozen=True):
    """What one throw came to."""

    out: dict[str, int]
    """How many cubes came out, by colour in alphabetic order; colours of which none came out are missing."""
    resting: tuple[RestingCube, ...]
    """The cubes in the tower now, from the lowest up."""
    steps: int
    """Time steps that the tower took."""
    cut_off: bool
    """True if some cubes still moved 6 s after the last was poured; they are stored as moving (`still` is false)."""
    recording: Recording | None = None
    step: float = STANDARD.step
    """One time step, s."""
    taps: int = 0
    """How often the tower was tapped, since it was clogged."""

    @property
    def seconds(self) -> float:
        """Simulated time until the tower came to rest, s."""
        return self.steps * self.step


def drop(
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    *,
    record: bool = False,
) -> Drop:
    """Return what comes out when `thrown` (cubes by colour) falls into a tower in which `resting` lie.

    Pure, and repeatable to the bit on one machine. The order of `resting` and of the colours doesn't matter. The seed
    decides the columns, angles, small shifts of the places, and a uniform permutation of all cubes onto them, so no
    colour has a better place than another. `record` adds the recording, with the tray, and changes nothing else.

    A tower that was made in code is checked before its first drop. Raises GeometryError for one that can't work, and
    DropError for cubes outside of the tower, negative numbers, more than MOST_CUBES in all, or a negative seed.
    """
    from shogun.tower.file.made_in_code import checked

    _check_kinds(geometry, resting, thrown, seed)
    geometry, seed = checked(geometry), index(seed)
    if seed < 0:
        raise DropError(_("the seed must be 0 or more, not {seed}.").format(seed=seed))
    if not record:
        return solve(geometry, resting, thrown, seed)
    colours, simulation = prepare(geometry, resting, thrown, seed)
    recording = record_drop(geometry, simulation, colours, len(resting))
    return msgspec.structs.replace(_outcome(colours, simulation), recording=recording)


def _check_kinds(geometry: object, resting: object, thrown: object, seed: object) -> None:
    """Raise DropError, which names the argument, for a value of another kind than `drop` takes."""
    text = _("{argument} {value} must be {kind}.")
    are_cubes = isinstance(resting, Sequence) and all(isinstance(cube, RestingCube) for cube in resting)
    are_thrown = isinstance(thrown, Mapping) and all(
        isinstance(colour, str) and isinstance(count, Integral) for colour, count in thrown.items()
    )
    kinds = (
        (
            "geometry",
            geometry,
            isinstance(geometry, Geometry),
            _("a geometry, as load_tower returns it"),
        ),
        ("resting", resting, are_cubes, _("cubes in the tower, such as drop(...).resting")),
        ("thrown", thrown, are_thrown, _('numbers of cubes by color, like {"red": 8}')),
        ("seed", seed, isinstance(seed, Integral), _("a whole number")),
    )
    for argument, value, is_right, kind in kinds:
        if not is_right:
            raise DropError(text.format(argument=argument, value=shown(repr(value)), kind=kind))


def solve(
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    solver: Solver | None = None,
) -> Drop:
    """Return the same as `drop`, computed as finely as `solver` says: to check that steps are fine enough."""
    colours, simulation = prepare(geometry, resting, thrown, seed, solver)
    simulation.run()
    return _outcome(colours, simulation)


def watched_drop(  # noqa: PLR0913, PLR0917  those of `solve`, and who looks on
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    watcher: DropObserver,
    solver: Solver | None = None,
) -> Drop:
    """Return the same as `solve`, and let `watcher` look on: for who counts, or tells how far a long drop has come."""
    colours, simulation = prepare(geometry, resting, thrown, seed, solver)
    simulation.run(watcher)
    return _outcome(colours, simulation)


def check_cubes(geometry: Geometry, resting: Sequence[RestingCube], thrown: Mapping[str, int]) -> None:
    """Raise DropError if these cubes can't be thrown or can't lie in this tower."""
    for colour, count in thrown.items():
        if count < 0:
            raise DropError(
                _("{count} cubes of {colour}: the number must be 0 or more.").format(count=count, colour=colour)
            )
    if (total := len(resting) + sum(thrown.values())) > MOST_CUBES:
        raise DropError(
            _("{total} cubes are too many; {most} may be thrown and resting.").format(total=total, most=MOST_CUBES)
        )
    inside = build_world(geometry).inside
    for cube in resting:
        if not (inside.holds(cube.x, cube.y) and math.isfinite(cube.angle)):
            raise DropError(_("{cube}: it must be inside the tower.").format(cube=cube))


def prepare(
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    solver: Solver | None = None,
) -> tuple[list[str], TowerSimulation]:
    """Return the colours of all cubes and the simulation on which they are about to fall.

    Raises DropError for cubes that can't be thrown or can't lie there.
    """
    check_cubes(geometry, resting, thrown)
    lying = sorted(resting, key=lambda cube: (cube.y, cube.x, cube.angle))
    owners, rows = pour(geometry, thrown, seed)
    poses = [Pose(cube.x, cube.y, cube.angle, asleep=cube.still) for cube in lying]
    return [cube.colour for cube in lying] + owners, TowerSimulation(geometry, poses, rows, solver)


def _outcome(colours: Sequence[str], simulation: TowerSimulation) -> Drop:
    """Return what a simulation that has run came to."""
    return Drop(
        out=_count_out(colours, simulation),
        resting=rest(colours, simulation),
        steps=simulation.steps,
        cut_off=simulation.is_awake(),
        step=simulation.solver.step,
        taps=len(simulation.taps),
    )


def _count_out(colours: Sequence[str], simulation: TowerSimulation) -> dict[str, int]:
    counts = Counter(colours[crossing.cube] for crossing in simulation.crossings)
    return dict(sorted(counts.items()))


def rest(colours: Sequence[str], simulation: TowerSimulation) -> tuple[RestingCube, ...]:
    """Return the cubes that are in a simulation, from the lowest up, where a drop leaves them for the next one."""
    cubes = []
    for body, number in simulation.inside.items():
        x, y = body.position
        angle = math.remainder(body.angle, math.tau)
        cubes.append(
            RestingCube(colours[number], round(x, DIGITS), round(y, DIGITS), round(angle, DIGITS), body.is_sleeping)
        )
    return tuple(sorted(cubes, key=lambda cube: (cube.y, cube.x, cube.angle)))

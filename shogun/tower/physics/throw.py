"""One throw into the tower: which cubes come out and which stay, a pure function of geometry, cubes and seed."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.physics.drop_simulation import DropObserver, TowerSimulation, pour
from shogun.tower.physics.physics_space import Pose
from shogun.tower.physics.solver import STANDARD, Physics, Solver
from shogun.tower.physics.time_step import roomy, solver_for
from shogun.tower.recorder import record_drop
from shogun.tower.recording import Recording
from shogun.tower.resting_cubes import RestingCube
from shogun.tower.vector_picture import CubeAt, Lying, picture

if TYPE_CHECKING:
    from shogun.tower.physics.trace import Trace

DIGITS = 6
"""Decimals to which resting places are rounded (mm and rad), so that a reloaded game continues identically."""


class DropError(ValueError):
    """Cubes that can't be thrown, or can't lie at their places; the message is one sentence."""


class Drop(msgspec.Struct, frozen=True):
    """Result of one throw."""

    out: dict[str, int]
    """Number of cubes that came out, by color in alphabetic order; colors of which none came out are missing."""
    resting: tuple[RestingCube, ...]
    """The cubes in the tower now, from the lowest up."""
    steps: int
    """Time steps of the tower's simulation."""
    cut_off: bool
    """True if some cubes still moved 6 s after the last was poured; they are stored as moving (`still` is false)."""
    recording: Recording | None = None
    step: float = STANDARD.step
    """One time step, s."""
    taps: int = 0
    """Number of taps, since the tower was clogged."""
    geometry: Geometry | None = None
    """The tower, for pictures."""
    trace: "Trace | None" = None
    """Requested by `drop(..., trace=...)`."""
    physics: Physics = Physics()

    @property
    def seconds(self) -> float:
        """Simulated time until the tower came to rest, s."""
        return self.steps * self.step

    def _repr_svg_(self) -> str | None:
        """Return for a notebook where the cubes lie: in the tower, and, if recorded or traced, in the tray."""
        if self.geometry is None:
            return None
        lying: Sequence[Lying] = self.resting
        if self.trace is not None:
            rows = self.trace.cubes()
            names = ("colour", "end_x_mm", "end_y_mm", "end_angle_rad")
            lying = [CubeAt(*row) for row in zip(*(rows[name].tolist() for name in names), strict=True)]
        elif self.recording is not None:
            ends = self.recording.poses()[-1].tolist()
            lying = [CubeAt(colour, *end) for colour, end in zip(self.recording.colours, ends, strict=True)]
        return picture(self.geometry, lying, kinds=self.physics.cubes).svg

    def __str__(self) -> str:
        """Return what came out, and what stays, in a line."""
        out = ", ".join(f"{count} {colour}" for colour, count in self.out.items()) or "0"
        more = [name for name in ("recording", "trace") if getattr(self, name) is not None]
        return (
            f"Drop: out: {out}; in the tower: {len(self.resting)}; at rest after {self.seconds:.2f} s"
            + "; cut off" * self.cut_off
            + (f"; with {' and '.join(more)}" if more else "")
        )


def drop(  # noqa: PLR0913  what falls where, and what is kept of it
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    *,
    record: bool = False,
    trace: float | None = None,
    physics: Physics | None = None,
) -> Drop:
    """Return the result of throwing cubes (`thrown`, by color) into a tower with `resting` ones.

    Pure, and repeatable to the bit on one machine. The order of `resting` and of the colors doesn't matter. The seed
    decides the columns, angles, small shifts of the places, and a uniform permutation of all cubes onto them, so no
    color has a better place than another. `record` adds the recording, with the tray, for pictures and `animate`;
    `trace` adds arrays: so many samples a second (0: none) of all cubes and contacts, and where each cube came out and
    lies. Neither changes anything else. `physics` has other gravity, steps or kinds of cubes than the game.

    A tower that was made in code is checked before its first drop. Raises GeometryError for one that can't work, and
    DropError for cubes outside the tower, negative numbers, more than MOST_CUBES in all, a negative seed, or more
    samples a second than time steps, and PhysicsError for impossible settings.
    """
    from shogun.tower.file.made_in_code import checked

    _check_kinds(geometry, resting, thrown, seed)
    geometry, seed = checked(geometry), index(seed)
    if seed < 0:
        raise DropError(_("the seed must be 0 or more, not {seed}.").format(seed=seed))
    solver = solver_for(geometry, physics) if physics else None
    if trace is None and not record:
        fallen = solve(geometry, resting, thrown, seed, solver)
    elif trace is None:
        fallen = recorded_drop(geometry, resting, thrown, seed, solver)
    else:
        fallen = traced_drop(geometry, resting, thrown, seed, trace, solver)
        if record:
            recording = recorded_drop(geometry, resting, thrown, seed, solver).recording
            fallen = msgspec.structs.replace(fallen, recording=recording)
    return msgspec.structs.replace(fallen, physics=physics) if physics else fallen


def recorded_drop(
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    solver: Solver | None = None,
) -> Drop:
    """Return the result of a throw, with its recording. Raises DropError."""
    colours, simulation = prepare(geometry, resting, thrown, seed, solver)
    recording = record_drop(geometry, simulation, colours, len(resting))
    return msgspec.structs.replace(_outcome(colours, simulation), recording=recording)


def traced_drop(  # noqa: PLR0913, PLR0917  those of `solve`, and the rate
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    rate: float,
    solver: Solver | None = None,
) -> Drop:
    """Return the result of a throw, with its trace of `rate` samples a second. Raises DropError."""
    from shogun.tower.physics.trace import trace_drop

    colours, simulation = prepare(geometry, resting, thrown, seed, solver)
    most = simulation.solver.steps_a_second
    if not 0 <= rate <= most:
        raise DropError(_("trace {rate}: at most {most} samples a second can be taken.").format(rate=rate, most=most))
    trace = trace_drop(geometry, simulation, colours, len(resting), float(rate))
    return msgspec.structs.replace(_outcome(colours, simulation), trace=trace)


def _check_kinds(geometry: object, resting: object, thrown: object, seed: object) -> None:
    """Raise DropError, which names the argument, for a value of the wrong type."""
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
    """Return the result of a throw as `drop` does, with another solver, to check that steps are fine enough."""
    colours, simulation = prepare(geometry, resting, thrown, seed, solver)
    simulation.run()
    return _outcome(colours, simulation)


def watched_drop(  # noqa: PLR0913, PLR0917  those of `solve`, and the observer
    geometry: Geometry,
    resting: Sequence[RestingCube],
    thrown: Mapping[str, int],
    seed: int,
    watcher: DropObserver,
    solver: Solver | None = None,
) -> Drop:
    """Return the same as `solve`, with an observer that counts, or reports the progress of a long drop."""
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
    """Return the colors of all cubes, and the simulation of their fall, which hasn't begun.

    Raises DropError for cubes that can't be thrown, or can't lie at their places.
    """
    check_cubes(geometry, resting, thrown)
    lying = sorted(resting, key=lambda cube: (cube.y, cube.x, cube.angle))
    poses = [Pose(cube.x, cube.y, cube.angle, asleep=cube.still) for cube in lying]
    if solver is None or solver.varied is UNSET or not solver.varied.cubes:
        owners, rows = pour(geometry, thrown, seed)
        return [cube.colour for cube in lying] + owners, TowerSimulation(geometry, poses, rows, solver)
    owners, rows = pour(roomy(geometry, solver), thrown, seed)
    colours = [cube.colour for cube in lying] + owners
    return colours, TowerSimulation(geometry, poses, rows, solver, solver.grains(geometry.grain, colours))


def _outcome(colours: Sequence[str], simulation: TowerSimulation) -> Drop:
    """Return the result of a simulation that has run."""
    return Drop(
        out=_count_out(colours, simulation),
        resting=rest(colours, simulation),
        steps=simulation.steps,
        cut_off=simulation.is_awake(),
        step=simulation.solver.step,
        taps=len(simulation.taps),
        geometry=simulation.geometry,
    )


def _count_out(colours: Sequence[str], simulation: TowerSimulation) -> dict[str, int]:
    counts = Counter(colours[crossing.cube] for crossing in simulation.crossings)
    return dict(sorted(counts.items()))


def rest(colours: Sequence[str], simulation: TowerSimulation) -> tuple[RestingCube, ...]:
    """Return the cubes in a simulation, from the lowest up, at the places that the next drop begins with."""
    cubes = []
    for body, number in simulation.inside.items():
        x, y = body.position
        angle = math.remainder(body.angle, math.tau)
        cubes.append(
            RestingCube(colours[number], round(x, DIGITS), round(y, DIGITS), round(angle, DIGITS), body.is_sleeping)
        )
    return tuple(sorted(cubes, key=lambda cube: (cube.y, cube.x, cube.angle)))

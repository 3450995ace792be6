"""Traces of drops: where each cube was and how it moved, what pushed it and how hard, where it left and where it lies.

Unlike a recording, which is small and made to be played, a trace has full precision, any number of samples a second,
velocities, and the impulse of every contact. Tracing changes nothing about the drop.
"""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pymunk

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Capsule, World, build_world
from shogun.tower.physics.drop_simulation import TowerSimulation, TraySimulation
from shogun.tower.physics.physics_space import GRAIN, SOLID
from shogun.tower.recorder import MOTION, Frames

Floats = npt.NDArray[np.float64]
Columns = dict[str, npt.NDArray[Any]]
NO_CUBE = -1
"""Stands for a fixed piece among the numbers of cubes."""
MILLI = 1e-3
"""mN in 1 µN (1 g mm/s²)."""
TINY = 1e-12
"""Weight of the place of a contact that pushes with nothing, g mm/s."""


class Trace(msgspec.Struct, frozen=True, eq=False):
    """One drop in full: cubes are numbered, beginning with those that lay in the tower, then in the order of pouring.

    `trajectories()`, `contacts()` and `cubes()` return tables as dictionaries of equally long arrays, for
    `pandas.DataFrame` and the like.
    """

    colours: tuple[str, ...]
    """Color of each cube."""
    lying: int
    """Cubes with a lower number lay in the tower before the throw."""
    rate: float
    """Samples a second; 0: none were requested, so there are no trajectories and contacts."""
    times: Floats
    """Time of each sample since the throw, s, shape (samples,): that of the nearest time step."""
    motion: Floats
    """State of each cube, shape (samples, cubes, 6): x mm, y mm, angle rad, velocity to the right and upwards mm/s,
    spin rad/s; NaN before the cube comes in. At rest a cube keeps its last state."""
    touches: Columns
    places: Columns

    def __repr__(self) -> str:
        """Return what it holds, without the arrays."""
        return f"Trace({len(self.colours)} cubes, {len(self.times)} samples, {len(self.touches['cube'])} contacts)"

    def trajectories(self) -> Columns:
        """Return a row for each sample and each cube that has come in.

        Columns: time_s, cube, colour, x_mm, y_mm, angle_rad, vx_mm_s, vy_mm_s, spin_rad_s.
        """
        samples, cubes = np.nonzero(~np.isnan(self.motion[:, :, 0]))
        states = self.motion[samples, cubes]
        names = ("x_mm", "y_mm", "angle_rad", "vx_mm_s", "vy_mm_s", "spin_rad_s")
        return {
            "time_s": self.times[samples],
            "cube": cubes,
            "colour": np.array(self.colours, dtype=str)[cubes],
            **{name: states[:, at] for at, name in enumerate(names)},
        }

    def contacts(self) -> Columns:
        """Return a row for each contact in the time between two samples; cubes that sleep push nothing.

        Columns: time_s (the later sample), cube, other (`baffle[0]`, `left wall`, `tray floor`, `cube 7`), other_cube
        (its number, -1: a fixed piece), x_mm, y_mm, impulse_x_uns and impulse_y_uns (on the cube, µN s = g mm/s),
        force_x_mn and force_y_mn (its mean over the time between the samples, mN).
        """
        return dict(self.touches)

    def cubes(self) -> Columns:
        """Return a row for each cube.

        Columns: cube, colour, is_thrown, is_out; start_s, start_x_mm, start_y_mm; exit_s, exit_x_mm, exit_angle_rad,
        exit_vx_mm_s, exit_vy_mm_s (as its center passes the exit plane, NaN: it stays); end_x_mm, end_y_mm,
        end_angle_rad (at rest, in the tower or in the tray).
        """
        return dict(self.places)


class _Contact:
    """The impulses of one contact since the last sample, and its place, weighted by them."""

    __slots__ = ("across", "up", "weight", "x", "y")

    def __init__(self) -> None:
        self.x = self.y = self.weight = self.across = self.up = 0.0


class _Sampler:
    """Takes the states and the contacts of one simulation, so many times a second."""

    def __init__(self, simulation: TowerSimulation | TraySimulation, rate: float, solids: Sequence[str]) -> None:
        self.frames = Frames(1, MOTION)
        self.frames.attach(simulation.space, simulation.cubes)
        self.rows: list[tuple[int, int, str, int, float, float, float, float]] = []
        """Sample, cube, name and number of the other, x and y, impulse to the right and upwards."""
        self._cubes, self._steps = simulation.cubes, simulation.solver.steps_a_second
        self._rate = rate
        self._number = self.at_or_after(simulation.steps)
        shapes = [shape for shape in simulation.space.shapes if shape.collision_type == SOLID]
        self._solids = dict(zip(shapes, solids, strict=True))
        self._now: dict[tuple[int, Any], _Contact] = {}
        simulation.before_step = self._before
        simulation.space.on_collision(GRAIN, SOLID, post_solve=self._note)
        simulation.space.on_collision(GRAIN, GRAIN, post_solve=self._note)

    def at_or_after(self, step: int) -> int:
        """Return the number of the first sample at this step or later."""
        number = math.floor(step * self._rate / self._steps)
        return number if step_of(number, self._rate, self._steps) >= step else number + 1

    def end(self, step: int) -> int:
        """Take the last sample of a simulation that has ended, and return its number."""
        self._take(number := self.at_or_after(step))
        return number

    def _before(self, step: int) -> None:
        if step >= step_of(self._number, self._rate, self._steps):
            self._take(self._number)
            self._number += 1

    def _take(self, number: int) -> None:
        self.frames.take(number)
        for (cube, other), sums in self._now.items():
            is_cube = isinstance(other, int)
            name, index = (f"cube {other}", other) if is_cube else (self._solids[other], NO_CUBE)
            place = sums.x / sums.weight, sums.y / sums.weight
            self.rows.append((number, cube, name, index, *place, sums.across, sums.up))
        self._now.clear()

    def _note(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        """Add a contact's impulse in this step; of two cubes it is the one on the cube with the lower number."""
        one, two = arbiter.bodies
        _cube, piece = arbiter.shapes
        points, impulse = arbiter.contact_point_set.points, arbiter.total_impulse
        if not points:
            return
        cube, other, sign = self._cubes[one], self._cubes.get(two), 1.0
        if other is not None and other < cube:
            cube, other, sign = other, cube, -1.0
        sums = self._now.setdefault((cube, piece if other is None else other), _Contact())
        weight = max(impulse.length, TINY)
        sums.weight += weight
        sums.x += weight * math.fsum(point.point_a.x for point in points) / len(points)
        sums.y += weight * math.fsum(point.point_a.y for point in points) / len(points)
        sums.across += sign * impulse.x
        sums.up += sign * impulse.y


def step_of(sample: int, rate: float, steps_a_second: int) -> int:
    """Return the time step of a sample."""
    return round(sample * steps_a_second / rate)


def trace_drop(
    geometry: Geometry, simulation: TowerSimulation, colours: Sequence[str], lying: int, rate: float
) -> Trace:
    """Run the tower's simulation and then the tray's, and return the trace of both with `rate` samples a second."""
    world, steps = build_world(geometry), simulation.solver.steps_a_second
    tower = _Sampler(simulation, rate, tower_names(world)) if rate else None
    simulation.run()
    after = TraySimulation(geometry, simulation.crossings, simulation.solver, simulation.grains)
    tray = _Sampler(after, rate, TRAY_NAMES) if rate else None
    after.run()
    times, motion, rows = np.zeros(0), np.zeros((0, len(colours), 6)), []
    if tower and tray:
        last = max(tower.end(simulation.steps), tray.end(after.steps))
        table = np.full((last + 1, len(colours), 6), np.nan)
        tower.frames.put_into(table)
        tray.frames.put_into(table)
        motion, rows = _kept(table), sorted([*tower.rows, *tray.rows])
        times = np.array([step_of(number, rate, steps) / steps for number in range(last + 1)])
    return Trace(
        colours=tuple(colours),
        lying=lying,
        rate=rate,
        times=times,
        motion=motion,
        touches=_touches(rows, times),
        places=_places(simulation, after, colours, lying),
    )


def _kept(table: Floats) -> Floats:
    """Return a table in which cubes that aren't sampled any more keep their last state."""
    seen = ~np.isnan(table[:, :, 0])
    latest = np.maximum.accumulate(np.where(seen, np.arange(len(table))[:, None], 0), axis=0)
    return table[latest, np.arange(table.shape[1])]


def _touches(rows: Sequence[tuple[Any, ...]], times: Floats) -> Columns:
    samples, cubes, names, others, x, y, across, up = zip(*rows, strict=True) if rows else ((),) * 8
    at = np.array(samples, dtype=np.intp)
    between = times[at] - times[np.maximum(at - 1, 0)]
    pushes = {"x": np.array(across, dtype=np.float64), "y": np.array(up, dtype=np.float64)}
    return {
        "time_s": times[at],
        "cube": np.array(cubes, dtype=np.intp),
        "other": np.array(names, dtype=str),
        "other_cube": np.array(others, dtype=np.intp),
        "x_mm": np.array(x, dtype=np.float64),
        "y_mm": np.array(y, dtype=np.float64),
        **{f"impulse_{way}_uns": push for way, push in pushes.items()},
        **{f"force_{way}_mn": push / between * MILLI for way, push in pushes.items()},
    }


def _places(tower: TowerSimulation, tray: TraySimulation, colours: Sequence[str], lying: int) -> Columns:
    """Return the table of cubes after both simulations have run."""
    step = tower.solver.step
    exits = np.full((len(colours), 6), np.nan)
    for crossing in tower.crossings:
        pose = crossing.pose
        exits[crossing.cube] = crossing.step * step, pose.x, pose.y, _turned(pose.angle), *pose.velocity
    ends = np.full((len(colours), 3), np.nan)
    for body, number in (*tower.inside.items(), *tray.cubes.items()):
        ends[number] = body.position.x, body.position.y, _turned(body.angle)
    starts = np.array([(pose.x, pose.y) for pose in tower.origins]).reshape(-1, 2)
    numbers = np.arange(len(colours))
    return {
        "cube": numbers,
        "colour": np.array(colours, dtype=str),
        "is_thrown": numbers >= lying,
        "is_out": ~np.isnan(exits[:, 0]),
        "start_s": np.array(tower.starts) * step,
        "start_x_mm": starts[:, 0],
        "start_y_mm": starts[:, 1],
        "exit_s": exits[:, 0],
        "exit_x_mm": exits[:, 1],
        "exit_angle_rad": exits[:, 3],
        "exit_vx_mm_s": exits[:, 4],
        "exit_vy_mm_s": exits[:, 5],
        "end_x_mm": ends[:, 0],
        "end_y_mm": ends[:, 1],
        "end_angle_rad": ends[:, 2],
    }


def _turned(angle: float) -> float:
    return math.remainder(angle, math.tau)


def tower_names(world: World) -> list[str]:
    """Return the names of the fixed outlines of a tower's simulation, in their order."""
    inner = {"baffle": world.baffles, "wall": world.pieces}
    return [
        *map(_side, world.walls),
        *(f"{kind}[{number}]" for kind, some in inner.items() for number in range(len(some))),
        *map(_side, world.guides),
        *(f"pin[{number}]" for number in range(len(world.pins))),
    ]


TRAY_NAMES = ("tray left wall", "tray floor", "tray right wall", "tray left wall", "tray right wall")
"""Names of the fixed outlines of a tray's simulation, in their order."""


def _side(wall: Capsule) -> str:
    return "left wall" if wall.start[0] < 0 else "right wall"

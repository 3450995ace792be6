"""The two stages of a drop: the tower, which decides, and the tray, which only shows where the cubes come to lie.

Both step the same clock. A cube whose centre passes the exit plane is out: it leaves the tower's space at once, and a
recorded drop carries it on with the same position and velocity in the tray's space. So nothing that happens in the
tray can change what came out.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import pymunk

from shogun.tower.constants import LONGEST_TRAY, STANDARD, STEP, Solver
from shogun.tower.geometry import Grain
from shogun.tower.scene import EXIT, GRAIN, Pose, add_cubes, tower_space, tray_space
from shogun.tower.world import EXIT_Y, World

CHECK_STEPS = 8
"""Every so many steps it is asked whether all cubes sleep; a drop's number of steps is a multiple of it."""


class Crossing(msgspec.Struct, frozen=True):
    """One cube that came out: its number, the step after which its centre was below the exit plane, its state then."""

    cube: int
    step: int
    pose: Pose


class Watcher(Protocol):
    """Someone who may look at a stage while it runs, but not touch it."""

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Take note of a stage that is about to run; `cubes` grows and numbers its bodies."""

    def after(self, step: int) -> None:
        """Look at the stage after a step; 0 is the start. Called every CHECK_STEPS steps."""


class TowerStage:
    """The tower with all its cubes, those that lie in it first; `run` lets them fall."""

    def __init__(self, world: World, grain: Grain, poses: Sequence[Pose], solver: Solver = STANDARD) -> None:
        self.space = tower_space(world, solver.iterations)
        self.bodies = add_cubes(self.space, grain, poses)
        self.inside = {body: number for number, body in enumerate(self.bodies)}
        self.crossings: list[Crossing] = []
        self.steps = 0
        self._grain = grain
        self.solver = solver
        self._near: dict[pymunk.Body, None] = {}
        self._awake_one = self.bodies[-1] if self.bodies else None
        self.space.on_collision(GRAIN, EXIT, begin=self._note_near)

    def run(self, watcher: Watcher | None = None) -> None:
        """Step until all cubes that are left sleep, at most as long as the solver says."""
        if watcher:
            watcher.attach(self.space, dict(self.inside))
            watcher.after(0)
        while self.steps < self.solver.longest and self.is_awake():
            self._step(CHECK_STEPS)
            if watcher:
                watcher.after(self.steps)

    def is_awake(self) -> bool:
        """Return whether any cube in the tower moves; usually the one that moved last time tells it at once."""
        witness = self._awake_one
        if witness not in self.inside or witness.is_sleeping:
            self._awake_one = next((body for body in self.inside if not body.is_sleeping), None)
        return self._awake_one is not None

    def _step(self, count: int) -> None:
        step, seconds, near = self.space.step, self.solver.step, self._near
        for _ in range(count):
            step(seconds)
            self.steps += 1
            if near:
                self._take_out()

    def _note_near(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        """Remember a cube that touches the exit plane: from now on its centre is watched at every step."""
        self._near[arbiter.bodies[0]] = None

    def _take_out(self) -> None:
        """Remove the cubes whose centre has passed the exit plane; forget those that bounced back above it."""
        for body in list(self._near):
            y = body.position.y
            if y <= EXIT_Y:
                self.crossings.append(Crossing(self.inside.pop(body), self.steps, pose_of(body)))
                self.space.remove(body, *body.shapes)
            if not EXIT_Y < y < EXIT_Y + self._grain.size:
                del self._near[body]


class TrayStage:
    """The tray, into which the cubes fall in the order and at the times in which they came out of the tower."""

    def __init__(self, world: World, grain: Grain, crossings: Sequence[Crossing]) -> None:
        self.space = tray_space(world)
        self.cubes: dict[pymunk.Body, int] = {}
        self.steps = crossings[0].step if crossings else 0
        self._grain = grain
        self._coming = list(reversed(crossings))
        self._last_step = crossings[-1].step + LONGEST_TRAY if crossings else 0

    def run(self, watcher: Watcher | None = None) -> None:
        """Step until all cubes have arrived and sleep, at most LONGEST_TRAY steps after the last one."""
        self._let_in()
        if watcher:
            watcher.attach(self.space, self.cubes)
            watcher.after(self.steps)
        while self._coming or (self.steps < self._last_step and self._is_awake()):
            self._step_to(self.steps - self.steps % CHECK_STEPS + CHECK_STEPS)
            if watcher:
                watcher.after(self.steps)

    def _is_awake(self) -> bool:
        """Return whether any cube moves; the latest, the likeliest to move, are asked first."""
        return not all(body.is_sleeping for body in reversed(self.cubes))

    def _step_to(self, last: int) -> None:
        while self.steps < last:
            self.space.step(STEP)
            self.steps += 1
            self._let_in()

    def _let_in(self) -> None:
        while self._coming and self._coming[-1].step <= self.steps:
            crossing = self._coming.pop()
            self.cubes[add_cubes(self.space, self._grain, [crossing.pose])[0]] = crossing.cube


def pose_of(body: pymunk.Body) -> Pose:
    """Return where a body is and how it moves."""
    position, velocity = body.position, body.velocity
    return Pose(position.x, position.y, body.angle, (velocity.x, velocity.y), body.angular_velocity, body.is_sleeping)

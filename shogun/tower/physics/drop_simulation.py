"""Pouring, and the two simulations of a drop: the tower, which decides, and the tray, which only shows resting cubes.

Both share one clock. A cube whose center passes the exit plane is out: it leaves the tower's space at once, and a
recorded drop continues it with the same position and velocity in the tray's space. So nothing that happens in the tray
can change which cubes came out.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
import pymunk
from msgspec import UNSET

from shogun.tower.geometry import Geometry, Grain, columns, in_a_row, pitch
from shogun.tower.physics.collision_geometry import EXIT_Y, Point, build_world
from shogun.tower.physics.constants import FRAMES_A_SECOND, GRAVITY, LONGEST_TRAY
from shogun.tower.physics.physics_space import (
    EXIT,
    GRAIN,
    SOLID,
    Pose,
    add_cubes,
    cap_speed,
    stepper,
    tower_space,
    tray_space,
)
from shogun.tower.physics.solver import STANDARD, Solver
from shogun.tower.physics.time_step import fastest, roomy, safe_fall, solver_for

# Pouring in rows, as a hand does it, each cube in a column that the seed draws
#
# If 60 cubes come in at once, 8 throws of 100 jam, and a centered row that isn't full falls straight through the slot
# between the ledges. Rows of 8, one every 0.2 s, in random columns, avoid both. The flow is what matters: 160, 80, 53
# and 40 cubes a second jam 3.8, 1.5, 0.25 and 0 % of throws of 60 (classic; see the manual, `towers/throw`).

JITTER = 0.09
"""Largest random offset of a cube from its place, each way, in sizes of a cube."""
CUBES_A_SECOND = 40
"""Flow of full rows."""


class Start(msgspec.Struct, frozen=True):
    """Start of one cube's fall."""

    column: int
    """Number of the column, from 0 at the left."""
    x: float
    """Distance to the right of the middle, mm."""
    lift: float
    """Height above the line of its row, mm."""
    angle: float
    """Angle in rad."""


Row = tuple[Start, ...]
"""Cubes that come in together, from left to right."""


def pour(geometry: Geometry, thrown: Mapping[str, int], seed: int) -> tuple[list[str], list[Row]]:
    """Return the colors of the thrown cubes in the order in which they come in, and their rows.

    The seed draws a uniform permutation of all cubes onto the places, so no color has a better place than another.
    Colors are sorted by number, then name: if owners of unequal numbers are swapped, the same seed gives the same
    physics with the owners swapped.
    """
    rng = random.Random(seed)
    owners = [
        colour for colour, count in sorted(thrown.items(), key=lambda item: (item[1], item[0])) for _i in range(count)
    ]
    rng.shuffle(owners)
    whole = in_a_row(geometry)
    sizes = [min(whole, len(owners) - first) for first in range(0, len(owners), whole)]
    return owners, [_row(geometry, size, rng) for size in sizes]


def _row(geometry: Geometry, size: int, rng: random.Random) -> Row:
    taken = sorted(rng.sample(range(columns(geometry)), size))
    return tuple(_start(geometry, column, rng) for column in taken)


def _start(geometry: Geometry, column: int, rng: random.Random) -> Start:
    shift = JITTER * geometry.grain.size
    aside, lift, angle = rng.uniform(-shift, shift), rng.uniform(-shift, shift), rng.uniform(-math.pi, math.pi)
    if geometry.funnel.mouth < pitch(geometry):  # a turned cube would start inside the wall
        room = (geometry.funnel.mouth - geometry.grain.size) / 2
        aside, angle = min(max(aside, -room), room), 0.0
    return Start(column, column_x(geometry, column) + aside, lift, angle)


def column_x(geometry: Geometry, column: int) -> float:
    """Return the distance of a column to the right of the middle, mm."""
    return (column - (columns(geometry) - 1) / 2) * pitch(geometry)


def row_seconds(geometry: Geometry, gravity: float = GRAVITY) -> float:
    """Return the time between rows, s, in whole frames: by the flow, but no row before the last is out of the way."""
    flow = in_a_row(geometry) / CUBES_A_SECOND
    clear = math.sqrt(2 * pitch(geometry) / gravity)
    return math.ceil(round(max(flow, clear) * FRAMES_A_SECOND, 6)) / FRAMES_A_SECOND


def row_line(geometry: Geometry) -> float:
    """Return the height above the exit plane at which rows start if nothing is in the way, mm."""
    return geometry.rim_y + pitch(geometry) / 2


CLOGGED = 30
"""Cubes in the tower after a throw above which it counts as clogged."""
TAP_SPEED = 600.0
"""Sideways speed that a tap gives to all cubes, mm/s: in the trial 1.1 such taps opened a jam, of 150 mm/s 2.8."""
MOST_TAPS = 4
"""Most taps after one throw."""


class Crossing(msgspec.Struct, frozen=True):
    """One cube that came out: its number, the step in which its center passed the exit plane, and its pose then."""

    cube: int
    step: int
    pose: Pose


class Touch(msgspec.Struct, frozen=True):
    """Place where two bodies push each other, mm, and the force in weights of a cube."""

    x: float
    y: float
    force_x: float
    force_y: float


class DropObserver(Protocol):
    """Observer of a running simulation, which must not change it."""

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Attach to a simulation before it runs; `cubes` numbers its bodies and grows."""

    def after(self, step: int) -> None:
        """Observe the simulation after a step; 0 is the start. Called at every frame, 60 times a second."""


class TowerSimulation:
    """The tower with its resting cubes, and rows that are poured into it; `run` lets them fall.

    Cubes are numbered: first the resting ones in their order, then those of the rows. If all cubes rest and the tower
    is clogged, it is tapped: all cubes move sideways with TAP_SPEED, to the right at the first tap, then to the left,
    and so on, at most MOST_TAPS times. Nothing else opens an arch, which is stable at rest.
    """

    def __init__(
        self,
        geometry: Geometry,
        lying: Sequence[Pose],
        rows: Sequence[Row] = (),
        solver: Solver | None = None,
        grains: Sequence[Grain] = (),
    ) -> None:
        """Begin with `lying` cubes; `grains` are the kinds of all cubes by number, if not all are the tower's own."""
        self.solver = solver or solver_for(geometry)
        self.space = tower_space(build_world(geometry), self.solver)
        self.cubes: dict[pymunk.Body, int] = {}
        """All cubes so far, including those that came out."""
        self.inside: dict[pymunk.Body, int] = {}
        self.starts: list[int] = []
        """Step after which each cube came in."""
        self.origins: list[Pose] = []
        """Pose in which each cube came in."""
        self.crossings: list[Crossing] = []
        self.taps: list[int] = []
        """Steps after which the tower was tapped."""
        self.first_contacts: list[Point] = []
        """Places where cubes first touched the tower, mm, if these are recorded."""
        self.before_step: Callable[[int], None] | None = None
        """Called before each step with its number, if set; it must not change the simulation."""
        self._touched: set[pymunk.Body] = set()
        self.steps = 0
        self.has_ended = False
        """True once `advance` has found that nothing is left to do."""
        self.geometry = geometry
        self.grains = grains
        """Kind of each cube; empty: all are the tower's own."""
        self._roomy = roomy(geometry, self.solver) if grains else geometry
        self._waiting = list(reversed(rows))
        self._is_thrown_into = bool(rows)
        self._row_steps = self.solver.steps(row_seconds(self._roomy, self.solver.gravity))
        self._a_frame, self._longest = self.solver.steps_a_frame, self.solver.longest
        self._safe_y = safe_fall(geometry, self.solver)
        self._last_event = 0
        self._near: dict[pymunk.Body, None] = {}
        self._add(lying)
        self._awake_one = next(iter(self.inside), None)
        self._advance = stepper(self.space)
        self.space.on_collision(GRAIN, EXIT, begin=self._watch_near_exit)

    def run(self, watcher: DropObserver | None = None) -> None:
        """Step until all cubes are in and those inside sleep, within the solver's time limit."""
        if watcher:
            watcher.attach(self.space, self.cubes)
        while True:
            self._pour_if_due()
            if watcher:
                watcher.after(self.steps)
            if not self._is_going_on():
                break
            self._step(self._a_frame)

    def advance(self, steps: int) -> bool:
        """Do up to `steps` of the steps that `run` would do; return False if the drop has ended before."""
        while steps > 0:
            into_frame = self.steps % self._a_frame
            if not into_frame:
                self._pour_if_due()
                self.has_ended = not self._is_going_on()
                if self.has_ended:
                    return False
            count = min(steps, self._a_frame - into_frame)
            self._step(count)
            steps -= count
        return True

    def pour_more(self, rows: Sequence[Row]) -> None:
        """Add rows after those that are still to come."""
        self._waiting = [*reversed(rows), *self._waiting]
        self._is_thrown_into, self.has_ended = True, False

    @property
    def waiting(self) -> int:
        """Number of cubes that are still to come in."""
        return sum(len(row) for row in self._waiting)

    def is_awake(self) -> bool:
        """Return whether any cube in the tower moves; the one that moved last time is asked first."""
        witness = self._awake_one
        if witness not in self.inside or witness.is_sleeping:
            self._awake_one = next((body for body in reversed(self.inside) if not body.is_sleeping), None)
        return self._awake_one is not None

    def _is_going_on(self) -> bool:
        if self._waiting:
            return True
        if self.is_awake():
            return self.steps - self._last_event < self._longest
        return self._tap_if_clogged()

    def _pour_if_due(self) -> None:
        """Let the next row in, above all cubes that lie or fall near the rim."""
        if not self._waiting or self.steps % self._row_steps:
            return
        row = self._waiting.pop()
        line = self._free_line()
        self._add([Pose(start.x, line + start.lift, start.angle) for start in row])
        self._last_event = self.steps

    def _free_line(self) -> float:
        """Return the height in mm at which a row can start without touching any cube."""
        highest = max((body.position.y for body in self.inside), default=0.0)
        return max(row_line(self._roomy), highest + pitch(self._roomy))

    def _add(self, poses: Sequence[Pose]) -> None:
        come = len(self.cubes)
        kinds = self.grains[come : come + len(poses)] if self.grains else self.geometry.grain
        for body, pose in zip(add_cubes(self.space, kinds, poses), poses, strict=True):
            self.cubes[body] = self.inside[body] = len(self.cubes)
            self.starts.append(self.steps)
            self.origins.append(pose)
            if pose.y > self._safe_y:
                cap_speed(body, fastest(self.geometry, self.solver))

    def _tap_if_clogged(self) -> bool:
        """Tap the tower if it is clogged and may be tapped, and return whether that was done."""
        is_clogged = self._is_thrown_into and len(self.inside) > CLOGGED
        if not (is_clogged and self.geometry.tap.allowed and len(self.taps) < MOST_TAPS):
            return False
        self.tap()
        return True

    def tap(self) -> None:
        """Move all cubes sideways, to the other side than the last time."""
        self.taps.append(self.steps)
        self._last_event, self.has_ended = self.steps, False
        sideways = TAP_SPEED if len(self.taps) % 2 else -TAP_SPEED
        for body in self.inside:
            body.velocity = (sideways, 0.0)

    def note_first_contacts(self) -> None:
        """Record from now on where cubes touch the tower for the first time."""
        self._touched = set(self.inside)
        self.space.on_collision(GRAIN, SOLID, begin=self._note_first_contact)

    def _note_first_contact(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        body, points = arbiter.bodies[0], arbiter.contact_point_set.points
        if points and body not in self._touched:
            self._touched.add(body)
            self.first_contacts.append((points[0].point_a.x, points[0].point_a.y))

    def touches(self) -> list[Touch]:
        """Return where cubes in the tower were pushed in the last step; each touch of two cubes comes once."""
        touches: list[Touch] = []
        for body in self.inside:
            body.each_arbiter(self._note_touch, touches)
        return touches

    def _note_touch(self, arbiter: pymunk.Arbiter, found: list[Touch]) -> None:
        """Record a touch; one of two cubes is reported from both sides, and counts from that of the first."""
        one, other = arbiter.bodies
        points = arbiter.contact_point_set.points
        if not points or self.inside.get(other, math.inf) < self.inside.get(one, math.inf):
            return
        force = arbiter.total_impulse / (self.solver.step * self.geometry.grain.mass * self.solver.gravity)
        x = math.fsum(point.point_a.x for point in points) / len(points)
        y = math.fsum(point.point_a.y for point in points) / len(points)
        found.append(Touch(x, y, force.x, force.y))

    def _step(self, count: int) -> None:
        advance, seconds, near, before = self._advance, self.solver.step, self._near, self.before_step
        for _ in range(count):
            if before:
                before(self.steps)
            advance(seconds)
            self.steps += 1
            if near:
                self._take_out()

    def _watch_near_exit(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        """Watch the center of a cube that touches the exit plane at every step from now on."""
        self._near[arbiter.bodies[0]] = None

    def _take_out(self) -> None:
        """Remove the cubes whose center has passed the exit plane; stop watching those that bounced back."""
        for body in list(self._near):
            y = body.position.y
            if y <= EXIT_Y:
                self.crossings.append(Crossing(self.inside.pop(body), self.steps, pose_of(body)))
                self.space.remove(body, *body.shapes)
            if not EXIT_Y < y < EXIT_Y + self._roomy.grain.size:
                del self._near[body]


class TraySimulation:
    """The tray, into which cubes fall in the order and at the times in which they came out of the tower."""

    def __init__(
        self,
        geometry: Geometry,
        crossings: Sequence[Crossing],
        solver: Solver | None = None,
        grains: Sequence[Grain] = (),
    ) -> None:
        """Begin with an empty tray; `grains` are the kinds of all cubes by number, if not all are the tower's own."""
        self.solver = solver or solver_for(geometry)
        is_usual = self.solver.varied is UNSET
        self.space = tray_space(build_world(geometry), STANDARD if is_usual else self.solver)
        self.cubes: dict[pymunk.Body, int] = {}
        self.before_step: Callable[[int], None] | None = None
        """As that of the tower's simulation."""
        self.steps = crossings[0].step if crossings else 0
        self._grain, self._grains = geometry.grain, grains
        self._coming = list(reversed(crossings))
        self._last_step = crossings[-1].step + self.solver.steps(LONGEST_TRAY) if crossings else 0

    def run(self, watcher: DropObserver | None = None) -> None:
        """Step until all cubes have arrived and sleep, at most LONGEST_TRAY seconds after the last one."""
        self._let_in()
        frame = self.solver.steps_a_frame
        if watcher:
            watcher.attach(self.space, self.cubes)
            watcher.after(self.steps)
        while self._coming or (self.steps < self._last_step and self._is_awake()):
            self.step_to(self.steps - self.steps % frame + frame)
            if watcher:
                watcher.after(self.steps)

    def receive(self, crossing: Crossing) -> None:
        """Add a cube after all others."""
        self._coming.insert(0, crossing)

    def take_away(self, count: int) -> list[int]:
        """Remove the first `count` cubes and return their numbers."""
        gone = list(self.cubes)[:count]
        for body in gone:
            self.space.remove(body, *body.shapes)
        return [self.cubes.pop(body) for body in gone]

    @property
    def is_going_on(self) -> bool:
        """True if cubes are still to come, or move."""
        return bool(self._coming) or self._is_awake()

    def _is_awake(self) -> bool:
        """Return whether any cube moves; the latest ones, the likeliest to move, are asked first."""
        return not all(body.is_sleeping for body in reversed(self.cubes))

    def step_to(self, last: int) -> None:
        """Continue to step `last`, and let in the cubes that come meanwhile."""
        advance = stepper(self.space)
        while self.steps < last:
            if self.before_step:
                self.before_step(self.steps)
            advance(self.solver.step)
            self.steps += 1
            self._let_in()

    def _let_in(self) -> None:
        while self._coming and self._coming[-1].step <= self.steps:
            crossing = self._coming.pop()
            kind = self._grains[crossing.cube] if self._grains else self._grain
            self.cubes[add_cubes(self.space, kind, [crossing.pose])[0]] = crossing.cube


def pose_of(body: pymunk.Body) -> Pose:
    """Return the pose of a body."""
    position, velocity = body.position, body.velocity
    return Pose(position.x, position.y, body.angle, (velocity.x, velocity.y), body.angular_velocity, body.is_sleeping)

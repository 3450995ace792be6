"""A tower that keeps running while it is watched and edited, for the workshop.

A throw into a tower at rest goes step by step through the same simulations as `shogun.tower.drop`, from the same places
and with the same seed, so that the visible throw is the measured one. In addition, cubes can be thrown while others
still fall, the tower can be tapped at any time, and ledges can be moved under resting cubes.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import pymunk

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import EXIT_Y, Point, build_world, half_width
from shogun.tower.physics.constants import GRAVITY, MOST_CUBES, QUIET
from shogun.tower.physics.drop_simulation import Crossing, Touch, TowerSimulation, TraySimulation, pose_of, pour
from shogun.tower.physics.physics_space import Pose
from shogun.tower.physics.throw import check_cubes, prepare, rest
from shogun.tower.resting_cubes import RestingCube

MOST_IN_TRAY = 80
"""Most cubes in the tray: beyond that, the first ones are taken away."""


class LiveCube(msgspec.Struct, frozen=True):
    """The present state of a cube: its number, which it keeps, color, place in mm and angle in rad."""

    number: int
    colour: str
    x: float
    y: float
    angle: float
    stuck: bool = False
    """True if it lies still in the tower."""


class Blow(msgspec.Struct, frozen=True):
    """An impact on a cube: its distance to the right of the middle, mm, and its speed, mm/s."""

    x: float
    speed: float


class LiveTower:
    """A tower in which cubes fall as time passes by `advance`.

    A geometry with which the tower can't work is allowed; then nothing comes out.
    """

    def __init__(self, geometry: Geometry, resting: Sequence[RestingCube] = ()) -> None:
        """Begin with resting cubes. Raises DropError for cubes outside the tower."""
        self.geometry = geometry
        self._numbers = 0
        """Number of cubes before those of this simulation, since numbers are never reused."""
        self._begin(resting, {}, 0)
        self._simulation.advance(1)
        self._tray_colours: dict[int, str] = {}
        self._velocities: dict[pymunk.Body, tuple[float, float]] = {}
        self._unheard = 0
        """Time steps since the blows were asked for."""
        self.empty_tray()

    def _begin(self, resting: Sequence[RestingCube], thrown: Mapping[str, int], seed: int) -> None:
        """Begin a drop as `shogun.tower.drop` does."""
        self._colours, self._simulation = prepare(self.geometry, resting, thrown, seed)
        self._simulation.note_first_contacts()
        self.lying = len(resting)
        """Cubes that lay in the tower before the last throw."""
        self.thrown = sum(thrown.values())
        """Cubes thrown since then."""
        self._told = 0

    # Actions

    def throw(self, thrown: Mapping[str, int], seed: int) -> None:
        """Throw cubes (by color): into a tower at rest as a drop of its own, else after those that still fall.

        A drop of its own removes cubes that an edit has pushed out through a wall. Raises DropError for negative
        numbers, or more cubes than a tower takes.
        """
        resting = self.inside_walls()
        if self.is_at_rest:
            check_cubes(self.geometry, resting, thrown)
            self._numbers += len(self._colours)
            self._begin(resting, thrown, seed)
            return
        check_cubes(self.geometry, resting, {**thrown, "": self._simulation.waiting})
        colours, rows = pour(self.geometry, thrown, seed)
        self._colours += colours
        self.thrown += len(colours)
        self._simulation.pour_more(rows)

    def has_room(self, count: int) -> bool:
        """Return whether `count` more cubes may be thrown."""
        return len(self._simulation.inside) + self._simulation.waiting + count <= MOST_CUBES

    def advance(self, steps: int) -> None:
        """Let some time steps pass in tower and tray."""
        behind = self._tray.steps - self._simulation.steps
        self._unheard += steps
        self._simulation.advance(steps)
        for crossing in self._simulation.crossings[self._told :]:
            number = self._numbers + crossing.cube
            self._tray_colours[number] = self._colours[crossing.cube]
            self._tray.receive(Crossing(number, behind + crossing.step, crossing.pose))
        self._told = len(self._simulation.crossings)
        self._tray.step_to(self._tray.steps + steps)
        for number in self._tray.take_away(max(0, len(self._tray.cubes) - MOST_IN_TRAY)):
            del self._tray_colours[number]

    def tap(self) -> None:
        """Tap the tower: all cubes in it move sideways."""
        self._simulation.tap()

    def empty_tray(self) -> None:
        """Take all cubes out of the tray."""
        self._tray = TraySimulation(self.geometry, (), self._simulation.solver)
        self._tray_colours.clear()

    def change(self, geometry: Geometry) -> None:
        """Change the geometry: all cubes keep their places and velocities, and none sleeps.

        Cubes that would be outside the walls are moved just inside.
        """
        old, colours = self._simulation, self._colours
        kept = sorted(old.inside.items(), key=lambda item: item[1])
        poses = [_moved_inside(geometry, pose_of(body)) for body, _number in kept]
        waiting = colours[len(colours) - old.waiting :]
        _owners, rows = pour(geometry, Counter(waiting), old.steps)
        self._numbers += len(colours)
        self.geometry, self._colours = geometry, [*(colours[number] for _body, number in kept), *waiting]
        self._simulation, self._told = TowerSimulation(geometry, poses, rows), 0
        self._simulation.note_first_contacts()
        self.lying, self.thrown = len(poses), len(waiting)
        self._rebuild_tray()

    def _rebuild_tray(self) -> None:
        lying = [(number, pose_of(body)) for body, number in self._tray.cubes.items()]
        self._tray = TraySimulation(self.geometry, (), self._simulation.solver)
        for number, pose in lying:
            self._tray.receive(Crossing(number, 0, _moved_into_tray(self.geometry, pose)))

    # The present state

    @property
    def steps_a_second(self) -> int:
        """Number of time steps in a second."""
        return self._simulation.solver.steps_a_second

    @property
    def is_at_rest(self) -> bool:
        """True if all cubes are in and lie still, so that the next throw is a drop of its own."""
        return self._simulation.has_ended

    @property
    def is_still(self) -> bool:
        """True if nothing moves, not even in the tray."""
        return self.is_at_rest and not self._tray.is_going_on

    @property
    def seconds(self) -> float:
        """Duration of the last throw so far, s."""
        return self._simulation.steps * self._simulation.solver.step

    @property
    def resting(self) -> tuple[RestingCube, ...]:
        """The cubes in the tower as they are now, from the lowest up, as a drop leaves them."""
        return rest(self._colours, self._simulation)

    def inside_walls(self) -> tuple[RestingCube, ...]:
        """Return the cubes in the tower without those that an edit has pushed out through a wall."""
        inside = build_world(self.geometry).inside
        return tuple(cube for cube in self.resting if inside.holds(cube.x, cube.y))

    @property
    def out(self) -> tuple[int, int]:
        """Number of thrown cubes that came out since the last throw, and number of cubes that had lain there."""
        thrown = sum(crossing.cube >= self.lying for crossing in self._simulation.crossings)
        return thrown, len(self._simulation.crossings) - thrown

    @property
    def inside(self) -> int:
        """Number of cubes in the tower."""
        return len(self._simulation.inside)

    def cubes(self) -> list[LiveCube]:
        """Return all cubes, those in the tray too."""
        tower = (
            _live_cube(body, self._numbers + number, self._colours[number], stuck=body.is_sleeping)
            for body, number in self._simulation.inside.items()
        )
        tray = (_live_cube(body, number, self._tray_colours[number]) for body, number in self._tray.cubes.items())
        return [*tower, *tray]

    def blows(self) -> list[Blow]:
        """Return the impacts on cubes since the last call, as a recording does between two frames.

        A cube was hit if its velocity has changed by more than gravity explains. Cubes that lie or slide are pushed
        with less than their weight, which is subtracted.
        """
        weight, self._unheard = GRAVITY * self._unheard * self._simulation.solver.step, 0
        before, self._velocities = self._velocities, {}
        blows = []
        for body in (*self._simulation.inside, *self._tray.cubes):
            x, y = self._velocities[body] = body.velocity
            if body in before:
                speed = math.hypot(x - before[body][0], y - before[body][1] + weight) - weight
                if speed >= QUIET:
                    blows.append(Blow(body.position.x, speed))
        return blows

    @property
    def first_contacts(self) -> Sequence[Point]:
        """Places where the cubes of the last throw first touched the tower, mm."""
        return self._simulation.first_contacts

    def touches(self) -> list[Touch]:
        """Return the places where cubes in the tower are pushed now, with the forces."""
        return self._simulation.touches()


def _live_cube(body: pymunk.Body, number: int, colour: str, *, stuck: bool = False) -> LiveCube:
    x, y = body.position
    return LiveCube(number, colour, x, y, body.angle, stuck)


def _moved_inside(geometry: Geometry, pose: Pose) -> Pose:
    """Return a pose at the nearest place between the walls, awake."""
    inside = build_world(geometry).inside
    y = min(max(pose.y, EXIT_Y + 1e-3), inside.top)
    room = max(0.0, half_width(geometry, y) - geometry.grain.size / 2)
    return msgspec.structs.replace(pose, x=min(max(pose.x, -room), room), y=y, asleep=False)


def _moved_into_tray(geometry: Geometry, pose: Pose) -> Pose:
    """Return a pose at the nearest place in the tray, awake."""
    tray, half = geometry.tray, geometry.grain.size / 2
    room = max(0.0, tray.width / 2 - half)
    x = min(max(pose.x, tray.shift - room), tray.shift + room)
    return msgspec.structs.replace(pose, x=x, y=max(pose.y, EXIT_Y - tray.depth + half), asleep=False)

"""A tower to be watched while it runs, and to be changed meanwhile: for the workshop.

A throw into a tower at rest goes step by step through the same simulations as `shogun.tower.drop`, from the same places
and with the same seed, so what is watched is what is measured. Only here can more be thrown while cubes still fall, a
hand tap the tower at any time, and a ledge be moved below the cubes that lie on it.
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
"""So many cubes lie in the tray at most: those that came first are taken away."""


class LiveCube(msgspec.Struct, frozen=True):
    """A cube as it is now: its number, which it keeps, colour, place in mm and angle in rad."""

    number: int
    colour: str
    x: float
    y: float
    angle: float
    stuck: bool = False
    """Whether it lies still in the tower."""


class Blow(msgspec.Struct, frozen=True):
    """Something that has struck a cube: where, mm right of the middle, and how fast it was, mm/s."""

    x: float
    speed: float


class LiveTower:
    """A tower in which cubes fall while one looks on; `advance` lets time pass.

    Geometries may be such that the tower can't work: then nothing comes out.
    """

    def __init__(self, geometry: Geometry, resting: Sequence[RestingCube] = ()) -> None:
        """Begin with what rests. Raises DropError for cubes outside of the tower."""
        self.geometry = geometry
        self._numbers = 0
        """How many cubes there were before those of this simulation: numbers are never used twice."""
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
        """How many cubes lay in the tower before the last throw."""
        self.thrown = sum(thrown.values())
        """How many were thrown since then."""
        self._told = 0

    # What happens

    def throw(self, thrown: Mapping[str, int], seed: int) -> None:
        """Throw cubes (by colour): into a tower at rest as a drop of its own, else behind those that still fall.

        Cubes that a change of the tower has pushed out of it through a wall are gone then. Raises DropError for
        negative numbers, or more cubes than a tower takes.
        """
        inside = build_world(self.geometry).inside
        resting = [cube for cube in self.resting if inside.holds(cube.x, cube.y)]
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
        """Return whether so many more cubes may be thrown."""
        return len(self._simulation.inside) + self._simulation.waiting + count <= MOST_CUBES

    def advance(self, steps: int) -> None:
        """Let so many time steps pass in tower and tray."""
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
        """Tap the tower: all cubes in it go sideways."""
        self._simulation.tap()

    def empty_tray(self) -> None:
        """Take all cubes out of the tray."""
        self._tray = TraySimulation(self.geometry, (), self._simulation.solver)
        self._tray_colours.clear()

    def change(self, geometry: Geometry) -> None:
        """Have another geometry from now on: all cubes are where they were, and move as they did; none sleeps.

        Cubes that would be outside of the walls are put just inside.
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

    # What is to be seen

    @property
    def steps_a_second(self) -> int:
        """How many time steps a second has."""
        return self._simulation.solver.steps_a_second

    @property
    def is_at_rest(self) -> bool:
        """Whether all cubes are in and lie still, so that a throw is a drop of its own."""
        return self._simulation.has_ended

    @property
    def is_still(self) -> bool:
        """Whether nothing moves, in the tray neither."""
        return self.is_at_rest and not self._tray.is_going_on

    @property
    def seconds(self) -> float:
        """How long the last throw takes by now, s."""
        return self._simulation.steps * self._simulation.solver.step

    @property
    def resting(self) -> tuple[RestingCube, ...]:
        """The cubes in the tower as they are now, from the lowest up, as a drop leaves them."""
        return rest(self._colours, self._simulation)

    @property
    def out(self) -> tuple[int, int]:
        """How many of the thrown cubes have come out since the last throw, and how many of those that lay there."""
        thrown = sum(crossing.cube >= self.lying for crossing in self._simulation.crossings)
        return thrown, len(self._simulation.crossings) - thrown

    @property
    def inside(self) -> int:
        """How many cubes are in the tower."""
        return len(self._simulation.inside)

    def cubes(self) -> list[LiveCube]:
        """Return all cubes, those in the tray too."""
        tower = (
            _seen(body, self._numbers + number, self._colours[number], stuck=body.is_sleeping)
            for body, number in self._simulation.inside.items()
        )
        tray = (_seen(body, number, self._tray_colours[number]) for body, number in self._tray.cubes.items())
        return [*tower, *tray]

    def blows(self) -> list[Blow]:
        """Return what has struck cubes since this was asked last, as a recording tells it of two frames.

        A cube was struck if its velocity has changed by more than gravity explains; whatever lies or slides is pushed
        with less than its weight, which is taken off.
        """
        weight, self._unheard = GRAVITY * self._unheard * self._simulation.solver.step, 0
        before, self._velocities = self._velocities, {}
        found = []
        for body in (*self._simulation.inside, *self._tray.cubes):
            x, y = self._velocities[body] = body.velocity
            if body in before:
                speed = math.hypot(x - before[body][0], y - before[body][1] + weight) - weight
                if speed >= QUIET:
                    found.append(Blow(body.position.x, speed))
        return found

    @property
    def first_contacts(self) -> Sequence[Point]:
        """Where the cubes of the last throw touched the tower first, mm."""
        return self._simulation.first_contacts

    def touches(self) -> list[Touch]:
        """Return where cubes in the tower are pushed now, and how hard."""
        return self._simulation.touches()


def _seen(body: pymunk.Body, number: int, colour: str, *, stuck: bool = False) -> LiveCube:
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

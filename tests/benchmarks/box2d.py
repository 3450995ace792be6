"""Times drops beside Box2D 3 on the same scene, in one run: `python tests/benchmarks/box2d.py`; needs `pyb2d3`.

The classic tower, empty, and 10 to 60 cubes from the same start poses, until all sleep; cubes whose centre passes the
exit are taken out. Chipmunk as in the game: 1/960 s, 15 iterations. Box2D: steps of 1/240 s in 4 substeps, so that it
solves at 960 Hz too, contact tuning 300/10/300, lengths in units of 10 mm, since its tolerances are made for bodies of
about 1. Both engines look for cubes that have come out every 1/120 s here, so that reading positions costs both alike.
Friction and restitution are set to what pairs have in the game (products).

The engines are no copies of each other: the share of cubes that come out stands beside the times, as a faster engine
with another answer would be no gain.
"""

import argparse
import gc
import json
import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from shogun.tower import Geometry, World, build_world, load_tower
from shogun.tower.constants import GRAVITY, IDLE_SPEED, SLEEP_TIME, STEP
from shogun.tower.scene import Pose, add_cubes, tower_space
from shogun.tower.simulation import line_up
from shogun.tower.world import Capsule

UNIT = 10.0
"""mm in one of Box2D's lengths."""
LOOKS_A_SECOND, LONGEST = 120, 6.0
BOX2D_STEP, SUBSTEPS = 1 / 240, 4

Answer = tuple[int, float]
"""How many cubes came out, and after how many simulated seconds all slept."""


class Engine(Protocol):
    """A scene in one engine; built from a tower and the cubes' start poses."""

    bodies: list[Any]

    def advance(self) -> None:
        """Step for 1/120 s, then take out the cubes that are below the exit."""

    def at_rest(self) -> bool:
        """Return whether all cubes sleep."""


class Chipmunk:
    """The engine of the game."""

    def __init__(self, geometry: Geometry, world: World, poses: Sequence[Pose]) -> None:
        self.space = tower_space(world)
        self.bodies = add_cubes(self.space, geometry.grain, poses)

    def advance(self) -> None:
        """Step with the game's own step."""
        for _step in range(round(1 / STEP / LOOKS_A_SECOND)):
            self.space.step(STEP)
        for body in [body for body in self.bodies if not body.is_sleeping and body.position.y <= 0]:
            self.space.remove(body, *body.shapes)
            self.bodies.remove(body)

    def at_rest(self) -> bool:
        """Return whether all cubes sleep."""
        return all(body.is_sleeping for body in self.bodies)


class Box2D:
    """Box2D 3; with lengths in UNIT."""

    def __init__(self, geometry: Geometry, world: World, poses: Sequence[Pose]) -> None:
        import pyb2d3 as b2

        self.scene = b2.World(gravity=(0, -GRAVITY / UNIT), restitution_threshold=1.0)
        self.scene.set_contact_tuning(300, 10, 300)
        grain = geometry.grain
        self.wood = b2.surface_material(friction=grain.friction**2, restitution=grain.restitution**2)
        self._stand((*world.walls, *world.baffles), self.wood)
        self._stand(world.guides, b2.surface_material(friction=0, restitution=0))
        half = (grain.size / 2 - grain.edge) / UNIT
        cube = b2.make_offset_rounded_box(half, half, (0, 0), b2.make_rot(0), grain.edge / UNIT)
        shape = b2.shape_def(material=self.wood, density=grain.mass / (grain.size / UNIT) ** 2)
        self.bodies = [self._fall(pose, shape, cube) for pose in poses]

    def _stand(self, outlines: Sequence[Capsule], material: Any) -> None:
        import pyb2d3 as b2

        ground = self.scene.create_static_body()
        for one in outlines:
            start, end = ((x / UNIT, y / UNIT) for x, y in (one.start, one.end))
            ground.create_shape(b2.shape_def(material=material), b2.capsule(start, end, one.radius / UNIT))

    def _fall(self, pose: Pose, shape: Any, cube: Any) -> Any:
        place = (pose.x / UNIT, pose.y / UNIT)
        speed = IDLE_SPEED / UNIT
        body = self.scene.create_dynamic_body(position=place, rotation=pose.angle, sleep_threshold=speed)
        body.create_shape(shape, cube)
        return body

    def advance(self) -> None:
        """Step as often as Chipmunk, but in substeps."""
        for _step in range(round(1 / BOX2D_STEP / LOOKS_A_SECOND)):
            self.scene.step(BOX2D_STEP, SUBSTEPS)
        for body in [body for body in self.bodies if body.awake and body.position[1] <= 0]:
            body.destroy()
            self.bodies.remove(body)

    def at_rest(self) -> bool:
        """Return whether all cubes sleep."""
        return not any(body.awake for body in self.bodies)


ENGINES: dict[str, Callable[[Geometry, World, Sequence[Pose]], Engine]] = {"chipmunk": Chipmunk, "box2d": Box2D}


def fall(engine: Engine, cubes: int) -> Answer:
    """Let all cubes fall."""
    looks = 0
    while looks < LONGEST * LOOKS_A_SECOND and (not looks or not engine.at_rest()):
        engine.advance()
        looks += 1
    return cubes - len(engine.bodies), looks / LOOKS_A_SECOND


def main() -> None:
    """Print ms a drop, the share that comes out and the simulated time, by number of cubes and engine."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--drops", type=int, default=40)
    options = parser.parse_args()
    try:
        import pyb2d3  # noqa: F401  only whether it is there
    except ImportError:
        raise SystemExit("pyb2d3 isn't installed: nothing to compare with (pip install pyb2d3).") from None
    geometry = load_tower("classic")
    report = {f"{cubes} cubes": compared(geometry, cubes, options.drops) for cubes in (10, 20, 30, 60)}
    print(json.dumps({"drops": options.drops, "sleep after": SLEEP_TIME} | report, indent=1))


def compared(geometry: Geometry, cubes: int, drops: int) -> dict[str, dict[str, float]]:
    """Return the figures of both engines over the same start poses, drop by drop in turns."""
    world = build_world(geometry)
    taken: dict[str, list[float]] = {name: [] for name in ENGINES}
    answers: dict[str, list[Answer]] = {name: [] for name in ENGINES}
    for seed in range(drops):
        poses = line_up(geometry, (), {"red": cubes}, seed)[1]
        for name, engine in ENGINES.items():
            gc.collect()
            gc.disable()
            start = time.process_time()
            answers[name].append(fall(engine(geometry, world, poses), cubes))
            taken[name].append(1000 * (time.process_time() - start))
            gc.enable()
    return {
        name: {
            "ms a drop": round(statistics.fmean(taken[name]), 2),
            "share out": round(sum(out for out, _seconds in answers[name]) / cubes / drops, 3),
            "+-": round(1.96 * statistics.stdev(out / cubes for out, _seconds in answers[name]) / math.sqrt(drops), 3),
            "simulated s": round(statistics.fmean(seconds for _out, seconds in answers[name]), 2),
        }
        for name in ENGINES
    }


if __name__ == "__main__":
    main()

"""Times drops beside Box2D 3 on the same scene, in one run: `python tests/benchmarks/box2d.py`; needs `pyb2d3`.

The classic tower, empty, and 1 to 60 cubes poured in alike, until all sleep; cubes whose centre passes the exit are
taken out. Chipmunk is the game's own drop. Box2D: steps of 1/240 s in 4 substeps, so that it solves at 960 Hz, contact
tuning 300/10/300, lengths in units of 10 mm, since its tolerances are made for bodies of about 1; it is asked every
1/60 s what has come out. Friction and restitution are set to what pairs have in the game (products).

The engines are no copies of each other: the share of cubes that come out stands beside the times, as a faster engine
with another answer would be no gain. Aim: at most 1.5 times the time of Box2D up to 10 cubes, 2.4 times at 60.
"""

import argparse
import gc
import json
import math
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from shogun.tower import Geometry, World, build_world, drop, load_tower
from shogun.tower.constants import FRAMES_A_SECOND, GRAVITY, IDLE_SPEED, SLEEP_TIME
from shogun.tower.pouring import Row, pour, row_line, row_seconds
from shogun.tower.world import Capsule

UNIT = 10.0
"""mm in one of Box2D's lengths."""
LONGEST = 6.0
BOX2D_STEP, SUBSTEPS = 1 / 240, 4
SIZES = (1, 2, 4, 10, 20, 30, 60)

Answer = tuple[int, float]
"""How many cubes came out, and after how many simulated seconds all slept."""


def chipmunk(geometry: Geometry, cubes: int, seed: int) -> Answer:
    """Let cubes fall as the game does."""
    fallen = drop(geometry, (), {"red": cubes}, seed)
    return sum(fallen.out.values()), fallen.seconds


class Box2D:
    """Box2D 3; with lengths in UNIT."""

    def __init__(self, geometry: Geometry, world: World) -> None:
        import pyb2d3 as b2

        self.scene = b2.World(gravity=(0, -GRAVITY / UNIT), restitution_threshold=1.0)
        self.scene.set_contact_tuning(300, 10, 300)
        grain = geometry.grain
        self.wood = b2.surface_material(friction=grain.friction**2, restitution=grain.restitution**2)
        self._stand((*world.walls, *world.baffles), self.wood)
        self._stand(world.guides, b2.surface_material(friction=0, restitution=0))
        half = (grain.size / 2 - grain.edge) / UNIT
        self.cube = b2.make_offset_rounded_box(half, half, (0, 0), b2.make_rot(0), grain.edge / UNIT)
        self.shape = b2.shape_def(material=self.wood, density=grain.mass / (grain.size / UNIT) ** 2)
        self.line = row_line(geometry)
        self.bodies: list[Any] = []

    def _stand(self, outlines: Sequence[Capsule], material: Any) -> None:
        import pyb2d3 as b2

        ground = self.scene.create_static_body()
        for one in outlines:
            start, end = ((x / UNIT, y / UNIT) for x, y in (one.start, one.end))
            ground.create_shape(b2.shape_def(material=material), b2.capsule(start, end, one.radius / UNIT))

    def pour(self, row: Row) -> None:
        """Let a row of cubes in."""
        speed = IDLE_SPEED / UNIT
        for start in row:
            place = (start.x / UNIT, (self.line + start.lift) / UNIT)
            body = self.scene.create_dynamic_body(position=place, rotation=start.angle, sleep_threshold=speed)
            body.create_shape(self.shape, self.cube)
            self.bodies.append(body)

    def advance(self) -> None:
        """Step for 1/60 s, then take out the cubes that are below the exit."""
        for _step in range(round(1 / BOX2D_STEP / FRAMES_A_SECOND)):
            self.scene.step(BOX2D_STEP, SUBSTEPS)
        for body in [body for body in self.bodies if body.awake and body.position[1] <= 0]:
            body.destroy()
            self.bodies.remove(body)

    def at_rest(self) -> bool:
        """Return whether all cubes sleep."""
        return not any(body.awake for body in self.bodies)


def box2d(geometry: Geometry, cubes: int, seed: int) -> Answer:
    """Let cubes fall, poured as in the game."""
    engine = Box2D(geometry, build_world(geometry))
    rows = pour(geometry, {"red": cubes}, seed)[1]
    each = round(row_seconds(geometry) * FRAMES_A_SECOND)
    frames, last = 0, each * (len(rows) - 1)
    while frames <= last or (not engine.at_rest() and frames < last + LONGEST * FRAMES_A_SECOND):
        if frames % each == 0 and frames <= last:
            engine.pour(rows[frames // each])
        engine.advance()
        frames += 1
    return cubes - len(engine.bodies), frames / FRAMES_A_SECOND


ENGINES: dict[str, Callable[[Geometry, int, int], Answer]] = {"chipmunk": chipmunk, "box2d": box2d}


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
    report = {f"{cubes} cubes": compared(geometry, cubes, options.drops) for cubes in SIZES}
    print(json.dumps({"drops": options.drops, "sleep after": SLEEP_TIME} | report, indent=1))


def compared(geometry: Geometry, cubes: int, drops: int) -> dict[str, dict[str, float]]:
    """Return the figures of both engines over the same rows, drop by drop in turns, and how many times as long."""
    taken: dict[str, list[float]] = {name: [] for name in ENGINES}
    answers: dict[str, list[Answer]] = {name: [] for name in ENGINES}
    for seed in range(drops):
        for name, fall in ENGINES.items():
            gc.collect()
            gc.disable()
            start = time.process_time()
            answers[name].append(fall(geometry, cubes, seed))
            taken[name].append(1000 * (time.process_time() - start))
            gc.enable()
    figures = {name: _figures(taken[name], answers[name], cubes) for name in ENGINES}
    times = statistics.fmean(taken["chipmunk"]) / statistics.fmean(taken["box2d"])
    return figures | {"chipmunk / box2d": {"times": round(times, 2)}}


def _figures(taken: Sequence[float], answers: Sequence[Answer], cubes: int) -> dict[str, float]:
    shares = [out / cubes for out, _seconds in answers]
    return {
        "ms a drop": round(statistics.fmean(taken), 2),
        "share out": round(statistics.fmean(shares), 3),
        "+-": round(1.96 * statistics.stdev(shares) / math.sqrt(len(shares)), 3),
        "simulated s": round(statistics.fmean(seconds for _out, seconds in answers), 2),
    }


if __name__ == "__main__":
    main()

"""Times drops beside Box2D 3 on the same scene, in one run: `python tests/benchmarks/box2d.py`; needs `pyb2d3`.

The classic tower, empty, and 1 to 60 cubes poured in alike, until all sleep; cubes whose centre passes the exit are
taken out. Chipmunk is the game's own drop. Box2D: steps of 1/240 s in 4 substeps, so that it solves at 960 Hz, contact
tuning 300/10/300, lengths in units of 10 mm, since its tolerances are made for bodies of about 1; it is asked every
1/60 s what has come out. Friction and restitution are set to what pairs have in the game (products).

Box2D lets cubes sleep only after half a second, and so simulates longer than the game does. So it is timed twice: by
the same rule of rest ("box2d": all slower than IDLE_SPEED at AT_REST looks in a row, which is SLEEP_TIME), and by its
own.

The engines are no copies of each other: the share of cubes that come out stands beside the times, as a faster engine
with another answer would be no gain. Aim: at most 1.5 times the time of Box2D up to 10 cubes, 2.4 times at 60; it is
reached beside Box2D by its own rule, and not yet by the same one.
"""

import argparse
import gc
import json
import math
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from shogun.tower import Geometry, World, build_world, drop, load_tower
from shogun.tower.physics.collision_geometry import Capsule
from shogun.tower.physics.constants import FRAMES_A_SECOND, GRAVITY, IDLE_SPEED, SLEEP_TIME
from shogun.tower.physics.drop_simulation import Row, pour, row_line, row_seconds

UNIT = 10.0
"""mm in one of Box2D's lengths."""
LONGEST = 6.0
BOX2D_STEP, SUBSTEPS = 1 / 240, 4
SIZES = (1, 2, 4, 10, 20, 30, 60)
AT_REST = math.ceil(SLEEP_TIME * FRAMES_A_SECOND)
"""Looks in a row at which all cubes were slow: then they have been for as long as lets cubes sleep in the game."""

Answer = tuple[int, float]
"""How many cubes came out, and after how many simulated seconds all slept."""


def chipmunk(geometry: Geometry, cubes: int, seed: int) -> Answer:
    """Let cubes fall as the game does."""
    fallen = drop(geometry, (), {"red": cubes}, seed)
    return sum(fallen.out.values()), fallen.seconds


Rule = Callable[["Box2D"], bool]
"""Says, a frame after the other, whether all cubes rest."""


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
        self.frames = 0

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
        self.frames += 1
        for _step in range(round(1 / BOX2D_STEP / FRAMES_A_SECOND)):
            self.scene.step(BOX2D_STEP, SUBSTEPS)
        for body in [body for body in self.bodies if body.awake and body.position[1] <= 0]:
            body.destroy()
            self.bodies.remove(body)

    def at_rest(self) -> bool:
        """Return whether all cubes sleep, by Box2D's own rule."""
        return not any(body.awake for body in self.bodies)

    def all_slow(self) -> bool:
        """Return whether all cubes are as slow as cubes must be to fall asleep in the game."""
        speeds = (math.hypot(*body.linear_velocity) * UNIT for body in self.bodies if body.awake)
        return all(speed < IDLE_SPEED for speed in speeds)


def rest_by_the_games_rule() -> Rule:
    """Return what says whether all cubes have been slow for as long as lets them sleep in the game."""
    slow = 0

    def is_done(engine: Box2D) -> bool:
        nonlocal slow
        slow = slow + 1 if engine.all_slow() else 0
        return slow >= AT_REST

    return is_done


def box2d(geometry: Geometry, cubes: int, seed: int, is_done: Rule) -> Answer:
    """Let cubes fall, poured as in the game, until they rest by some rule."""
    engine = Box2D(geometry, build_world(geometry))
    rows = pour(geometry, {"red": cubes}, seed)[1]
    each = round(row_seconds(geometry) * FRAMES_A_SECOND)
    frames, last = 0, each * (len(rows) - 1)
    while frames <= last or (not is_done(engine) and frames < last + LONGEST * FRAMES_A_SECOND):
        if frames % each == 0 and frames <= last:
            engine.pour(rows[frames // each])
        engine.advance()
        frames += 1
    return cubes - len(engine.bodies), frames / FRAMES_A_SECOND


def falls(geometry: Geometry, cubes: int, seed: int) -> dict[str, Callable[[], Answer]]:
    """Return what is timed, by name. When Box2D comes to rest is found out before: asking for it takes time too."""
    found = {"box2d": rest_by_the_games_rule(), "box2d, own rule": Box2D.at_rest}
    ends = {name: box2d(geometry, cubes, seed, rule)[1] for name, rule in found.items()}
    known = {name: partial(box2d, geometry, cubes, seed, _after(seconds)) for name, seconds in ends.items()}
    return {"chipmunk": partial(chipmunk, geometry, cubes, seed), **known}


def _after(seconds: float) -> Rule:
    """Return a rule by which cubes rest after so many simulated seconds."""
    return lambda engine: engine.frames >= round(seconds * FRAMES_A_SECOND)


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
    """Return the figures of both engines over the same rows, drop by drop in turns, and how many times as long.

    The game's drop takes so many times as long as Box2D's by the same rule of rest, and by Box2D's own.
    """
    taken: dict[str, list[float]] = defaultdict(list)
    answers: dict[str, list[Answer]] = defaultdict(list)
    for seed in range(drops):
        for name, fall in falls(geometry, cubes, seed).items():
            gc.collect()
            gc.disable()
            start = time.process_time()
            answers[name].append(fall())
            taken[name].append(1000 * (time.process_time() - start))
            gc.enable()
    figures = {name: _figures(taken[name], answers[name], cubes) for name in taken}
    mean = {name: statistics.fmean(one) for name, one in taken.items()}
    times = {name: round(mean["chipmunk"] / mean[name], 2) for name in list(taken)[1:]}
    return figures | {"chipmunk / box2d": times}


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

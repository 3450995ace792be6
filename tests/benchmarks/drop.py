"""Times drops beside a bare loop of the same steps: `python tests/benchmarks/drop.py`.

For each battle (10 cubes thrown on 12 resting ones) these are timed one after the other, in turns, so that a busy
machine hits all of them alike:

- bare: the same scene built the same way and stepped as often by the library's own step function; no callbacks, no
  reads, no checks. Rows come in, and cubes that came out are taken out, after the same steps as in the drop.
- drop: `drop(...)`. Target: at most bare + 0.5 ms + 5 %.
- bare + tray: the bare loop, then the tray's space stepped as often and fed alike.
- recorded: `drop(..., record=True)`. Target: at most 15 % more than a drop that also simulates the tray unseen.
- model: the tower's fitted model instead, with which opponents think. Target: at most 0.06 ms.

All times are of this process (CPU), collector off while a clock runs, as the median over all battles.
"""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable, Sequence

import msgspec

from shogun.tower import Geometry, RestingCube, build_world, drop, load_tower, model_for
from shogun.tower.physics.collision_geometry import World
from shogun.tower.physics.drop_simulation import Crossing, TraySimulation, pour, row_line
from shogun.tower.physics.physics_space import Pose, add_cubes, stepper, tower_space, tray_space
from shogun.tower.physics.solver import STANDARD
from shogun.tower.physics.throw import prepare as prepare_drop

THROWN, RESTING = 10, 12
LIMIT_FACTOR, LIMIT_MS, LIMIT_RECORDING, LIMIT_MODEL_MS = 1.05, 0.5, 1.15, 0.06
MODEL_DROPS = 1000
"""Drops of the model timed together: one alone is shorter than the clock's own step."""


class Battle(msgspec.Struct):
    """One drop with all that is needed to do the same again without looking."""

    geometry: Geometry
    world: World
    resting: Sequence[RestingCube]
    thrown: dict[str, int]
    seed: int
    rows: list[tuple[int, list[Pose]]]
    """The steps before which cubes come in, and their poses; those that lie there first."""
    steps: int
    crossings: list[Crossing]
    tray_steps: int


def prepare(geometry: Geometry, count: int) -> list[Battle]:
    """Return battles on towers that hold exactly RESTING cubes, as a game would leave them."""
    battles: list[Battle] = []
    resting = drop(geometry, (), {"red": 38}, 0).resting
    seed = 0
    while len(battles) < count:
        seed += 1
        if len(resting) == RESTING:
            battles.append(_battle(geometry, resting, seed))
        resting = drop(geometry, resting, {"red": 4 + seed % 9}, seed).resting
    return battles


def _battle(geometry: Geometry, resting: Sequence[RestingCube], seed: int) -> Battle:
    world = build_world(geometry)
    thrown = {"red": THROWN // 2, "blue": THROWN - THROWN // 2}
    _colours, simulation = prepare_drop(geometry, resting, thrown, seed)
    simulation.run()
    tray = TraySimulation(geometry, simulation.crossings)
    started = tray.steps
    tray.run()
    steps = sorted(set(simulation.starts[len(resting) :]))
    line = row_line(geometry)  # nothing lies so high here
    poured = [
        [Pose(start.x, line + start.lift, start.angle) for start in row] for row in pour(geometry, thrown, seed)[1]
    ]
    lying = [Pose(cube.x, cube.y, cube.angle, asleep=True) for cube in resting]
    rows = [(0, lying), *zip(steps, poured, strict=True)]
    return Battle(
        geometry, world, resting, thrown, seed, rows, simulation.steps, simulation.crossings, tray.steps - started
    )


def bare_tower(battle: Battle) -> None:
    """Step the tower as often as the drop did."""
    space = tower_space(battle.world)
    step, bodies, done = stepper(space), [], 0
    coming = [(number, poses, None) for number, poses in battle.rows]
    going = [(crossing.step, (), crossing.cube) for crossing in battle.crossings]
    for number, poses, cube in sorted([*coming, *going], key=lambda event: event[0]):
        for _step in range(number - done):
            step(STANDARD.step)
        done = number
        bodies += add_cubes(space, battle.geometry.grain, poses)
        if cube is not None:
            space.remove(bodies[cube], *bodies[cube].shapes)
    for _step in range(battle.steps - done):
        step(STANDARD.step)


def bare_tray(battle: Battle) -> None:
    """Step the tray as often as the recorded drop did, with the cubes coming in at the same steps."""
    space = tray_space(battle.world)
    if not battle.crossings:
        return
    step = stepper(space)
    start = done = battle.crossings[0].step
    for crossing in battle.crossings:
        for _step in range(crossing.step - done):
            step(STANDARD.step)
        done = crossing.step
        add_cubes(space, battle.geometry.grain, [crossing.pose])
    for _step in range(battle.tray_steps - (done - start)):
        step(STANDARD.step)


def bare_both(battle: Battle) -> None:
    """Step the tower, then the tray."""
    bare_tower(battle)
    bare_tray(battle)


def whole_drop(battle: Battle) -> None:
    """Do the drop as the game does it for lookers-on that need no picture."""
    drop(battle.geometry, battle.resting, battle.thrown, battle.seed)


def drop_and_tray(battle: Battle) -> None:
    """Do the drop and simulate the tray, unseen."""
    whole_drop(battle)
    bare_tray(battle)


def recorded_drop(battle: Battle) -> None:
    """Do the drop as the game does it for the window."""
    drop(battle.geometry, battle.resting, battle.thrown, battle.seed, record=True)


def modelled_drops(battle: Battle) -> None:
    """Draw what comes out of the same battle from the tower's fitted model, MODEL_DROPS times."""
    model = model_for(battle.geometry)
    for seed in range(MODEL_DROPS):
        model.drop(battle.thrown, {"red": RESTING}, seed)


CONTESTANTS: dict[str, Callable[[Battle], None]] = {
    "bare": bare_tower,
    "drop": whole_drop,
    "bare + tray": bare_both,
    "drop + tray": drop_and_tray,
    "recorded": recorded_drop,
    "model": modelled_drops,
}


def timed(battles: Sequence[Battle], rounds: int) -> dict[str, float]:
    """Return the mean ms of each contestant over all battles, each battle by its fastest of `rounds` rounds."""
    best = {name: [float("inf")] * len(battles) for name in CONTESTANTS}
    for number, battle in enumerate(battles):
        for _round in range(rounds):
            for name, contestant in CONTESTANTS.items():
                best[name][number] = min(best[name][number], _milliseconds(contestant, battle))
    means = {name: statistics.fmean(times) for name, times in best.items()}
    return {**means, "model": means["model"] / MODEL_DROPS}


def _milliseconds(contestant: Callable[[Battle], None], battle: Battle) -> float:
    gc.collect()
    gc.disable()
    start = time.process_time()
    contestant(battle)
    taken = time.process_time() - start
    gc.enable()
    return taken * 1000


def report(battles: Sequence[Battle], times: dict[str, float]) -> dict[str, float | bool]:
    """Return the figures by name."""
    steps = statistics.fmean(battle.steps for battle in battles)
    limit = times["bare"] * LIMIT_FACTOR + LIMIT_MS
    recording = times["recorded"] / times["drop + tray"]
    return {
        **{f"{name}, ms": round(value, 3) for name, value in times.items()},
        "limit for drop, ms": round(limit, 3),
        "drop within its limit": times["drop"] <= limit,
        "recording adds, %": round(100 * (recording - 1), 1),
        "recording within its limit": recording <= LIMIT_RECORDING,
        "model within its limit": times["model"] <= LIMIT_MODEL_MS,
        "steps a drop": round(steps),
        "us a step, bare": round(1000 * times["bare"] / steps, 2),
        "drops a second": round(1000 / times["drop"]),
    }


def main() -> None:
    """Print the table or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tower", default="classic")
    parser.add_argument("--battles", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    battles = prepare(load_tower(options.tower), options.battles)
    figures = report(battles, timed(battles, options.rounds))
    if options.json:
        print(json.dumps(figures))
        return
    print(f"{options.battles} battles, {THROWN} thrown on {RESTING} resting, tower {options.tower}")
    for name, value in figures.items():
        print(f"  {name:<28}{value!s:>10}")


if __name__ == "__main__":
    main()

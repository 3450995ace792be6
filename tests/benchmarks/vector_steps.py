"""How many times as fast two processes play many games as one does: `shogun.envs.vector_environment`.

    python tests/benchmarks/vector_steps.py [--envs 64] [--steps 300] [--json]

The aim is 1.8 times with two processes on two idle cores. Printed are the steps of the clock, which other work on the
machine slows, and what processor times say of idle cores: the time of the process that asks, which waits meanwhile, and
that of the busiest other one. What an agent needs to choose its actions isn't counted.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from shogun.envs.vector_environment import VectorGames

AIM = 1.8
GAMES = {"shogun_v0": {"players": 4}, "rumble_nation_v0": {"players": 2}, "river_of_gold_v0": {"players": 2}}
WARMING = 50
"""Steps of each game before the clocks start."""
TICKS = 100.0
"""Parts of a second in which Linux counts processor time."""


def processor_seconds(process: int) -> float:
    """Return the processor time of another process so far; only Linux tells it here."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def timed(game: str, envs: int, steps: int, processes: int) -> tuple[float, float]:
    """Return steps a second by the clock, and on idle cores by processor times."""
    games, rng = VectorGames(game, envs, processes=processes, **GAMES[game]), np.random.default_rng(1)
    observation, _infos = games.reset(seed=1)
    busy: list[float] = []
    clock = own = 0.0
    for step in range(-WARMING, steps):
        if step == 0:
            busy, clock, own = [processor_seconds(process.pid) for process in games._processes], 0.0, 0.0
        mask = observation["action_mask"]
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        begun, mine = time.perf_counter(), time.process_time()
        observation, *_others = games.step(actions)
        clock, own = clock + time.perf_counter() - begun, own + time.process_time() - mine
    others = [processor_seconds(process.pid) - start for process, start in zip(games._processes, busy, strict=True)]
    games.close()
    return envs * steps / clock, envs * steps / (own + max(others, default=0.0))


def main() -> None:
    """Print the figures, one a line or as JSON."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--envs", type=int, default=64)
    ask.add_argument("--steps", type=int, default=300)
    ask.add_argument("--json", action="store_true")
    options = ask.parse_args()
    figures: dict[str, float] = {}
    for game in GAMES:
        (clock, idle), (both, both_idle) = (timed(game, options.envs, options.steps, number) for number in (1, 2))
        figures |= {f"{game}: steps/s": clock, f"{game}: steps/s of two processes": both}
        figures |= {f"{game}: times as fast": both / clock, f"{game}: times as fast on idle cores": both_idle / idle}
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:48} {value:10,.2f}")
        if name.endswith("idle cores") and value < AIM:
            print(f"missed: the aim is {AIM}")


if __name__ == "__main__":
    main()

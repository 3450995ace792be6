"""Measures how a tower keeps and returns cubes: `python tests/benchmarks/stock.py --tower classic`.

Protocol: several independent chains, each with a start throw of 38 and then battles of 4-12 cubes, the tray emptied
after each; the first battles of each chain are discarded. Intervals (95 %) are from the spread between chains. The
result depends on the seed and the numbers only, not on the number of jobs.
"""

import argparse
import json
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec
from scipy.stats import t as student

from shogun.tower import Geometry, drop, load_tower

START_THROW, SMALLEST, LARGEST, DISCARDED = 38, 4, 12, 50


class Chain(msgspec.Struct):
    """What one chain of battles counted."""

    start: int
    """Cubes that stayed of the start throw."""
    thrown: int = 0
    thrown_out: int = 0
    resting: int = 0
    resting_out: int = 0
    stocks: list[int] = []
    barren: int = 0
    """The longest run of throws from which nothing came out."""
    cut_off: int = 0
    steps: int = 0


class Task(msgspec.Struct):
    """One chain to be measured."""

    geometry: Geometry
    seed: int
    battles: int


def run(task: Task) -> Chain:
    """Return the counts of one chain."""
    rng = random.Random(task.seed)
    resting = drop(task.geometry, (), {"old": START_THROW}, rng.getrandbits(63)).resting
    chain = Chain(start=len(resting))
    barren = 0
    for number in range(DISCARDED + task.battles):
        size = rng.randint(SMALLEST, LARGEST)
        lying = [msgspec.structs.replace(cube, colour="old") for cube in resting]
        result = drop(task.geometry, lying, {"new": size}, rng.getrandbits(63))
        resting = result.resting
        barren = 0 if result.out else barren + 1
        chain.barren = max(chain.barren, barren)
        chain.cut_off += result.cut_off
        if number >= DISCARDED:
            chain.thrown += size
            chain.thrown_out += result.out.get("new", 0)
            chain.resting += len(lying)
            chain.resting_out += result.out.get("old", 0)
            chain.stocks.append(len(resting))
            chain.steps += result.steps
    return chain


def interval(values: list[float]) -> dict[str, float]:
    """Return mean and 95 % interval of independent values."""
    mean = statistics.fmean(values)
    half = student.ppf(0.975, len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return {"mean": round(mean, 4), "low": round(mean - half, 4), "high": round(mean + half, 4)}


def report(chains: list[Chain]) -> dict[str, object]:
    """Return the figures by name."""
    stocks = [stock for chain in chains for stock in chain.stocks]
    return {
        "battles": len(stocks),
        "p_out_thrown": interval([chain.thrown_out / chain.thrown for chain in chains]),
        "p_out_resting": interval([chain.resting_out / max(1, chain.resting) for chain in chains]),
        "stock": interval([statistics.fmean(chain.stocks) for chain in chains]),
        "stock_sd": round(statistics.pstdev(stocks), 2),
        "stock_range": [min(stocks), max(stocks)],
        "stays_of_start_throw": interval([chain.start for chain in chains]),
        "longest_barren_run": max(chain.barren for chain in chains),
        "cut_off": sum(chain.cut_off for chain in chains),
        "steps": round(sum(chain.steps for chain in chains) / len(stocks)),
    }


def main() -> None:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tower", default="classic")
    parser.add_argument("--chains", type=int, default=16)
    parser.add_argument("--battles", type=int, default=60, help="in each chain, after the discarded ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    geometry = load_tower(options.tower)
    tasks = [Task(geometry, 1000 * options.seed + number, options.battles) for number in range(options.chains)]
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        print(json.dumps(report(list(pool.map(run, tasks))), indent=1))


if __name__ == "__main__":
    main()

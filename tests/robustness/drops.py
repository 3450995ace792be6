"""Drops a million throws into towers: `python -m tests.robustness.drops --count 1000000 --resume FILE`.

Chains of drops into the shipped towers, each onto what lies there since the one before. Sizes of throws come as often
as in games, and a third of them evenly from 1 to 60. After each drop all cubes must be there, by colour, and lie within
the walls; now and then it is dropped again and watched on its way, 60 times a second. Drops that were ended before all
lay still are counted.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from shogun.base.files import write_whole
from shogun.base.interrupts import heeded
from shogun.base.random_streams import Streams
from shogun.base.worker_pool import in_order
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.tower import Geometry, load_tower
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.physics.inspection import watch_flight
from shogun.tower.physics.throw import Drop, drop
from shogun.tower.resting_cubes import RestingCube, can_lie
from tests.conftest import used_now

TOWERS = {"classic": 2, "steep": 1, "hoard": 1}
"""How often each comes."""
LARGEST = 60
CHAIN = 250
"""Drops of a chain; what lies there at its end is left."""
WATCHED = 25
"""One of so many drops is watched on its way."""
COLOURS = ("red", "blue", "yellow", "peasant")
WARM = 4
"""Chains that a process does before its memory counts."""


class Chain(Struct, frozen=True):
    """What the drops of one chain came to."""

    tower: str
    drops: int
    counted: dict[str, int]
    """See Total; of `steps` the most of a drop."""
    flaws: tuple[str, ...]
    megabytes: float
    """Of memory that the process uses at the end of the chain."""


class Total(Struct):
    """All that was dropped with a seed, in one run or several."""

    seed: int
    chains: int = 0
    counted: dict[str, int] = {}
    """Cubes thrown, drops that were `cut_off`, `taps`; how often a tower was `emptied`, since it can't hold more; drops
    that were `watched` and `moments` at which a cube was looked at."""
    steps: int = 0
    """The most of a drop."""
    towers: dict[str, int] = {}
    """Drops by tower."""
    flaws: list[str] = []
    runs: list[list[float]] = []
    """Of each run the megabytes in use after each chain."""

    def add(self, chain: Chain) -> None:
        """Count a chain, and print what is wrong."""
        self.chains += 1
        more = Counter(chain.counted)
        self.steps = max(self.steps, more.pop("steps", 0))
        self.counted = dict(Counter(self.counted) + more)
        self.towers[chain.tower] = self.towers.get(chain.tower, 0) + chain.drops
        self.flaws.extend(chain.flaws)
        self.runs[-1].append(chain.megabytes)
        for flaw in chain.flaws:
            print(flaw, flush=True)

    def __str__(self) -> str:
        slope, count = slope_of(self.runs), Counter(self.counted)
        grown = "" if slope is None else f"; memory {slope * 100_000 / CHAIN:+.2f} MB a 100,000 drops"
        towers = ", ".join(f"{drops} {name}" for name, drops in sorted(self.towers.items()))
        return (
            f"{sum(self.towers.values())} drops ({towers}) of {count['cubes']} cubes, {len(self.flaws)} flaws; "
            f"{count['cut_off']} cut off, {count['taps']} taps, at most {self.steps} steps, {count['emptied']} times "
            f"emptied; {count['watched']} watched at {count['moments']} moments{grown}"
        )


def slope_of(runs: Sequence[Sequence[float]]) -> float | None:
    """Return by how much each further value is greater, by least squares over all runs; None if there are too few."""
    numbers, values = [], []
    for run in (run[WARM:] for run in runs):
        numbers += [number - (len(run) - 1) / 2 for number in range(len(run))]
        values += [value - math.fsum(run) / len(run) for value in run]
    squares = float(np.dot(numbers, numbers))
    return float(np.dot(numbers, values)) / squares if squares else None


@cache
def tower_of(name: str) -> Geometry:
    """Return a shipped tower."""
    return load_tower(name)


@cache
def of_games() -> Throws:
    """Return how often each size comes in games."""
    return find_throws("game")


def throw_of(rng: Random) -> dict[str, int]:
    """Return cubes by colour, mostly as many as in games."""
    size = rng.randint(1, LARGEST) if rng.random() < 1 / 3 else min(of_games().draw(rng.getrandbits(64)), LARGEST)
    return dict(Counter(rng.choices(COLOURS, k=size)))


def flaws_of(tower: Geometry, lying: Sequence[RestingCube], thrown: dict[str, int], fallen: Drop) -> list[str]:
    """Return what is wrong after a drop: cubes that are lost or new, and cubes that lie where none can."""
    before, after = Counter(thrown), Counter(fallen.out)
    before.update(cube.colour for cube in lying)
    after.update(cube.colour for cube in fallen.resting)
    found = [] if before == after else [f"{dict(before)} became {dict(after)}"]
    return found + [f"{cube} lies outside" for cube in fallen.resting if not can_lie(tower, cube)]


def chain(seed: int, number: int) -> Chain:
    """Return what one chain of drops comes to; it depends on nothing but its seed and number."""
    rng = Streams(seed).stream(f"chain {number}")
    name = rng.choices(tuple(TOWERS), tuple(TOWERS.values()))[0]
    tower, lying = tower_of(name), tuple[RestingCube, ...]()
    counted: Counter[str] = Counter()
    flaws: list[str] = []
    for place in range(CHAIN):
        thrown, falls = throw_of(rng), rng.getrandbits(64)
        if len(lying) + sum(thrown.values()) > MOST_CUBES:
            counted["emptied"] += 1
            lying = ()
        found, fallen = attempt(tower, lying, thrown, falls, watches=place % WATCHED == 0, counted=counted)
        flaws += [f"--seed {seed} --first {number}, drop {place} of {name}: {flaw}" for flaw in found]
        lying = fallen.resting if fallen else ()
    return Chain(name, CHAIN, dict(counted), tuple(flaws), used_now() / 1e6)


def attempt(
    tower: Geometry,
    lying: Sequence[RestingCube],
    thrown: dict[str, int],
    seed: int,
    *,
    watches: bool,
    counted: Counter[str],
) -> tuple[list[str], Drop | None]:
    """Drop once, count, and return what is wrong and the drop, if it came to one."""
    try:
        fallen = drop(tower, lying, thrown, seed)
        found = flaws_of(tower, lying, thrown, fallen)
        if watches:
            flight = watch_flight(tower, lying, thrown, seed)
            counted.update(watched=1, moments=flight.moments)
            found += [f"{flight.outside} moments outside"] if flight.outside else []
    except Exception as error:
        return [f"{type(error).__name__}: {error}"], None
    counted.update(cubes=sum(thrown.values()), cut_off=fallen.cut_off, taps=fallen.taps)
    counted["steps"] = max(counted["steps"], fallen.steps)
    return found, fallen


def drop_all(total: Total, count: int, jobs: int, keep: Callable[[Total], object]) -> None:
    """Drop what is missing to so many drops, and have the total kept after each chain."""
    total.runs.append([])
    missing = range(total.chains, -(-count // CHAIN))
    for done in in_order(partial(chain, total.seed), missing, jobs):
        total.add(done)
        keep(total)


def main() -> int:
    """Drop and tell what was found; return 1 if anything is wrong."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=10_000, help="drops in all, with those of earlier runs")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--first", type=int, default=0, help="the number of the first chain: to look at one again")
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--resume", type=Path, help="file in which the total is kept; it is added to what stands there")
    options = ask.parse_args()
    total = Total(options.seed, options.first)
    if options.resume and options.resume.exists():
        total = msgspec.json.decode(options.resume.read_bytes(), type=Total)
        if total.seed != options.seed:
            ask.error(f"{options.resume} is of seed {total.seed}")

    def keep(total: Total) -> None:
        if options.resume:
            write_whole(options.resume, msgspec.json.encode(total))

    with suppress(KeyboardInterrupt), heeded():
        drop_all(total, options.first * CHAIN + options.count, options.jobs, keep)
    print(total)
    return 1 if total.flaws else 0


if __name__ == "__main__":
    sys.exit(main())

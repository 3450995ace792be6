"""Do intervals hold the truth? `python -m tests.benchmarks.interval_coverage classic shelves` tells how often.

From the pool of chains that `python -m tests.benchmarks.long_run TOWER` has fought, runs are drawn as each command
makes them at its default size: so many chains, the first battles of which are discarded. Within a run no chain stands
twice, and each shuffle of the pool gives as many runs as go into it. The truth is the pool's own tail, the last half of
all its chains. For each figure it prints in how many of 100 runs its 95 % interval holds the truth, and how many runs
were called stationary; an interval that is wider since the tower drifts says so, and may hold it more often.

A share of 95 of 100 is told by so many independent runs as the pool has chains / chains of a run to about
± 100 x sqrt(.05 x .95 / runs); further shuffles only make that a little better.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.envs.tower_design_v0 import BATTLES as ENVIRONMENT_BATTLES
from shogun.envs.tower_design_v0 import CHAINS as ENVIRONMENT_CHAINS
from shogun.lab.measuring.chains import HASTY, SEARCHING, STANDARD_PROTOCOL, Protocol, Task
from shogun.lab.measuring.estimates import CHANCE, CUBES, Interval
from shogun.lab.measuring.live_measurement import LONG_RUN, LONG_RUN_BATTLES
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES
from shogun.lab.measuring.measurement import with_fewer_chains
from shogun.lab.measuring.metrics import Sums, metrics_of
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.searching.tune import BATTLES as CANDIDATE
from shogun.lab.searching.tune import CHECK_BATTLES
from shogun.tower import load_tower
from tests.benchmarks.long_run import Chains, path_of, read, side_by_side

Ints = npt.NDArray[np.int64]
SHUFFLES = 40
CONFIDENCE = 0.95
FIGURES = ("p_out_thrown", "p_out_resting", "stock")


class Run(NamedTuple):
    """How a command measures a tower at its default size."""

    name: str
    protocol: Protocol
    battles: int
    """Counted, over all chains."""

    @property
    def counted(self) -> int:
        """Return the battles that each chain counts."""
        return self.battles // self.protocol.chains

    @property
    def length(self) -> int:
        """Return the battles of each chain."""
        return self.protocol.discarded + self.counted


def runs() -> list[Run]:
    """Return all of them."""
    task = Task(load_tower("classic"), 1, 0, 0, find_throws("4-12"))

    def usual(battles: int) -> Protocol:
        return with_fewer_chains(task, battles).protocol

    environment = msgspec.structs.replace(SEARCHING, chains=ENVIRONMENT_CHAINS)
    return [
        Run("measure, compare: 2000", usual(2000), 2000),
        Run("measure --battles 160", usual(160), 160),
        Run("verify --quick: 1600", STANDARD_PROTOCOL, 1600),
        Run("sample-size: pilot of 800", usual(800), 800),
        Run("sweep: 500", HASTY, 500),
        Run("contest: 1000", HASTY, 1000),
        Run("tune, explore: fresh, 4000", STANDARD_PROTOCOL, CHECK_BATTLES),
        Run("tune, sensitivity: candidates", SEARCHING, CANDIDATE),
        Run("bench and gallery: 800", LONG_RUN, ENOUGH_BATTLES),
        Run("bench, in the end", LONG_RUN, LONG_RUN.chains * LONG_RUN_BATTLES),
        Run("environment", environment, ENVIRONMENT_BATTLES),
    ]


class Truth(NamedTuple):
    """What a tower does in the long run, by the second half of all chains of a pool."""

    p_out_thrown: float
    p_out_resting: float
    stock: float


def truth_of(chains: Chains) -> Truth:
    """Return what the tail says."""
    tail = slice(chains.thrown.shape[1] // 2, None)
    return Truth(
        float(chains.new_out[:, tail].sum() / chains.thrown[:, tail].sum()),
        float(chains.old_out[:, tail].sum() / chains.rested[:, tail].sum()),
        float(chains.stock[:, tail].mean()),
    )


def counted(chains: Chains, run: Run) -> list[Sums]:
    """Return what each chain of a pool counts as a chain of such a run."""
    first, last = run.protocol.discarded, run.length
    middle = first + (run.counted + 1) // 2

    def sums(values: Ints, begin: int, end: int) -> list[int]:
        return [int(one) for one in values[:, begin:end].sum(axis=1)]

    old = [_old(stays, middle, last) for stays in chains.stays]
    thrown, out = sums(chains.thrown, first, last), sums(chains.new_out, first, last)
    rested, rested_out = sums(chains.rested, first, last), sums(chains.old_out, first, last)
    early, late = sums(chains.stock, first, middle), sums(chains.stock, middle, last)
    return [
        Sums(
            early_battles=middle - first, late_battles=last - middle, thrown=thrown[at], thrown_out=out[at],
            rested=rested[at], rested_out=rested_out[at], early_stock=early[at], late_stock=late[at], old=old[at],
            start_throws=0, start_kept=0, throws=run.length, clogged=0, cut_off=0, given_up=False,
        )
        for at in range(len(old))
    ]  # fmt: skip


def _old(stays: Ints, begin: int, end: int) -> int:
    """Return the sum over some battles of the cubes that had lain there for half of the time since the start."""
    born, out = stays[:, 0], stays[:, 1]
    return sum(int(np.sum((born < battle - (battle + 1) / 2) & (out > battle))) for battle in range(begin, end))


def intervals(chains: Sequence[Sums]) -> tuple[dict[str, Interval], bool]:
    """Return the intervals of all figures by these chains, and whether they are called those of the long run."""
    found = metrics_of(chains)
    state = found.stationarity
    return {
        "p_out_thrown": state.thrown_in_long_run(found.p_out_thrown.interval(CONFIDENCE, CHANCE)),
        "p_out_resting": state.resting_in_long_run(found.p_out_resting.interval(CONFIDENCE, CHANCE)),
        "stock": state.stock_in_long_run(found.stock.interval(CONFIDENCE, CUBES)),
    }, state.is_reached


def lines(chains: Chains, rng: np.random.Generator) -> Iterator[str]:
    """Yield a line for each run that goes into the pool."""
    truth = truth_of(chains)
    for run in runs():
        if run.length > chains.thrown.shape[1]:
            yield f"  {run.name:31}  longer than the pool's chains"
            continue
        each = counted(chains, run)
        held, reached, drawn, widths = dict.fromkeys(FIGURES, 0), 0, 0, []
        for _shuffle in range(SHUFFLES):
            order = rng.permutation(len(each))
            for first in range(0, len(each) - run.protocol.chains + 1, run.protocol.chains):
                found, is_reached = intervals([each[at] for at in order[first : first + run.protocol.chains]])
                drawn += 1
                reached += is_reached
                for name, interval in found.items():
                    held[name] += interval.low <= getattr(truth, name) <= interval.high
                widths.append((found["stock"].low, found["stock"].high))
        shares = "  ".join(f"{100 * held[name] / drawn:5.1f}" for name in FIGURES)
        low, high = np.mean(widths, axis=0)
        shape = f"{run.protocol.chains} x ({run.protocol.discarded} + {run.counted})"
        yield f"  {run.name:31}  {shape:16}  {shares}  {100 * reached / drawn:10.0f}   {low:5.1f} to {high:5.1f}"


def main() -> None:
    """Print a table for each tower."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("towers", nargs="+")
    parser.add_argument("--folder", type=Path, default=Path("build/long_run"))
    options = parser.parse_args()
    for tower in options.towers:
        every = list(read(path_of(options.folder, tower)))
        chains = side_by_side(every, min(len(one.thrown) for one in every))
        truth = truth_of(chains)
        spread = float(chains.stock[:, chains.thrown.shape[1] // 2 :].mean(axis=1).std(ddof=1) / len(every) ** 0.5)
        print(
            f"{tower}: {len(every)} chains of {chains.thrown.shape[1]} battles; thrown {truth.p_out_thrown:.3f}, "
            f"resting {truth.p_out_resting:.3f}, stock {truth.stock:.2f} ± {spread:.2f} (standard error)"
        )
        print(f"  {'':31}  {'chains':16}  thrown  rest  stock  stationary   stock, on average")
        print("\n".join(lines(chains, np.random.default_rng(1))), flush=True)


if __name__ == "__main__":
    main()

"""Throws of one size: onto the usual stock, and in chains of that size alone.

Onto the usual stock: after battles of 4-12 cubes a throw is tried on what lies in the tower, and the chain goes on as
if it had not happened (`probe_every` of a task). Alone: a chain with throws of that size only, after a warm-up of its
own. Both throw about as many cubes of each size, and large sizes at least so often that clogs would be seen.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec

from shogun.base.confidence_intervals import each
from shogun.base.random_streams import seed_for
from shogun.lab.measuring.battle_counting import flow_of
from shogun.lab.measuring.chains import RAREST, SIZES, Experiment, Task
from shogun.lab.measuring.estimates import (
    CHANCE,
    CONFIDENCE,
    Estimate,
    Interval,
    Sums,
    ratio,
    ratio_difference,
    share_interval,
)
from shogun.lab.measuring.tally import Clogs, OneSize, Tally, total_clogs
from shogun.lab.measuring.throw_distribution import Throws

Counts = Mapping[int, Sequence[OneSize]]
"""By size: the counts of each chain."""
SHOWN = 3
"""Intervals for each size and way: both chances to come out, and that to clog."""


class SizeStatistics(msgspec.Struct, frozen=True):
    """Figures of throws of one size, measured in one way."""

    size: int
    throws: int
    p_out_thrown: Interval
    p_out_resting: Interval
    left: float
    """Mean number of cubes inside afterwards."""
    p_clog: Interval
    """Chance that a throw clogs the tower: more than 30 cubes are inside at rest, or it is tapped."""
    clogs: Clogs
    """Clogs, including those in discarded throws."""


class BySize(msgspec.Struct, frozen=True):
    """Figures of each size; all of these intervals hold at once with the report's confidence."""

    onto_stock: tuple[SizeStatistics, ...] = ()
    """Thrown onto the usual stock."""
    alone: tuple[SizeStatistics, ...] = ()
    """In chains of that size alone."""


def single_size_experiments(task: Task, cubes: int, chains: int) -> list[Experiment]:
    """Return the experiments with throws of one size each, of about so many cubes, in the order of SIZES."""
    return [_single_size_experiment(task, size, cubes, chains) for size in SIZES]


def _single_size_experiment(task: Task, size: int, cubes: int, chains: int) -> Experiment:
    protocol = msgspec.structs.replace(
        task.protocol, chains=chains, discarded=warm_up(size, task.protocol.discarded), start_throws=0
    )
    only = msgspec.structs.replace(
        task,
        seed=seed_for(task.seed, "alone", size),
        throws=Throws(str(size), (size,), (1,)),
        protocol=protocol,
        examine_every=0,
        probe_every=0,
    )
    return Experiment(only, max(2 * chains, math.ceil(cubes / min(size, RAREST))))


def warm_up(size: int, battles: int) -> int:
    """Return the number of discarded throws of one size, relative to those of a chain with 4-12 cubes.

    A resting cube comes out with .03 (1 thrown), .14 (8) or .45 (60) in the tower that forgets most slowly: after
    three times the mean stay the start is forgotten.
    """
    return math.ceil(battles * max(1.5 / size, 0.6 / math.sqrt(size)))


def counts_onto_stock(tallies: Sequence[Tally]) -> Counts:
    """Return the counts of all chains' probes."""
    return {size: found for size in SIZES if (found := [tally.sizes[size] for tally in tallies if size in tally.sizes])}


def counts_alone(groups: Sequence[Sequence[Tally]]) -> Counts:
    """Return the counts of chains of each size alone; `groups` are in the order of SIZES."""
    counts = {
        size: [OneSize(flow_of(tally), tally.clogs) for tally in tallies if tally.battles]
        for size, tallies in zip(SIZES, groups, strict=True)
    }
    return {size: found for size, found in counts.items() if found}


def by_size(onto_stock: Counts, alone: Counts) -> BySize:
    """Return the figures of all sizes, measured in both ways."""
    confidence = each(CONFIDENCE, SHOWN * (len(onto_stock) + len(alone)))
    both = ([_of_size(size, ones, confidence) for size, ones in counts.items()] for counts in (onto_stock, alone))
    return BySize(*map(tuple, both))


def _of_size(size: int, ones: Sequence[OneSize], confidence: float) -> SizeStatistics:
    clogs = total_clogs(one.clogs for one in ones)
    throws = sum(one.flow.throws for one in ones)
    return SizeStatistics(
        size=size,
        throws=throws,
        p_out_thrown=p_out_thrown(ones).interval(confidence, CHANCE),
        p_out_resting=p_out_resting(ones).interval(confidence, CHANCE),
        left=sum(one.flow.left for one in ones) / throws,
        p_clog=share_interval(clogs.clogged, clogs.throws, confidence),
        clogs=clogs,
    )


def p_out_thrown(ones: Sequence[OneSize]) -> Estimate:
    """Return the chance that a thrown cube comes out, from each chain's counts."""
    return ratio(*_thrown(ones))


def step_between(ones: Sequence[OneSize], others: Sequence[OneSize]) -> Estimate:
    """Return a thrown cube's chance in throws of one size minus that in throws of another."""
    return ratio_difference(_thrown(ones), _thrown(others))


def _thrown(ones: Sequence[OneSize]) -> Sums:
    return [one.flow.thrown_out for one in ones], [one.flow.thrown for one in ones]


def p_out_resting(ones: Sequence[OneSize]) -> Estimate:
    """Return the chance that a resting cube comes out, from what each chain has counted."""
    return ratio([one.flow.rested_out for one in ones], [one.flow.rested for one in ones])

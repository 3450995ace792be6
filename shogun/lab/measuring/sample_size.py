"""The number of battles for intervals of a stated width, planned from a short pilot.

An interval reaches t s / sqrt(n) to each side, s being the spread of chains in the full run. A pilot estimates s only
roughly, so there are two numbers of battles: with the first the interval is narrow enough about every other time; with
the second 9 times of 10, by the F distribution of both spreads (Stein, "A two-sample test for a linear hypothesis whose
power is independent of the variance", 1945, plans the same way).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import msgspec

from shogun.base.confidence_intervals import each
from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.chains import HASTY, STANDARD_PROTOCOL, Task
from shogun.lab.measuring.estimates import CONFIDENCE, Estimate, t_quantile
from shogun.lab.measuring.measurement import (
    BATTLES_A_CHAIN,
    MOST_BATTLES,
    Headline,
    advised,
    check_battles,
    headline_of,
    with_fewer_chains,
)
from shogun.lab.measuring.stationarity import Stationarity
from shogun.lab.measuring.statistics import FIGURES, MEASURED, among, planned_names, recording
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import RunConfig

ASSURANCE = 0.9
"""Probability that the larger number of battles is enough."""
PILOT, LEAST_PILOT = 800, 160


class Within(msgspec.Struct, frozen=True):
    """The required precision of a figure: the reach of its interval to each side."""

    figure: str
    reach: float


class Needed(msgspec.Struct, frozen=True):
    """The number of battles for one figure."""

    figure: str
    within: float
    pilot: float
    """Reach of the pilot's interval."""
    battles: int
    """Battles with which the interval is about as narrow as required: narrower every other time."""
    battles_to_be_sure: int
    """Battles with which it is as narrow 9 times out of 10."""


class SampleSize(Tabular, frozen=True):
    """The number of battles for each requested figure."""

    towers: tuple[str, ...]
    """One tower, or two whose difference is wanted."""
    pilot_battles: int
    """Battles of each tower's pilot."""
    needed: tuple[Needed, ...]
    stationarity: tuple[Stationarity, ...]
    """State of each tower's long run in the pilot. Until it is reached, more battles are needed."""

    @property
    def battles(self) -> int:
        """Return the number of battles that is enough for all figures, 9 times out of 10."""
        return max(need.battles_to_be_sure for need in self.needed)

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row a figure."""
        return {"needed": self._needed}

    def _needed(self) -> Table:
        return transposed(Needed.__struct_fields__, [msgspec.structs.astuple(one) for one in self.needed])


def parse_within(text: str) -> tuple[Within, ...]:
    """Return the requested precisions: `p_out_thrown=0.01,stock=0.3`. Raises LabError."""
    wishes = tuple(_within(part, text) for part in text.split(","))
    if len({wish.figure for wish in wishes}) < len(wishes):
        raise LabError(_("--within {text}: name each figure once.").format(text=shown(text)))
    return wishes


def _within(part: str, text: str) -> Within:
    name, _equals, said = (word.strip() for word in part.partition("="))
    try:
        reach = float(said)
    except ValueError:
        reach = math.nan
    if name not in planned_names() or not 1e-6 <= reach <= 1000:
        sentence = _("--within {text}: name any of {names}, each with its precision, like p_out_thrown=0.01.")
        raise LabError(sentence.format(text=shown(text), names=", ".join(planned_names())))
    return Within(name, reach)


def pilot_task(task: Task) -> Task:
    """Return the task of a pilot, with other throws than those of the full run."""
    return msgspec.structs.replace(task, seed=seed_for(task.seed, "pilot") % 2**62)


def sample_size(
    tasks: Sequence[Task], within: Sequence[Within], run_config: RunConfig, pilot: int = PILOT
) -> SampleSize:
    """Return the number of battles that `measure` needs for one tower, or `compare` for the difference of two.

    Raises LabError, also if the pilot lets nothing through, KeyboardInterrupt and WorkerDied.
    """
    check_libraries("sample-size", "scipy")
    check_battles(pilot)
    if pilot < LEAST_PILOT:
        raise LabError(_("--pilot {count} must be at least {least}.").format(count=pilot, least=LEAST_PILOT))
    asked = among(wish.figure for wish in within)
    noted = [msgspec.structs.replace(task, recording=recording(asked)) for task in tasks]
    spared = [with_fewer_chains(pilot_task(task), pilot) for task in noted]
    pilots = [run_config.carry_out(task, pilot) for task in spared]
    headlines = [headline_of(tallies, asked) for tallies in pilots]
    chains = spared[0].protocol.chains
    needed = tuple(_needed(wish, headlines, chains, pilot) for wish in within)
    names = tuple(task.geometry.name for task in tasks)
    stationarity = tuple(advised(task, tallies) for task, tallies in zip(tasks, pilots, strict=True))
    return SampleSize(names, pilot, needed, stationarity)


def _needed(wish: Within, headlines: Sequence[Headline], chains: int, pilot: int) -> Needed:
    """Return the number of battles for one figure."""
    estimates = [_in_long_chains(headline, wish.figure, pilot / chains) for headline in headlines]
    if not all(math.isfinite(estimate.error) and math.isfinite(estimate.mean) for estimate in estimates):
        raise LabError(_("the pilot run lets nothing through; use another tower or a longer pilot."))
    error = math.sqrt(math.fsum(estimate.error**2 for estimate in estimates))
    alone = among([wish.figure]) or MEASURED
    confidence = each(CONFIDENCE, len(FIGURES if len(estimates) == 2 else alone))
    spread = error * math.sqrt(pilot)
    reach = Estimate(0.0, error, chains - 1).interval(confidence).high
    return Needed(
        wish.figure, wish.reach, reach, battles_for(wish.reach, spread, confidence),
        battles_for(wish.reach, spread, confidence, chains - 1),
    )  # fmt: skip


def _in_long_chains(headline: Headline, name: str, length: float) -> Estimate:
    """Return a figure with the error that its battles would have as part of long chains.

    In short chains the neighboring battles beyond their ends are missing, so their means differ too little. A
    tower forgets a cube with the chance that a resting one comes out, like a process of first order (AR(1)).
    """
    estimate = headline[name]
    kept = 1 - headline["p_out_resting"].mean
    if not 0 < kept < 1:
        return estimate
    seen = 1 - 2 * kept * (1 - kept**length) / (length * (1 - kept**2))
    return msgspec.structs.replace(estimate, error=estimate.error / math.sqrt(max(0.2, seen)))


def battles_for(reach: float, spread: float, confidence: float, pilot_freedom: int = 0) -> int:
    """Return the battles for an interval of this reach, `spread` being the standard error of one battle.

    With the degrees of freedom of a pilot: the battles that suffice 9 times out of 10.
    """
    low, high = 1, MOST_BATTLES
    while low < high:
        middle = (low + high) // 2
        if _reach(middle, spread, confidence, pilot_freedom) <= reach:
            high = middle
        else:
            low = middle + 1
    return low


def _reach(battles: int, spread: float, confidence: float, pilot_freedom: int) -> float:
    """Return the reach of an interval after so many battles, in the resulting number of chains."""
    protocol = STANDARD_PROTOCOL
    chains = max(HASTY.chains, min(protocol.chains, battles // BATTLES_A_CHAIN))
    usual = spread / math.sqrt(battles) * t_quantile(0.5 + confidence / 2, chains - 1)
    return usual * math.sqrt(_luck(chains - 1, pilot_freedom)) if pilot_freedom else usual


@cache
def _luck(freedom: int, pilot_freedom: int) -> float:
    """Return the factor by which a variance exceeds the pilot's at most, 9 times out of 10."""
    from scipy.stats import f

    return float(f.ppf(ASSURANCE, freedom, pilot_freedom))

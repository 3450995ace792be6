"""How long cubes stay: against a textbook's figures, and against made-up cubes whose true stays are known."""

import math

import numpy as np
import pytest

from shogun.lab.measuring.battle_counting import Battle, count_battle
from shogun.lab.measuring.chains import START, Task
from shogun.lab.measuring.measurement import measured
from shogun.lab.measuring.residence import survival
from shogun.lab.measuring.tally import LONGEST_STAY, empty_tally
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.tower import Drop, Geometry, RestingCube


def histogram(times: list[int], longest: int = 40) -> list[int]:
    return [times.count(time) for time in range(longest + 1)]


def test_the_curve_is_that_of_the_textbook() -> None:
    """Remission of leukaemia, 21 patients with 6-MP (Freireich 1963): the usual example of Kaplan and Meier's curve.

    All at one tenth, as if each had been seen ten times: so many must be at risk.
    """
    out, left = [6, 6, 6, 7, 10, 13, 16, 22, 23], [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    found = survival([histogram(out * 5)] * 2, [histogram(left * 5)] * 2)
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    assert {week: round(found.share(week).mean, 3) for week in published} == published
    assert (found.thrown, found.censored) == (210, 120)
    assert found.quantile(0.5) == 23 and math.isinf(found.quantile(0.9))
    assert found.share(5).mean == 1 and math.isnan(found.share(39).mean)


def made(rng: np.random.Generator, leave: float, chains: int = 16, battles: int = 60) -> tuple[list[list[int]], ...]:
    """Return stays of made-up chains: each cube comes out with the same chance, which differs a little by chain."""
    stays, inside = [], []
    for _chain in range(chains):
        chance = np.clip(leave + rng.normal(0, 0.02), 0.01, 1)
        times = rng.geometric(chance, (battles, 8)) - 1
        end = battles - 1 - np.arange(battles)[:, None]
        is_out = times <= end
        stays.append(np.bincount(times[is_out], minlength=battles + 1).tolist())
        inside.append(np.bincount(np.broadcast_to(end, times.shape)[~is_out], minlength=battles + 1).tolist())
    return stays, inside


@pytest.mark.slow
def test_the_band_holds_the_truth() -> None:
    """Of 300 made-up towers the whole band, and the mean, miss the truth in 1 % by right; the naive mean is too low."""
    rng, leave, misses, low = np.random.default_rng(8), 0.1, 0, 0
    for _tower in range(300):
        stays, inside = made(rng, leave)
        found = survival(stays, inside)
        truth = [(1 - leave) ** (battles + 1) for battles in range(found.horizon)]
        is_in = [one.low <= true <= one.high for one, true in zip(found.stays_longer, truth, strict=True)]
        misses += not (all(is_in) and found.mean.low <= sum(truth) <= found.mean.high)
        counts = np.sum(stays, axis=0)
        low += counts @ np.arange(len(counts)) / counts.sum() < sum(truth)
    assert misses <= 9 and low > 290


def test_of_little_little_is_told() -> None:
    found = survival([[30, 5, 5, 0]], [[0, 0, 0, 10]])
    assert (found.share(0).low, found.share(0).high) == (0, 1) and math.isinf(found.mean.high)
    nothing = survival([[0, 0]], [[0, 0]])
    assert nothing.horizon == 0 and math.isnan(nothing.mean.mean) and math.isnan(nothing.quantile(0.5))
    everything = survival([[50, 0]] * 3, [[0, 0]] * 3)
    assert everything.stays_longer == () and everything.thrown == 150


def test_cubes_of_the_start_and_of_discarded_battles_are_not_followed(classic: Geometry) -> None:
    tally = empty_tally(classic, 12)
    lying = tuple(RestingCube(name, 0, 100, 0) for name in ("a5.0", "d0.1", f"a{START}.0", "a-3.1"))
    battle = Battle(0, 7, 1, 2, {"a7.0": 1, "d7.1": 1}, (), late=False, since_start=1)
    out = dict.fromkeys(("a7.0", "a4.2", f"d{START}.4", "a-1.0"), 1)
    count_battle(tally, classic, battle, Drop(out, lying, 100, cut_off=False))
    assert {age: count for age, count in enumerate(tally.stays) if count} == {0: 1, 3: 1}
    assert {age: count for age, count in enumerate(tally.inside) if count} == {2: 1, 7: 1}
    assert len(tally.stays) == LONGEST_STAY + 1


@pytest.mark.slow
def test_the_mean_agrees_with_littles_law(task: Task) -> None:
    """In the long run stock = cubes a battle x battles that a cube stays (Little 1961)."""
    longer = measured(task, 300, RunConfig())
    by_law = longer.stock.mean / longer.mean_throw
    assert longer.stay.mean.low < by_law < longer.stay.mean.high
    assert longer.stay.thrown == longer.stay_counts.sum() + longer.inside_counts.sum()
    assert longer.stay.censored == longer.inside_counts.sum() > 0

"""Estimates from chains, against distributions and samples whose true figures are known."""

import math
import random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from shogun.base.confidence_intervals import each
from shogun.lab.measuring.estimates import (
    CHANCE,
    CUBES,
    Bounds,
    Estimate,
    Interval,
    average,
    quantile,
    ratio,
    ratio_difference,
    t_below,
    t_quantile,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 15, 31, 100])
@pytest.mark.parametrize("probability", [0.6, 0.975, 0.9995])
def test_t_quantiles_are_those_of_the_tables(freedom: int, probability: float) -> None:
    assert t_quantile(probability, freedom) == pytest.approx(stats.t.ppf(probability, freedom), rel=1e-8)


@given(st.floats(0, 20), st.integers(1, 200))
def test_the_t_distribution_is_scipys(point: float, freedom: int) -> None:
    assert t_below(point, freedom) == pytest.approx(stats.t.cdf(point, freedom), abs=1e-10)  # scipy says 0.5 at 1e-10


@given(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=20))
def test_an_average_has_the_textbook_error(values: list[float]) -> None:
    estimate = average(values)
    assert estimate.mean == pytest.approx(fmean(values), abs=1e-9)
    assert estimate.error == pytest.approx(stdev(values) / math.sqrt(len(values)), abs=1e-9)
    assert estimate.freedom == len(values) - 1


def test_a_ratio_of_proportional_sums_has_no_error() -> None:
    assert ratio([1, 2, 3], [2, 4, 6]).mean == 0.5
    assert ratio([1, 2, 3], [2, 4, 6]).error == pytest.approx(0)


def test_intervals_of_dependent_chains_hold_the_truth_as_often_as_they_say() -> None:
    """Each chain is far from independent battles: 20 battles share one coin's bias; 400 reports at 90 %."""
    rng = random.Random(5)
    held = 0
    for _report in range(400):
        chains = [
            sum(rng.random() < bias for _battle in range(20)) for bias in (rng.betavariate(6, 4) for _c in "x" * 16)
        ]
        interval = ratio(chains, [20] * 16).interval(0.9)
        held += interval.low <= 0.6 <= interval.high
    assert 0.86 <= held / 400 <= 0.94


def test_too_little_is_said_to_be_unknown() -> None:
    assert math.isnan(ratio([], []).mean)
    assert ratio([1], [2]).interval(0.99).low == -math.inf


def test_a_difference_adds_the_errors() -> None:
    difference = average([1.0, 3.0]).minus(average([0.0, 2.0, 4.0]))
    assert difference.mean == 0
    assert difference.error == pytest.approx(math.hypot(1.0, 2 / math.sqrt(3)))
    assert difference.freedom == 1


def test_many_intervals_share_the_doubt() -> None:
    assert each(0.99, 10) == pytest.approx(0.999)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=50), st.sampled_from([0.5, 0.95, 1.0]))
def test_quantiles_of_a_histogram_are_those_of_its_values(values: list[int], share: float) -> None:
    counts = [values.count(number) for number in range(31)]
    assert quantile(counts, share) == sorted(values)[math.ceil(share * len(values)) - 1]


def test_bounds() -> None:
    interval = Interval(0.5, 0.4, 0.6)
    assert interval.lies_in(0.4, 0.6) and not interval.lies_in(0.41, 0.6)
    assert interval.meets(0.6, 0.7) and not interval.meets(0.61, 0.7)


@given(
    st.floats(-1, 2), st.floats(1e-6, 10), st.integers(1, 30), st.floats(0.5, 0.9999), st.sampled_from((CHANCE, CUBES))
)
def test_an_interval_lies_within_the_bounds_and_holds_its_figure(
    mean: float, error: float, freedom: int, confidence: float, bounds: Bounds
) -> None:
    found = Estimate(mean, error, freedom).interval(confidence, bounds)
    assert bounds[0] <= found.low <= found.mean <= found.high <= bounds[1]


def test_far_from_its_bounds_an_interval_is_the_usual_one() -> None:
    one = Estimate(0.7, 0.01, 15)
    bounded, usual = one.interval(0.99, CHANCE), one.interval(0.99)
    assert (bounded.low, bounded.high) == pytest.approx((usual.low, usual.high), abs=1e-9)
    assert Estimate(0.7, math.inf, 1).interval(0.99, CHANCE) == Interval(0.7, 0.0, 1.0)


@pytest.mark.chance
@pytest.mark.parametrize("true", [0.02, 0.5, 0.97])
def test_intervals_near_a_bound_hold_the_true_chance(true: float) -> None:
    """Of chains that differ as throws of eight cubes do, at least 93 of 100 intervals of 95 % hold it."""
    rng = np.random.default_rng(5)
    out = rng.binomial(80, true, size=(2000, 6))
    found = [ratio(some.tolist(), [80] * 6).interval(0.95, CHANCE) for some in out]
    assert np.mean([one.low <= true <= one.high for one in found]) >= 0.93


@pytest.mark.chance
def test_a_difference_of_ratios_knows_what_the_chains_have_in_common() -> None:
    """Two shares of the same chains: what moves both alike doesn't blur their difference."""
    rng = random.Random(3)
    found, errors, apart = [], [], []
    for _study in range(400):
        moods = [rng.gauss(0, 0.2) for _chain in range(16)]
        tops = [[50 * (base + mood + rng.gauss(0, 0.02)) for mood in moods] for base in (0.7, 0.6)]
        one, other = ((sums, [50.0] * 16) for sums in tops)
        difference = ratio_difference(one, other)
        found.append(difference.mean)
        errors.append(difference.error)
        apart.append(ratio(*one).minus(ratio(*other)).error)
    assert fmean(found) == pytest.approx(0.1, abs=0.002)
    assert fmean(errors) == pytest.approx(stdev(found), rel=0.16), "of 400: 4.5 standard errors"
    assert fmean(apart) > 5 * fmean(errors)
    assert math.isinf(ratio_difference(([1.0], [2.0]), ([1.0], [2.0])).error)
    assert math.isnan(ratio_difference(([1.0, 1.0], [0.0, 0.0]), ([1.0, 1.0], [2.0, 2.0])).mean)

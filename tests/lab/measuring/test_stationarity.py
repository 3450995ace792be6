"""Whether chains have forgotten their start: what is told of chains that are made up, and of towers."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from shogun.lab.measuring.chains import HASTY, Leg, Task, advance_chain, discarding, run_chain, tasks
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.stationarity import FORGOTTEN, UNKNOWN, in_words, stationarity_of
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.tower.geometry import Geometry
from shogun.tower.tower_lookup import load_tower


@dataclass
class Chain:
    """100 battles in each half, with so many cubes in the tower."""

    early: int
    late: int
    old: int
    battles_in_halves: tuple[int, int] = (100, 100)
    length: int = 300

    @property
    def old_in_halves(self) -> tuple[int, int]:
        return self.old, self.old

    @property
    def stock_in_halves(self) -> tuple[int, int]:
        return 100 * self.early, 100 * self.late


def chains(early: int, late: int, old: float, count: int = 8) -> list[Chain]:
    """Return chains about these numbers of cubes, a share of the late ones old."""
    rng = np.random.default_rng(1)
    apart = rng.integers(-1, 2, size=(count, 2)).tolist()
    return [Chain(early + a, late + b, round(100 * (late + b) * old)) for a, b in apart]


@pytest.mark.parametrize(
    ("some", "state"),
    [
        (chains(12, 12, 0.1), "stationary"),
        (chains(12, 12, 0.5), "drifting"),
        (chains(12, 17, 0.1), "drifting"),
        (chains(17, 12, 0.1), "drifting"),
        (chains(60, 60, 0.9, count=400), "stationary"),
        (chains(0, 0, 0.0, count=1), "unknown"),
        ([], "unknown"),
    ],
)
def test_old_cubes_and_a_drift_tell_that_the_start_is_not_forgotten(some: list[Chain], state: str) -> None:
    found = stationarity_of(some)
    assert found.state == state
    assert (found.battles_more > 0) == (state == "drifting")
    assert in_words(found)


def test_a_tower_that_keeps_nothing_is_stationary() -> None:
    found = stationarity_of([Chain(0, 0, 0)] * 4)
    assert (found.state, found.old) == ("stationary", 0.0)


def test_what_may_be_missing_makes_an_interval_wider_on_the_side_where_it_is() -> None:
    interval, chance = Interval(12.0, 11.0, 13.0), Interval(0.2, 0.18, 0.22)
    assert stationarity_of(chains(12, 12, 0.1)).stock_in_long_run(interval) == interval
    grows = stationarity_of(chains(8, 12, 0.4))
    wider = grows.stock_in_long_run(interval)
    assert wider.low == 11.0 and wider.high > 18
    narrower = grows.resting_in_long_run(chance)
    assert narrower.low < 0.15 and narrower.high == 0.22, "the more cubes, the smaller the chance of each"
    both = stationarity_of(chains(12, 12, 0.4)).stock_in_long_run(interval)
    assert both.low < 11 and both.high > 13
    thrown = grows.thrown_in_long_run(Interval(0.7, 0.69, 0.71))
    assert 0.65 < thrown.low < 0.69 and 0.71 < thrown.high < 0.75, "it hardly depends on what lies there"
    assert UNKNOWN.stock_in_long_run(interval) == interval


def test_chains_without_a_second_half_are_judged_by_the_ages_alone() -> None:
    """As those are that a clock ends, and those of the bench until half of their battles are fought."""
    for old, state in ((0.05, "stationary"), (0.15, "unknown"), (0.5, "drifting")):
        some = [Chain(12, 0, round(1200 * old), battles_in_halves=(100, 0), length=200) for _chain in range(6)]
        found = stationarity_of(some)
        assert (found.state, found.battles_more > 0) == (state, state == "drifting")
        assert (found.stock_in_long_run(Interval(12, 11, 13)).high > 20) == (state == "drifting")


def test_the_battles_that_may_do_grow_with_the_share_of_old_cubes() -> None:
    more = [stationarity_of(chains(12, 14, old)).battles_more for old in (0.1, 0.3, 0.6, 1.0)]
    assert more == sorted(more) and len(set(more)) > 2
    assert "more battles may be enough" in in_words(stationarity_of(chains(12, 14, 0.3)))


def test_old_cubes_are_counted_as_they_lie_there(classic: Geometry) -> None:
    """Against the names of the cubes that rest at the end of chains whose second half is one battle."""
    task = Task(classic, 3, 0, 2, find_throws("4-12"), discarding(HASTY, 20))
    progress = advance_chain(Leg(task, 2))
    births = [int(cube.colour[1:].partition(".")[0]) for cube in progress.resting]
    assert progress.tally.old_in_halves[1] == sum(born < 1 - 22 / 2 for born in births)
    assert progress.tally.length == 22
    assert progress.tally.game.throws == 22


@pytest.mark.study
def test_a_start_is_forgotten_sooner_in_one_tower_than_in_another(classic: Geometry) -> None:
    for tower, state in ((classic, "stationary"), (load_tower("shelves"), "drifting")):
        first = Task(tower, 1, 0, 0, find_throws("4-12"), HASTY)
        found = stationarity_of([run_chain(task) for task in tasks(first, 600)])
        print(tower.name, found.old, in_words(found))
        assert found.state == state and (found.old < FORGOTTEN) == (state == "stationary")
        assert not math.isnan(found.drift.mean)

"""Figures that grow are the lab's own: the same chains, counted as `measure` counts them."""

import math
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from shogun.lab.measuring import live_measurement as laboratory
from shogun.lab.measuring.battle_counting import thrown_in
from shogun.lab.measuring.chains import START, run_chain
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_measurement import (
    FIRST_LOOK,
    FIRST_LOOK_BATTLES,
    IncrementalMeasurement,
    cache_statistics,
    cached_statistics,
    locate_clog,
)
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES, LiveStatistics, PermanentClog
from shogun.lab.running.checkpoints import cache_folder
from shogun.tower import Geometry, load_tower
from shogun.tower.geometry import Pin
from shogun.tower.resting_cubes import RestingCube


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def classic() -> Geometry:
    return load_tower("classic")


@pytest.fixture(scope="module")
def steep() -> Geometry:
    return load_tower("steep")


def statistics_after(measurement: IncrementalMeasurement, pieces: int) -> LiveStatistics:
    for key, task in islice(iter(measurement.next_piece, None), pieces):
        measurement.take(key, task())
    measurement.evaluate()
    assert measurement.statistics is not None
    return measurement.statistics


@pytest.mark.slow
def test_a_first_look_is_what_its_chains_count_at_once(steep: Geometry) -> None:
    measurement = IncrementalMeasurement(steep)
    turns = FIRST_LOOK.chains * 3
    statistics = statistics_after(measurement, turns)
    tallies = [
        run_chain(msgspec.structs.replace(measurement._first_look, chain=chain)) for chain in range(FIRST_LOOK.chains)
    ]
    assert statistics.is_first_look and statistics.battles == FIRST_LOOK.chains * FIRST_LOOK_BATTLES
    thrown = sum(tally.thrown for tally in tallies)
    assert statistics.p_out_thrown.mean == pytest.approx(sum(tally.thrown_out for tally in tallies) / thrown)
    assert statistics.p_out_thrown.low <= statistics.p_out_thrown.mean <= statistics.p_out_thrown.high
    assert statistics.heat is not None
    resting = sum(sum(map(sum, tally.density)) for tally in tallies) / statistics.battles
    assert sum(map(sum, statistics.heat.cubes)) == pytest.approx(resting)
    assert statistics.stock.mean == pytest.approx(resting, rel=0.02)


def test_ages_are_those_of_the_cubes_that_lie_there(steep: Geometry) -> None:
    measurement = IncrementalMeasurement(steep)
    key, task = measurement.next_piece() or pytest.fail("nothing to do")
    progress = task()
    measurement.take(key, progress)
    ages = [progress.battle - thrown_in(cube.colour) for cube in progress.resting if thrown_in(cube.colour) != START]
    assert sum(age for line in measurement._ages for age, _count in line) == sum(ages)
    assert sum(count for line in measurement._ages for _age, count in line) == len(ages)
    assert all(0 < age <= progress.battle + FIRST_LOOK.discarded for age in ages)


def test_two_chains_are_enough_to_begin_with(steep: Geometry) -> None:
    measurement = IncrementalMeasurement(steep)
    key, task = measurement.next_piece() or pytest.fail("nothing to do")
    measurement.take(key, task())
    measurement.evaluate()
    assert measurement.statistics is None
    assert statistics_after(measurement, 1).battles == 8


@pytest.mark.study
def test_the_long_run_takes_the_place_of_the_first_look_and_sizes_follow(steep: Geometry) -> None:
    measurement = IncrementalMeasurement(steep)
    statistics = statistics_after(measurement, FIRST_LOOK.chains * 3 + 16 * 12 + 2)
    assert not statistics.is_first_look and statistics.battles >= ENOUGH_BATTLES
    assert 0.8 < statistics.p_out_thrown.mean < 0.95
    assert [one.size for one in statistics.by_size][:3] == [1, 2, 3]
    kept = cached_statistics(steep)
    assert kept is not None and kept.p_out_thrown == statistics.p_out_thrown and kept.heat is None


def test_what_is_kept_belongs_to_one_geometry_and_one_physics(steep: Geometry, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Interval(0.5, 0.4, 0.6)
    assert cached_statistics(steep) is None
    cache_statistics(steep, LiveStatistics(900, one, one, one, one))
    assert cached_statistics(msgspec.structs.replace(steep, title="another title")) is not None
    assert cached_statistics(msgspec.structs.replace(steep, baffles=steep.baffles[1:])) is None
    monkeypatch.setattr(laboratory, "PHYSICS", 99)
    assert cached_statistics(steep) is None
    monkeypatch.undo()


def test_a_broken_file_counts_as_none(steep: Geometry) -> None:
    one = Interval(0.5, 0.4, 0.6)
    cache_statistics(steep, LiveStatistics(900, one, one, one, Interval(math.nan, math.nan, math.nan)))
    path = next((cache_folder() / "figures").glob("*.json"))
    path.write_bytes(path.read_bytes()[:-9])
    assert cached_statistics(steep) is None


def test_a_tower_that_clogs_for_good_is_known_as_such_at_once_and_where(classic: Geometry) -> None:
    row = tuple(Pin(x, 100, 6) for x in (-36, -24, -12, 0, 12, 24, 36))
    statistics = statistics_after(IncrementalMeasurement(msgspec.structs.replace(classic, baffles=(), pins=row)), 2)
    assert statistics.jam is not None and (statistics.jam.chains, statistics.jam.runs) == (2, 2)
    assert 100 < statistics.jam.height < 112 and len(statistics.jam.places) == 2
    assert all(place.startswith("pin[") for place in statistics.jam.places)
    assert statistics.battles == 0 and math.isnan(statistics.stock.mean), "no battle was counted, and none is made up"


def test_one_that_works_has_no_jam(classic: Geometry) -> None:
    assert statistics_after(IncrementalMeasurement(classic), 6).jam is None


def test_a_plug_that_walls_hold_has_no_pieces(classic: Geometry) -> None:
    bare = msgspec.structs.replace(classic, baffles=())
    size = bare.grain.size
    plug = [RestingCube("a", x, y, 0.0) for x in (-10.0, 0.0, 10.0) for y in (80.0, 80.0 + size, 80.0 + 2 * size)]
    alone = RestingCube("a", 0.0, 5.0, 0.0)
    found = locate_clog(bare, [[alone], [alone, *plug]], 5)
    assert (
        found == PermanentClog(2, 5, 80.0) and locate_clog(bare, [], 5) is None and locate_clog(bare, [[]], 5) is None
    )

"""A statistic is declared once, and all that measures and shows towers reads the declaration."""

import math
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import shogun.lab
from shogun.cli import main
from shogun.lab import LabError, Protocol, Statistic
from shogun.lab.experiments.declaration import SHARED
from shogun.lab.measuring.chains import Task, run_chain
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.measurement import Measurement
from shogun.lab.measuring.metrics import SUMMED, Metrics, Sums
from shogun.lab.measuring.statistics import (
    FIGURES,
    FURTHER,
    MEASURED,
    ON_BENCH,
    STATISTICS,
    Battles,
    among,
    estimate,
    further,
    statistic,
    target_names,
)
from shogun.lab.measuring.tally import BattleCounts, Tally
from shogun.lab.running.results_file import Results, measured_towers
from shogun.lab.searching.explore import parse_axes
from shogun.lab.searching.targets import parse_targets
from shogun.lab.validation.comparison import Difference
from shogun.tower import Pin, build_tower
from shogun.tower.physics.inspection import TouchedPieces
from shogun.tower.physics.throw import drop, watched_drop

SHORT = Protocol(chains=3, start=20, discarded=2, start_throws=1)


def fullest(battles: Battles) -> int:
    return int(battles.inside_after.max())


def record(**changed: float) -> BattleCounts:
    usual = {"thrown": 8, "thrown_out": 6, "inside_before": 10, "resting_out": 2, "inside_after": 10, "rest_s": 0.7}
    return BattleCounts(**{**usual, "taps": 0, **changed})  # type: ignore[arg-type]


def chain(*records: BattleCounts) -> Tally:
    tally = Tally()
    tally.records = list(records)
    return tally


def test_results_have_a_field_for_each_statistic_that_is_always_known() -> None:
    for result, names in ((Metrics, FIGURES), (Measurement, MEASURED), (Difference, FIGURES)):
        assert set(names) <= set(result.__struct_fields__)
    assert set(ON_BENCH).difference(FURTHER) <= set(LiveStatistics.__struct_fields__)


def test_statistics_are_declared_whole() -> None:
    assert len({one.name for one in STATISTICS}) == len(STATISTICS)
    for one in STATISTICS:
        assert one.label and one.meaning
        assert one.is_further == bool(one.version), "files of results know it on any Python"
        assert not one.target or (one.heading and one.wanted)


@pytest.mark.parametrize("command", ["tune", "explore", "contest"])
def test_the_help_of_searches_names_each_target(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tower", command, "--help"]) == 0
    told = capsys.readouterr().out
    assert [name for name in target_names() if name in (*FIGURES, *FURTHER) and name not in told] == []


def test_a_wrong_name_lists_each_further_statistic(capsys: pytest.CaptureFixture[str]) -> None:
    assert "a wrong name lists them all" in SHARED["metrics"]
    assert main(["tower", "measure", "classic", "--statistics", "unheard_of"]) == 2
    told = capsys.readouterr().err
    assert FURTHER and all(name in told for name in FURTHER)


def test_a_statistic_of_battles_is_estimated_from_the_spread_between_chains() -> None:
    [name] = further(Statistic("fullest", fullest, "cubes"))
    found = estimate(name, [chain(record(), record(inside_after=14)), chain(record(inside_after=12))])
    assert (found.mean, found.error) == (13.0, 1.0)


def test_a_numerator_and_a_denominator_are_summed_over_chains() -> None:
    [name] = further(Statistic("taps_share", lambda battles: (battles.taps.sum(), len(battles)), contacts=True))
    found = estimate(name, [chain(record(taps=1)), chain(record(), record(), record())])
    assert found.mean == 0.25


@pytest.mark.parametrize("value", [math.inf, -1e308, (1.0, math.nan), (math.nan, 1.0)])
def test_what_is_too_large_or_no_number_is_unknown(value: Any) -> None:
    [name] = further(Statistic("odd", lambda _battles: value))
    assert math.isnan(estimate(name, [chain(record()), chain(record())]).mean)


def test_chains_without_a_number_are_left_out() -> None:
    [name] = further(Statistic("nothing", lambda battles: math.nan if len(battles) < 2 else 3.0))
    assert estimate(name, [chain(record()), chain(record(), record())]).mean == 3.0
    assert math.isnan(estimate(name, [chain()]).mean)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Statistic("stock", fullest), "^metric stock: use a name"),
        (Statistic("Two Words", fullest), "^metric Two Words: use a name"),
        (Statistic("empty"), "^metric empty needs of_battles"),
        ("stock", "^metrics stock: give a Statistic, or one of pieces_touched"),
        ("beauty", "^there is no statistic beauty; choose one of p_out_thrown"),
    ],
)
def test_wrong_statistics_are_refused_in_a_sentence(wrong: Statistic | str, told: str) -> None:
    with pytest.raises(LabError, match=told):
        further(wrong)


def test_a_function_that_fails_is_named() -> None:
    [name] = further(Statistic("broken", lambda _battles: 1 / 0))
    with pytest.raises(LabError, match=r"^metric broken: its function failed \(ZeroDivisionError"):
        estimate(name, [chain(record())])


def test_another_function_is_another_statistic() -> None:
    def at_least(most: int) -> Statistic:
        return Statistic("full", lambda battles: float(np.mean(battles.inside_after >= most)))

    def above(least: int, battles: Battles) -> float:
        return float(np.mean(battles.inside_after > least))

    assert at_least(10).digest == at_least(10).digest != at_least(12).digest
    bound = [Statistic("above", partial(above, least)).digest for least in (10, 10, 12)]
    assert bound[0] == bound[1] != bound[2]


def test_only_what_needs_more_has_to_be_asked_for() -> None:
    assert among(["stock", "pieces_touched", "p_out_thrown"]) == ("pieces_touched",)
    assert parse_targets("pieces_touched=2.5,stock=12")[0].name == "pieces_touched"
    assert parse_axes("pieces_touched,stock")[0].high == 8.0


def test_pieces_are_counted_once_for_each_cube() -> None:
    tower = build_tower(90, 200, [Pin(0, 120, 60)])
    watcher = TouchedPieces(tower, 0)
    fallen = watched_drop(tower, (), {"red": 6}, 1, watcher)
    assert fallen == drop(tower, (), {"red": 6}, 1), "who looks on changes nothing"
    assert 1 < watcher.count <= 6, "each cube counts, and only once"
    bare = build_tower(90, 200, [])
    nothing = TouchedPieces(bare, 0)
    watched_drop(bare, (), {"red": 6}, 1, nothing)
    assert nothing.count == 0, "outer walls don't count"


def test_what_is_noted_changes_no_count(task: Task) -> None:
    short = msgspec.structs.replace(task, battles=4)
    noted = run_chain(msgspec.structs.replace(short, recording="contacts"))
    assert noted.records is not msgspec.UNSET and len(noted.records) == 4
    assert sum(one.thrown for one in noted.records) == noted.thrown
    assert msgspec.structs.replace(noted, records=msgspec.UNSET) == run_chain(short)


def test_tasks_that_ask_for_nothing_further_are_written_as_ever(task: Task) -> None:
    assert b"recording" not in msgspec.json.encode(task)


def test_files_of_results_keep_further_statistics_beside_the_sums(tmp_path: Path) -> None:
    own = statistic(*further(Statistic("fullest", fullest, "cubes")))
    counted: dict[str, Any] = dict.fromkeys(SUMMED, 0) | {"given_up": False, "further": {"fullest": (13.0, 1.0)}}
    sums = Sums(**counted)
    results = Results(tmp_path / "some.sqlite", {"program": "this", "physics": "that"})
    results.keep("key", 0, sums)
    results.keep("key", 1, msgspec.structs.replace(sums, further=msgspec.UNSET))
    assert results.found("key", [own]) == {0: sums}
    assert len(results.found("key")) == 2
    results.check()
    results.close()
    own_towers(tmp_path / "some.sqlite")
    again = Results(tmp_path / "some.sqlite", {"program": "this", "physics": "that"})
    assert again.found("key", [own]) == {0: sums}
    assert not again.found("key", [Statistic("fullest", lambda battles: battles.inside_after.min())])
    again.close()


def own_towers(path: Path) -> None:
    """Read what importance reads of that file."""
    results = Results(path, {"program": "this", "physics": "that"})
    results.name("key", '{"ledges.tilt": 17.0}')
    results.close()
    [tower] = measured_towers(path)
    assert [chain.further for chain in tower.chains] == [{"fullest": (13.0, 1.0)}, msgspec.UNSET]


@pytest.mark.slow
def test_a_further_statistic_is_measured_compared_and_swept(tmp_path: Path) -> None:
    own = Statistic("fullest", fullest, "cubes")
    result = shogun.lab.measure("classic", battles=6, protocol=SHORT, metrics=[own, "pieces_touched"])
    plain = shogun.lab.measure("classic", battles=6, protocol=SHORT)
    assert result.stock == plain.stock and result.of("stock") == result.stock
    assert result.to_columns()["figure"].tolist() == [*MEASURED, "fullest", "pieces_touched"]
    assert isinstance(result.of("fullest"), Interval) and 0 < result.of("pieces_touched").mean < 5
    with pytest.raises(LabError, match=r"^fullest wasn't measured"):
        plain.of("fullest")
    both = shogun.lab.compare("classic", "classic", battles=6, discard=2, metrics="pieces_touched")
    assert both.to_columns("differences")["figure"].tolist() == [*FIGURES, "pieces_touched"]
    kept = tmp_path / "kept.sqlite"
    swept = shogun.lab.sweep("classic", "ledges.tilt=17", battles=6, discard=2, metrics=own, results=kept)
    [mean] = swept.to_columns()["fullest"].tolist()
    assert 0 < mean < 40 and msgspec.to_builtins(swept)["plan"]["statistics"][0]["unit"] == "cubes"
    assert swept == shogun.lab.sweep("classic", "ledges.tilt=17", battles=6, discard=2, metrics=own, results=kept)

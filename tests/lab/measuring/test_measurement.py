"""Measuring and comparing: figures, arrays and units, JSON, pictures, commands, and bad input."""

import errno
import math
import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from shogun.base.confidence_intervals import each
from shogun.cli.errors import WrongInput
from shogun.cli.tower_commands import experiments as commands
from shogun.cli.tower_commands.derivation import Asked, ExecutorOptions
from shogun.lab import LabError, Measurement, example
from shogun.lab import measure as measure_by_name
from shogun.lab.measuring.chains import SIZES, Experiment, Protocol, Task
from shogun.lab.measuring.estimates import CHANCE, CONFIDENCE, Interval, ratio
from shogun.lab.measuring.measurement import advised, evaluate, experiment, forecast, measured, with_fewer_chains
from shogun.lab.measuring.residence import survival
from shogun.lab.measuring.stationarity import stationarity_of
from shogun.lab.measuring.tally import OddDrop, Tally, empty_tally
from shogun.lab.measuring.throw_distribution import Throws, count_throws, find_throws, parse_throws
from shogun.lab.reporting import plots
from shogun.lab.reporting.tables import (
    interval_text,
    mean_stay,
    print_comparison,
    print_measurement,
    print_stored,
    print_verification,
    to_json,
)
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.running.checkpoints import StoredDrop
from shogun.lab.validation.comparison import Comparison, compare, difference
from shogun.lab.validation.verification import QUICK, VerificationRuns, judge
from shogun.tower import Geometry, parse_geometry
from shogun.tower.geometry import Bounds

LEVEL = """
format = 1
tap = { allowed = false }
funnel = { mouth = 60, height = 20 }
shaft = { width = 60, height = 80 }
exit = { width = 60 }
tray = { width = 170, depth = 60 }
baffle = [
  { side = "left", height = 50, length = 50, tilt = 0 },
  { side = "right", height = 38, length = 50, tilt = 0 },
]
"""


@pytest.fixture(scope="module")
def result(task: Task) -> Measurement:
    return measured(task, 60, RunConfig())


def test_figures_agree_with_each_other(result: Measurement) -> None:
    assert result.battles == 60 and result.incidents.drops == 60 + 3 * 5
    assert result.stock_counts.sum() == 60
    mean = result.stock_counts @ np.arange(len(result.stock_counts)) / 60
    assert result.stock.mean == pytest.approx(mean)
    assert result.density.cubes.sum() == pytest.approx(mean)
    assert 0 <= result.p_out_thrown.low <= result.p_out_thrown.mean <= result.p_out_thrown.high <= 1
    assert 0.3 < result.seconds_to_rest.median <= result.seconds_to_rest.most <= result.seconds_to_rest.longest <= 6.1


def test_arrays_have_the_shapes_and_units_they_say(result: Measurement, classic: Geometry) -> None:
    density = result.density
    assert density.cubes.shape == (len(density.y_edges) - 1, len(density.x_edges) - 1)
    assert density.x_edges[0] == -density.x_edges[-1] <= -classic.funnel.mouth / 2
    assert density.y_edges[0] == 0 and density.y_edges[-1] >= classic.rim_y
    columns = density.cubes.sum(axis=0)
    middle = np.abs(density.x_edges[:-1] + 2) < 10
    assert columns[middle].sum() < 0.1 * columns.sum()  # the ledges leave the middle of the shaft free
    assert result.stock_counts.shape == (401,) and result.stay_counts.shape == result.inside_counts.shape == (201,)


def test_start_places_are_symmetric_and_above_the_mouth(result: Measurement, classic: Geometry) -> None:
    lowest = [place.x for place in result.by_start_place if place.row == 0]
    assert max(lowest) <= classic.funnel.mouth / 2 and min(lowest) == pytest.approx(-max(lowest))
    middle = [place.out.mean for place in result.by_start_place if place.row == 0 and abs(place.x) < 7]
    assert min(middle) > 0.8  # nothing is below the middle


@pytest.mark.parametrize("name", ["[b]", "[bold red]", "'quoted'", "tower with spaces", "塔"])
def test_a_tower_of_any_name_is_told_by_it(result: Measurement, capsys: pytest.CaptureFixture[str], name: str) -> None:
    print_measurement(msgspec.structs.replace(result, tower=name), [])
    assert f"{name}: 60 battles" in capsys.readouterr().out


def test_json_has_the_promised_keys(result: Measurement) -> None:
    content = msgspec.json.decode(to_json(result))
    for key in ("p_out_thrown", "p_out_resting", "stock"):
        assert set(content[key]) == {"mean", "low", "high"}
    expected = {"stock_sd", "stock_drift", "out_minus_in", "seconds_to_rest", "incidents", "stay", "by_start_place"}
    assert expected | {"density", "seed", "battles", "geometry", "throws"} <= set(content)
    assert "cut_off" in content["incidents"]
    assert np.array(content["density"]["cubes"]).shape == result.density.cubes.shape


def test_a_tower_that_never_lets_go_is_given_up_and_flagged(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    """Cubes lie on level ledges; each chain ends after ten throws that bring nothing out."""
    level = parse_geometry(LEVEL, "level.toml")
    one_chain = Protocol(chains=2, start=12, discarded=5, start_throws=1, start_sizes=(10, 12))
    jammed = msgspec.structs.replace(task, geometry=level, protocol=one_chain, throws=find_throws("2-3"))
    found = measured(jammed, 60, RunConfig())
    assert found.incidents.chains_given_up == 2 and found.battles < 60
    assert "2 of 2 chains were abandoned" in found.notes[0]
    assert found.incidents.dry_spells >= 2 and {odd.kind for odd in found.odd} >= {"dry spell"}
    print_measurement(found, [])
    assert "were abandoned" in capsys.readouterr().out


def test_without_a_single_battle_there_are_no_figures_but_a_report(
    task: Task, capsys: pytest.CaptureFixture[str]
) -> None:
    given_up = empty_tally(task.geometry, 12)
    given_up.given_up, given_up.drops = True, 20
    found = evaluate(task, [given_up, given_up])
    assert '"p_out_resting":{"mean":null' in to_json(found)
    assert '"seconds_to_rest":{"mean":null' in to_json(found)
    print_measurement(found, [])
    told = capsys.readouterr().out
    assert told.count("no figure: it clogged") == 19 and "nan" not in told
    verdict = judge(task.geometry, Bounds(), QUICK, VerificationRuns([given_up], [given_up], [[] for _size in SIZES]))
    assert not verdict.passed
    print_verification(verdict, [])
    told = capsys.readouterr().out
    assert re.search(r"chance that a thrown cube comes out +no figure: it clogged .* FAIL", told)
    assert re.search(r"woken and left alone +no figure: it clogged .* FAIL", told)
    assert "nan" not in told


def test_a_comparison_is_between_equals(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    same = compare([task, task], 9)
    difference = same.differences[0]
    assert difference.stock.mean == 0 and difference.stock.low < 0 < difference.stock.high
    print_comparison(same)
    printed = capsys.readouterr().out
    assert "classic less classic" in printed and "chance that a thrown cube comes out" in printed
    content = msgspec.json.decode(to_json(same))
    assert len(content["towers"]) == 2 and "headline" not in content["towers"][0]


@pytest.mark.slow
def test_a_comparison_with_a_tower_that_clogs_has_no_figures_and_says_so(
    task: Task, classic: Geometry, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    clogged = empty_tally(classic, 12)
    clogged.given_up, clogged.drops = True, 20
    stuck, works = evaluate(task, [clogged, clogged]), measured(task, 12, RunConfig())
    stuck = msgspec.structs.replace(stuck, tower="[/b]")
    less = Comparison(0.99, (works, stuck), (difference(stuck, works, 0.99),))
    print_comparison(less)
    told = capsys.readouterr().out
    assert "[/b] less classic" in told and "nan" not in told
    assert told.count("no figure: it clogged") == 23
    assert '"differences":[{"tower":"[/b]","base":"classic","p_out_thrown":{"mean":null,"low":null,"high":null}' in (
        to_json(less)
    )
    plots.plot_comparison([works, stuck], [classic, classic], tmp_path / "pair.png")
    plots.plot_measurement(stuck, classic, tmp_path / "stuck.png")
    assert (tmp_path / "stuck.png").stat().st_size > 1000


def test_one_chain_gives_figures_without_intervals() -> None:
    assert interval_text(Interval(12.5, -math.inf, math.inf), 2) == "12.50 (one chain: no interval)"
    assert interval_text(Interval(math.nan, math.nan, math.nan)) == "no figure: too few battles"


def test_of_many_odd_drops_of_a_kind_a_few_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = ["dry spell"] * 57 + ["cut off"] * 3 + ["overlap"] * 4
    print_stored([StoredDrop("", kind, n, 5, Path("x"), f"repeat {n}", "show") for n, kind in enumerate(kinds)])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.endswith(" show")] == [
        *(f"dry spell: repeat {n}" for n in range(3)),
        "dry spell: and 54 more, all of them in --json",
        *(f"cut off: repeat {n}" for n in range(57, 60)),
        *(f"overlap: repeat {n}" for n in range(60, 63)),
        "overlap: and 1 more, all of them in --json",
    ]


def test_figures_are_told_where_odd_drops_cannot_be_kept(
    result: Measurement,
    classic: Geometry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: tmp_path / "file" / "cache")
    odd = msgspec.structs.replace(result, odd=[OddDrop("cut off", 0, 3, 7, 5, ())])
    asked = Asked(measure_by_name, {"tower": "classic", "json": False})
    commands._report(asked, odd, classic)
    told = capsys.readouterr()
    assert "chance that a thrown cube comes out" in told.out
    assert "can't be written" in told.err and told.err.count("\n") == 1


@pytest.mark.slow
def test_pictures(result: Measurement, classic: Geometry, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plots.plot_measurement(result, classic, tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    plots.plot_comparison([result, result], [classic, classic], tmp_path / "two.svg")
    assert ElementTree.parse(tmp_path / "two.svg").getroot().tag.endswith("svg")


def test_a_picture_that_can_not_be_written_leaves_what_was_there_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "one.svg"
    plots.save(plots.new_figure(1, 1), path)
    before = path.read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shogun.base.files.sync", full)
    with pytest.raises(OSError, match="No space left") as told:
        plots.save(plots.new_figure(2, 1), path)
    assert told.value.filename == str(path)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("one.svg", before)]


def test_pictures_that_can_not_be_drawn_are_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LabError, match=r"end in \.png or \.svg"):
        plots.check_picture(tmp_path / "picture.gif")
    with pytest.raises(LabError, match="no such folder"):
        plots.check_picture(tmp_path / "nowhere" / "picture.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LabError, match="matplotlib"):
        plots.check_picture(tmp_path / "picture.png")


def test_a_table_for_people(result: Measurement, capsys: pytest.CaptureFixture[str]) -> None:
    print_measurement(result, [])
    printed = capsys.readouterr().out
    assert "cubes in the tower" in printed and f"{result.stock.mean:.2f}" in printed


@pytest.mark.parametrize(
    "options",
    [
        {"battles": 0},
        {"battles": -5},
        {"executors": ExecutorOptions(jobs=0)},
        {"throws": "none.txt"},
    ],
)
def test_numbers_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises((LabError, WrongInput), match=r"must be|use sizes"):
        commands.measure("classic", **options)


def test_verify_wants_a_tower_or_the_physics() -> None:
    for wrong in (
        commands.verify,
        partial(commands.verify, physics=True, quick=True),
        partial(commands.verify, quick=True, full=True),
        partial(commands.verify, "classic", physics=True),
    ):
        with pytest.raises(WrongInput):
            wrong()


def test_throws() -> None:
    assert find_throws("4-12") == Throws("4-12", tuple(range(4, 13)), (1,) * 9)
    assert find_throws("4-12").mean == 8
    assert 4 < find_throws("game").mean < 12
    assert parse_throws("3\n7 2  # twice\n\n7\n", "mine") == Throws("mine", (3, 7), (1, 3))
    drawn = [parse_throws("3\n7 3\n", "mine").draw(seed) for seed in range(400)]
    assert set(drawn) == {3, 7} and 250 < drawn.count(7) < 350


@pytest.mark.parametrize("text", ["", "0", "121", "-3", "four", "3 4 5", "3.5", "1e2", "nan"])
def test_sizes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(LabError, match="mine"):
        parse_throws(text, "mine")


def test_throws_of_a_journal_are_counted_without_the_start_throw(tmp_path: Path) -> None:
    rows = [["red", 1.0, 2.0, 0.0, True]]
    lines = [
        {"line": "header", "n": 1},
        {"line": "answer", "answer": {"type": "Thrown", "out": {"red": 30}}, "resting": rows * 8},
        {"line": "answer", "answer": {"type": "Plan", "actions": []}},
        {"line": "answer", "answer": {"type": "Thrown", "out": {"red": 3, "blue": 2}}, "resting": rows * 10},
        {"line": "answer", "answer": {"type": "Thrown", "out": {}}, "resting": rows * 14},
    ]
    path = tmp_path / "1.journal"
    path.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines))
    assert count_throws([path]) == {7: 1, 4: 1}


def test_the_example_runs(task: Task, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shogun.lab.experiments.conversion.experiment", lambda *_asked: task)
    example.main(battles=12)
    printed = capsys.readouterr().out
    assert "of 38 cubes come out" in printed and "most cubes rest" in printed


def test_measure_is_the_experiment_by_protocol(
    classic: Geometry, result: Measurement, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[RunConfig, Task, int]] = []

    def carried_out(config: RunConfig, todo: list[Experiment]) -> list[list[Tally]]:
        seen.extend((config, *one) for one in todo)
        return [[]]

    monkeypatch.setattr(RunConfig, "carry_out_all", carried_out)
    monkeypatch.setattr("shogun.lab.measuring.measurement.evaluate", lambda *_asked, **_more: result)
    measure_by_name(classic, 2000, 3, "game", jobs=2)
    ((run_config, task, battles),) = seen
    assert task == experiment(classic, 3, find_throws("game"))
    assert (task.protocol.chains, task.protocol.start, task.protocol.discarded) == (16, 38, 100)
    assert (battles, run_config.jobs, run_config.resumable) == (2000, 2, False)


def test_few_battles_have_fewer_chains(classic: Geometry) -> None:
    whole = experiment(classic, 1, find_throws("4-12"))
    for battles, chains in ((1, 6), (32, 6), (300, 6), (800, 8), (1599, 15), (1600, 16)):
        protocol = with_fewer_chains(whole, battles).protocol
        assert (protocol.chains, protocol.discarded) == (chains, 100), "each has to forget its start"
        assert bool(forecast(whole, battles)) == (battles < 1600)
    assert forecast(whole, 32).startswith("32 battles in 6 chains, after 100 discarded in each")
    assert "± 0.50" in forecast(whole, 1)


@pytest.mark.study
def test_what_few_battles_promise_is_what_they_hold(classic: Geometry) -> None:
    """Of 20 measurements of 64 battles the intervals are on average as wide as was told, within a third."""
    reaches = []
    for seed in range(20):
        found = measured(experiment(classic, seed, find_throws("4-12")), 64, RunConfig()).p_out_thrown
        reaches.append((found.high - found.low) / 2)
    told = float(forecast(experiment(classic, 1, find_throws("4-12")), 64).rpartition("± ")[2].rstrip("."))
    print(told, sum(reaches) / len(reaches))
    assert sum(reaches) / len(reaches) == pytest.approx(told, rel=1 / 3)


def test_more_battles_are_advised_as_they_are_shared_out(classic: Geometry) -> None:
    """Of more battles a part makes more chains: those that are advised make each as long as it has to be."""
    whole = experiment(classic, 1, find_throws("4-12"))
    few = [aged(battles=50, discarded=100, old=0.5) for _chain in range(6)]
    found = advised(whole, few)
    assert found.battles_more > stationarity_of(few).battles_more
    longer = with_fewer_chains(whole, 300 + found.battles_more).protocol
    needed = 150 + stationarity_of(few).battles_more / 6
    assert longer.discarded + (300 + found.battles_more) / longer.chains >= needed
    every = [aged(battles=125, discarded=100, old=0.5) for _chain in range(16)]
    assert advised(whole, every) == stationarity_of(every), "there are no more chains"


def aged(*, battles: int, discarded: int, old: float) -> Tally:
    """Return what a chain has counted in which so large a share of 12 resting cubes is old."""
    half = battles // 2
    tally = Tally(battles=2 * half, battles_in_halves=[half, half], stock_in_halves=[10 * half, 12 * half])
    tally.old_in_halves = [0, round(old * 12 * half)]
    tally.clogs.throws = discarded + 2 * half
    return tally


def test_what_is_printed_says_what_it_is_of(task: Task, capsys: pytest.CaptureFixture[str]) -> None:
    short = measured(task, 9, RunConfig())
    print_measurement(short, [])
    printed = " ".join(capsys.readouterr().out.split())
    assert "9 battles of 4-12 cubes in 3 chains" in printed
    assert "the first 8 battles (a game has 70): chance of a thrown cube" in printed
    single = msgspec.structs.replace(task.protocol, chains=1)
    one = measured(msgspec.structs.replace(task, protocol=single), 1, RunConfig())
    print_measurement(one, [])
    assert "1 battle of 4-12 cubes in 1 chain, seed 1" in capsys.readouterr().out


def test_the_intervals_of_a_game_hold_at_once(task: Task) -> None:
    tallies = RunConfig().carry_out(task, 9)
    games = [tally.game for tally in tallies]
    thrown = ratio([one.thrown_out for one in games], [one.thrown for one in games])
    assert evaluate(task, tallies).in_a_game.p_out_thrown == thrown.interval(each(CONFIDENCE, 3), CHANCE)


def test_the_mean_stay_says_as_what_longer_stays_count() -> None:
    counted = survival([[60, 20, 10, 0, 0]] * 2, [[0, 0, 0, 30, 0]] * 2)
    assert mean_stay(counted, "1.20").startswith("1.20; longer stays count as ")
    whole = survival([[60, 20, 0, 0, 0]] * 2, [[0, 0, 0, 0, 0]] * 2)
    assert mean_stay(whole, "0.25") == "0.25"

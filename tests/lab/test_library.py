"""The lab from Python: the same figures as the commands, as columns, frames and files; errors of arguments."""

import csv
import doctest
import inspect
import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import shogun.lab
from shogun.cli import main
from shogun.lab import Interval, LabError, Measurement, Protocol, Running
from shogun.lab.experiments import conversion, measuring, searching
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.measuring.statistics import FIGURES
from shogun.lab.result_columns import Provenance, Tabular, transposed
from shogun.lab.running.checkpoints import version_stamp
from shogun.lab.searching import pareto_front as fronts
from shogun.lab.searching import tune as searches
from shogun.lab.searching.pareto_front import Between, ParetoFront
from shogun.lab.searching.search_space import Parameter, parse_parameters
from shogun.lab.searching.targets import parse_targets
from shogun.lab.searching.tune import Aim, Tuned
from shogun.lab.validation import calibration, verification
from shogun.lab.validation.calibration import Agreement, Match, Throw
from shogun.lab.validation.verification import Property, Verification
from shogun.tower.geometry import geometry_hash
from shogun.tower.tower_lookup import load_bounds, load_design, load_tower, tower_text

TILT = Parameter("ledges.tilt", 14.0, 22.0)
SHORT = Protocol(chains=2, discarded=3, start_throws=1)


class Counted(Tabular, frozen=True):
    """A result with two tables."""

    def tables(self) -> Any:
        rows = [(number, number / 3) for number in range(50)]
        return {"thirds": lambda: transposed(("number", "third"), rows), "none": lambda: {"number": []}}


def test_numbers_ranges_and_figures_are_said_as_data_too() -> None:
    design = load_design("classic")
    for data, text in (
        ({"ledges.tilt": (14, 22), "ledges.length": None}, "ledges.tilt=14:22,ledges.length"),
        ({"ledges.tilt": (np.int64(14), np.float32(22))}, "ledges.tilt=14:22"),
        (["ledges.tilt", "grain.friction"], "ledges.tilt,grain.friction"),
    ):
        said: Any = data
        assert parse_parameters(conversion.numbers_text(said), design) == parse_parameters(text, design)
    figures: Any = {"p_out_thrown": 0.1 + 0.2, "stock": np.int64(12)}
    assert parse_targets(conversion.wanted_text(figures)) == parse_targets(f"p_out_thrown={0.1 + 0.2},stock=12")
    grid: Any = {"ledges.tilt": np.arange(14, 16), "grain.friction": [0.5, 0.6]}
    assert conversion.axes_of(grid) == conversion.axes_of(["ledges.tilt=14:15:1", "grain.friction=0.5,0.6"])
    assert conversion.throws_of((4, 12)) == conversion.throws_of("4-12")
    assert conversion.throws_of(np.int64(8)).sizes == (8,)  # type: ignore[arg-type]


@cache
def measured() -> Measurement:
    return shogun.lab.measure("classic", battles=12, protocol=SHORT)


class TestColumns:
    def test_a_table_is_arrays_of_one_length(self) -> None:
        columns = Counted().to_columns()
        assert {name: column.shape for name, column in columns.items()} == {"number": (50,), "third": (50,)}
        assert columns["third"][3] == 1
        assert Counted().to_columns("none")["number"].shape == (0,)

    def test_one_that_isnt_there_is_told(self) -> None:
        with pytest.raises(LabError, match=r"^rows 'drops': choose one of thirds, none\.$"):
            Counted().to_columns("drops")

    def test_a_file_holds_it(self, tmp_path: Path) -> None:
        Counted().to_csv(tmp_path / "thirds.csv")
        lines = list(csv.reader((tmp_path / "thirds.csv").open(encoding="utf-8")))
        assert lines[0] == ["number", "third"]
        assert [float(third) for _number, third in lines[1:]] == [number / 3 for number in range(50)]

    def test_numpys_numbers_are_plain_in_a_file(self, tmp_path: Path) -> None:
        drops = shogun.lab.drops("classic", {"red": 2}, drops=2)
        drops.to_csv(tmp_path / "cubes.csv")
        text = (tmp_path / "cubes.csv").read_text("utf-8")
        assert "np." not in text
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        assert len(list(csv.DictReader(lines))) == 4

    def test_a_notebook_shows_the_ends_of_a_long_one(self) -> None:
        shown = Counted()._repr_html_()
        assert shown.count("<tr>") == 1 + 10 + 1 + 10
        assert "<td>0.3333</td>" in shown

    def test_a_library_that_is_missing_is_told(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(__import__("sys").modules, "pandas", None)
        monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
        with pytest.raises(LabError, match=r"^to_frame needs the library pandas, which isn't installed\.$"):
            Counted().to_frame()
        with pytest.raises(LabError, match=r"^to_parquet needs the library pyarrow, which isn't installed\.$"):
            Counted().to_parquet(tmp_path / "thirds.parquet")


class TestProvenance:
    def test_a_result_says_what_decides_it(self) -> None:
        found = measured().provenance
        assert found is not msgspec.UNSET
        assert found.program == f"shogun-battle-tower {shogun.__version__}"
        assert found.physics == version_stamp().physics
        assert found.towers == {"classic": geometry_hash(load_tower("classic"))}
        assert found.arguments["seed"] == 1 and found.arguments["battles"] == 12
        assert found.arguments["protocol"] == msgspec.to_builtins(SHORT)
        assert not {"jobs", "running", "resume"} & found.arguments.keys()

    def test_the_protocol_is_the_one_that_was_used(self) -> None:
        few = shogun.lab.measure("classic", battles=12, discard=3).provenance
        assert few is not msgspec.UNSET and few.arguments["protocol"]["chains"] == 6
        swept = shogun.lab.sweep("classic", {"ledges.tilt": np.array([17.0])}, battles=12, protocol=SHORT).provenance
        assert swept is not msgspec.UNSET and swept.arguments["vary"] == {"ledges.tilt": [17.0]}
        assert swept.arguments["protocol"] == msgspec.to_builtins(SHORT)

    def test_it_begins_a_csv_file_as_comments(self, tmp_path: Path) -> None:
        measured().to_csv(tmp_path / "figures.csv")
        lines = (tmp_path / "figures.csv").read_text("utf-8").splitlines()
        said = [line for line in lines if line.startswith("# ")]
        assert lines[: len(said)] == said and lines[len(said)].startswith("figure,mean")
        assert f"# tower classic: {geometry_hash(load_tower('classic'))}" in said
        assert "# seed: 1" in said and "# experiment: measure" in said

    def test_it_is_in_npz_files_and_frames(self, tmp_path: Path) -> None:
        result, asked = measured(), measured().provenance
        result.to_npz(tmp_path / "figures.npz")
        with np.load(tmp_path / "figures.npz") as file:
            said = msgspec.json.decode(str(file["provenance"]), type=Provenance)
            assert asked is not msgspec.UNSET and said.towers == asked.towers
            assert file["mean"].tolist() == pytest.approx(result.to_columns()["mean"].tolist(), nan_ok=True)
        pytest.importorskip("pandas")
        assert result.to_frame().attrs["provenance"] == msgspec.to_builtins(asked)

    def test_it_is_in_parquet_files(self, tmp_path: Path) -> None:
        pandas, parquet = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
        measured().to_parquet(tmp_path / "figures.parquet")
        metadata = parquet.read_schema(tmp_path / "figures.parquet").metadata
        assert msgspec.json.decode(metadata[b"provenance"])["experiment"] == "measure"
        assert pandas.read_parquet(tmp_path / "figures.parquet").attrs["provenance"]["experiment"] == "measure"

    @pytest.mark.slow
    def test_the_json_of_a_command_has_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["tower", "measure", "classic", "--battles", "12", "--discard", "3", "--jobs", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["provenance"]["arguments"]["battles"] == 12


def test_public_names_are_shown_and_there() -> None:
    assert dir(shogun.lab) == sorted(shogun.lab.__all__)
    assert all(getattr(shogun.lab, name) is not None for name in shogun.lab.__all__)


@pytest.mark.slow
def test_every_table_of_a_measurement_has_columns_of_one_length() -> None:
    result = measured()
    for name in result.tables():
        assert len({column.shape for column in result.to_columns(name).values()}) == 1
    assert result.to_columns()["figure"].tolist()[0] == "p_out_thrown"
    assert result.to_columns("density")["cubes"].sum() == pytest.approx(result.density.cubes.sum())


@pytest.mark.slow
def test_battles_are_those_behind_the_figures() -> None:
    found = shogun.lab.battles("classic", battles=12, protocol=SHORT)
    battles, cubes = found.to_columns("battles"), found.to_columns("cubes")
    counted = battles["battle"] >= 0
    assert counted.sum() == 12
    assert (battles["battle"] < 0).sum() == 6
    thrown = sum(battles[f"thrown_{colour}"][counted].sum() for colour in ("red", "blue"))
    assert len(cubes["thrown"][cubes["thrown"] >= 0]) == thrown
    stock = sum(battles[f"inside_after_{colour}"][counted] for colour in ("red", "blue"))
    assert np.bincount(stock, minlength=401).tolist() == measured().stock_counts.tolist()
    stays = cubes["stay"][~cubes["still_inside"] & (cubes["thrown"] >= 0)]
    assert np.bincount(stays, minlength=201).tolist() == measured().stay_counts.tolist()
    for colour in ("red", "blue"):
        left = battles[f"inside_before_{colour}"] + battles[f"thrown_{colour}"] - battles[f"out_{colour}"]
        assert (left == battles[f"inside_after_{colour}"]).all()


@pytest.mark.slow
def test_a_sweep_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, int]] = []
    running = Running(progress=lambda done, total: told.append((done, total)))
    result = shogun.lab.sweep("classic", "ledges.tilt=17,900", battles=4, results=tmp_path / "kept.db", running=running)
    columns = result.to_columns()
    assert columns["ledges.tilt"].tolist() == [17, 900]
    assert np.isnan(columns["stock"][1])
    assert columns["problem"].tolist()[0] == ""
    assert told[-1][0] == told[-1][1]
    assert (
        main(["tower", "sweep", "classic", "--vary", "ledges.tilt=17,900", "--battles", "4", "--jobs", "1", "--json"])
        == 0
    )
    point = json.loads(capsys.readouterr().out)["points"][0]["figures"]
    assert [columns[name][0] for name in FIGURES] == [point[name]["mean"] for name in FIGURES]


@pytest.mark.slow
def test_examples_in_docstrings_are_right() -> None:
    for module, examples in ((shogun.lab, 4), (measuring, 4)):
        found = doctest.testmod(module)
        assert found.attempted >= examples
        assert found.failed == 0


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: shogun.lab.measure("classic", battles=0), r"^battles 0 must be from 1 to 10000000\.$"),
        (lambda: shogun.lab.measure("classic", jobs=0), r"^jobs 0 must be at least 1\.$"),
        (lambda: shogun.lab.compare("classic"), r"^name at least two towers\.$"),
        (lambda: shogun.lab.sweep("classic", "ledges.tilt"), r"^vary ledges\.tilt: give a parameter's name"),
        (lambda: shogun.lab.tune("classic", "beauty=1", "ledges.tilt"), r"^target beauty=1: name any of"),
        (lambda: shogun.lab.tune("classic", "stock=9", "ledges.tilt", candidates=1), r"^candidates 1 must be from 20"),
        (lambda: shogun.lab.measure("classic", throws="nowhere"), "nowhere"),
        (lambda: shogun.lab.residence("classic", bands=99), r"^bands 99 must be from 0 to 40\.$"),
        (lambda: shogun.lab.explore("classic", "ledges.tilt", over="stock"), r"^over stock: name two different"),
        (lambda: shogun.lab.explore("classic", "ledges.tilt", best="x=1"), r"^best x=1: name any of"),
        (lambda: shogun.lab.explore([], "ledges.tilt"), r"^name at least one tower\.$"),
        (lambda: shogun.lab.explore(["steep", "steep"], "ledges.tilt"), r"^steep and steep are the same tower"),
        (
            lambda: shogun.lab.explore(("steep", "hoard"), "ledges.tilt", candidates=30),
            r"^candidates 30 must be from 40 to 100000$",
        ),
        (lambda: shogun.lab.sensitivity("classic", "ledges.tilt", method="x"), r"^method x: choose morris or sobol"),
    ],
)
def test_errors_speak_of_arguments(asked: Any, told: str) -> None:
    with pytest.raises(LabError, match=told):
        asked()


WRONG: tuple[tuple[Callable[[Any], object], str], ...] = (
    (lambda lab: lab.measure("classic", battles="24"), r"^battles '24' must be a whole number\.$"),
    (lambda lab: lab.measure("classic", battles=24.0), r"^battles 24\.0 must be a whole number"),
    (lambda lab: lab.measure(5), r"^tower 5 must be a tower's name, file or geometry"),
    (lambda lab: lab.measure("classic", running=Running(jobs="2")), r"^running\.jobs '2' must be"),  # type: ignore[arg-type]
    (lambda lab: lab.measure("classic", protocol="x"), r"^protocol 'x' must be a Protocol"),
    (lambda lab: lab.measure("classic", metrics=3), r"^metrics 3 must be a Statistic"),
    (lambda lab: lab.compare("classic", 3), r"^towers 3 must be a tower's name"),
    (lambda lab: lab.sweep("classic", 3), r"^vary 3 must be parameters of a tower with values"),
    (lambda lab: lab.sweep("classic", {"ledges.tilt": ["a"]}), r"^vary ledges\.tilt 'a' must be numbers"),
    (lambda lab: lab.tune("classic", 5, "ledges.tilt"), r"^target 5 must be statistics with values"),
    (lambda lab: lab.tune("classic", "stock=9", {"ledges.tilt": 5}), r"^parameters \{'ledges"),
    (lambda lab: lab.front("classic", "stock=9", "ledges.tilt"), r"^targets 'stock=9' must be two targets"),
)
"""Calls with an argument of another kind than it should be."""


@pytest.mark.parametrize(("asked", "told"), WRONG)
def test_arguments_of_another_kind_are_named(asked: Callable[[Any], object], told: str) -> None:
    with pytest.raises(LabError, match=told):
        asked(shogun.lab)


def test_a_result_is_printed_as_a_table_that_fits_a_screen() -> None:
    printed = str(Counted()).splitlines()
    assert printed[0] == "Counted, thirds:"
    assert len(printed) < 30 and all(len(line) <= 100 for line in printed)
    assert printed[12].split() == ["…", "…"]


def test_a_geometry_is_a_tower_too() -> None:
    with pytest.raises(LabError, match="battles 0"):
        shogun.lab.measure(load_tower("classic"), battles=0)


@pytest.mark.slow
def test_towers_are_compared_and_ranked(tmp_path: Path) -> None:
    both = shogun.lab.compare("classic", "classic", battles=6)
    assert both.to_columns("differences")["mean"].tolist() == [0, 0, 0, 0]
    assert both.to_columns()["tower"].tolist() == ["classic"] * 8
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(tower_text("classic")[0], encoding="utf-8")
    (tmp_path / "three.toml").write_text("no = 'tower'", encoding="utf-8")
    ranked = shogun.lab.contest(tmp_path, "stock=12", battles=2)
    assert ranked.to_columns()["tower"].tolist() == ["one", "two"]
    assert ranked.to_columns("refused")["file"].tolist() == ["three.toml"]


def test_what_is_asked_is_what_the_commands_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: dict[str, tuple[Any, ...]] = {}
    for module, name in (
        (searches, "tune"), (fronts, "front"), (calibration, "match"), (verification, "verify"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, lambda *asked, name=name: seen.update({name: asked}))
    counts = tmp_path / "counts.csv"
    counts.write_text("thrown,out,resting\n5,3,10\n", encoding="utf-8")
    shogun.lab.tune("classic", "stock=12", "ledges.tilt=14:22", candidates=50, seed=3)
    shogun.lab.front("classic", ("stock=12", "p_out_thrown=0.5"), "ledges.tilt")
    shogun.lab.match("classic", counts, seed=4)
    shogun.lab.verify("classic", full=True)
    design, aim, *_work = seen["tune"]
    assert (design, aim) == (load_design("classic"), Aim(parse_targets("stock=12"), (TILT,), 3, most=50))
    assert seen["front"][2] == parse_targets("p_out_thrown=0.5")
    assert (seen["match"][1].name, seen["match"][2], seen["match"][4]) == ("grain.friction", [Throw(5, 3, 10)], 4)
    assert seen["verify"][:3] == (load_tower("classic"), load_bounds("classic"), verification.FULL)


def test_whatever_measures_takes_how_battles_are_made_into_chains() -> None:
    others = {"verify", "match", "importance", "search", "drops", "look"}
    for name in set(shogun.lab.__all__) - others:
        function = getattr(shogun.lab, name)
        if inspect.isfunction(function) and function.__module__ in (measuring.__name__, searching.__name__):
            assert {"protocol", "discard"} <= set(inspect.signature(function).parameters), name
    assert "discard" in inspect.signature(shogun.lab.look).parameters


def test_a_search_is_by_the_protocol_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(searches, "tune", lambda *asked: seen.extend(asked))
    shogun.lab.tune("classic", "stock=12", "ledges.tilt=14:22", protocol=SHORT)
    assert seen[1].plan.protocol == seen[1].longer("fresh").protocol == SHORT


def test_what_was_found_is_data(classic_figures: Metrics) -> None:
    targets = parse_targets("stock=12")
    tuned = Tuned("classic", targets, (TILT,), {"ledges.tilt": 17.5}, classic_figures, (1.5,), True, 60, 4, 900)
    assert tuned.to_columns()["found"].tolist() == [9.0]
    assert tuned.to_columns("numbers")["value"].tolist() == [17.5]
    towers = (Between({"ledges.tilt": 17.5}, (0.5, 2.0), classic_figures),)
    front = ParetoFront("classic", (targets, targets), (TILT,), towers, 60)
    assert front.to_columns()["distance_2"].tolist() == [2.0]
    agreement = Agreement(0.5, -12.0, 30, 31.0, 2.0, 0.4)
    found = Match("classic", TILT, 6, 40, agreement, agreement, Interval(0.5, 0.4, 0.6), False, 900)
    assert found.to_columns()["of"].tolist() == ["present", "best"]
    props = (
        Property("conserved", "none is lost", 0.0, 0.0, 0.0, None, "pass", True),
        Property("stock", "some stay", 9.0, 5.0, 20.0, Interval(9.0, 8.0, 10.0), "pass", True),
    )
    plan, bounds = verification.QUICK, load_bounds("classic")
    verdict = Verification("classic", "hash", plan, bounds, 0.99, True, props, (), ())
    assert verdict.to_columns()["passed"].tolist() == [True, True]
    assert np.isnan(verdict.to_columns()["interval_low"][0])


@pytest.fixture
def classic_figures() -> Metrics:
    one = Estimate(0.7, 0.01, 7)
    return Metrics(one, one, Estimate(9.0, 0.3, 7), one, 240, 300, 0, 0)


@pytest.mark.slow
def test_ctrl_c_leaves_what_there_is() -> None:
    def stop(done: int, _total: int) -> None:
        if done:
            raise KeyboardInterrupt

    result = shogun.lab.measure("classic", battles=60, protocol=SHORT, running=Running(progress=stop))
    assert result.interrupted
    assert 0 < result.battles < 60


@pytest.mark.slow
def test_after_ctrl_c_the_same_call_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    told: list[int] = []

    def stop(done: int, _total: int) -> None:
        told.append(done)
        if done == 5:
            raise KeyboardInterrupt

    asked = partial(shogun.lab.sweep, "classic", "ledges.tilt=17", battles=32)
    with pytest.raises(KeyboardInterrupt):
        asked(running=Running(progress=stop))
    told.clear()
    found = asked(running=Running(progress=lambda done, _total: told.append(done)))
    assert told[0] == 5, "what was measured is there"
    assert found == asked()
    assert not list(tmp_path.rglob("*.sqlite")), "and goes when all is done"


def test_frames_and_files_of_others_hold_the_same(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = Counted().to_frame()
    assert list(frame.columns) == ["number", "third"] and len(frame) == 50
    Counted().to_parquet(tmp_path / "thirds.parquet")
    assert pandas.read_parquet(tmp_path / "thirds.parquet").equals(frame)


@pytest.mark.slow
def test_every_result_can_be_a_frame(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    result = measured()
    for name in result.tables():
        assert len(result.to_frame(name)) == len(next(iter(result.to_columns(name).values())))
        result.to_parquet(tmp_path / f"{name}.parquet", name)
    raw = shogun.lab.battles("classic", battles=6, protocol=SHORT)
    raw.to_parquet(tmp_path / "cubes.parquet", "cubes")
    assert raw.to_frame("cubes")["still_inside"].dtype == bool


@pytest.mark.slow
def test_a_bar_is_that_of_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    shogun.lab.measure("classic", battles=6, protocol=SHORT, running=Running(progress=True))
    assert "1/1" in capsys.readouterr().err


def test_a_bar_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    with pytest.raises(LabError, match=r"^progress needs the library tqdm, which isn't installed\.$"):
        shogun.lab.measure("classic", battles=1, running=Running(progress=True))

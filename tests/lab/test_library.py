"""The lab from Python: the same figures as the commands, as columns, frames and files; errors of arguments."""

import csv
import doctest
import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shogun.lab
from shogun.cli import main
from shogun.cli.tower_commands.contest import contest as contest_command
from shogun.cli.tower_commands.measure import compare as compare_command
from shogun.cli.tower_commands.sweep import sweep as sweep_command
from shogun.lab import LabError, Measurement, Protocol, Running, library
from shogun.lab.measuring.metrics import FIGURES
from shogun.lab.result_columns import Tabular, transposed
from shogun.tower.storage.tower_lookup import load_tower

SHORT = Protocol(chains=2, discarded=3, start_throws=1)


class Counted(Tabular):
    """A result with two tables."""

    def tables(self) -> Any:
        rows = [(number, number / 3) for number in range(50)]
        return {"thirds": lambda: transposed(("number", "third"), rows), "none": lambda: {"number": []}}


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
        with pytest.raises(LabError, match=r"^rows 'drops': expected one of thirds, none\.$"):
            Counted().to_columns("drops")

    def test_a_file_holds_it(self, tmp_path: Path) -> None:
        Counted().to_csv(tmp_path / "thirds.csv")
        lines = list(csv.reader((tmp_path / "thirds.csv").open(encoding="utf-8")))
        assert lines[0] == ["number", "third"]
        assert [float(third) for _number, third in lines[1:]] == [number / 3 for number in range(50)]

    def test_a_notebook_shows_the_ends_of_a_long_one(self) -> None:
        shown = Counted()._repr_html_()
        assert shown.count("<tr>") == 1 + 10 + 1 + 10
        assert "<td>0.3333</td>" in shown

    def test_a_library_that_is_missing_is_told(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(__import__("sys").modules, "pandas", None)
        monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
        with pytest.raises(LabError, match=r"^to_frame needs the library pandas, which is not installed\.$"):
            Counted().to_frame()
        with pytest.raises(LabError, match=r"^to_parquet needs the library pyarrow, which is not installed\.$"):
            Counted().to_parquet(tmp_path / "thirds.parquet")


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
    for module in (shogun.lab, library):
        found = doctest.testmod(module)
        assert found.attempted >= 4
        assert found.failed == 0


def test_defaults_are_those_of_the_commands() -> None:
    pairs = (
        (library.compare, compare_command), (library.sweep, sweep_command), (library.contest, contest_command),
    )  # fmt: skip
    for function, command in pairs:
        own, theirs = (inspect.signature(one).parameters for one in (function, command))
        assert own["battles"].default == theirs["battles"].default


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: shogun.lab.measure("classic", battles=0), r"^battles 0: expected 1 to 10000000\.$"),
        (lambda: shogun.lab.measure("classic", jobs=0), r"^jobs 0: expected at least 1\.$"),
        (lambda: shogun.lab.compare("classic"), r"^expected at least two towers\.$"),
        (lambda: shogun.lab.sweep("classic", "ledges.tilt"), r"^vary ledges\.tilt: expected a number's name"),
        (lambda: shogun.lab.tune("classic", "beauty=1", "ledges.tilt"), r"^target beauty=1: expected some of"),
        (lambda: shogun.lab.tune("classic", "stock=9", "ledges.tilt", candidates=1), r"^candidates 1: expected 20"),
        (lambda: shogun.lab.measure("classic", throws="nowhere"), "nowhere"),
    ],
)
def test_errors_speak_of_arguments(asked: Any, told: str) -> None:
    with pytest.raises(LabError, match=told):
        asked()


def test_a_geometry_is_a_tower_too() -> None:
    with pytest.raises(LabError, match="battles 0"):
        shogun.lab.measure(load_tower("classic"), battles=0)

"""The code that the manual shows for notebooks runs, and gives what its comments say."""

import re
from pathlib import Path
from typing import Any

import pytest

from shogun.tower.vector_picture import Picture
from tests.manual_pages import Block, blocks, text

TEXT = text("towers/python")


@pytest.mark.slow
def test_the_code_for_notebooks_runs() -> None:
    found = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(found) == 5
    names: dict[str, Any] = {}
    exec(compile(found[0], "python.md", "exec"), names)
    tower, poses, looks, density = names["tower"], names["poses"], names["looks"], names["result"].density
    assert names["flatter"].baffles[0].tilt == 17.5 != tower.baffles[0].tilt
    assert poses.shape == (names["second"].recording.frames, len(names["second"].recording.colours), 3)
    assert names["contacts"].shape[1] == 4
    assert density.cubes.shape == looks.ages.shape == (len(density.y_edges) - 1, len(density.x_edges) - 1)
    assert looks.contacts.shape[1] == 2
    shown = names["picture"](tower, names["second"].resting)
    assert isinstance(shown, Picture)
    assert shown._repr_svg_().startswith("<svg ")


@pytest.mark.slow
def test_the_statistics_of_ones_own_are_measured() -> None:
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[3], "python.md", "exec"), names)
    result, tilts = names["result"], names["tilts"].to_columns()
    assert 0 < result.of("unlucky").mean < 0.5 < result.of("touches_of_eight").mean < 3
    assert {"unlucky", "unlucky_error", "touches_of_eight", "touches_of_eight_error"} <= tilts.keys()


@pytest.mark.slow
def test_a_search_is_judged_by_whoever_asks() -> None:
    pytest.importorskip("cmaes")
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[4], "python.md", "exec"), names)
    assert 14 <= names["looking"].best["ledges.tilt"] <= 22
    assert 0 < names["looking"].least < 100


@pytest.mark.slow
def test_raw_data_are_as_they_are_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], "python.md", "exec"), names)
    for table, shown in (("paths", "vx_mm_s"), ("pushes", "force_x_mn"), ("pushes", "impulse_x_uns")):
        assert names[table][shown].shape == names[table]["cube"].shape
    assert {"exit_s", "exit_x_mm", "exit_vx_mm_s", "end_x_mm"} <= names["places"].keys()
    assert (tmp_path / "cubes.npz").exists() and (tmp_path / "contacts.csv").read_text("utf-8").startswith("# program")


@pytest.mark.slow
def test_other_physics_are_carried_by_results() -> None:
    names: dict[str, Any] = {}
    exec(compile(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[2], "python.md", "exec"), names)
    assert names["slow"].solver.gravity == 1620
    assert names["both"].physics == names["mixed"]


SHORT = [block for block in blocks("towers/experiments") if block.language == "python"]


@pytest.mark.slow
@pytest.mark.parametrize("block", [block for block in SHORT if not block.reason], ids=lambda block: block.code[-30:])
def test_the_short_experiments_run(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    if "scipy" in block.code:
        pytest.importorskip("scipy")
    assert len([line for line in block.code.splitlines() if line.strip()]) <= 12
    exec(compile(block.code, "experiments.md", "exec"), {})
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_optuna_minimizes_the_same_loss() -> None:
    pytest.importorskip("optuna")
    pytest.importorskip("scipy")
    *_others, minimizing, with_optuna = SHORT
    names: dict[str, Any] = {}
    exec(compile(minimizing.code + with_optuna.code, "experiments.md", "exec"), names)
    assert 15 <= names["study"].best_params["tilt"] <= 21


@pytest.mark.slow
def test_results_become_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tables,) = re.findall(r"```python\n(.*?)```", text("towers/results"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(tables, "results.md", "exec"), names)
    assert names["columns"]["p_out_thrown_error"].shape == (3,)
    rows = [line for line in (tmp_path / "tilts.csv").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert rows[0].startswith("ledges.tilt,")

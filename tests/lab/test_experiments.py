"""The worked experiments of the manual run, are short, and stand in an executed notebook."""

import json
import runpy
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from shogun.lab.experiments import conversion
from shogun.lab.measuring.estimates import Interval
from shogun.lab.searching.search_space import Parameter
from shogun.lab.validation import calibration
from shogun.lab.validation.calibration import Agreement, Match
from tests.lab.searching.test_tune import MadeUp
from tests.manual_pages import text

ASSETS = Path(__file__).resolve().parents[2] / "assets"
EXPERIMENTS = ASSETS / "manual" / "examples" / "experiments"
NOTEBOOK = ASSETS / "notebooks" / "experiments.ipynb"
NAMES = {"share_against_tilt", "residence_times", "what_matters", "map_of_towers", "tuned_to_counts"}


def experiment(name: str) -> Callable[..., Any]:
    main: Callable[..., Any] = runpy.run_path(str(EXPERIMENTS / f"{name}.py"))["main"]
    return main


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up counts instead of throws."""
    monkeypatch.setattr(conversion, "executor", contextmanager(lambda *_asked, **_more: iter([MadeUp()])))


def test_there_are_five_of_at_most_25_lines_and_the_manual_shows_them() -> None:
    files = sorted(EXPERIMENTS.glob("*.py"))
    assert {file.stem for file in files} == NAMES
    assert all(len(file.read_text(encoding="utf-8").splitlines()) <= 25 for file in files)
    assert all(f"examples/experiments/{file.name}" in text("towers/experiments") for file in files)


@pytest.mark.slow
def test_share_against_tilt(tmp_path: Path) -> None:
    figure = experiment("share_against_tilt")(battles=8, picture=str(tmp_path / "a.png"))
    [line] = figure.axes[0].lines
    assert line.get_xdata().tolist() == list(range(15, 22))
    assert (tmp_path / "a.png").stat().st_size > 5000


@pytest.mark.slow
def test_residence_times() -> None:
    *places, curves = experiment("residence_times")(battles=160)
    assert len(places) >= 2 and all(place.startswith("baffle[") for place in places)
    assert curves.endswith(f"points of {len(places) + 1} survival curves")


@pytest.mark.slow
@pytest.mark.usefixtures("made_up")
def test_what_matters() -> None:
    pytest.importorskip("SALib")
    told = experiment("what_matters")(samples=4)
    assert len(told) == 3
    assert next(line for line in told if line.startswith("tray.width: 0.0 cubes")).endswith("nothing for certain")


@pytest.mark.slow
@pytest.mark.usefixtures("made_up")
def test_map_of_towers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ribs")
    found = experiment("map_of_towers")(candidates=30, battles=100, page=str(tmp_path / "map.html"))
    assert (tmp_path / "map.html").read_text(encoding="utf-8").count("<article") == len(found.elites)
    assert "[[baffle]]" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("made_up")
def test_tuned_to_counts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fits = Agreement(0.55, -12.0, 30, 31.0, 2.0, 0.4)
    number = Parameter("grain.friction", 0.4, 0.7)
    answer = Match("classic", number, 6, 40, fits, fits, Interval(0.55, 0.5, 0.6), False, 900)
    monkeypatch.setattr(calibration, "match", lambda *_asked: answer)
    found = experiment("tuned_to_counts")(candidates=30)
    assert found.reached
    assert "friction of the cubes: 0.550 (0.500 to 0.600)\nwith a tilt of " in capsys.readouterr().out


def test_the_notebook_is_executed_small_and_of_these_files() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert NOTEBOOK.stat().st_size < 1_000_000
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    assert not any(output["output_type"] == "error" for cell in code for output in cell["outputs"])
    sources = ["".join(cell["source"]) for cell in code]
    for file in EXPERIMENTS.glob("*.py"):
        body = file.read_text(encoding="utf-8").partition('"""\n')[2].partition("\n\n\nif __name__")[0].strip()
        assert body in sources, f"{file.name} has changed: make the notebook anew"


@pytest.mark.study
@pytest.mark.timeout(3600)
def test_the_notebook_runs() -> None:
    pytest.importorskip("nbclient")
    make = runpy.run_path(str(NOTEBOOK.parent / "make.py"))
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert len(make["executed"]().cells) == len(kept["cells"])

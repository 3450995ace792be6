"""What mattered in a search: made-up towers whose variance is known, files of searches, and the command."""

import math
import random
import shutil
import sqlite3
from io import StringIO
from pathlib import Path

import pytest

from shogun.base.tables import Output
from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab import importance as asked
from shogun.lab.measuring.metrics import Sums
from shogun.lab.reporting.comparison_tables import print_importance
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.running.results_file import MeasuredTower, measured_towers, open_results
from shogun.lab.searching.search_space import parse_parameters
from shogun.lab.searching.sensitivity import importance, importance_of
from shogun.lab.searching.targets import parse_targets
from shogun.lab.searching.tune import Aim, about, tune
from shogun.tower import load_design
from tests.lab.searching.test_tune import MadeUp, truth


def tower(values: dict[str, float], rng: random.Random, *, given_up: bool = False) -> MeasuredTower:
    """Return a tower as 8 chains of 30 battles would see it."""
    thrown, _resting = truth(values["tilt"], values["length"])
    chains = []
    for _chain in range(8):
        out = round(rng.gauss(240 * thrown, math.sqrt(240 * thrown * (1 - thrown))))
        rested, stock = 60 + round(rng.gauss(0, 8)), 300 + round(rng.gauss(0, 30))
        chains.append(Sums(15, 15, 240, out, 300, rested, 150, stock - 150, 0, 2, 18, 30, 0, 0, given_up=given_up))
    return MeasuredTower(values, chains)


def towers(seed: int, count: int = 150) -> list[MeasuredTower]:
    rng = random.Random(seed)
    return [
        tower({"tilt": rng.gauss(18, 1.5), "length": rng.gauss(33, 3), "mouth": rng.uniform(90, 130), "same": 4}, rng)
        for _one in range(count)
    ]


@pytest.mark.chance
@pytest.mark.parametrize("seed", range(3))
def test_what_mattered_is_told_and_what_did_not_has_an_interval_with_nothing_in_it(seed: int) -> None:
    found = importance_of(towers(seed), seed)
    tilt, length, mouth = found.of("p_out_thrown")
    assert (tilt.parameter, length.parameter, mouth.parameter) == ("tilt", "length", "mouth")
    straight, bent, along = (0.035 * 1.5) ** 2, 2 * (0.004 * 1.5**2) ** 2, (0.012 * 3) ** 2
    share = (straight + bent) / (straight + bent + along)
    assert tilt.share.low <= share <= tilt.share.high and tilt.share.mean == pytest.approx(share, abs=0.12)
    assert length.share.low <= 1 - share <= length.share.high
    assert mouth.share.low <= 0 <= mouth.share.high and mouth.share.high < 0.03
    assert found.explained["p_out_thrown"] > 0.85


def test_where_all_is_noise_nothing_is_told() -> None:
    found = importance_of(towers(1))
    assert found.explained["stock"] < 0.1
    assert all(math.isnan(one.share.mean) for one in found.of("stock"))
    assert [one.name for one in found.parameters] == ["tilt", "length", "mouth"], "what never changed is no number"
    print_importance(Output(file=(told := StringIO()), width=160), found)
    assert "cubes in the tower: the differences are noise" in told.getvalue()


def test_towers_that_clog_are_left_out_and_few_are_refused() -> None:
    some = [*towers(1, 60), tower({"tilt": 18, "length": 33, "mouth": 100, "same": 4}, random.Random(1), given_up=True)]
    found = importance_of(some)
    assert (found.towers, found.left_out) == (60, 1)
    with pytest.raises(LabError, match="20 towers let cubes through; at least 30"):
        importance_of(some[:20])
    with pytest.raises(LabError, match="0 towers let cubes through"):
        importance_of([])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A search of made-up towers."""
    path, design = tmp_path_factory.mktemp("search") / "tune.db", load_design("classic")
    numbers = parse_parameters("ledges.tilt=14:22,ledges.length=25:40,funnel.mouth", design)
    aim = Aim(parse_targets("p_out_thrown=0.67,stock=12"), numbers, seed=3)
    with open_results(path, about(design, aim)) as results:
        tune(design, aim, Work(results, MadeUp()))
    return path


def test_a_file_of_a_search_tells(file: Path) -> None:
    found = asked(file)
    assert found.towers >= 30
    assert {one.parameter for one in found.of("p_out_thrown")[:2]} == {"ledges.tilt", "ledges.length"}
    columns = found.to_columns()
    assert columns["importance"].shape == (12,)
    assert all(one.chains and set(one.values) == set(columns["parameter"]) for one in measured_towers(file))


def test_the_same_file_tells_the_same(file: Path) -> None:
    assert repr(importance(file)) == repr(importance(file))


def test_a_file_is_only_read(file: Path) -> None:
    before = file.read_bytes()
    importance(file)
    assert file.read_bytes() == before


def test_a_damaged_file_is_told(file: Path, tmp_path: Path) -> None:
    shutil.copy(file, broken := tmp_path / "broken.db")
    with sqlite3.connect(broken) as kept:
        kept.execute("UPDATE chain SET late_stock = 999999 WHERE chain = 0")
    kept.close()
    with pytest.raises(LabError, match=r"broken\.db"):
        importance(broken)


@pytest.mark.slow
def test_the_command_prints_and_draws(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tower", "importance", str(file), "--plot", str(tmp_path / "i.png")]) == 0
    out = capsys.readouterr().out
    assert "chance that a thrown cube comes out: " in out and "ledges.tilt" in out
    assert (tmp_path / "i.png").stat().st_size > 10_000
    assert run(["tower", "importance", str(file), "--json"]) == 0
    for words, told in (("no.db", "no.db can't be used"), ("README.md", "isn't a results file")):
        assert run(["tower", "importance", words]) == 2
        err = capsys.readouterr().err
        assert told in err and err.count("\n") == 1

"""Which numbers matter: estimates on functions whose indices are known, made-up towers, kills, and the command."""

import json
import math
import random
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shogun.base.tables import Output
from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab.measuring.metrics import Sums, by_chain, metrics_of
from shogun.lab.reporting.comparison_tables import print_sensitivity
from shogun.lab.running.batch_evaluation import Piece, Work
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.search_space import Floats
from shogun.lab.searching.sensitivity import (
    Indices,
    Saltelli,
    Sensitivity,
    SensitivityPlan,
    about,
    morris,
    places_of,
    products,
    sensitivity,
    sensitivity_plan,
    sobol,
)
from shogun.tower import Design, GeometryError, load_design
from tests.lab.searching.test_tune import MadeUp

pytest.importorskip("SALib")
NUMBERS = "ledges.tilt=14:22,ledges.length=25:40,tray.width"


@pytest.fixture(scope="module")
def design() -> Design:
    return load_design("classic")


def with_noise(values: Floats, noise: float, seed: int = 1) -> Floats:
    """Return values as 8 chains see them."""
    return values[..., None] + noise * np.random.default_rng(seed).normal(size=(*values.shape, 8))


def plan_of(design: Design, count: int, method: str, samples: int, seed: int = 1) -> SensitivityPlan:
    names = ("ledges.tilt", "ledges.length", "tray.width", "funnel.mouth")[:count]
    plan = sensitivity_plan(design, ",".join(names), method, samples, 240)
    return msgspec.structs.replace(plan, seed=seed)


# Functions that are known


def linear(places: Floats) -> Floats:
    found: Floats = 10 * places[..., 0] + 4 * places[..., 1] ** 2 - 3 * places[..., 2]
    return found


def ishigami(places: Floats) -> Floats:
    """Return Ishigami's and Homma's function (1990), whose indices are known; the fourth input does nothing."""
    one, two, three = (math.pi * (2 * places[..., number] - 1) for number in range(3))
    found: Floats = np.sin(one) + 7 * np.sin(two) ** 2 + 0.1 * three**4 * np.sin(one)
    return found


ISHIGAMI = ((0.3139, 0.5576), (0.4424, 0.4424), (0.0, 0.2437), (0.0, 0.0))
"""First order and total, in closed form (Saltelli et al., "Global sensitivity analysis. The primer", 2008)."""


def test_effects_are_those_of_salib(design: Design) -> None:
    from SALib.analyze.morris import analyze

    places = places_of(plan_of(design, 4, "morris", 12))
    found = morris(with_noise(linear(places), 0.0), places)
    flat = places.reshape(-1, 4)
    problem = {"num_vars": 4, "names": list("abcd"), "bounds": [[0, 1]] * 4}
    theirs = analyze(problem, flat, linear(flat), seed=1)
    assert [one.main.mean for one in found] == pytest.approx(theirs["mu"])
    assert [one.mu_star for one in found] == pytest.approx(theirs["mu_star"])
    assert [one.sigma for one in found] == pytest.approx(theirs["sigma"])


def test_effects_of_a_linear_function_are_its_slopes(design: Design) -> None:
    places = places_of(plan_of(design, 4, "morris", 12))
    first, _second, third, fourth = morris(with_noise(linear(places), 0.0), places)
    assert (first.main.mean, first.total.mean) == pytest.approx((10, 10))
    assert (third.main.mean, third.total.mean) == pytest.approx((-3, 3))
    assert fourth.main.mean == fourth.total.mean == fourth.total.high == 0


@pytest.mark.chance
@pytest.mark.parametrize("seed", range(4))
def test_noise_is_no_effect(design: Design, seed: int) -> None:
    places = places_of(plan_of(design, 4, "morris", 20, seed))
    first, second, third, fourth = morris(with_noise(linear(places), 2.0, seed), places)
    assert fourth.total.low == 0 and fourth.main.low < 0 < fourth.main.high
    assert fourth.mu_star > 0.5, "what is usually told takes the noise for an effect"
    assert first.total.low <= 10 <= first.total.high and first.main.low > 5
    assert second.main.low <= 4 <= second.main.high and third.main.low <= -3 <= third.main.high


@pytest.mark.chance
def test_the_interval_of_an_input_that_does_nothing_holds_nothing_as_often_as_it_says(design: Design) -> None:
    places = places_of(plan_of(design, 2, "morris", 10))
    wrong = 0
    for seed in range(200):
        _first, second = morris(with_noise(5 * places[..., 0], 1.0, seed), places)
        wrong += second.total.low > 0 or not second.main.low <= 0 <= second.main.high
    assert wrong <= 16, "at most 5 % in the long run, and four standard deviations more"


def saltelli(function: Any, plan: SensitivityPlan, noise: float, seed: int = 1) -> list[Indices]:
    values = with_noise(function(places_of(plan)), noise, seed)
    return sobol(Saltelli(values[:, 0], values[:, -1], values[:, 1:-1]), seed)


@pytest.mark.parametrize("noise", [0.0, 3.0])
def test_indices_of_ishigamis_function(design: Design, noise: float) -> None:
    found = saltelli(ishigami, plan_of(design, 4, "sobol", 1024), noise)
    for one, (first, total) in zip(found, ISHIGAMI, strict=True):
        assert one.main.mean == pytest.approx(first, abs=0.07)
        assert one.total.mean == pytest.approx(total, abs=0.07)
        assert one.main.low <= first <= one.main.high and one.total.low <= total <= one.total.high
    assert found[3].total.low <= 0 <= found[3].total.high


def test_indices_without_noise_are_those_of_salib(design: Design) -> None:
    from SALib.analyze.sobol import analyze

    plan = plan_of(design, 4, "sobol", 256)
    problem = {"num_vars": 4, "names": list("abcd"), "bounds": [[0, 1]] * 4}
    theirs = analyze(problem, ishigami(places_of(plan)).ravel(), calc_second_order=False, seed=1)
    found = saltelli(ishigami, plan, 0.0)
    assert [one.main.mean for one in found] == pytest.approx(theirs["S1"], abs=0.01)
    assert [one.total.mean for one in found] == pytest.approx(theirs["ST"], abs=0.01)


def test_products_of_different_chains_are_free_of_noise() -> None:
    noisy = with_noise(np.full(20_000, 3.0), 5.0)
    assert products(noisy, noisy).mean() == pytest.approx(9, abs=0.5)
    assert (noisy.mean(axis=1) ** 2).mean() > 11


def test_of_few_effects_nothing_is_told() -> None:
    values = np.full((2, 2, 8), 1.0)
    [one] = morris(values, np.array([[[0.0], [1.0]]] * 2))
    assert math.isnan(one.main.mean) and math.isnan(one.total.high)
    assert all(math.isnan(one.main.mean) for one in sobol(Saltelli(values[:, 0], values[:, 1], values[:, :1]), 1))


def test_a_figure_by_chains_has_the_mean_of_all() -> None:
    sums = [
        Sums(5, 5, 80, 50, 40, 8, 50, 50, 0, 1, 9, 10, 0, 0, given_up=False),
        Sums(5, 5, 60, 50, 0, 0, 2, 1, 0, 1, 7, 10, 0, 0, given_up=False),
    ]
    for name in ("p_out_thrown", "p_out_resting", "stock", "start_kept"):
        assert np.mean(by_chain(sums, name)) == pytest.approx(metrics_of(sums).of(name).mean)
    assert by_chain(sums, "stock") == pytest.approx([10, 0.3])


# Towers that are made up


class Noisy(MadeUp):
    """Made-up towers, each of which has luck of its own."""

    def sums(self, piece: Piece) -> Sums:
        found = super().sums(piece)
        rng = random.Random(f"{piece.task.seed} {piece.task.chain} {piece.task.geometry.tray.width}")
        return msgspec.structs.replace(found, thrown_out=found.thrown_out + round(rng.gauss(0, 3)))


def searched(design: Design, plan: SensitivityPlan, executor: Any, file: Path | None = None) -> Sensitivity:
    with open_results(file, about(design, plan)) as results:
        return sensitivity(design, plan, Work(results, executor))


@pytest.fixture(scope="module")
def found(design: Design) -> Sensitivity:
    return searched(design, sensitivity_plan(design, NUMBERS, "morris", None, 240), Noisy())


def test_what_matters_is_found_and_what_doesnt_isnt(found: Sensitivity) -> None:
    thrown = {one.parameter: one for one in found.of("p_out_thrown")}
    assert [one.parameter for one in found.of("p_out_thrown")][2] == "tray.width"
    assert thrown["ledges.tilt"].main.lies_in(0.1, 0.5) and thrown["ledges.tilt"].is_sure
    assert thrown["ledges.length"].main.mean == pytest.approx(-0.175, abs=0.01)
    assert not thrown["tray.width"].is_sure
    assert (found.towers, found.missing, found.battles) == (40, 0, 240)
    columns = found.to_columns()
    assert columns["rms_effect"].shape == columns["mu_low"].shape == (12,)


def test_sobols_indices_of_towers(design: Design) -> None:
    result = searched(design, sensitivity_plan(design, NUMBERS, "sobol", 16, 240), Noisy())
    assert {one.parameter for one in result.of("p_out_thrown")[:2]} == {"ledges.tilt", "ledges.length"}
    nothing = result.of("p_out_thrown")[2]
    assert nothing.total.low <= 0 <= nothing.total.high + 0.01
    assert result.to_columns()["total_order"].shape == (12,)
    assert result.towers == 80


def test_towers_that_clog_are_left_out(design: Design) -> None:
    plan = sensitivity_plan(design, NUMBERS, "morris", 20, 240)
    result = searched(design, plan, Noisy(least=0.6))
    assert 0 < result.missing < result.towers
    assert not math.isnan(result.of("p_out_thrown")[0].total.mean)
    assert "can't be built or clog for good, and were left out" in printed(result)
    with pytest.raises(LabError, match="all clog for good"):
        searched(design, plan, Noisy(least=2.0))


@pytest.mark.slow
def test_an_interrupted_one_goes_on_to_the_same_end(design: Design, found: Sensitivity, tmp_path: Path) -> None:
    plan = sensitivity_plan(design, NUMBERS, "morris", None, 240)
    with pytest.raises(KeyboardInterrupt):
        searched(design, plan, Noisy(100), tmp_path / "s.sqlite")
    rest = Noisy()
    assert searched(design, plan, rest, tmp_path / "s.sqlite") == found
    assert rest.counted == 40 * 6 - 100


def printed(found: Sensitivity) -> str:
    print_sensitivity(Output(file=(told := StringIO()), width=200), found)
    return told.getvalue()


def test_a_table_says_what_is_sure(found: Sensitivity) -> None:
    told = printed(found)
    assert "classic: 40 towers, 240 battles each" in told
    [line] = [line for line in told.split("chance that a resting")[0].splitlines() if "tray.width" in line]
    assert line.endswith("nothing for certain ")


# What is asked


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--method", "guess"], "--method guess: choose morris or sobol."),
        (["--samples", "3"], "--samples 3 must be from 4 to 50000."),
        (["--samples", "33", "--method", "sobol"], "--samples 33 must be a power of 2"),
        (["--battles", "3"], "--battles 3 must be at least 6."),
        (["--plot", "figure.gif"], "--plot figure.gif: the name must end in .png or .svg."),
        (["--parameters", "ledges.beauty"], "there is no parameter"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    parameters = [] if "--parameters" in words else ["--parameters", "ledges.tilt"]
    assert run(["tower", "sensitivity", "classic", *parameters, *words]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


def test_unknown_numbers_are_refused(design: Design) -> None:
    with pytest.raises(GeometryError):
        sensitivity_plan(design, "ledges.beauty", "morris", None, 240)


@pytest.mark.slow
def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tower", "sensitivity", "classic", "--parameters", "ledges.tilt=17:19", "--samples", "4", "--jobs", "1"]
    assert run([*words, "--battles", "8", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["towers"] == 8
    assert run([*words, "--battles", "8", "--plot", str(tmp_path / "s.png")]) == 0
    assert "ledges.tilt" in capsys.readouterr().out
    assert (tmp_path / "s.png").stat().st_size > 10_000

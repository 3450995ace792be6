"""How many battles are needed: checked by simulated towers, whose chains forget as real ones do, and by the command."""

import json
import math
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.signal import lfilter

import shogun.lab
from shogun.base.confidence_intervals import each
from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab.measuring.chains import Task
from shogun.lab.measuring.estimates import CONFIDENCE, Estimate, ratio
from shogun.lab.measuring.measurement import Headline
from shogun.lab.measuring.sample_size import Within, _needed, battles_for, parse_within, pilot_task
from shogun.lab.measuring.statistics import FIGURES, MEASURED

PILOT = 800


def stocks(rng: np.random.Generator, battles: int, kept: float, runs: int) -> Any:
    """Return the sums of stocks over the battles of 16 chains of simulated towers, shape (runs, 16).

    A stock of 12 on average, of which each battle leaves a share inside: an AR(1) process.
    """
    first = rng.normal(0, 4 / math.sqrt(1 - kept**2), (runs, 16, 1))
    stock, _end = lfilter([1.0], [1.0, -kept], rng.normal(0, 4, (runs, 16, battles // 16)), zi=kept * first)
    return (12 + stock).sum(axis=2)


def estimate(sums: Any, battles: int) -> Estimate:
    return ratio(sums.tolist(), [battles // 16] * 16)


def headline(stock: Estimate, kept: float) -> Headline:
    other = Estimate(0.7, 0.01, 15)
    return dict.fromkeys(MEASURED, other) | {"p_out_resting": Estimate(1 - kept, 0.01, 15), "stock": stock}


def reached(rng: np.random.Generator, battles: int, kept: float, towers: int, confidence: float) -> float:
    """Return how far the interval of a simulated run reaches."""
    battles = max(480, battles) // 16 * 16
    found = [estimate(stocks(rng, battles, kept, 1)[0], battles) for _tower in range(towers)]
    error = math.hypot(*(one.error for one in found))
    return Estimate(0.0, error, 15).interval(confidence).high


@pytest.mark.chance
@pytest.mark.parametrize(("kept", "towers"), [(0.8, 1), (0.95, 1), (0.8, 2)])
def test_the_width_is_met_as_often_as_is_said(kept: float, towers: int) -> None:
    rng, runs, wish = np.random.default_rng(5), 300, Within("stock", 1.2)
    pilots = [stocks(rng, PILOT, kept, runs) for _tower in range(towers)]
    confidence = each(CONFIDENCE, len(FIGURES if towers == 2 else MEASURED))
    met, met_half, spare = 0, 0, []
    for one in range(runs):
        some = [headline(estimate(pilot[one], PILOT), kept) for pilot in pilots]
        plan = _needed(wish, some, 16, PILOT)
        reach = reached(rng, plan.battles_to_be_sure, kept, towers, confidence)
        met += reach <= wish.reach
        spare.append(reach / wish.reach)
        met_half += reached(rng, plan.battles, kept, towers, confidence) <= wish.reach
    print(f"{met / runs:.2f} of runs are narrow enough, {met_half / runs:.2f} with the smaller number of battles")
    assert met >= 0.84 * runs, "9 of 10, less what chance may take"
    assert 0.3 * runs <= met_half <= 0.75 * runs, "about every other time"
    assert np.median(spare) > 0.6, "and not by battles without number"


def test_more_exactness_needs_its_square_in_battles() -> None:
    wide, narrow = (battles_for(reach, 8.0, 0.99) for reach in (0.4, 0.2))
    assert narrow == pytest.approx(4 * wide, rel=0.01)
    assert battles_for(0.4, 8.0, 0.99, 15) > 1.5 * wide
    reach = Estimate(0.0, 8.0 / math.sqrt(wide), 15).interval(0.99).high
    assert reach <= 0.4 < reach * math.sqrt(wide / (wide - 1))


def test_a_pilot_has_throws_of_its_own(task: Task) -> None:
    assert pilot_task(task).seed != task.seed
    assert msgspec.structs.replace(pilot_task(task), seed=task.seed) == task


@pytest.mark.parametrize(
    "text", ["", "stock", "stock=0", "stock=nan", "start_kept=1", "stock=1,stock=2", "beauty=1", "stock=-1"]
)
def test_what_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(LabError, match=r"^--within"):
        parse_within(text)


def test_errors_speak_of_arguments() -> None:
    with pytest.raises(LabError, match=r"^within stock: name any of"):
        shogun.lab.sample_size("classic", within="stock")
    with pytest.raises(LabError, match=r"^pilot 5 must be at least 160"):
        shogun.lab.sample_size("classic", within="stock=1", pilot=5)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["classic", "--within", "stock"], "--within stock: name any of"),
        (["classic", "classic", "classic", "--within", "stock=1"], "name one tower, or two"),
        (["--within", "stock=1"], "name one tower, or two"),
        (["classic", "--within", "stock=1", "--pilot", "9"], "--pilot 9 must be at least 160."),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tower", "sample-size", *words]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


@pytest.mark.slow
def test_the_command_and_the_function_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = shogun.lab.sample_size("classic", within="stock=2", pilot=160)
    words = ["tower", "sample-size", "classic", "--within", "stock=2", "--pilot", "160", "--jobs", "2"]
    assert run([*words, "--json"]) == 0
    [needed] = json.loads(capsys.readouterr().out)["needed"]
    assert needed == msgspec.to_builtins(found.needed[0])
    assert run(words) == 0
    assert f"With --battles {found.battles}, measure reaches" in capsys.readouterr().out
    assert found.to_columns()["battles_to_be_sure"].tolist() == [found.battles]


@pytest.mark.study
def test_a_real_tower_is_known_as_exactly_as_was_told() -> None:
    met = 0
    for seed in range(8):
        told = shogun.lab.sample_size("classic", within="stock=1.5,p_out_thrown=0.03", seed=seed)
        found = shogun.lab.measure("classic", battles=told.battles, seed=seed)
        reaches = ((one.high - one.low) / 2 for one in (found.stock, found.p_out_thrown))
        met += all(reach <= wish for reach, wish in zip(reaches, (1.5, 0.03), strict=True))
    assert met >= 5, "of 8: 9 of 10, less what chance may take"


def test_a_further_statistic_is_planned_too() -> None:
    assert parse_within("pieces_touched=0.1,stock=2")[0] == Within("pieces_touched", 0.1)

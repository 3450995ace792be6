"""Hand-counted throws: files of strangers, the best friction, and what is told when counts don't go with a tower."""

import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shogun.base.resources import shipped
from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab.searching.search_space import parse_parameters
from shogun.lab.validation import calibration
from shogun.lab.validation.calibration import (
    Agreement,
    Help,
    Throw,
    agreement,
    breaks,
    match,
    parse_counts,
    read_counts,
    sample,
)
from shogun.tower import Design, OutcomeModel, load_design, set_parameter

FIXED = OutcomeModel()
HEAD = "thrown,out,resting\n"


@pytest.fixture(scope="module")
def design() -> Design:
    return load_design("classic")


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "8,5,12\n4,0,0\n",
        'Resting;Thrown;Out;Notes\n12;8;5;a "jam"\n0;4;0\n',
        "\n# counted on Sunday\nthrown\tout\tresting\n\n8\t5\t12\n# a break\n4\t0\t0\n",
        '"thrown","out","resting"\n"8","5","12"\n"4","0","0"\n',
        HEAD.replace("\n", "\r\n") + " 8 , 5 , 12 \r\n4,0,0,\r\n,,,\r\n",
    ],
)
def test_files_as_people_and_spreadsheets_write_them(text: str) -> None:
    assert list(parse_counts(text, "counts.csv")) == [Throw(8, 5, 12), Throw(4, 0, 0)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the first line must name the columns thrown, out, resting"),
        (HEAD, "followed by a line for each throw"),
        ("thrown,out\n1,1\n", "columns thrown, out, resting"),
        (HEAD + "8,5,12\n\n8,five,12\n", "line 4: must have whole numbers"),
        (HEAD + "8,5\n", "line 2: must have whole numbers"),
        (HEAD + "8,-5,12\n", "line 2: must have whole numbers"),
        (HEAD + "8,5.0,12\n", "line 2: must have whole numbers"),
        (HEAD + "8,²,12\n", "line 2: must have whole numbers"),
        (HEAD + "0,0,12\n", "line 2: must have 1 to 120 cubes thrown"),
        (HEAD + "8,5,99999\n", "at most 400 in the tower"),
        (HEAD + "8,21,12\n", "line 2: 21 cubes can't come out of 20"),
        (HEAD + '"8\n', "line 2: must have whole numbers"),
        (HEAD + "8,5," + "1" * 200_000, "line 2: must have whole numbers"),
    ],
)
def test_what_can_not_have_been_counted_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(LabError, match=r"counts\.csv") as told:
        list(parse_counts(text, "counts.csv"))
    assert words in str(told.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_bytes(b"\xff\xfe" + HEAD.encode("utf-16-le"))
    with pytest.raises(LabError, match="must be text in UTF-8"):
        read_counts(tmp_path / "c.csv")


def test_cubes_that_are_put_in_or_taken_out_between_throws_are_noticed() -> None:
    assert breaks([Throw(8, 5, 12), Throw(4, 6, 15), Throw(4, 0, 13), Throw(4, 0, 18)]) == [3]
    assert breaks(read_counts(shipped("tower_geometry") / "counts.csv")) == []


# Against the fixed model, whose chances are known: 2/3 of the thrown cubes, 1/3 of the resting ones


def drawn(count: int, thrown: float, resting: float, seed: int) -> list[Throw]:
    rng = random.Random(seed)
    return [
        Throw(8, sum(rng.random() < thrown for _ in range(8)) + sum(rng.random() < resting for _ in range(12)), 12)
        for _ in range(count)
    ]


def test_counts_of_the_same_tower_agree_and_others_do_not() -> None:
    right = agreement(0.6, FIXED, drawn(400, 2 / 3, 1 / 3, 1))
    assert right.expected == pytest.approx(400 * (16 / 3 + 4))
    assert right.deviation == pytest.approx(math.sqrt(400 * (8 * 2 / 9 + 12 * 2 / 9)))
    assert abs(right.out - right.expected) < 3 * right.deviation and right.chance > 0.01
    wrong = agreement(0.6, FIXED, drawn(400, 0.5, 0.2, 1))
    assert wrong.log_likelihood < right.log_likelihood - 100 and wrong.chance < 1e-6


def test_a_count_that_a_model_holds_impossible_ends_nothing() -> None:
    assert math.isfinite(agreement(0.6, FIXED, [Throw(120, 0, 0)]).log_likelihood)


def likelihoods(top: float, width: float, values: Sequence[float]) -> dict[float, Agreement]:
    return {x: Agreement(x, -(((x - top) / width) ** 2) / 2 - 50, 1, 1, 1, 1) for x in values}


def test_the_interval_is_that_of_the_likelihood() -> None:
    interval, at_edge = calibration._peak(likelihoods(0.57, 0.01, np.linspace(0.5, 0.7, 9).tolist()), 60, 1e9)
    assert not at_edge and interval.mean == pytest.approx(0.57)
    assert interval.high - interval.mean == pytest.approx(1.96 * 0.01, rel=1e-3)
    wider, _edge = calibration._peak(likelihoods(0.57, 0.01, np.linspace(0.5, 0.7, 9).tolist()), 60, 20)
    assert wider.high - wider.low == pytest.approx(2 * 1.96 * 0.01 * math.sqrt(2), rel=0.3)


def test_a_best_value_at_the_end_of_the_range_is_told() -> None:
    assert calibration._peak(likelihoods(0.9, 0.1, [0.4, 0.5, 0.6, 0.7]), 60, 1e9)[1]


class _Quick:
    """Makes drops by chances that depend on the friction as in a tower that is known."""

    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        for task in items:
            friction = task.geometry.grain.friction
            rng = random.Random(f"{friction} {task.chain} {task.plan.seed}")
            thrown, resting = 0.72 - 2 * (friction - 0.6), 0.2 - (friction - 0.6)
            drops = []
            for _drop in range(25):
                size, lying = rng.randint(1, 14), rng.randint(0, 16)
                out = (
                    sum(rng.random() < thrown for _ in range(size)),
                    sum(rng.random() < resting for _ in range(lying)),
                )
                drops.append([size, lying, *out])
            yield calibration._Fallen(task.value, task.chain, drops)


@pytest.mark.slow
@pytest.mark.parametrize("truth", [0.55, 0.6, 0.64])
def test_the_friction_of_a_known_tower_is_found(design: Design, truth: float) -> None:
    throws = drawn(150, 0.72 - 2 * (truth - 0.6), 0.2 - (truth - 0.6), 3)
    found = match(design, parse_parameters("grain.friction", design)[0], throws, Help(_Quick()))
    assert found.interval.low - 0.01 < truth < found.interval.high + 0.01
    assert found.interval.high - found.interval.low < 0.06 and not found.at_edge
    assert found.best.chance > 0.01 and found.best.log_likelihood >= found.present.log_likelihood - 4


def test_a_sample_is_the_same_again_and_could_be_counted(design: Design) -> None:
    rougher = set_parameter(design, "grain.friction", 0.57)
    throws = sample(rougher, 3, 7)
    assert throws == read_counts(shipped("tower_geometry") / "counts.csv")[:3] or throws == sample(rougher, 3, 7)
    assert breaks(throws) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["classic", "nowhere.csv"], "nowhere.csv"),
        (["classic", "counts.csv", "--parameter", "x.y"], "there is no parameter"),
        (["classic", "counts.csv", "--parameter", "grain.friction,ledges.tilt"], "name one parameter"),
        (["classic", "counts.csv", "--output", "mine.txt"], "the name must end in .toml"),
        (["nobody", "counts.csv"], "There is no tower nobody"),
        (["classic"], "COUNTS"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("counts.csv").write_text(HEAD + "8,5,12\n")
    assert run(["tower", "match", *words]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1

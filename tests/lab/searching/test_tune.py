"""Searching for towers: targets, parameters, the search itself on made-up towers, kills, and the command."""

import errno
import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import shogun.lab
from shogun.base.installation import install_command
from shogun.base.tables import Output
from shogun.cli import main as run
from shogun.cli.tower_commands.derivation import Asked
from shogun.cli.tower_commands.experiments import SearchProgress
from shogun.lab import LabError
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.metrics import Done, Metrics, Sums
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.reporting.comparison_tables import print_front, print_tuned
from shogun.lab.running.batch_evaluation import BatchPlan, Piece, Work
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.contest import about as about_contest
from shogun.lab.searching.contest import contest, entrants
from shogun.lab.searching.pareto_front import about as about_front
from shogun.lab.searching.pareto_front import front, not_dominated, spread
from shogun.lab.searching.search_space import Candidate, in_sentences, parse_parameters, start_of, values_at
from shogun.lab.searching.targets import (
    Target,
    better_place,
    check_balance,
    distance,
    errors_away,
    in_words,
    parse_targets,
    reach_of,
)
from shogun.lab.searching.tune import Aim, Tuned, _mean_candidate, about, tune
from shogun.tower import Design, GeometryError, load_design
from tests.lab.searching.test_sweep import rows, wait_for_rows
from tests.systems import needs_signals

USUAL = find_throws("4-12")
WANTED = parse_targets("p_out_thrown=0.67,p_out_resting=0.22,stock=12")


@pytest.fixture(scope="module")
def design() -> Design:
    return load_design("classic")


# Targets


def test_targets_are_read() -> None:
    assert parse_targets(" p_out_thrown = 0.67, stock=12") == (Target("p_out_thrown", 0.67), Target("stock", 12))
    assert in_words(WANTED) == "p_out_thrown=0.67,p_out_resting=0.22,stock=12"


@pytest.mark.parametrize(
    "text",
    ["", "stock", "stock=", "stock=x", "stock=-1", "stock=nan", "p_out_thrown=1.1", "p_out=0.5", "stock=12,stock=12",
     "stock=12,", "start_kept=46"],
)  # fmt: skip
def test_what_is_no_target_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="--target"):
        parse_targets(text)


def test_a_target_out_of_range_is_told_its_range() -> None:
    with pytest.raises(LabError, match=r"^--target stock=500: stock must be from 0 to 100\.$"):
        parse_targets("stock=500")


def test_a_range_the_wrong_way_round_is_turned(design: Design) -> None:
    with pytest.raises(LabError, match=r"to the larger one, like ledges\.tilt=10:30\.$"):
        parse_parameters("ledges.tilt=30:10", design)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p_out_thrown=0.67,p_out_resting=0.22,stock=20", "needs stock=12.0, and stock=20 needs p_out_resting=0.132"),
        ("p_out_thrown=0.67,p_out_resting=0.22,stock=12.5", "stock=12.0"),
        ("p_out_thrown=0.67,p_out_resting=0.22,stock=0", "contradict each other"),
        ("p_out_thrown=0.67,p_out_resting=0,stock=12", "none would ever come out again"),
        ("p_out_thrown=0.67,p_out_resting=0", "none would ever come out again"),
        ("p_out_thrown=0.1,stock=2", "7.20 cubes per throw stay.* with only 2 in the tower that is impossible"),
    ],
)
def test_targets_that_no_tower_can_meet_are_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(LabError, match=words):
        check_balance(parse_targets(text), USUAL)


@pytest.mark.parametrize(
    "text",
    ["p_out_thrown=0.67,p_out_resting=0.22,stock=12", "p_out_thrown=0.704,p_out_resting=0.203,stock=11.67", "stock=12",
     "p_out_thrown=1,p_out_resting=0,stock=0", "p_out_thrown=0.67,start_kept=3", "p_out_thrown=0.7,stock=12"],
)  # fmt: skip
def test_targets_that_agree_are_not_refused(text: str) -> None:
    check_balance(parse_targets(text), USUAL)


def test_what_contradicts_with_small_throws_may_agree_with_large_ones() -> None:
    targets = parse_targets("p_out_thrown=0.67,p_out_resting=0.22,stock=24")
    with pytest.raises(LabError):
        check_balance(targets, USUAL)
    check_balance(targets, find_throws("16-16"))


def made(thrown: float, resting: float, stock: float, given_up: int = 0, battles: int = 1000) -> Metrics:
    one, other, rest = Estimate(thrown, 0.01, 7), Estimate(resting, 0.02, 7), Estimate(stock, 0.5, 7)
    return Metrics(one, other, rest, Estimate(9, 1, 7), battles, battles, 0, given_up)


def test_distances_count_percentage_points_and_half_cubes() -> None:
    assert distance(made(0.67, 0.22, 12), WANTED) == 0
    assert distance(made(0.70, 0.22, 14), WANTED) == pytest.approx(math.sqrt((9 + 16) / 3))
    assert distance(made(0.67, 0.22, 12, given_up=1), WANTED) >= 1e6
    assert distance(made(math.nan, 0.22, 12), WANTED) >= 1e6
    assert errors_away(made(0.70, 0.22, 12), WANTED[0]) == pytest.approx(3)
    assert errors_away(made(math.nan, 0.22, 12), WANTED[0]) == math.inf
    alone = msgspec.structs.replace(made(0.67, 0.22, 12), p_out_thrown=Estimate(0.67, math.inf, 1))
    assert errors_away(alone, WANTED[0]) == math.inf, "of a single chain nothing is known"


# Parameters


def test_parameters_have_usual_ranges_or_their_own(design: Design) -> None:
    some = parse_parameters("ledges.tilt, ledges.length=20:40,grain.friction,shaft.width,ledges.height", design)
    assert [(one.name, one.low, one.high) for one in some] == [
        ("ledges.tilt", 14, 22),
        ("ledges.length", 20, 40),
        ("grain.friction", 0.45, 0.75),
        ("shaft.width", 67.5, 112.5),
        ("ledges.height", 93.75, 156.25),
    ]
    assert [one.together for one in some] == ["", "", "", "", "shift"]
    [sentence] = in_sentences(design, [one.name for one in some])
    assert sentence == (
        "ledges.height: its pieces differ (215, 170, 125, 80, 35) and are shifted together; "
        "the value given is their mean."
    )
    assert start_of(design, some)[:2] == pytest.approx([0.5, 0.65])


@pytest.mark.parametrize("text", ["", "ledges.tlit", "shaft", "baffle[9].tilt", "ledges.side"])
def test_unknown_parameters_are_refused(design: Design, text: str) -> None:
    with pytest.raises(GeometryError, match="there is no parameter"):
        parse_parameters(text, design)


@pytest.mark.parametrize(
    "text", ["ledges.tilt,ledges.tilt", "ledges.tilt=3", "ledges.tilt=22:14", "ledges.tilt=nan:2", "ledges.tilt=1:2:3"]
)
def test_ranges_that_make_no_sense_are_refused(design: Design, text: str) -> None:
    with pytest.raises(LabError, match="--parameters"):
        parse_parameters(text, design)


def test_values_are_rounded_as_they_are_written_and_rows_are_whole(design: Design) -> None:
    some = parse_parameters("ledges.tilt=14:22,ledges.length=20:40", design)
    assert values_at(some, np.array([1 / 3, 1.0])) == {"ledges.tilt": 16.6667, "ledges.length": 40}
    whole = (msgspec.structs.replace(some[0], is_whole=True),)
    assert values_at(whole, np.array([0.6])) == {"ledges.tilt": 19}


# The search, on towers whose figures are made up: quick, and the truth is known


class MadeUp:
    """Counts what formulas say of a tower's tilt and length, with the noise of real throws."""

    def __init__(self, most: int = 10**9, least: float = 0.45) -> None:
        self.most = most
        self.least = least
        """Towers that let out less clog."""
        self.counted = 0

    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        for piece in items:
            if self.counted >= self.most:
                raise KeyboardInterrupt
            self.counted += 1
            yield Done(piece.number, piece.task.chain, self.sums(piece))

    def sums(self, piece: Piece) -> Sums:
        task = piece.task
        thrown, resting = truth(task.geometry.baffles[0].tilt, task.geometry.baffles[0].length)
        rng = random.Random(f"{task.seed} {task.chain} {task.geometry.baffles[0].tilt}")
        count = 8 * task.battles
        out = round(rng.gauss(count * thrown, math.sqrt(count * thrown * (1 - thrown))))
        stock = round(task.battles * 8 * (1 - thrown) / resting)
        back = max(0, round(rng.gauss(stock * resting, math.sqrt(2 * stock * resting))))
        left = max(0, round(rng.gauss(stock, 10 * math.sqrt(task.battles))))
        given_up = thrown < self.least
        halves = (task.battles // 2, task.battles - task.battles // 2)
        early = round(left / 2 + rng.gauss(0, 0.02 * left))
        lefts = (early, left - early)
        return Sums(*halves, count, out, stock, back, *lefts, 0, 1, 9, task.battles, 0, 0, given_up=given_up)


def truth(tilt: float, length: float) -> tuple[float, float]:
    thrown = 0.70 + 0.035 * (tilt - 18) - 0.012 * (length - 33) + 0.004 * (tilt - 18) ** 2
    return min(0.99, max(0.3, thrown)), min(0.9, max(0.02, 0.20 + 0.03 * (tilt - 18) + 0.006 * (length - 33)))


def searched(design: Design, aim: Aim, executor: Any, file: Path | None = None, **more: Any) -> Any:
    with open_results(file, about(design, aim)) as results:
        return tune(design, aim, Work(results, executor), **more)


@pytest.fixture(scope="module")
def aim(design: Design) -> Aim:
    return Aim(WANTED, parse_parameters("ledges.tilt=14:22,ledges.length=25:40,funnel.mouth", design), seed=3)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_finds_what_is_wanted_and_says_how_near(design: Design, aim: Aim, seed: int) -> None:
    found = searched(design, msgspec.structs.replace(aim, seed=seed), MadeUp())
    thrown, resting = truth(found.values["ledges.tilt"], found.values["ledges.length"])
    assert abs(thrown - 0.67) < 0.012 and abs(resting - 0.22) < 0.012
    assert found.reached and max(found.errors_away) <= 3 and found.figures.battles == 4000
    assert found.candidates <= 300 and found.values["funnel.mouth"] > 90


def test_what_can_not_be_reached_is_told(design: Design, aim: Aim) -> None:
    targets = parse_targets("p_out_thrown=0.97,p_out_resting=0.05")
    few = msgspec.structs.replace(aim, targets=targets, most=40)
    found = searched(design, few, MadeUp())
    assert not found.reached and max(found.errors_away) > 3 and found.candidates <= 45


def test_what_could_be_reached_is_told_when_it_was_missed(design: Design, aim: Aim) -> None:
    targets = parse_targets("p_out_thrown=0.75,stock=20")
    axes = parse_parameters("ledges.tilt=17:19,ledges.length=25:40", design)
    found = searched(design, msgspec.structs.replace(aim, targets=targets, parameters=axes), MadeUp())
    assert not found.reached
    thrown, stock = found.reach
    grid = [truth(17 + n / 50, 25 + 15 * m / 100) for n in range(101) for m in range(101)]
    assert thrown.low == pytest.approx(min(one for one, _other in grid), abs=0.04)
    assert thrown.high == pytest.approx(max(one for one, _other in grid), abs=0.04)
    stocks = [8 * (1 - one) / other for one, other in grid if abs(one - 0.75) <= 0.015]
    assert stock.beside == (pytest.approx(min(stocks), rel=0.15), pytest.approx(max(stocks), rel=0.15))
    told = printed(found, design)
    assert (
        f"With about p_out_thrown=0.75, stock from {stock.beside[0]:.1f} to {stock.beside[1]:.1f} is possible." in told
    )
    assert told.splitlines()[-1].startswith("Next: ") or "At the end of its range" in told.splitlines()[-1]


def test_figures_that_no_tower_has_together_are_told(design: Design) -> None:
    axes = parse_parameters("ledges.length=32:34", design)
    found = searched(design, Aim(parse_targets("p_out_thrown=0.9,stock=12"), axes, seed=3), MadeUp())
    assert found.reach[1].beside is None and found.candidates < 150, "it gives up long before all that it may try"
    assert "None had about p_out_thrown=0.9." in printed(found, design)


def test_where_hardly_any_tower_lets_cubes_through_nothing_is_told(design: Design, aim: Aim) -> None:
    some = [Candidate(n, values_at(aim.parameters, np.full(3, 0.5)), None) for n in range(20)]
    assert reach_of(some, aim.parameters, WANTED, seed=1) == ()


def printed(found: Tuned, design: Design) -> str:
    print_tuned(Output(file=(told := StringIO()), width=200), found, design)
    return told.getvalue()


def test_numbers_that_would_rather_lie_outside_of_their_ranges_are_told(design: Design) -> None:
    axes = parse_parameters("ledges.length=32:34,funnel.mouth=100:120", design)
    far = searched(design, Aim(parse_targets("p_out_thrown=0.6"), axes, seed=3, most=60), MadeUp())
    told = printed(far, design)
    assert "tried in" in told.splitlines()[0] and "battles" in told.splitlines()[0]
    assert "NOT all targets are met.\nTowers were measured throughout these ranges: p_out_thrown from 0.6" in told
    assert "At the end of its range: ledges.length" in told
    near = searched(design, Aim(parse_targets("p_out_thrown=0.7"), axes, seed=3, most=60), MadeUp())
    told = printed(near, design)
    assert "All targets are met" in told and "At the end" not in told


@pytest.mark.slow
def test_an_interrupted_search_goes_on_to_the_same_end(design: Design, aim: Aim, tmp_path: Path) -> None:
    whole = searched(design, aim, executor := MadeUp())
    for most in (5, 100, 200):
        with pytest.raises(KeyboardInterrupt):
            searched(design, aim, MadeUp(most), tmp_path / "t.sqlite")
    rest = MadeUp()
    assert searched(design, aim, rest, tmp_path / "t.sqlite") == whole
    assert rest.counted == executor.counted - 305
    assert searched(design, aim, MadeUp(0), tmp_path / "t.sqlite") == whole, "nothing is measured again"


def test_it_can_be_watched_and_stopped(design: Design, aim: Aim, tmp_path: Path) -> None:
    seen: list[int] = []

    def watch(candidates: Sequence[Candidate]) -> None:
        seen.append(len(candidates))
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        searched(design, aim, MadeUp(), tmp_path / "t.sqlite", watch=watch)
    assert seen == [7, 14, 21]


def test_all_candidates_get_the_same_throws_and_the_judges_get_others(design: Design, aim: Aim) -> None:
    seeds: dict[int, set[int]] = {}

    class Seeing(MadeUp):
        def sums(self, piece: Piece) -> Sums:
            seeds.setdefault(piece.task.seed, set()).add(piece.number)
            return super().sums(piece)

    found = searched(design, aim, Seeing())
    common, *longer = sorted(seeds.values(), key=len, reverse=True)
    assert common == set(range(len(common))) and all(len(numbers) == 1 for numbers in longer)
    assert max(max(numbers) for numbers in longer) == found.candidates


def test_towers_that_let_nothing_through_are_told(design: Design, aim: Aim) -> None:
    with pytest.raises(LabError, match="no tower with these parameters lets cubes through"):
        searched(design, aim, MadeUp(least=2.0))


@pytest.mark.chance
def test_the_surface_meets_targets_by_the_shortest_way(design: Design, aim: Aim) -> None:
    rng = np.random.default_rng(4)
    candidates = []
    for number, place in enumerate(rng.uniform(0.3, 0.7, (60, 3))):
        values = values_at(aim.parameters, place)
        thrown = 0.60 + 0.2 * place[0]
        candidates.append(Candidate(number, values, made(thrown + rng.normal(0, 0.005), 0.2, 12)))
    candidates += [Candidate(61, values, None), Candidate(62, values, made(0.1, 0.1, 99, given_up=1))]
    place = better_place(candidates, aim.parameters, (Target("p_out_thrown", 0.72),), np.array([0.5, 0.5, 0.5]))
    assert place[0] == pytest.approx(0.6, abs=0.04) and place[1:] == pytest.approx([0.5, 0.5], abs=0.06)


def test_a_tower_in_which_no_cube_stays_does_not_end_the_search(design: Design, aim: Aim) -> None:
    places = np.array([[0.4, 0.5, 0.5], [0.6, 0.5, 0.5], [0.5, 0.6, 0.5], [0.5, 0.5, 0.6]])
    candidates = [
        Candidate(at, values_at(aim.parameters, place), made(0.7, 0.2, 12)) for at, place in enumerate(places)
    ]
    candidates.append(Candidate(4, values_at(aim.parameters, places[0]), made(1.0, math.nan, 0)))
    place = better_place(candidates, aim.parameters, (Target("p_out_resting", 0.2),), places[0])
    assert place == pytest.approx(places[0], abs=0.01)
    nowhere = better_place(candidates[4:], aim.parameters, (Target("p_out_resting", 0.2),), places[0])
    assert nowhere.tolist() == places[0].tolist()


@pytest.mark.chance
def test_the_luck_that_all_candidates_share_moves_no_level(design: Design, aim: Aim) -> None:
    rng = np.random.default_rng(4)
    candidates = []
    for number, place in enumerate(rng.uniform(0.4, 0.6, (66, 3))):
        is_longer = number >= 60
        thrown = 0.60 + 0.2 * place[0] + (0 if is_longer else 0.02)
        figures = made(thrown, 0.2, 12, battles=4000 if is_longer else 240)
        candidates.append(Candidate(number, values_at(aim.parameters, place), figures))
    place = better_place(candidates, aim.parameters, (Target("p_out_thrown", 0.72),), np.array([0.5, 0.5, 0.5]))
    assert place[0] == pytest.approx(0.6, abs=0.02), "a level that was moved would be off by 0.1"


# Fronts


@pytest.mark.slow
def test_towers_between_two_wishes_give_up_one_for_the_other(design: Design, aim: Aim, tmp_path: Path) -> None:
    first, second = parse_targets("p_out_thrown=0.8"), parse_targets("stock=20")
    wide = msgspec.structs.replace(aim, targets=first, most=150, check=1000)

    def run_it(executor: Any) -> Any:
        with open_results(tmp_path / "f.sqlite", about_front(design, wide, second)) as results:
            return front(design, wide, second, Work(results, executor))

    with pytest.raises(KeyboardInterrupt):
        run_it(MadeUp(300))
    found = run_it(MadeUp())
    ones, others = zip(*(tower.distances for tower in found.towers), strict=True)
    assert 3 <= len(found.towers) <= 7
    assert list(ones) == sorted(ones) and list(others) == sorted(others, reverse=True)
    assert ones[0] < 3 and others[-1] < 3, "both wishes alone are met"
    assert run_it(MadeUp(0)) == found
    out = StringIO()
    print_front(Output(file=out, width=160), found, design)
    assert "between p_out_thrown=0.8 and stock=20" in out.getvalue()


def test_a_front_has_no_tower_that_another_beats() -> None:
    wishes = (parse_targets("p_out_thrown=0.8"), parse_targets("stock=20"))
    some = [Candidate(n, {}, made(0.7 + n / 100, 0.2, 20 - n % 4)) for n in range(8)] + [Candidate(9, {}, None)]
    kept = not_dominated(some, wishes)
    assert [one.number for one in kept] == [7, 6, 5, 4]
    assert [one.number for one in spread(kept, wishes, most=2)] == [7, 4]


# Contests


def test_a_contest_ranks_and_tells_what_is_refused(tmp_path: Path) -> None:
    for name in ("classic", "steep", "hoard"):
        (tmp_path / f"{name}.toml").write_text((Path("tower_geometry") / f"{name}.toml").read_text())
    (tmp_path / "broken.toml").write_text("format = 2")
    towers, refused = entrants(tmp_path)
    plan = BatchPlan(160)
    with open_results(None, about_contest(towers, plan)) as results:
        found = contest(towers, refused, parse_targets("p_out_thrown=0.7"), plan, Work(results, MadeUp()))
    assert [one.rank for one in found.towers] == [1, 2, 3]
    assert [one.distance for one in found.towers] == sorted(one.distance for one in found.towers)
    assert found.towers[2].tower == "steep" and found.towers[2].error > 0
    assert [one.file for one in found.refused] == ["broken.toml"]


def test_towers_that_are_alike_share_a_rank(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text((Path("tower_geometry") / "classic.toml").read_text())
    towers, refused = entrants(tmp_path)
    with open_results(None, {}) as results:
        found = contest(towers, refused, parse_targets("stock=12"), BatchPlan(160), Work(results, MadeUp()))
    assert [(one.rank, one.tower) for one in found.towers] == [(1, "one"), (1, "two")]


# The commands


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tune", "classic", "--target", "stock=12,p_out_thrown=0.1,p_out_resting=0.9", "--parameters", "ledges.tilt"],
         "these targets contradict each other: 7.20 cubes per throw stay"),
        (["tune", "classic", "--target", "stock=many", "--parameters", "ledges.tilt"], "stock=many: name any of"),
        (["tune", "classic", "--target", "stock=12", "--parameters", "x.y"], "there is no parameter"),
        (["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt", "--candidates", "3"],
         "--candidates 3 must be from 20 to 100000"),
        (["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt", "--output", "x.txt"],
         "--output x.txt: the name must end in .toml"),
        (["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt", "--output", "con.toml"],
         "--output con.toml: Windows reserves the name con"),
        (["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt", "--output", "no/x.toml"],
         "no such folder"),
        (["tune", "classic", "--parameters", "ledges.tilt", *["--target", "stock=12"] * 3], "use --target once"),
        (["tune", "nobody", "--target", "stock=12", "--parameters", "ledges.tilt"], "There is no tower nobody"),
        (["contest", "nowhere", "--target", "stock=12"], "there is no file nowhere"),
        (["contest", ".", "--target", "stock=12"], "it has no working tower"),
        (["contest", ".", "--target", "stuck=12"], "stuck=12: name any of"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["tower", *words]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("cmaes", ["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt"]),
        ("scipy", ["tune", "classic", "--target", "stock=12", "--parameters", "ledges.tilt"]),
        ("scipy", ["match", "classic", "tower_geometry/counts.csv"]),
    ],
)
def test_without_the_extra_one_sentence_says_so(
    library: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert run(["tower", *words]) == 2
    assert capsys.readouterr().err == (
        f"shogun: {words[0]} needs the library {library}. Install it: {install_command(library, extra='lab')}\n"
    )


def test_no_tower_of_a_front_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x-3.toml").write_text("mine", encoding="utf-8")
    wishes = ["--target", "stock=12", "--target", "p_out_thrown=0.8"]
    assert run(["tower", "tune", "classic", *wishes, "--parameters", "ledges.tilt", "--output", "x.toml"]) == 2
    assert "--output x-3.toml exists already" in capsys.readouterr().err


def test_what_was_found_is_told_before_it_is_written(
    design: Design, aim: Aim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = searched(design, aim, MadeUp())

    def full(*_all: object) -> None:
        raise OSError(errno.ENOSPC, "No space left")

    monkeypatch.setattr(Asked, "run", lambda *_all, **_more: found)
    monkeypatch.setattr("shogun.cli.tower_commands.experiments.write_tower", full)
    words = ["--target", "stock=12", "--parameters", "ledges.tilt", "--output", str(tmp_path / "x.toml"), "--json"]
    assert run(["tower", "tune", "classic", *words]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["values"] == found.values and "No space left" in told.err


@needs_signals
@pytest.mark.slow
def test_a_killed_tune_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    words = ["--target", "p_out_thrown=0.7,stock=11.7", "--parameters", "ledges.tilt=17:19", "--results", str(file)]
    command = [sys.executable, "-m", "shogun", "tower", "tune", "classic", *words]
    known: set[tuple[Any, ...]] = set()
    for least in (3, 12):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        wait_for_rows(file, least)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert known < rows(file)
        known = rows(file)


def test_how_far_it_has_come_is_told_also_when_the_best_are_measured_longer(aim: Aim) -> None:
    progress = SearchProgress(aim.targets, 2)
    candidates = [Candidate(number, {}, made(0.7, 0.2, 12)) for number in range(3)]
    now = progress.began + 10.0
    assert progress.words(candidates[:1], now).startswith(
        "1 of at most 2 towers, 10 seconds left at most; the closest: "
    )
    assert progress.words(candidates, now).startswith("2 towers tried; measuring the best ones longer (1 so far); ")


def test_a_search_asks_and_is_told() -> None:
    pytest.importorskip("cmaes")
    looking = shogun.lab.search("classic", "ledges.tilt=14:22,ledges.length=25:40", seed=3)
    assert looking.ask() == looking.ask(), "the same until it is told"
    for _generation in range(25):
        looking.tell([abs(one["ledges.tilt"] - 16) + abs(one["ledges.length"] - 30) for one in looking.ask()])
    assert looking.best["ledges.tilt"] == pytest.approx(16, abs=0.5)
    assert looking.best["ledges.length"] == pytest.approx(30, abs=0.5)
    with pytest.raises(LabError, match=r"^losses: there are 1, but there must be 0"):
        looking.tell([1.0])


def test_a_generation_is_judged_by_the_mean_of_further_statistics_too() -> None:
    one = Estimate(0.7, 0.01, 5)
    figures = Metrics(one, one, one, one, 60, 60, 0, 0, further={"pieces_touched": Estimate(1.0, 0.1, 5)})
    other = msgspec.structs.replace(figures, further={"pieces_touched": Estimate(2.0, 0.1, 5)})
    middle = _mean_candidate([Candidate(0, {}, figures), Candidate(1, {}, other)]).figures
    assert middle is not None and middle.of("pieces_touched").mean == 1.5
    assert distance(middle, parse_targets("pieces_touched=1.5")) == 0

"""A strategist whose playouts are made in batches: its results, its time, and that only a setting turns it on."""

import time
from random import Random
from statistics import mean, pstdev

import pytest
from msgspec.structs import replace

from shogun.games.shogun.opponents.rollouts.rollout import Imagined
from shogun.games.shogun.opponents.search import master, strategist_1
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.playout_search import Candidate, SearchSettings
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.opponents.search.trial import BatchTrial, Trial
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget
from tests.games.shogun.opponents.search.test_strategist import in_mid_season, planning

EFFORT = SearchSettings(
    plans=4, variations=3, rival_plans=3, plan_playouts=120, move_playouts=60, completions=0, batched=True
)
BATCHED = Strategist(effort=EFFORT)


def questions() -> list[tuple[View, PlayerQuestion]]:
    game, march = in_mid_season(3)
    return [planning(5), (game.view(march.seat), march)]


def test_only_the_first_strategist_plays_one_by_one() -> None:
    assert SearchSettings().batched and master.EFFORT.batched and not strategist_1.EFFORT.batched


@pytest.mark.parametrize("number", range(2))
@pytest.mark.chance
def test_batches_judge_moves_as_playouts_one_by_one_do(number: int) -> None:
    view, question = questions()[number]
    imagined = Imagined(BATCHED._imagine_rivals(view, Random(3)), 0.5)
    moves = list(BATCHED._moves(view, question, Random(1)))[:2]
    for move in moves:
        one, other = Candidate(move), Candidate(move)
        Trial(BATCHED, view, imagined, 77, None).run([one] * 300)
        BatchTrial(BATCHED, view, imagined, 77, None).run([other] * 300)
        error = (pstdev(one.results) ** 2 + pstdev(other.results) ** 2) ** 0.5 / 300**0.5
        assert abs(mean(one.results) - mean(other.results)) < 4 * error


@pytest.mark.parametrize("number", range(2))
def test_results_dont_depend_on_how_playouts_are_divided(number: int) -> None:
    view, question = questions()[number]
    imagined = Imagined(BATCHED._imagine_rivals(view, Random(3)), 0.5)
    moves = list(BATCHED._moves(view, question, Random(1)))[:2]
    once, often = ([Candidate(move) for move in moves] for _way in range(2))
    BatchTrial(BATCHED, view, imagined, 7, None).run(once * 30)
    trial = BatchTrial(BATCHED, view, imagined, 7, None)
    for candidate in often:
        trial.run([candidate] * 10)
        trial.run([candidate] * 20)
    for one, other in zip(once, often, strict=True):
        assert one.results == pytest.approx(other.results, abs=1e-6)
        assert len(set(one.results)) > 1


@pytest.mark.parametrize("kind", [Strategist, Master])
def test_all_it_considers_is_legal_and_the_same_seed_gives_the_same(kind: type[Strategist]) -> None:
    view, question = planning(4)
    thinker = kind(effort=EFFORT)
    found, again = (thinker.consider(view, question, Random(2), Budget()) for _time in range(2))
    for candidate in found:
        question.verify(candidate.move)
    assert [(one.move, one.results) for one in found] == [(one.move, one.results) for one in again]


def test_common_luck_makes_moves_comparable() -> None:
    """The results of two plans that differ little go up and down together."""
    view, question = planning(5)
    imagined = Imagined(BATCHED._imagine_rivals(view, Random(3)), 0.5)
    first, second = (Candidate(move) for move in list(BATCHED._moves(view, question, Random(1)))[:2])
    BatchTrial(BATCHED, view, imagined, 7, None).run([first, second] * 200)
    differences = [one - other for one, other in zip(first.results, second.results, strict=True)]
    apart = (pstdev(first.results) ** 2 + pstdev(second.results) ** 2) ** 0.5
    assert pstdev(differences) < 0.95 * apart


def test_without_time_it_does_what_a_planner_does() -> None:
    view, question = planning(6)
    at_once = BATCHED.choose(view, question, Random(1), Budget(seconds=0.0))
    assert at_once == next(BATCHED._moves(view, question, Random(1)))


def test_a_clock_ends_its_search() -> None:
    view, question = planning(6)
    thinker = replace(BATCHED, effort=replace(EFFORT, plan_playouts=10_000))
    thinker.consider(view, question, Random(1), Budget())  # tables of chances are made once
    began = time.perf_counter()
    found = thinker.consider(view, question, Random(1), Budget(seconds=0.4))
    assert time.perf_counter() - began < 4
    assert len(found[0].results) > 20

"""The grand master: whose evaluator it has, how long it thinks, and that it plays sense on any seat."""

from itertools import count
from random import Random

import pytest

from shogun.games.shogun.opponents.evaluation.evaluators import evaluator_for
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.master import EFFORT, LONGER, Master
from shogun.games.shogun.rules import view as view_of
from shogun.games.shogun.rules.cards import Action, Card
from shogun.games.shogun.rules.moves import March
from shogun.games.shogun.rules.questions import MarchQuestion
from shogun.table.running.seats import Budget
from tests.games.shogun.opponents.evaluation.test_features import BOARDS, beginnings
from tests.games.shogun.opponents.search.test_strategist import in_mid_season, planning
from tests.games.shogun.rules.build import held, in_season


@pytest.mark.parametrize("board", BOARDS)
def test_it_asks_the_evaluator_of_its_board(board: tuple[str, str, int]) -> None:
    view = view_of(beginnings(*board)[0], 0)
    assert Master().evaluator_of(view) is evaluator_for(view.setup.side, view.setup.seats)


def test_the_same_seed_gives_the_same_plan() -> None:
    view, question = planning(3)
    plans = {Master().choose(view, question, Random(8), Budget(playouts=200)) for _time in range(2)}
    assert len(plans) == 1


def test_all_it_considers_is_legal_and_chances_are_judged() -> None:
    view, question = planning(2)
    found = Master().consider(view, question, Random(4), Budget(playouts=300))
    assert len(found) > 10
    for candidate in found:
        question.verify(candidate.move)
        assert not candidate.ends, "all that was played out is judged"
        assert all(0 <= result <= 1 for result in candidate.results)
    assert sum(len(candidate.results) for candidate in found) <= 1.5 * 300


@pytest.mark.slow
def test_variations_are_tried_in_rounds_of_the_best_so_far() -> None:
    view, question = planning(5)
    found = Master().consider(view, question, Random(1), Budget(playouts=EFFORT.plan_playouts))
    assert len({candidate.move for candidate in found}) == len(found) > EFFORT.plans


@pytest.mark.slow
def test_the_more_time_the_more_it_plays_out() -> None:
    """A look at the clock takes a millisecond here, and one is taken before each playout."""
    view, question = planning(8)
    made = []
    for seconds in (0.2, 1.0, 4.0):
        clock = iter(count(0.0, 0.001))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "shogun.games.shogun.opponents.search.strategist.time.monotonic", lambda clock=clock: next(clock)
            )
            found = Master().consider(view, question, Random(1), Budget(seconds=seconds))
        made.append(sum(len(candidate.results) for candidate in found))
        assert made[-1] <= seconds / 0.001
    assert made[0] < made[1] / 3 < made[2] / 6
    assert made[2] > EFFORT.plan_playouts


def test_a_clock_allows_more_playouts_than_are_counted_otherwise() -> None:
    plan, march = planning(1)[1], in_mid_season(1)[1]
    thinker = Master()
    assert thinker._playouts(plan, Budget(seconds=3.5)) == LONGER * EFFORT.plan_playouts
    assert thinker._playouts(march, Budget(seconds=0.5)) == LONGER * EFFORT.move_playouts
    assert thinker._playouts(plan, Budget(playouts=350)) == 350


@pytest.mark.parametrize("budget", [Budget(playouts=30), Budget(seconds=0.0)])
def test_without_time_it_does_what_a_planner_does(budget: Budget) -> None:
    for seed in range(4):
        game, question = in_mid_season(seed)
        view = game.view(question.seat)
        assert Master().choose(view, question, Random(1), budget) == Planner(ValuationWeights()).choose(
            view, question, Random(1)
        )


@pytest.mark.parametrize("playouts", [1, 80, 350, 1400])
def test_put_on_a_seat_in_mid_season_it_sends_no_single_army_against_ten(playouts: int) -> None:
    board = {"Kai": held(0, 2), "Musashi": held(0), "Sagami": held(1, 10), "Suruga": held(1, 10), "Aki": held(2, 3)}
    plans: dict[int, dict[Action, Card]] = {0: {"battle_a": "Kai"}, 1: {"battle_b": "Sagami"}}
    game = in_season(board, plans, reserve={0: 49, 1: 32})
    assert isinstance(game.question, MarchQuestion)
    move = Master().choose(game.seen(0), game.question, Random(playouts), Budget(playouts=playouts))
    assert isinstance(move, March)
    assert game.state.provinces[move.target].armies < 10

"""The grand master: whose evaluator it has, how long it thinks, and that it plays sense on any seat."""

from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.shogun.opponents.evaluation.evaluators import evaluator_for
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.master import EFFORT, LONGER, WIDEST, Master
from shogun.games.shogun.opponents.search.trial import PROBE
from shogun.games.shogun.rules import view as view_of
from shogun.games.shogun.rules.cards import Action, Card
from shogun.games.shogun.rules.questions import March, MarchQuestion
from shogun.table.session import Budget
from tests.games.shogun.opponents.evaluation.test_features import BOARDS, beginnings
from tests.games.shogun.opponents.search.slow_playouts import slow_playouts
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
def test_the_more_playouts_the_more_plans_it_tries() -> None:
    view, question = planning(5)
    tried = [
        len(Master().consider(view, question, Random(1), Budget(playouts=times * EFFORT.plan_playouts)))
        for times in (1, 4, 6)
    ]
    assert tried[1] > 1.5 * tried[0]
    assert tried[2] <= EFFORT.plans + WIDEST * (EFFORT.variations + EFFORT.rounds)


@pytest.mark.slow
def test_the_more_time_the_more_it_plays_out() -> None:
    view, question = planning(8)
    made = []
    thinker = Master(effort=replace(EFFORT, plan_playouts=2400, batched=False))
    for seconds in (0.2, 1.0, 4.0):
        with slow_playouts(lambda _playout: 0.001) as clock:
            found = thinker.consider(view, question, Random(1), Budget(seconds=seconds))
        made.append(sum(len(candidate.results) for candidate in found))
        assert clock.now == pytest.approx(seconds, abs=0.002)
    assert made == [pytest.approx(playouts, abs=2) for playouts in (200, 1000, 4000)]
    assert made[2] > thinker.effort.plan_playouts


@pytest.mark.parametrize(
    ("first", "later"), [(0.2, 0.01), (0.001, 0.01)], ids=["the first ones are slow", "the first ones are quick"]
)
def test_time_is_estimated_anew_so_that_all_of_it_is_used_and_the_best_plans_get_their_part(
    first: float, later: float
) -> None:
    view, question = planning(8)
    with slow_playouts(lambda playout: first if playout < PROBE else later, dealing=0.02) as clock:
        found = Master(effort=replace(EFFORT, batched=False)).consider(view, question, Random(1), Budget(seconds=10.0))
    assert clock.now == pytest.approx(10.0, abs=0.04)
    counts = sorted((len(candidate.results) for candidate in found), reverse=True)
    assert len(found) > 20, "plans were proposed"
    assert counts[1] >= 2 * counts[-1], "the best ones were tried more"


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


def test_it_tries_a_march_of_each_kind_to_every_target() -> None:
    """The greatest to each of five provinces, and one army to one of its own three."""
    game, question = in_mid_season(5)
    view = game.view(question.seat)
    tried = [move for move in Master()._best_marches(view, question) if isinstance(move, March)]
    assert len(question.targets) == 5 and question.most == 4
    assert (
        {March(question.source, target, question.most) for target in question.targets}
        <= set(tried)
        <= set(question.moves)
    )
    assert any(march.armies == 1 and view.provinces[march.target].owner == question.seat for march in tried)

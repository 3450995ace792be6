"""The strategist: what it imagines of others, what it tries, and how it compares."""

from random import Random

import pytest

from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.evaluation.evaluators import evaluated
from shogun.games.shogun.opponents.evaluation.linear_evaluator import LinearEvaluator
from shogun.games.shogun.opponents.planning.planner import Planner, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.rollout import Imagined, Scenario
from shogun.games.shogun.opponents.search.playout_search import (
    Candidate,
    SearchSettings,
    beats,
    by_merit,
    in_halves,
    usual_unless_beaten,
)
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.opponents.search.trial import PROBE, Trial
from shogun.games.shogun.rules.cards import CHEST_CARDS, FACE_DOWN, Action, Card
from shogun.games.shogun.rules.questions import March, MarchQuestion, Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.session import Budget, Session, take_turn
from shogun.tower.quick_model import FIXED
from tests.games.shogun.opponents.search.slow_playouts import slow_playouts
from tests.games.shogun.opponents.test_opponents import at_planning, session
from tests.games.shogun.rules.build import held, in_season

ONE_BY_ONE = Strategist(effort=SearchSettings(batched=False))
QUICK = Strategist(effort=SearchSettings(plans=4, variations=3, rival_plans=3, plan_playouts=12, move_playouts=6))


def in_mid_season(seed: int) -> tuple[Session, MarchQuestion]:
    """Return a game at a march of which two other seats have shown cards already."""
    game = session(["planner"] * 4, seed)
    while True:
        question = game.questions[0] if game.chance is None else None
        if isinstance(question, MarchQuestion) and (game.view(question.seat).action or 0) >= 3:
            return game, question
        take_turn(game, [opponent("planner")] * 4)


def planning(seed: int) -> tuple[View, PlanQuestion]:
    game = at_planning(seed)
    question = game.questions[0]
    assert isinstance(question, PlanQuestion)
    return game.view(question.seat), question


def total(view: View, question: PlanQuestion, plan: Plan) -> float:
    """Return what a planner holds a plan to be worth; several may be the best."""
    worth = plan_worth(Valuation(view, question.seat, ValuationWeights()), question)
    laid = enumerate((*plan.fields, plan.bid))
    return float(sum(worth[place, question.cards.index(card)] for place, card in laid if card is not None))


@pytest.mark.parametrize("seed", range(4))
def test_imagined_plans_leave_open_cards_where_they_lie(seed: int) -> None:
    game, question = in_mid_season(seed)
    view = game.view(question.seat)
    imagined = QUICK._imagine_rivals(view, Random(1))
    assert imagined[question.seat] == []
    shown_cards = 0
    for seat in set(range(4)) - {question.seat}:
        held = {*view.owned(seat), *CHEST_CARDS}
        for plan in imagined[seat]:
            assert plan.bid == view.bids[seat]
            laid = [card for card in plan.fields if card is not None]
            assert len(set(laid)) == len(laid)
            for card, shown in zip(plan.fields, view.boards[seat], strict=True):
                assert card in held if shown == FACE_DOWN else card == shown
                shown_cards += shown not in (FACE_DOWN, None)
    assert shown_cards > 0


def test_the_likeliest_plan_of_another_is_a_planners() -> None:
    game = at_planning(2)
    own, *_others = game.questions
    imagined = QUICK._imagine_rivals(game.view(own.seat), Random(1))
    for question in game.questions[1:]:
        assert isinstance(question, PlanQuestion)
        view = game.view(question.seat)
        laid = Planner(ValuationWeights()).choose(view, question, Random(9))
        likeliest = imagined[question.seat][0]
        assert isinstance(laid, Plan)
        assert total(view, question, likeliest) == pytest.approx(total(view, question, laid), abs=1e-3)


def test_all_it_considers_is_legal_and_what_was_not_dropped_was_tried_as_often_as_any() -> None:
    view, question = planning(4)
    found = QUICK.consider(view, question, Random(2), Budget(playouts=90))
    assert len(found) > QUICK.effort.plans
    for candidate in found:
        question.verify(candidate.move)
        assert all(-1 <= result <= 1 for result in candidate.results)
    assert len(found[0].results) == max(len(candidate.results) for candidate in found)


def test_the_same_move_meets_the_same_luck() -> None:
    view, question = planning(5)
    move = Planner(ValuationWeights()).choose(view, question, Random(1))
    first, second = Candidate(move), Candidate(move)
    trial = Trial(QUICK, view, Imagined(QUICK._imagine_rivals(view, Random(3)), 0.5), 77, None)
    trial.run([first, second] * 4)
    assert first.results == second.results
    assert len(set(first.results)) > 1, "each playout has a luck of its own"


def test_without_time_it_does_what_a_planner_does() -> None:
    view, question = planning(6)
    at_once = Strategist().choose(view, question, Random(1), Budget(seconds=0.0))
    question.verify(at_once)
    assert at_once == next(Strategist()._moves(view, question, Random(1)))


def test_a_winter_short_of_rice_counts_against_a_move() -> None:
    """The same playouts, with and without a scruple: only those with a risk of hunger come out lower."""
    game, question = in_mid_season(3)
    view, move = game.view(question.seat), opponent("planner")
    answer = move(view, game.inside, question, Random(1), Budget())
    imagined = Imagined(QUICK._imagine_rivals(view, Random(1)), trust=0.5)
    scales = ValueTables(ValuationWeights(), fast_board("sun", 4), view.year, view.season)
    scenario = Scenario(view, imagined, scales, FIXED, Random(4))
    end = scenario.play_out(answer)
    (plain,), (scrupulous,) = (evaluated(LinearEvaluator(), [end], question.seat, scruple) for scruple in (0.0, 1.0))
    assert 0 <= plain - scrupulous <= 1
    assert plain != scrupulous, "in spring some risk is always left"


def test_one_playout_more_when_the_clock_ends_makes_no_move_better() -> None:
    worse, better, dropped = (Candidate(Plan((None,) * 10, bid)) for bid in range(3))
    worse.results, better.results, dropped.results = [0.4] * 9, [0.7] * 8, [0.9] * 4
    assert by_merit([dropped, worse, better]) == [better, worse, dropped]


def test_the_usual_move_is_left_only_for_one_that_beats_it_in_the_same_scenarios() -> None:
    usual, lucky, better = (Candidate(Plan((None,) * 10, bid)) for bid in range(3))
    usual.results = [0.2, 0.5, 0.3, 0.6, 0.1, 0.4, 0.3]
    lucky.results = [0.5, 0.2, 0.6, 0.3, 0.4, 0.1, 0.9]
    better.results = [result + 0.02 for result in usual.results]
    assert usual_unless_beaten([usual, lucky], 1.0) == [usual, lucky]
    assert usual_unless_beaten([usual, better], 1.0) == [better, usual]
    better.results = better.results[:5]
    assert not beats(better, usual, 0.0), "five playouts tell nothing"


@pytest.mark.parametrize(("playouts", "most"), [(11, 1), (30, 3), (80, 7), (150, 15), (700, 30)])
def test_few_playouts_are_spent_on_few_plans(playouts: int, most: int) -> None:
    view, question = planning(7)
    found = Strategist().consider(view, question, Random(3), Budget(playouts=playouts))
    assert 1 <= len(found) <= most
    assert sum(len(candidate.results) for candidate in found) <= 1.5 * playouts


def test_a_budget_counts_the_playouts_of_a_plan_and_other_questions_get_their_part() -> None:
    plan = planning(1)[1]
    _game, march = in_mid_season(1)
    counted = [Strategist()._playouts(question, Budget(playouts=350)) for question in (plan, march)]
    assert counted == [350, 30]


def test_with_little_time_it_tries_fewer_plans() -> None:
    view, question = planning(8)
    with slow_playouts(lambda _playout: 0.1):
        found = ONE_BY_ONE.consider(view, question, Random(1), Budget(seconds=4.0))
    assert 1 < len(found) <= 4
    assert sum(len(candidate.results) for candidate in found) == 40


@pytest.mark.parametrize("seed", range(3))
def test_asked_again_it_leaves_what_it_has_found_only_for_something_better(seed: int) -> None:
    view, question = planning(seed)
    poor = question.sample(Random(1))
    better = Strategist().consider(view, question, Random(2), Budget(playouts=150, found=poor))
    usual = next(candidate for candidate in better if candidate.move == poor)
    assert better[0].move != poor and beats(better[0], usual, Strategist().effort.caution)
    assert Strategist().choose(view, question, Random(2), Budget(seconds=0.0, found=poor)) == poor


def test_no_more_playouts_than_are_counted_otherwise_are_made_where_there_is_time() -> None:
    view, question = planning(8)
    counted = timed = ONE_BY_ONE
    with slow_playouts(lambda _playout: 0.001):
        found = timed.consider(view, question, Random(1), Budget(seconds=30.0))
    usual = counted.consider(view, question, Random(1), Budget())
    made, wanted = (sum(len(candidate.results) for candidate in each) for each in (found, usual))
    assert wanted <= made <= wanted + PROBE + len(found)


@pytest.mark.parametrize("budget", [Budget(playouts=30), Budget(playouts=130), Budget(seconds=0.0)])
def test_with_few_playouts_it_marches_as_a_planner_does(budget: Budget) -> None:
    for seed in range(6):
        game, question = in_mid_season(seed)
        view = game.view(question.seat)
        usual = Planner(ValuationWeights()).choose(view, question, Random(1))
        assert Strategist().choose(view, question, Random(1), budget) == usual


@pytest.mark.parametrize("playouts", [1, 80, 350, 700])
def test_put_on_a_seat_in_mid_season_it_sends_no_single_army_against_ten(playouts: int) -> None:
    """Its plan was laid by another; it must march, and the tower holds cubes of both. (Into an empty one it pays.)"""
    board = {"Kai": held(0, 2), "Musashi": held(0), "Sagami": held(1, 10), "Suruga": held(1, 10), "Aki": held(2, 3)}
    plans: dict[int, dict[Action, Card]] = {0: {"battle_a": "Kai"}, 1: {"battle_b": "Sagami"}}
    game = in_season(board, plans, reserve={0: 49, 1: 32})
    assert isinstance(game.question, MarchQuestion)
    move = Strategist().choose(game.seen(0), game.question, Random(playouts), Budget(playouts=playouts))
    assert isinstance(move, March)
    assert game.state.provinces[move.target].armies < 10


def test_halving_gives_the_better_ones_more() -> None:
    candidates = [Candidate(Plan((None,) * 10, bid)) for bid in range(4)]
    for left in in_halves(candidates):
        for tried in left:
            tried.results.extend([float(candidates.index(tried))] * (12 // len(left)))
    assert [len(candidate.results) for candidate in candidates] == [3, 3, 9, 9]

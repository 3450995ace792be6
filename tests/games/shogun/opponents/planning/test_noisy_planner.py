"""Opponents that make mistakes: each strength wins more than its share among those of the one below, and not always."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, opponent, random_moves, ranked, sentence, title
from shogun.games.shogun.opponents.planning.noisy_planner import NoisyPlanner, beginner, hasty, learner
from shogun.games.shogun.opponents.strengths import GENTLEST, MIDDLE
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import March, MarchQuestion, Plan, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Seat, Session, run, take_turn
from shogun.table.towers import Counted

STEPS = tuple(pairwise(("beginner", "learner", "hasty", "greedy", "planner")))
"""What a test can afford to play; the strategist's step is measured by the ladder."""


def begun(seed: int, first_seat: int = 0) -> Session:
    seats = tuple(SeatInfo(name=str(seat), player="greedy") for seat in range(4))
    setup = Setup(4, "sun", "printed", first_seat)
    return Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=TowerInfo()))


def asked(seed: int) -> list[tuple[View, PlayerQuestion]]:
    """What the seats of a game among greedies are asked in its first year."""
    game, found = begun(seed), []
    while not game.is_over and game.state.year == 1:
        question = game.questions[0]
        if question.seat is not None:
            found.append((game.view(question.seat), question))
        take_turn(game, [opponent("greedy")] * 4)
    return found


def answer(seat: Seat, view: View, question: PlayerQuestion, seed: int = 5) -> object:
    return seat(view, Counted(), question, Random(seed), UNLIMITED)


def test_six_strengths_are_offered_and_random_is_only_known() -> None:
    strengths = ranked()[1:]
    assert codes()[: len(strengths)] == strengths
    assert len(strengths) >= 6
    assert "random" not in codes()
    assert opponent("random") is random_moves.choose
    assert (strengths[0], strengths[3]) == (GENTLEST, MIDDLE)
    assert len({title(code) for code in codes()}) == len({sentence(code) for code in codes()}) == len(codes())


def test_without_errors_one_that_makes_them_is_a_planner() -> None:
    flawless, planner = NoisyPlanner(blur=0.0), opponent("planner")
    marches = [(view, question) for view, question in asked(3) if isinstance(question, MarchQuestion)]
    assert marches
    for view, question in marches:
        assert answer(flawless, view, question) == answer(planner, view, question)


def test_errors_are_drawn_from_the_seats_own_stream() -> None:
    view, question = next(found for found in asked(3) if isinstance(found[1], PlanQuestion))
    assert answer(learner, view, question) == answer(learner, view, question)
    assert len({answer(learner, view, question, seed) for seed in range(8)}) > 4
    assert len({answer(hasty, view, question, seed) for seed in range(8)}) > 1


def chests_planned(plan: Plan) -> int:
    provinces = zip(ACTIONS, plan.fields, strict=True)
    bid = plan.bid if isinstance(plan.bid, int) else 0
    return bid + sum(COST.get(action, 0) for action, card in provinces if isinstance(card, str))


def test_a_beginner_never_plans_to_spend_its_last_chest() -> None:
    plans = [(view, question) for view, question in asked(4) if isinstance(question, PlanQuestion)]
    assert plans
    for view, question in plans:
        laid = answer(replace(beginner, blur=0.0), view, replace(question, chests=3))
        assert isinstance(laid, Plan)
        taxed = laid.on("taxes")
        income = view.board.lands[taxed].tax if isinstance(taxed, str) else 0
        assert chests_planned(laid) <= 2 + income


def test_a_beginner_attacks_with_a_part_of_what_could_march() -> None:
    marches = [(view, question) for view, question in asked(5) if isinstance(question, MarchQuestion)]
    sent = [(question.most, answer(beginner, view, question)) for view, question in marches]
    large = [(most, move.armies) for most, move in sent if isinstance(move, March) and most >= 3]
    assert large
    assert all(armies <= round(0.55 * most) < most for most, armies in large)


def test_an_overlooked_action_gets_no_province_that_could_do_something_there() -> None:
    blind = NoisyPlanner(blur=0.0, overlooks=1.0)
    view, question = next(found for found in asked(3) if isinstance(found[1], PlanQuestion))
    laid = answer(blind, view, question)
    assert isinstance(laid, Plan)
    assert len(laid.fields) == len(ACTIONS)
    assert sum(isinstance(card, int) for card in laid.fields) >= 3, "chest cards lie there, which do nothing"


def test_a_beginner_forgets_rice() -> None:
    values = beginner.values
    assert (values.dread, values.hunger) == (0, 0)
    assert (values.fear, values.rivalry) == (0, 0), "nor does it look at others"


@pytest.mark.study
@pytest.mark.parametrize(("below", "above"), STEPS)
def test_each_strength_wins_more_than_its_share_among_the_one_below_but_not_always(below: str, above: str) -> None:
    """Forty games: even is 10, half 20; the bounds lie far outside what luck does to a share of 40 to 60 %."""
    won = 0.0
    for number in range(40):
        sits = number % 4
        seats = [opponent(above if seat == sits else below) for seat in range(4)]
        winners = run(begun(100 + number, number // 4 % 4), seats).winners
        won += (sits in winners) / len(winners)
    assert 11 <= won <= 34

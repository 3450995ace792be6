"""Plans for many positions at once are nearly those that a planner lays in each."""

from functools import cache
from random import Random

import numpy as np
import pytest

from shogun.games.shogun.opponents.evaluation.batch_planner import batch_plans
from shogun.games.shogun.opponents.evaluation.batch_values import card_values
from shogun.games.shogun.opponents.evaluation.position_arrays import gathered
from shogun.games.shogun.opponents.planning.planner import assign, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, Card
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import State
from tests.games.shogun.opponents.evaluation.test_features import BOARDS, BoardOf, beginnings
from tests.games.shogun.opponents.fast_positions import fast_position

LEAST_CORRELATION = {"battle_a": 0.7, "battle_b": 0.7}


@cache
def positions(board: BoardOf) -> tuple[State, ...]:
    """Return beginnings of seasons with the action cards laid, and the year's events."""
    found = []
    for number, state in enumerate(beginnings(*board)):
        laid, rng = state.copy(), Random(number)
        laid.actions = tuple(rng.sample(ACTIONS, len(ACTIONS)))
        laid.events = laid.events or tuple(rng.sample(tuple(EVENTS), 4))
        found.append(laid)
    return tuple(found)


def tables(board: BoardOf) -> list[FastState]:
    return [fast_position(state) for state in positions(board)]


def weighed(state: State, seat: int) -> tuple[tuple[Card, ...], np.ndarray]:
    question = ask_plan(state, seat)
    return question.cards, plan_worth(Valuation(state, seat, ValuationWeights()), question)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_cards_are_worth_what_a_planner_finds(board: BoardOf) -> None:
    found = card_values(gathered(tables(board)))
    for row, action in enumerate(ACTIONS):
        pairs = []
        for number, state in enumerate(positions(board)):
            names = list(state.provinces)
            for seat in range(state.setup.seats):
                cards, worth = weighed(state, seat)
                pairs += [
                    (worth[row, place], found[number, row, names.index(card)])
                    for place, card in enumerate(cards)
                    if isinstance(card, str) and found[number, row, names.index(card)] > -50
                ]
        planners, batch = np.array(pairs).T
        assert np.corrcoef(planners, batch)[0, 1] > LEAST_CORRELATION.get(action, 0.9), action
        assert np.abs(planners - batch).mean() < 0.5, action


@pytest.mark.parametrize("board", BOARDS)
def test_plans_come_to_nearly_what_a_planner_reaches_and_can_be_paid(board: BoardOf) -> None:
    laid = batch_plans(tables(board)).places
    reached = best = 0.0
    for number, state in enumerate(positions(board)):
        names = list(state.provinces)
        for seat in range(state.setup.seats):
            cards, worth = weighed(state, seat)
            question = ask_plan(state, seat)
            planners = assign(Valuation(state, seat, ValuationWeights()), question, worth)
            best += sum(worth[row, cards.index(card)] for row, card in enumerate(planners.fields) if card is not None)
            places = [place for place in laid[number, seat].tolist() if place != NO_CARD]
            assert len(set(places)) == len(places)
            assert all(state.provinces[names[place]].owner == seat for place in places)
            plan = [(row, place) for row, place in enumerate(laid[number, seat].tolist()) if place != NO_CARD]
            reached += sum(worth[row, cards.index(names[place])] for row, place in plan)
            taxes = next((state.board.lands[names[place]].tax for row, place in plan if ACTIONS[row] == "taxes"), 0)
            assert sum(COST.get(ACTIONS[row], 0) for row, _place in plan) <= state.players[seat].chests + taxes
    assert reached > 0.9 * best


def test_seats_that_value_an_action_for_nothing_leave_it_out_and_noise_changes_plans() -> None:
    given = tables(BOARDS[0])
    factors = np.ones((len(given), 4, len(ACTIONS)), np.float32)
    factors[:, 2, ACTIONS.index("castle")] = 0
    usual, without = batch_plans(given).places, batch_plans(given, factors).places
    castle = ACTIONS.index("castle")
    assert (usual[:, 2, castle] != NO_CARD).any()
    assert (without[:, 2, castle] == NO_CARD).all()
    assert (without[:, 0] == usual[:, 0]).all()
    noise = np.random.default_rng(1).normal(0, 1, (len(given), len(ACTIONS), len(given[0].owner))).astype(np.float32)
    assert (batch_plans(given, noise=noise).places != usual).any()


def test_plans_are_laid_with_bids_of_what_is_left_over() -> None:
    given = tables(BOARDS[0])
    found = batch_plans(given)
    found.lay(given)
    for fast, places, spare in zip(given, found.places, found.has_spare, strict=True):
        assert fast.plans == places.tolist()
        assert [isinstance(bid, str) for bid in fast.bids] == spare.tolist()
        laid = [sum(place != NO_CARD for place in plan) for plan in fast.plans]
        assert [lands > count for lands, count in zip(fast.lands, laid, strict=True)] == spare.tolist()

"""Positions of games by the rules, in the form in which opponents play on from them."""

from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import FastState, fast_state
from shogun.games.shogun.rules.state import State
from shogun.tower.quick_model import FIXED


def fast_position(state: State) -> FastState:
    """Return a position as a planner's playout has it, on the fixed model of the tower."""
    ground = fast_board(state.setup.side, state.setup.seats)
    return fast_state(state, ValueTables(ValuationWeights(), ground, state.year, state.season), FIXED)

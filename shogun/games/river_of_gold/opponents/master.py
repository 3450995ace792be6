"""The opponent `master`: plays the best plans out, over hands, decks and dice dealt again each time."""

import statistics
import time
from math import fsum
from random import Random

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import Lots, dealt, play_on, played_to_end_of_turn
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, chosen
from shogun.games.river_of_gold.opponents.strong import WeighedPlan, best_plans
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.state import Move
from shogun.table.session import Budget
from shogun.table.towers import Inside

CONSIDERED = 4
"""Plans that are played out."""
PLAYOUTS = 100
"""Playouts in all, unless the budget says otherwise."""
ROUNDS = 2
"""Rounds of the table in a playout, unless the game ends before."""
TRUST = 16
"""Playouts that the first weighing counts as."""


def choose(view: View, _inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Move:
    """Return the first move of the plan that came out best, or the best of other choices."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if state.pending[-1].verb != "turn":
        return chosen(state, question)
    return best_plan(view, question.seat, rng, budget).moves[0]


def best_plan(view: View, seat: int, rng: Random, budget: Budget) -> TurnPlan:
    """Return the plan for a seat's turn that came out best."""
    candidates = best_plans(dealt(view, Random(AS_ONE_DEAL)), seat)[:CONSIDERED]
    return (candidates[0] if len(candidates) == 1 else _best(view, candidates, rng, budget)).plan


def _best(view: View, candidates: list[WeighedPlan], rng: Random, budget: Budget) -> WeighedPlan:
    """Play each candidate on from the same deals and dice, as often as the budget allows, and return the best."""
    until = None if budget.seconds is None else time.perf_counter() + budget.seconds
    most = budget.playouts or (PLAYOUTS if until is None else 10**6)
    margins: list[list[float]] = [[] for _candidate in candidates]
    for _deal in range(max(1, most // len(candidates))):
        seed = rng.getrandbits(48)
        state = dealt(view, Random(seed))
        for candidate, results in zip(candidates, margins, strict=True):
            results.append(_margin(state, candidate, seed))
        if until is not None and time.perf_counter() > until:
            break
    return candidates[_place_of_best(candidates, margins)]


def _place_of_best(candidates: list[WeighedPlan], margins: list[list[float]]) -> int:
    """Return the index of the best candidate by its playouts and its weighing, which counts as some of them."""
    level = statistics.fmean(statistics.fmean(results) for results in margins)
    first = statistics.fmean(candidate.worth for candidate in candidates)
    values = [
        (fsum(results) - level * len(results) + TRUST * (candidate.worth - first)) / (len(results) + TRUST)
        for candidate, results in zip(candidates, margins, strict=True)
    ]
    return max(range(len(values)), key=values.__getitem__)


def _margin(state: State, candidate: WeighedPlan, seed: int) -> float:
    """Return the seat's lead after one playout of the plan."""
    seat, lots = state.active, Lots(seed)
    after = played_to_end_of_turn(state, candidate.plan.moves, lots)
    play_on(after, ROUNDS * after.seats, lots)
    standings = [Appraisal(after, other).standing() if after.pending else _final(after, other) for other in _all(after)]
    others = [standing for other, standing in enumerate(standings) if other != seat]
    return standings[seat] - (max(others) + statistics.fmean(others)) / 2


def _final(state: State, seat: int) -> float:
    """Return a seat's points at the end; favor breaks ties."""
    return state.players[seat].points + 0.01 * state.players[seat].favor


def _all(state: State) -> range:
    return range(state.seats)

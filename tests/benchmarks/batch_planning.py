"""Plans for many positions at once beside a planner's: `python -m tests.benchmarks.batch_planning [--games N]`.

Milliseconds of processor time for one seat's plan, one by one and in batches; the part of what the planner's plans come
to that those of a batch reach, by the planner's own values; and the share that a seat with such plans wins among three
planners (4 players, sun; even is 25 %). And milliseconds for a whole game, by the rules and in batches.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from shogun.base.confidence_intervals import wilson
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.batch_planner import batch_plans
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner, assign, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.rollouts.fast_board import NO_CARD
from shogun.games.shogun.rules.cards import CHEST_CARDS, Card
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import Move, Plan, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Setup, State
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import Inside
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "assets" / "training"))
from training_games import TOWER, Kind, in_numbers, play, play_at_once

KIND = Kind("sun", 4, "fitting")
SEATS = KIND.seats
BATCH = 120
"""Positions of a batch, and games that are played at once."""


def planner(view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
    """Return a planner's move."""
    return Planner(VALUES).choose(view, question, rng)


def in_batches(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
    """Return a plan as batches have it, and otherwise a planner's move."""
    if not isinstance(question, PlanQuestion):
        return planner(view, inside, question, rng, budget)
    fast = in_numbers(deal(view, rng))
    places = batch_plans([fast]).places[0, question.seat].tolist()
    fields: list[Card | None] = [None if place == NO_CARD else fast.ground.names[place] for place in places]
    spare = [card for card in question.cards if isinstance(card, str) and card not in fields]
    bid: Card = spare.pop() if spare else 0
    rest: list[Card] = [*(card for card in CHEST_CARDS if card != bid), *spare]
    return Plan(tuple(rest.pop(0) if field is None and rest else field for field in fields), bid)


def session(number: int) -> Session:
    """Begin a game."""
    infos = tuple(SeatInfo(name=str(seat), player="planner") for seat in range(SEATS))
    tower = TowerInfo.of_model(model_for(load_tower(TOWER)))
    return Session.start(rules, Header(seed=number, setup=Setup(SEATS), seats=infos, tower=tower))


def positions(count: int) -> list[State]:
    """Return positions of games among planners in which the first seat is to plan, everything hidden dealt."""
    found: list[State] = []
    for number in range(count):
        game, rng = session(number), Random(number)
        while not game.is_over and len(found) < count:
            if not game.chance and isinstance(game.questions[0], PlanQuestion) and game.questions[0].seat == 0:
                found.append(deal(game.view(0), rng))
            take_turn(game, [planner] * SEATS)
    return found


def reached(given: list[State]) -> dict[str, float]:
    """Return what plans take and come to in these positions."""
    tables = [in_numbers(state) for state in given]
    places, at_once = timed(lambda: batch_plans(tables).places)
    sums, one_by_one = [0.0, 0.0], 0.0
    for state, laid in zip(given, places, strict=True):
        names = list(state.provinces)
        for seat in range(SEATS):
            question, valuation = rules.awaited(state)[seat], Valuation(state, seat, VALUES)
            assert isinstance(question, PlanQuestion)
            worth, first = timed(partial(plan_worth, valuation, question))
            plan, second = timed(partial(assign, valuation, question, worth))
            one_by_one += first + second
            cards = list(question.cards)
            sums[0] += sum(worth[row, cards.index(card)] for row, card in enumerate(plan.fields) if card is not None)
            own = [(row, names[place]) for row, place in enumerate(laid[seat]) if place != NO_CARD]
            sums[1] += sum(worth[row, cards.index(card)] for row, card in own)
    plans = len(given) * SEATS
    return {
        "one by one, ms a plan": round(one_by_one / plans * 1e3, 3),
        "in batches, ms a plan": round(at_once / plans * 1e3, 3),
        "part of the worth": round(sums[1] / sums[0], 3),
    }


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what some work returns, and its processor time in seconds."""
    began = time.process_time()
    return work(), time.process_time() - began


def won(games: int) -> list[float]:
    """Return the share that a seat with plans of batches wins among planners, and its interval."""
    wins = 0.0
    for number in range(games):
        game, place = session(number), number % SEATS
        while not game.is_over:
            take_turn(game, [in_batches if seat == place else planner for seat in range(SEATS)])
        assert game.result is not None
        wins += (place in game.result.winners) / len(game.result.winners)
    share = wilson(wins / games, games)
    return [round(100 * figure) for figure in (share.value, share.low, share.high)]


def main() -> None:
    """Print the figures."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=200)
    games: int = ask.parse_args().games
    found: dict[str, object] = {**reached(positions(BATCH))}
    found[f"won of {games} games, %"] = won(games)
    found["a game by the rules, ms"] = round(timed(lambda: [play(KIND, number) for number in range(8)])[1] / 8e-3)
    found["a game in batches, ms"] = round(timed(lambda: play_at_once(KIND, BATCH, 0))[1] / BATCH * 1e3, 1)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

"""The opponent `beginner`: delivers when it can, builds if it can pay, else sails where it gains most.

It looks at the printed board, never at the turns that are left; it spends no favor and exchanges nothing.
"""

from random import Random

from shogun.game.questions import OneOf
from shogun.games.river_of_gold.rules import View
from shogun.games.river_of_gold.rules.actions import sailed_to
from shogun.games.river_of_gold.rules.components import CUSTOMERS, RIVER, SHORES, TILES
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.state import Build, Deliver, Exchange, Move, Sail, SpendFavor
from shogun.table.session import Budget
from shogun.table.towers import Inside

CHEAP = 9
"""Koku up to which it likes to build at once."""


def choose(view: View, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return a plain move; among moves that look the same any."""
    moves = [move for move in question.moves if not isinstance(move, Exchange | SpendFavor)]
    looks = [_look(view, question.seat, move) for move in moves]
    return rng.choice([move for move, look in zip(moves, looks, strict=True) if look == max(looks)])


def _look(view: View, seat: int, move: Move) -> int:
    match move:
        case Deliver():
            return 100 + sum(CUSTOMERS[move.customer].order)
        case Build():
            cost = SHORES[move.shore - 1].cost
            return (50 if cost <= CHEAP else 5) + TILES[move.tile].influence
        case Sail():
            return _look_of_sail(view, seat, move)
    return 0


def _look_of_sail(view: View, seat: int, move: Sail) -> int:
    """Return how many buildings are visited, the own ones twice."""
    player = view.players[seat]
    target, journey = sailed_to(player.ships[move.ship], turned(player.die, move.by))
    shores = RIVER[target - 1].shores
    return (
        2 * journey
        + sum(bool(view.tiles[shore - 1]) for shore in shores)
        + sum(seat in view.markers[shore - 1] for shore in shores)
    )

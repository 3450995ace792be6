"""A plain opponent to hold those of Rumble Nation against: flat Monte Carlo. It is offered to nobody.

    shogun ladder --game rumble-nation --players 3 --games 200 --seed 21 \
        --opponents tests.benchmarks.flat_monte_carlo:choose,strong

run from the repository's root. It knows nothing of the game but its rules: after each move the rest is deployed at
random, one of three rolled dice set apart each time, and the war is fought, 256 times for each move with the same luck;
it takes the move with the best mean of the victory. A second roll is a random deployment, a card is carried out in
some of its ways, drawn anew, and nobody plays cards or rolls again in the playouts.
"""

from random import Random

import numpy as np

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents.rollouts import Field, Luck, Values, deployed_to_the_end, katana_of, winners
from shogun.games.rumble_nation.opponents.war_forecast import Lineup, Way, deployed
from shogun.games.rumble_nation.rules.state import CarryOut, Deploy, Move, PlayCard, State, TakeDaimyo
from shogun.games.rumble_nation.rules.turns import ways
from shogun.table.session import Budget
from shogun.table.towers import Inside

ROUNDS = 2
"""Times 128 playouts for each move."""
MOST_WAYS = 12
"""Ways to carry a card out that are tried, drawn from all."""


def choose(view: State, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return the move after which random playouts are won most often, of several the first."""
    moves = question.moves
    if len(moves) == 1 or isinstance(moves[0], TakeDaimyo):
        return question.sample(rng)
    several = [_ways_of(view, move, rng) for move in moves]
    won = iter(_won(view, question.seat, [way for some in several for way in some], rng))
    means = [sum(next(won) for _way in some) / len(some) for some in several]
    return moves[means.index(max(means))]


def _ways_of(view: State, move: Move, rng: Random) -> list[Way]:
    """Return what a move may do to the pieces: nothing yet for a roll."""
    if isinstance(move, Deploy):
        return [deployed(view.turn, move)]
    if isinstance(move, CarryOut):
        return [move.transfers]
    if isinstance(move, PlayCard):
        found = list(ways(view, move.card))
        return list(rng.sample(found, min(len(found), MOST_WAYS)))
    return [()]


def _won(view: State, seat: int, several: list[Way], rng: Random) -> Values:
    """Return the mean victory share of a seat after each way; shared victories are decided by katana (8.2)."""
    field, lineup = Field(view), Lineup(view)
    generator = np.random.default_rng(rng.getrandbits(64))
    indifferent = np.zeros((view.setup.seats, 3, len(field.place)))
    won = np.zeros(len(several))
    for _round in range(ROUNDS):
        strengths, turns = deployed_to_the_end(view, lineup, several, Luck(indifferent, generator))
        katana = katana_of(turns, lineup.katana, view.turn + 1)
        won += winners(field.war(strengths, katana), katana)[seat].reshape(len(several), -1).mean(axis=1)
    return won / ROUNDS

"""Chances of each seat to win from a moment of a fully known game: for reviews, never for playing.

Everybody plays quickly to the end of the next round, and the results are compared. The more of a round is over, the
more playouts go on to the end of the one after: so nobody's chance rises because only he has played a turn more.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

import numpy as np

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents.evaluation import Appraisal, turns_left
from shogun.games.river_of_gold.opponents.rollouts import Lots, Rival, end_well, play_on
from shogun.games.river_of_gold.rules import State
from shogun.players.review.game_review import Chances, looks_further, shared
from shogun.table.towers import Inside

VERSION = 3
"""Goes up when the same moment gets another estimate."""
PLAYOUTS = 40
"""Playouts from each moment, by default."""
ROUNDS = 2
"""Rounds in a playout: in the first all dice already show their numbers."""
SPREAD, GROWTH = 4.0, 2.0
"""Typical error of a standing as a forecast of final points: SPREAD at the end, GROWTH more per turn left.

With these the chances explained 75 games among `solid` best: a mean log loss of .94 where even chances have 1.09.
"""
QUICKNESS = 2.0
"""Points by which playouts miss what good players make of a round, from the last seven turns of 24 games among `strong`
(`tests/benchmarks/last_turns.py`): a mean log loss of .29, where taking the ends for certain has .45."""
Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


def win_chances(
    state: State, _inside: Inside, playouts: int, seed: str, _players: Sequence[str] = ()
) -> "Chances | None":
    """Return each seat's share of the victory in each playout, shape (n, seats); None during setup.

    A game that is over has one row. The n-th playouts of all moments have the same luck.
    """
    if rules.result(state) is not None:
        return np.array([played_on(state, seed)[0]])
    if state.turn < 0:
        return None
    seats, played = state.seats, state.turn % state.seats
    turns = [(ROUNDS + looks_further(number, played / seats)) * seats - played for number in range(playouts)]
    return np.array([_shares(state, f"{seed}/{number}", count) for number, count in enumerate(turns)])


def _shares(state: State, seed: str, turns: int) -> Sequence[float]:
    """Return everybody's share of the victory in a playout; who is ahead at the end of a game may have missed it."""
    after = state.copy()
    end_well(after, turns, _lots(seed))
    ended, rounds = rules.result(after), (after.turn - state.turn) / state.seats
    if ended is None or not rounds:
        return _share_at(after)
    return _softmax(np.array(ended.points, dtype=float), QUICKNESS * rounds)


def _softmax(points: Floats, spread: float) -> list[float]:
    weights = np.exp((points - points.max()) / spread)
    return [round(float(weight), 9) for weight in weights / weights.sum()]


def played_on(
    state: State, seed: str, seat: int = 0, rival: Rival | None = None, turns: int | None = None
) -> tuple[Sequence[float], State]:
    """Return everybody's share of the victory after some more turns, two of each seat by default, and the game then.

    A game that is over stays as it is. The other seats may play as a rival does, as in `play_on`.
    """
    after = state.copy()
    count = ROUNDS * state.seats if turns is None else turns
    play_on(after, count, _lots(seed), seat, rival)
    return _share_at(after), after


def _lots(seed: str) -> Lots:
    return Lots(Random(seed).getrandbits(48))


def _share_at(after: State) -> Sequence[float]:
    """Return everybody's share of the victory at the end of a playout, by standings unless the game is over."""
    ended = rules.result(after)
    if ended is not None:
        return shared(ended.winners, after.seats)
    standings = np.array([Appraisal(after, seat).standing() for seat in range(after.seats)])
    left = float(np.mean([turns_left(after, seat) for seat in range(after.seats)]))
    return _softmax(standings, SPREAD + GROWTH * left)

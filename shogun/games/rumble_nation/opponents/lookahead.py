"""What becomes of a position when the next seat has answered it as well as it can, over all that it may roll.

The positions after its turn are worth what `forecast` says. Its cards and its daimyo are left out of thought.
"""

from collections.abc import Sequence

import numpy as np

from shogun.games.rumble_nation.opponents.rollouts import AREAS
from shogun.games.rumble_nation.opponents.rolls import SPLITS
from shogun.games.rumble_nation.opponents.war_forecast import Forecast, Values, Way
from shogun.games.rumble_nation.rules.state import State

MOST = 3
"""Pieces that a die brings, at most."""
ANSWERS = MOST * AREAS
"""Ways to deploy that dice can lead to: 1, 2 or 3 pieces in each area."""
OF_ROLLS = SPLITS[:, :, 0] * AREAS + SPLITS[:, :, 1]
"""For each of the 216 rolls and each die set apart: which of the answers that is."""


def after_the_next(forecast: Forecast, ways: Sequence[Way]) -> Values:
    """Return how good the position is, points ahead, after each of these ways and the next seat's turn."""
    strengths, reserves = forecast.positions(ways)
    seat = next_seat(forecast.view)
    values = forecast.ahead(*_answered(strengths, reserves, seat))
    worth: Values = expected(values.reshape(len(reserves), len(ways), ANSWERS), seat)[forecast.seat]
    return worth


def next_seat(view: State) -> int:
    """Return who is on turn after this seat: the next that has pieces left, or the same if nobody else has."""
    seats = view.setup.seats
    following = [(view.turn + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in following if view.players[seat].left), view.turn)


def _answered(strengths: Values, reserves: Values, seat: int) -> tuple[Values, Values]:
    """Return the positions after each answer of a seat: of the shapes (areas, seats, ways of answers), (seats, ...)."""
    stronger = np.repeat(strengths[..., None], ANSWERS, axis=-1)
    left = np.repeat(reserves[..., None], ANSWERS, axis=-1)
    for answer in range(ANSWERS):
        pieces = np.minimum(answer // AREAS + 1, reserves[seat])
        stronger[answer % AREAS, seat, :, answer] += pieces
        left[seat, :, answer] -= pieces
    return stronger.reshape(*strengths.shape[:2], -1), left.reshape(len(reserves), -1)


def expected(values: Values, seat: int) -> Values:
    """Return what a seat's turn is worth to all, of the shape (seats, ways), if it splits and rolls again as it likes.

    `values` are those of its answers to all: of the shape (seats, ways, 33).
    """
    of_splits = values[seat][:, OF_ROLLS]
    liked = of_splits.argmax(axis=2)
    answers = OF_ROLLS[np.arange(len(OF_ROLLS)), liked]
    got = np.take_along_axis(values, np.broadcast_to(answers, (len(values), *answers.shape)), axis=2)
    again = got.mean(axis=2)
    is_kept = got[seat] >= again[seat][:, None]
    worth: Values = np.where(is_kept, got, again[..., None]).mean(axis=2)
    return worth

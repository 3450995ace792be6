"""The opponent `strong`: forecasts the war from the present position, over all 216 rolls and the second roll.

A card is played if it brings enough now; the bar falls as the moment nears after which nobody may play any (3.3).
"""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

import numpy as np

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents.rollouts import AREAS
from shogun.games.rumble_nation.opponents.war_forecast import SPLITS, Forecast, Values, Way, deployed, second_roll
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    State,
    TakeDaimyo,
    Transfer,
)
from shogun.games.rumble_nation.rules.turns import companies, ways
from shogun.table.session import Budget
from shogun.table.towers import Inside

Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]
FROM_CARD = 6.0
"""Points that a card has to bring while all have their whole reserves; less later."""
MOST_WAYS = 300
"""Most ways of a card that are tried."""
LIKED = ("mori", "otomo", "takeda", "chosokabe", "uesugi", "oda")
"""Daimyo cards, the best first."""


def choose(view: State, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return the move that leads furthest ahead."""
    forecast, moves = Forecast(view, question.seat), question.moves
    if isinstance(moves[0], RollDice):
        return best_card(forecast, moves, rng) or moves[0]
    if isinstance(moves[0], TakeDaimyo):
        return min(moves, key=lambda move: LIKED.index(move.card) if isinstance(move, TakeDaimyo) else 0)
    if isinstance(moves[0], CarryOut):
        carried = [move.transfers for move in moves if isinstance(move, CarryOut)]
        return CarryOut(best_way(forecast, carried, rng)[1])
    splits = [move for move in moves if isinstance(move, Deploy)]
    values = forecast.values([deployed(question.seat, split) for split in splits])
    best = int(values.argmax())
    again = RollAgain() in moves and second_roll(deployments(forecast)) > values[best]
    return RollAgain() if again else splits[best]


def all_deployments(view: State, seat: int, areas: Sequence[str]) -> list[list[list[Way]]]:
    """Return for 1, 2 and 3 pieces, and for each area, the ways to deploy: with the daimyo among them or without."""
    player = view.players[seat]
    return [
        [[(Transfer(seat, RESERVE, area, *company),) for company in companies(player, wanted)] for area in areas]
        for wanted in (1, 2, 3)
    ]


def deployments(forecast: Forecast) -> Values:
    """Return the worth of each deployment, by pieces and area: of the shape (3, 11)."""
    table = all_deployments(forecast.view, forecast.seat, list(forecast.lineup.place))
    return best_of(table, forecast.values(in_a_row(table)))


def in_a_row(table: Sequence[Sequence[Sequence[Way]]]) -> list[Way]:
    """Return all ways of a table of deployments."""
    return [way for row in table for some in row for way in some]


def best_of(table: Sequence[Sequence[Sequence[Way]]], values: Values) -> Values:
    """Return the worth of the best ways of a table of deployments: of the shape (3, 11), from values in a row."""
    best: Values = values[places_of_best(table, values)]
    return best


def places_of_best(table: Sequence[Sequence[Sequence[Way]]], values: Values) -> Places:
    """Return the indices of the best ways of a table of deployments in a row of values, shape (3, 11)."""
    in_turn = iter(range(len(values)))
    return np.array([[max((next(in_turn) for _way in some), key=values.__getitem__) for some in row] for row in table])


def best_way(forecast: Forecast, found: Sequence[Way], rng: Random) -> tuple[float, tuple[Transfer, ...]]:
    """Return the value of the best way to carry out a card, and that way; if there are many, a sample is tried."""
    several = found if len(found) <= MOST_WAYS else rng.sample(found, MOST_WAYS)
    values = forecast.values(several)
    best = int(values.argmax())
    return float(values[best]), tuple(several[best])


def best_card(forecast: Forecast, moves: Sequence[Move], rng: Random) -> PlayCard | None:
    """Return a card that brings enough, the more the nearer somebody is to the end of the reserve."""
    cards = [move for move in moves if isinstance(move, PlayCard)]
    if not cards:
        return None
    now = float(forecast.values([()])[0])
    gains = {card: best_way(forecast, list(ways(forecast.view, card.card)), rng)[0] - now for card in cards}
    best = max(gains, key=gains.__getitem__)
    return best if gains[best] > FROM_CARD * min(forecast.lineup.reserves) / PIECES.soldiers else None


def guide(view: State, seat: int) -> Values:
    """Return a seat's worths of deploying 1, 2 and 3 soldiers in each area: of the shape (3, 11)."""
    forecast = Forecast(view, seat)
    several = [(Transfer(seat, RESERVE, area, wanted),) for wanted in (1, 2, 3) for area in forecast.lineup.place]
    values = forecast.values(several).reshape(3, -1)
    liking: Values = values - values.min() + 1.0
    return liking


# A position after the next seat's best answer, over all that it may roll
#
# Positions after its turn are worth what `forecast` says. Its cards and its daimyo are ignored.

MOST = 3
"""Pieces that a die brings, at most."""
ANSWERS = MOST * AREAS
"""Ways to deploy that dice can lead to: 1, 2 or 3 pieces in each area."""
OF_ROLLS = SPLITS[:, :, 0] * AREAS + SPLITS[:, :, 1]
"""For each of the 216 rolls and each die set apart: the index of the answer."""


def after_the_next(forecast: Forecast, ways: Sequence[Way]) -> Values:
    """Return how good the position is, points ahead, after each of these ways and the next seat's turn."""
    strengths, reserves = forecast.positions(ways)
    seat = next_seat(forecast.view)
    values = forecast.ahead(*_answered(strengths, reserves, seat))
    worth: Values = expected(values.reshape(len(reserves), len(ways), ANSWERS), seat)[forecast.seat]
    return worth


def next_seat(view: State) -> int:
    """Return the next seat on turn: the next with pieces left, or this one if no other has any."""
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
    """Return the worth of a seat's turn to all, of the shape (seats, ways), if it splits and rolls again as it likes.

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

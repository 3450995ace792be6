"""A forecast of the war from a position: coefficients, the odds of dice, and the war worked out to its end.

A seat's strength in an area is known but for two things still to come: pieces from its reserve, and support from areas
before. Both are taken to be normally distributed, so a seat's chance to be the strongest is a logistic function of its
lead, divided by the spread of all that still comes.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from shogun.games.rumble_nation.rules.components import AREAS, NEIGHBOURS, PIECES, Counts, soldiers_of
from shogun.games.rumble_nation.rules.state import RESERVE, Deploy, State, Transfer

# Coefficients and the numbers that they are applied to


class Lineup:
    """Strengths by area in the order of the war, and pieces in reserve, by seat."""

    def __init__(self, view: State) -> None:
        order = sorted(AREAS, key=view.castles.__getitem__)
        self.place = {area: place for place, area in enumerate(order)}
        self.strengths = [list(view.soldiers[area]) for area in order]
        self.reserves = [player.left for player in view.players]
        self.katana = [player.katana or 0 for player in view.players]
        for seat, player in enumerate(view.players):
            if player.daimyo in self.place:
                self.strengths[self.place[player.daimyo]][seat] += PIECES.daimyo_strength

    def put(self, transfers: Iterable[Transfer], sign: int = 1) -> None:
        """Let pieces go where they go, or back again with the sign -1."""
        for transfer in transfers:
            strength = sign * (transfer.soldiers + PIECES.daimyo_strength * transfer.daimyo)
            number = sign * (transfer.soldiers + transfer.daimyo)
            self._add(transfer.seat, transfer.source, -strength, -number)
            self._add(transfer.seat, transfer.target, strength, number)

    def _add(self, seat: int, place: str, strength: int, number: int) -> None:
        if place == RESERVE:
            self.reserves[seat] += number
        else:
            self.strengths[self.place[place]][seat] += strength


def deployed(seat: int, move: Deploy) -> tuple[Transfer, ...]:
    """Return the transfers of a deployment."""
    return (Transfer(seat, RESERVE, move.area, move.soldiers, move.daimyo),)


# The odds of dice, exactly: all 216 rolls, each with its splits, and the second roll (chapter 4)

Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
SPLITS = np.array(
    [[(soldiers_of(single) - 1, sum(dice) - single - 2) for single in dice] for dice in product(range(1, 7), repeat=3)]
)
"""For each roll and each die set apart: the number of soldiers less 1, and the area in the order of the war."""


def best_of_rolls(values: Values) -> Values:
    """Return the value of each of the 216 rolls, with the best split.

    `values` are those of deploying 1, 2 or 3 pieces in each area: of the shape (3, 11).
    """
    best: Values = values[SPLITS[:, :, 0], SPLITS[:, :, 1]].max(axis=1)
    return best


def second_roll(values: Values) -> float:
    """Return the worth of a roll that can't be repeated."""
    return float(best_of_rolls(values).mean())


def first_roll(values: Values) -> float:
    """Return the worth of a roll that may be repeated, where that is worth more (4.2)."""
    return float(np.maximum(best_of_rolls(values), second_roll(values)).mean())


AREA_SHARES: Sequence[float] = tuple(
    float(share) for share in np.bincount(SPLITS[:, :, 1].ravel(), minlength=11) / SPLITS[:, :, 1].size
)
"""Chance of each area to come up, if each die is equally likely to be set apart."""


Way: TypeAlias = Sequence[Transfer]

# The forecast

RIVAL = 0.5
"""Weight of the best rival among all others; the rest is the weight of their average."""
NOBODY = 1e-12
"""The least weight of a seat in an area, so that shares can be made of them."""
PIECES_OF_A_TURN = 2
"""Pieces that a deployment brings on average (4.3)."""


class Coefficients(Struct, frozen=True):
    """Weights of the forecast, fitted to who won the areas in games of `strong` and `solid` opponents.

    `python -m tests.benchmarks.forecasting --fit` fits them again.
    """

    dearness: float
    """Logarithm of how much more often a castle worth one more is chosen than dice lead to it."""
    evenness: float
    """Share of coming pieces that falls on all areas equally."""
    presence: float
    """Ratio of the turns that lead a seat into an area to those that lead there by chance."""
    coming: float
    """Weight of a piece expected from the reserve, compared with one in the area."""
    katana: float
    """Weight of a katana that is higher by one, in pieces."""
    katana_width: float
    """Uncertainty of who finishes first: in pieces, for each root of a piece in the smaller reserve."""
    width: float
    """The variance of what comes, for each piece that is expected."""
    support_width: float
    """The variance of support, for each unit that a win and a defeat as likely would have."""
    sharpness: float
    least_width: float
    """The variance that is left when nothing comes any more."""


COEFFICIENTS = {
    2: Coefficients(0.194, 0.227, 1.923, 2.095, 0.461, 0.479, 7.831, 0.584, 1.837, 0.145),
    3: Coefficients(0.070, 0.215, 2.863, 1.546, 0.237, 1.242, 4.975, 0.941, 1.498, 0.157),
    4: Coefficients(0.039, 0.270, 5.120, 2.049, 0.215, 1.805, 2.988, 1.119, 1.625, 0.212),
}
"""Fitted coefficients, by the number of seats."""


class Board:
    """The parts of a game that a forecast needs: later areas that each borders on, and the prizes."""

    def __init__(self, place: dict[str, int], counts: Counts) -> None:
        self.support = counts.support
        self.small_castles = PIECES.small_castles if counts.small_castles else (0,) * len(PIECES.small_castles)
        self.later = [
            [place[other] for other in NEIGHBOURS[area] if place[other] > here] for area, here in place.items()
        ]


class Forecast:
    """One seat's forecast of the war after each of several moves from a position."""

    def __init__(self, view: State, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.lineup = Lineup(view)
        self._board = Board(self.lineup.place, view.counts)
        self._coefficients = COEFFICIENTS[view.setup.seats]

    def values(self, ways: Sequence[Way]) -> Values:
        """Return the worth of the position after each of these ways: points ahead of the others."""
        values: Values = self.ahead(*self.positions(ways))[self.seat]
        return values

    def positions(self, ways: Sequence[Way]) -> tuple[Values, Values]:
        """Return strengths after each of these ways, of the shape (areas, seats, ways), and reserves, (seats, ways)."""
        strengths, reserves = [], []
        for way in ways:
            self.lineup.put(way)
            strengths.append([list(row) for row in self.lineup.strengths])
            reserves.append(list(self.lineup.reserves))
            self.lineup.put(way, -1)
        return np.array(strengths, dtype=float).transpose(1, 2, 0), np.array(reserves, dtype=float).T

    def ahead(self, strengths: Values, reserves: Values) -> Values:
        """Return each seat's lead in points over the others, of the shape (seats, ways)."""
        seats, reserves = self.view.setup.seats, np.maximum(reserves, 0)  # a guide deploys more than there is
        turns_off = np.array([(seat - self.view.turn - 1) % seats for seat in range(seats)])[:, None]
        standing = katana_standing(self._coefficients, reserves, np.array(self.lineup.katana)[:, None], turns_off)
        won, second = shares(self._coefficients, self._board, strengths, reserves, standing)
        points = points_of(self._board, won, second)
        others = [np.delete(points, seat, axis=0) for seat in range(seats)]
        return np.array(
            [
                own - RIVAL * rest.max(axis=0) - (1 - RIVAL) * rest.mean(axis=0)
                for own, rest in zip(points, others, strict=True)
            ]
        )


def katana_standing(coefficients: Coefficients, reserves: Values, held: Values, turns_off: Values) -> Values:
    """Return how many others each seat is expected to beat in katana, of the shape (seats, ways).

    `held` are the katana already taken, 0 for none, `turns_off` the turns until each seat is on turn: of that shape, or
    of the shape (seats, 1).
    """
    seats = len(reserves)
    until = np.where(held > 0, -100.0 * held, reserves + PIECES_OF_A_TURN * turns_off / seats)
    smaller = np.minimum(reserves[None], reserves[:, None])
    width = coefficients.katana_width * np.sqrt(smaller + 0.2)
    sooner = 1 / (1 + np.exp(-np.clip((until[None] - until[:, None]) / width, -30, 30)))
    standing: Values = sooner.sum(axis=1) - 0.5  # nobody is sooner than oneself
    return standing


def shares(
    coefficients: Coefficients, board: Board, strengths: Values, reserves: Values, katana: Values
) -> tuple[Values, Values]:
    """Return how likely each wins an area, and comes second in it, both of the shape (areas, seats, ways)."""
    coming = _area_shares(coefficients)[:, None, None] * reserves
    presence = np.where(strengths > 0, 1.0, 1 - np.exp(-coefficients.presence * coming / PIECES_OF_A_TURN))
    standing = strengths + coefficients.coming * coming + coefficients.katana * katana
    variance = 2 * coefficients.width * coming.mean(axis=1) + coefficients.least_width
    won, second = np.zeros_like(strengths), np.zeros_like(strengths)
    for here, later in enumerate(board.later):
        ahead = coefficients.sharpness * standing[here] / np.sqrt(variance[here])
        weight = presence[here] * np.exp(ahead - ahead.max(axis=0)) + NOBODY
        total = weight.sum(axis=0)
        won[here] = weight / total * (1 - np.prod(1 - presence[here], axis=0))
        second[here] = presence[here] * _second(weight, total)
        open_still = 2 * coefficients.support_width * (won[here] * (1 - won[here])).mean(axis=0)
        for other in later:
            standing[other] += board.support * won[here]
            variance[other] += board.support**2 * open_still
    return won, second


def points_of(board: Board, won: Values, second: Values) -> Values:
    """Return everybody's expected points, of the shape (seats, ways), from the chances to win and to be second."""
    points: Values = np.zeros(won.shape[1:])
    for large, small, first, next_to_it in zip(PIECES.large_castles, board.small_castles, won, second, strict=True):
        points += large * first + small * next_to_it  # in order: matrix libraries add in others on other processors
    return points


def _area_shares(coefficients: Coefficients) -> Values:
    """Return each area's share of the pieces still to come."""
    dear = np.array(AREA_SHARES) * np.exp(coefficients.dearness * np.arange(len(AREA_SHARES)))
    of_all: Values = (1 - coefficients.evenness) * dear / dear.sum() + coefficients.evenness / len(dear)
    return of_all


def _second(weight: Values, total: Values) -> Values:
    """Return how likely each comes second: for each winner, the strongest of the rest."""
    chances = np.zeros_like(weight)
    for first in range(len(weight)):
        rest = weight.copy()
        rest[first] = 0
        left = rest.sum(axis=0)
        chances += weight[first] / total * rest / np.maximum(left, NOBODY)
    return chances

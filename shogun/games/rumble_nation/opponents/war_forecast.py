"""How the war is likely to go as the pieces stand: worked out to its end, with what is still to be deployed in mind."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from shogun.games.rumble_nation.opponents.fast_state import Lineup
from shogun.games.rumble_nation.opponents.rolls import AREA_SHARES
from shogun.games.rumble_nation.rules.components import NEIGHBOURS, PIECES
from shogun.games.rumble_nation.rules.moves import Transfer
from shogun.games.rumble_nation.rules.state import State

Values: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Way: TypeAlias = Sequence[Transfer]
SHARPEST, BLUNT = 2.5, 0.25
"""How much one more in strength counts: with no piece left to be deployed, and less for each that is."""
KATANA = 0.1
"""What a higher katana counts beside a piece."""
RIVAL = 0.5
"""How much of what others get is counted by the best of them; the rest by their average."""


class Forecast:
    """What one seat expects of the war after each of several ways to go on from a position."""

    def __init__(self, view: State, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.lineup = Lineup(view)
        order = list(self.lineup.place)
        place = self.lineup.place
        self._later = [
            [place[other] for other in NEIGHBOURS[area] if place[other] > here] for here, area in enumerate(order)
        ]
        self._shares = np.array(AREA_SHARES)[:, None, None]

    def values(self, ways: Sequence[Way]) -> Values:
        """Return how good the position is after each of these ways: points ahead of the others."""
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
        """Return how many points each is ahead of the others, of the shape (seats, ways)."""
        points = self._points(strengths, reserves)
        others = [np.delete(points, seat, axis=0) for seat in range(len(points))]
        return np.array(
            [
                own - RIVAL * rest.max(axis=0) - (1 - RIVAL) * rest.mean(axis=0)
                for own, rest in zip(points, others, strict=True)
            ]
        )

    def _points(self, strengths: Values, reserves: Values) -> Values:
        """Return everybody's expected points, of the shape (seats, ways)."""
        coming = self._shares * reserves
        presence = np.where(strengths > 0, 1.0, 1 - np.exp(-coming / 2))
        standing = strengths + coming + KATANA * self._rank(reserves)
        sharp = SHARPEST / (1 + BLUNT * reserves.mean(axis=0))
        points = np.zeros_like(reserves)
        support = np.zeros_like(strengths)
        counts = self.view.counts
        for here, castle in enumerate(PIECES.large_castles):
            expected = sharp * (standing[here] + support[here])
            weight = presence[here] * np.exp(expected - expected.max(axis=0)) + 1e-12
            total = weight.sum(axis=0)
            won = weight / total * (1 - np.prod(1 - presence[here], axis=0))
            points += castle * won
            if counts.small_castles:
                points += PIECES.small_castles[here] * self._second(weight, total, presence[here])
            for other in self._later[here]:
                support[other] += counts.support * won
        return points

    def _second(self, weight: Values, total: Values, presence: Values) -> Values:
        """Return how likely each comes second: for each winner, the strongest of the rest."""
        found = np.zeros_like(weight)
        for first in range(len(weight)):
            rest = weight.copy()
            rest[first] = 0
            left = rest.sum(axis=0)
            found += weight[first] / total * rest / np.maximum(left, 1e-12)
        return found * presence

    def _rank(self, reserves: Values) -> Values:
        """Return the katana that each is likely to hold: its own, or one by who is nearer to the end."""
        held = np.array(self.lineup.katana)[:, None]
        seats = len(held)
        order = np.array([(seat - self.view.turn - 1) % seats for seat in range(seats)])[:, None]
        when = np.where(held > 0, -10.0 * held, reserves + 0.1 * order)
        rank: Values = (when[None, :, :] > when[:, None, :]).sum(axis=1) + 1.0
        return rank

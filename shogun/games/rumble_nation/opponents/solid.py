"""The opponent `solid`: it weighs areas by castles, rivals, katana, and the support that they would send.

It rolls again if the dice bring less than they usually would, and plays a card that brings more than a later turn is
likely to.
"""

from collections.abc import Iterable
from math import exp, fsum
from random import Random

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents.war_forecast import Lineup, deployed
from shogun.games.rumble_nation.rules.components import NEIGHBOURS, PIECES
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
from shogun.games.rumble_nation.rules.turns import ways
from shogun.table.session import Budget
from shogun.table.towers import Inside

KATANA = 0.15
"""Weight of a higher katana, in pieces."""
SHARPNESS = 1.3
"""Effect of a lead of one piece on the chance to hold an area in the end."""
WAITING = (0.0, 0.0, 1.0, 4.5, 9.0, 9.4, 10.1, 10.9, 11.2, 11.6, 11.7, 12.0, 12.1, 12.2, 12.3, 12.4)
"""Worth at which a card is played, by the soldiers left to the seat with fewest; beyond the last, as the last.

Three quarters of what the best moment still to come brings on average, by games of solid opponents that never played
their cards (backward induction over some 3,000 turns). So much more than is waited for now, it won 1.08 of the even
share among opponents that had played theirs in the first rounds, with the whole 1.05.
"""
MOST_WAYS = 60
"""Most ways of a card that are tried."""
CHANCES = (17, 22, 39, 44, 61, 66, 61, 44, 39, 22, 17)
"""Chance that each area comes up when dice are rolled, in 432ths."""


def choose(view: State, _inside: Inside, question: OneOf[Move], rng: Random, _budget: Budget) -> Move:
    """Return the move that it thinks best."""
    thought, first = Thought(view, question.seat), question.moves[0]
    if isinstance(first, RollDice):
        return thought.card(question.moves, rng) or first
    if isinstance(first, CarryOut):
        return CarryOut(
            thought.best_way((move.transfers for move in question.moves if isinstance(move, CarryOut)), rng)[1]
        )
    if isinstance(first, TakeDaimyo):
        return question.sample(rng)
    splits = [move for move in question.moves if isinstance(move, Deploy)]
    best = max(splits, key=thought.gain_of)
    return RollAgain() if RollAgain() in question.moves and thought.gain_of(best) < thought.usual_gain() else best


class Thought:
    """One seat's judgment of a position."""

    def __init__(self, view: State, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.lineup = Lineup(view)
        place = self.lineup.place
        self._later = [
            [place[other] for other in NEIGHBOURS[area] if place[other] > here] for area, here in place.items()
        ]
        self._now = self.value()

    def gain(self, transfers: Iterable[Transfer]) -> float:
        """Return how much the position becomes better if pieces go somewhere."""
        moved = tuple(transfers)
        self.lineup.put(moved)
        value = self.value()
        self.lineup.put(moved, -1)
        return value - self._now

    def gain_of(self, move: Deploy) -> float:
        """Return how much a deployment makes the position better."""
        return self.gain(deployed(self.seat, move))

    def usual_gain(self) -> float:
        """Return the usual gain of the best of three dice: somewhat more than the average of all areas."""
        number = min(2, self.view.players[self.seat].reserve)
        gains = [self.gain((Transfer(self.seat, RESERVE, area, number),)) for area in self.lineup.place]
        return 1.35 * fsum(gain * chance for gain, chance in zip(gains, CHANCES, strict=True)) / 432

    def card(self, moves: Iterable[Move], rng: Random) -> PlayCard | None:
        """Return a card that brings more now than it is likely to bring later, if any."""
        cards = [move for move in moves if isinstance(move, PlayCard)]
        if not cards:
            return None
        gains = {move: self.best_way(ways(self.view, move.card), rng)[0] for move in cards}
        best = max(gains, key=gains.__getitem__)
        fewest = min(self.lineup.reserves)
        return best if gains[best] > WAITING[min(fewest, len(WAITING) - 1)] else None

    def best_way(self, found: Iterable[tuple[Transfer, ...]], rng: Random) -> tuple[float, tuple[Transfer, ...]]:
        """Return the gain of the best way to carry out a card, and that way; if there are many, a sample is tried."""
        several = list(found)
        if len(several) > MOST_WAYS:
            several = rng.sample(several, MOST_WAYS)
        return max((self.gain(way), way) for way in several)

    def value(self) -> float:
        """Return the points that this seat seems likely to get, less the others' average."""
        seats, support = len(self.lineup.reserves), self.view.counts.support
        points = [0.0] * seats
        coming = [[0.0] * seats for _place in self._later]
        for place, strengths in enumerate(self.lineup.strengths):
            present = [seat for seat, strength in enumerate(strengths) if strength]
            standings = [strengths[seat] + coming[place][seat] + self._katana(seat) for seat in present]
            for seat, share in zip(present, _shares(standings), strict=True):
                points[seat] += share * PIECES.large_castles[place] + share * (1 - share) * self._small(place)
                for other in self._later[place]:
                    coming[other][seat] += share * support
        return points[self.seat] - (fsum(points) - points[self.seat]) / (seats - 1)

    def _katana(self, seat: int) -> float:
        """Return the weight of a katana next to a piece: of the one held, or the prospect of one."""
        return KATANA * (self.lineup.katana[seat] or 3 - self.lineup.reserves[seat] / 6)

    def _small(self, place: int) -> float:
        return PIECES.small_castles[place] if self.view.counts.small_castles else 0


def _shares(standings: list[float]) -> list[float]:
    """Return how likely each is the strongest in the end."""
    weights = [exp(SHARPNESS * standing) for standing in standings]
    weights.append(1.0)  # seats that may still come
    return [weight / fsum(weights) for weight in weights[:-1]]

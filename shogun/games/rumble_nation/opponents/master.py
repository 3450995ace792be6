"""The opponent `master`: expects the next seat's best answer, and plays the game out to its end.

Each move gets many playouts, with the same luck for all. Others play in them by what they would like in the present
position (`forecast`). The two ways to judge err in different ways, so their sum is better than either (the manual,
`program/rumble_nation`).
"""

import time
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents import strong
from shogun.games.rumble_nation.opponents.rollouts import (
    GAMES,
    Field,
    Luck,
    Values,
    deployed_to_the_end,
    katana_of,
    winners,
)
from shogun.games.rumble_nation.opponents.strong import after_the_next
from shogun.games.rumble_nation.opponents.war_forecast import Forecast, Way, deployed, first_roll, second_roll
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import (
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    State,
    TakeDaimyo,
)
from shogun.games.rumble_nation.rules.turns import ways
from shogun.table.session import Budget
from shogun.table.towers import Inside

PLAYOUTS = 40_000
"""Playouts for a decision, unless the budget says otherwise."""
FINALISTS = 12
"""Ways of cards that are tried: those with the best forecast."""
PER_POINT = 0.004
"""Weight of a lead of one point, in chances to win: so that it also plays on for points in a lost game."""
PER_POINT_EXPECTED = 0.05
"""Weight of a lead of one point after the next seat's answer, in chances to win."""


def choose(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Move:
    """Return the move that promises most."""
    moves = question.moves
    if len(moves) == 1:
        return moves[0]
    if isinstance(moves[0], TakeDaimyo):
        return strong.choose(view, inside, question, rng, budget)
    thought = Thought(view, question.seat, rng, budget)
    if isinstance(moves[0], RollDice):
        return thought.card([move for move in moves if isinstance(move, PlayCard)]) or moves[0]
    if isinstance(moves[0], CarryOut):
        return thought.carried_out([move.transfers for move in moves if isinstance(move, CarryOut)])
    return thought.split([move for move in moves if isinstance(move, Deploy)], may_roll=RollAgain() in moves)


class Thought:
    """One decision of one seat."""

    def __init__(self, view: State, seat: int, rng: Random, budget: Budget) -> None:
        self.view = view
        self.seat = seat
        self.field = Field(view)
        self.forecast = Forecast(view, seat)
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self._began = time.perf_counter()
        self._budget = budget

    def split(self, splits: Sequence[Deploy], *, may_roll: bool) -> Move:
        """Return the best split, or to roll again if that promises more."""
        own = [deployed(self.seat, split) for split in splits]
        table = self._all_deployments() if may_roll else []
        worth = self.worth([*own, *strong.in_a_row(table)])
        best = int(worth[: len(own)].argmax())
        if may_roll:
            others = worth[len(own) :]
            if second_roll(others[strong.places_of_best(table, others)]) > worth[best]:
                return RollAgain()
        return splits[best]

    def _all_deployments(self) -> list[list[list[Way]]]:
        return strong.all_deployments(self.view, self.seat, list(self.field.place))

    def carried_out(self, found: Sequence[Way]) -> CarryOut:
        """Return the way of a card that promises most, among those with the best forecast."""
        finalists = self.finalists(found)
        return CarryOut(tuple(finalists[int(self.worth(finalists).argmax())]))

    def card(self, cards: Sequence[PlayCard]) -> PlayCard | None:
        """Return the card with the largest lead, if it beats a roll by its price; else None.

        The price falls towards the end.
        """
        if not cards:
            return None
        options = {tuple(way): card for card in cards for way in self.finalists(list(ways(self.view, card.card)))}
        finalists = self.finalists(list(options))
        table = self._all_deployments()
        values = after_the_next(self.forecast, [*finalists, *strong.in_a_row(table)])
        of_cards = values[: len(finalists)]
        roll = first_roll(strong.best_of(table, values[len(finalists) :]))
        price = strong.FROM_CARD * min(self.forecast.lineup.reserves) / PIECES.soldiers
        best = int(of_cards.argmax())
        return options[tuple(finalists[best])] if float(of_cards[best]) - roll > price else None

    def finalists(self, found: Sequence[Way]) -> list[Way]:
        """Return the ways with the best forecast."""
        if len(found) <= FINALISTS:
            return list(found)
        order = np.argsort(-self.forecast.values(found))
        return [found[place] for place in order[:FINALISTS]]

    def worth(self, several: Sequence[Way]) -> Values:
        """Return the worth of each of these ways: how likely the game is won, and what points ahead are expected."""
        won, ahead = self._averages(several)
        return won + PER_POINT * ahead + PER_POINT_EXPECTED * after_the_next(self.forecast, several)

    def _averages(self, several: Sequence[Way]) -> tuple[Values, Values]:
        """Return the share of games won after each way, and the average lead in points over the best other."""
        won, ahead = np.zeros(len(several)), np.zeros(len(several))
        guides = self._guides()
        for done in count(1):
            more_won, more_ahead = self._tried(several, Luck(guides, self._generator))
            won, ahead = won + more_won.mean(axis=1), ahead + more_ahead.mean(axis=1)
            if self._is_enough(done * len(several) * GAMES):
                return won / done, ahead / done
        raise AssertionError("the count never ends")

    def _is_enough(self, playouts: int) -> bool:
        seconds = self._budget.seconds
        if seconds is not None:
            return time.perf_counter() - self._began > seconds
        return playouts >= (self._budget.playouts or PLAYOUTS)

    def _guides(self) -> Values:
        """Return each seat's worth of deploying each number of pieces in each area."""
        return np.array([strong.guide(self.view, seat) for seat in range(self.view.setup.seats)])

    def _tried(self, several: Sequence[Way], luck: Luck) -> tuple[Values, Values]:
        """Return for each way and game with this luck whether it is won, and the lead in points."""
        lineup = self.forecast.lineup
        strengths, turns = deployed_to_the_end(self.view, lineup, several, luck)
        katana = katana_of(turns, lineup.katana, self.view.turn + 1)
        points = self.field.war(strengths, katana)
        won = winners(points, katana)[self.seat]
        ahead = points[self.seat] - np.delete(points, self.seat, axis=0).max(axis=0)
        return won.reshape(len(several), GAMES), ahead.reshape(len(several), GAMES)

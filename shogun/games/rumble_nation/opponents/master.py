"""The opponent `master`: it expects the next seat's best answer, and plays the game to its end in thought.

It does the latter many times for each move, with the same luck for all. How others play in its thoughts follows from
what they would like as the pieces stand (`forecast`). The two ways to judge err in different ways, so their sum is
better than either (`shogun/games/rumble_nation/README.md`).
"""

import time
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents import strong
from shogun.games.rumble_nation.opponents.fast_state import deployed
from shogun.games.rumble_nation.opponents.lookahead import after_the_next
from shogun.games.rumble_nation.opponents.rollouts import GAMES, Field, Luck, Numbers, Values, katana_of, winners
from shogun.games.rumble_nation.opponents.rolls import first_roll, second_roll
from shogun.games.rumble_nation.opponents.war_forecast import Forecast, Way
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.moves import (
    RESERVE,
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    TakeDaimyo,
)
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.rules.turns import ways
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

PLAYOUTS = 40_000
"""Games played in thought for a decision where nobody says how many."""
FINALISTS = 12
"""Ways of cards that are tried: those with the best forecast."""
PER_POINT = 0.004
"""What a point ahead counts beside the chance to win: so that a game isn't given away that is as good as lost."""
PER_POINT_EXPECTED = 0.02
"""What a point ahead after the next seat's answer counts beside the chance to win."""


def choose(view: State, _inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Move:
    """Return the move that promises most."""
    moves = question.moves
    if len(moves) == 1:
        return moves[0]
    if isinstance(moves[0], TakeDaimyo):
        return strong.choose(view, _inside, question, rng, budget)
    thought = Thought(view, question.seat, rng, budget)
    if isinstance(moves[0], RollDice):
        return thought.card([move for move in moves if isinstance(move, PlayCard)]) or moves[0]
    if isinstance(moves[0], CarryOut):
        return CarryOut(tuple(thought.best([move.transfers for move in moves if isinstance(move, CarryOut)])))
    return thought.split([move for move in moves if isinstance(move, Deploy)], may_roll=RollAgain() in moves)


class Thought:
    """One decision of one seat."""

    def __init__(self, view: State, seat: int, rng: Random, budget: Budget) -> None:
        self.view = view
        self.seat = seat
        self.field = Field(view)
        self.forecast = Forecast(view, seat)
        self._generator = np.random.default_rng(rng.getrandbits(64))
        self._began = time.monotonic()
        self._budget = budget

    def split(self, splits: Sequence[Deploy], *, may_roll: bool) -> Move:
        """Return the best split, or to roll again if that promises more."""
        own = [deployed(self.seat, split) for split in splits]
        if not may_roll:
            return splits[int(self.chances(own).argmax())]
        table = self._all_deployments()
        chances = self.chances([*own, *strong.in_a_row(table)])
        of_own = chances[: len(own)]
        again = second_roll(strong.best_of(table, chances[len(own) :]))
        return RollAgain() if again > of_own.max() else splits[int(of_own.argmax())]

    def _all_deployments(self) -> list[list[list[Way]]]:
        return strong.all_deployments(self.view, self.seat, list(self.field.place))

    def best(self, found: Sequence[Way]) -> Way:
        """Return the way of a card that promises most, among those with the best forecast."""
        finalists = self.finalists(found)
        return finalists[int(self.chances(finalists).argmax())]

    def card(self, cards: Sequence[PlayCard]) -> PlayCard | None:
        """Return a card that leads further ahead than a roll by enough; less is enough towards the end."""
        if not cards:
            return None
        found = {tuple(way): card for card in cards for way in self.finalists(list(ways(self.view, card.card)))}
        finalists = self.finalists(list(found))
        table = self._all_deployments()
        values = after_the_next(self.forecast, [*finalists, *strong.in_a_row(table)])
        of_cards = values[: len(finalists)]
        roll = first_roll(strong.best_of(table, values[len(finalists) :]))
        price = strong.FROM_CARD * min(self.forecast.lineup.reserves) / PIECES.soldiers
        return found[tuple(finalists[int(of_cards.argmax())])] if of_cards.max() - roll > price else None

    def finalists(self, found: Sequence[Way]) -> list[Way]:
        """Return the ways with the best forecast."""
        if len(found) <= FINALISTS:
            return list(found)
        order = np.argsort(-self.forecast.values(found))
        return [found[place] for place in order[:FINALISTS]]

    def chances(self, several: Sequence[Way]) -> Values:
        """Return how good each of these ways is: how likely the game is won, and what points ahead are expected."""
        won, ahead = self._averages(several)
        answered = after_the_next(self.forecast, several)
        judged: Values = won + PER_POINT * ahead + PER_POINT_EXPECTED * answered
        return judged

    def victories(self, several: Sequence[Way]) -> Values:
        """Return how likely the game is won after each of these ways."""
        return self._averages(several)[0]

    def _averages(self, several: Sequence[Way]) -> tuple[Values, Values]:
        """Return the share of games won after each of these ways, and the points ahead of the best other."""
        won, ahead = np.zeros(len(several)), np.zeros(len(several))
        guides = self._guides()
        for done in count(1):
            more_won, more_ahead = self._tried(several, Luck(guides, self._generator))
            won, ahead = won + more_won, ahead + more_ahead
            if self._is_enough(done * len(several) * GAMES):
                return won / done, ahead / done
        raise AssertionError("the count never ends")

    def _is_enough(self, playouts: int) -> bool:
        seconds = self._budget.seconds
        if seconds is not None:
            return time.monotonic() - self._began > seconds
        return playouts >= (self._budget.playouts or PLAYOUTS)

    def _guides(self) -> Values:
        """Return what each seat thinks of deploying so many pieces in each area."""
        return np.array([strong.guide(self.view, seat) for seat in range(self.view.setup.seats)])

    def _tried(self, several: Sequence[Way], luck: Luck) -> tuple[Values, Values]:
        """Return the share of games won after each way, and the points ahead, with this luck."""
        lineup, seats = self.forecast.lineup, self.view.setup.seats
        strengths = np.empty((len(self.field.place), seats, len(several), GAMES), dtype=np.int32)
        turns = np.empty((seats, len(several), GAMES), dtype=np.int32)
        for number, way in enumerate(several):
            lineup.put(way)
            strengths[:, :, number] = np.array(lineup.strengths)[:, :, None]
            for seat, reserve in enumerate(lineup.reserves):
                there, turns[seat, number] = luck.deployed(seat, reserve, has_daimyo=self._keeps_daimyo(seat, way))
                strengths[:, seat, number] += there
            lineup.put(way, -1)
        return self._judged(strengths, turns, len(several))

    def _judged(self, strengths: Numbers, turns: Numbers, ways_tried: int) -> tuple[Values, Values]:
        seats = len(turns)
        katana = katana_of(turns.reshape(seats, -1), self.forecast.lineup.katana, self.view.turn + 1)
        points = self.field.war(strengths.reshape(len(strengths), seats, -1), katana)
        won = winners(points, katana)[self.seat]
        ahead = points[self.seat] - np.delete(points, self.seat, axis=0).max(axis=0)
        return won.reshape(ways_tried, GAMES).mean(axis=1), ahead.reshape(ways_tried, GAMES).mean(axis=1)

    def _keeps_daimyo(self, seat: int, way: Way) -> bool:
        is_there = self.view.players[seat].daimyo == RESERVE
        return is_there and not any(one.daimyo and one.seat == seat for one in way)

"""The opponent `master`: it expects the next seat's best answer, and plays the game to its end in thought.

It does the latter many times for each move, with the same luck for all. How others play in its thoughts follows from
what they would like as the pieces stand (`forecast`). The two ways to judge err in different ways, so their sum is
better than either (the manual, `program/rumble_nation`).
"""

import time
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np
from msgspec import Struct

from shogun.game.questions import OneOf
from shogun.games.rumble_nation.opponents import strong
from shogun.games.rumble_nation.opponents.fast_state import deployed
from shogun.games.rumble_nation.opponents.lookahead import after_the_next
from shogun.games.rumble_nation.opponents.rollouts import (
    GAMES,
    Field,
    Luck,
    Values,
    deployed_to_the_end,
    katana_of,
    winners,
)
from shogun.games.rumble_nation.opponents.rolls import first_roll, second_roll
from shogun.games.rumble_nation.opponents.war_forecast import Forecast, Way
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.moves import (
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
PER_POINT_EXPECTED = 0.05
"""What a point ahead after the next seat's answer counts beside the chance to win."""


class Judged(Struct, frozen=True):
    """What was found out of ways to go on, in their order."""

    won: Values
    """The share of games that were won."""
    answered: Values
    """Points ahead of the others after the next turn, played as well as it can be."""
    worth: Values
    """What they are ranked by: the two, and the points ahead in the games played."""
    played: Values
    """Of each way and game: whether it was won, and by how much."""


class SecondRoll(Struct, frozen=True):
    """What a second roll brings on average over all that it may be, each split as well as can be."""

    worth: float
    won: float


class BestCard(Struct, frozen=True):
    """The card that leads furthest ahead, beside a roll: points ahead of the others after the next turn."""

    card: PlayCard
    ahead: float
    roll: float
    price: float
    """How much further ahead than a roll a card has to lead."""


class Decision(Struct, frozen=True):
    """A move, and all that was found out for it."""

    move: Move
    ways: Sequence[Move] = ()
    """The moves that were tried, ..."""
    judged: Judged | None = None
    """... what was found out of them, in the same order, ..."""
    again: SecondRoll | None = None
    """... and what was expected of a second roll."""
    card: BestCard | None = None


def choose(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Move:
    """Return the move that promises most."""
    return decide(view, inside, question, rng, budget).move


def decide(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Decision:
    """Return the move that promises most, with what was found out for it."""
    moves = question.moves
    if len(moves) == 1:
        return Decision(moves[0])
    if isinstance(moves[0], TakeDaimyo):
        return Decision(strong.choose(view, inside, question, rng, budget))
    thought = Thought(view, question.seat, rng, budget)
    if isinstance(moves[0], RollDice):
        best = thought.card([move for move in moves if isinstance(move, PlayCard)])
        is_worth_it = best is not None and best.ahead - best.roll > best.price
        return Decision(best.card if best is not None and is_worth_it else moves[0], card=best)
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
        self._began = time.monotonic()
        self._budget = budget

    def split(self, splits: Sequence[Deploy], *, may_roll: bool) -> Decision:
        """Return the best split, or to roll again if that promises more."""
        own = [deployed(self.seat, split) for split in splits]
        table = self._all_deployments() if may_roll else []
        judged = self.judged([*own, *strong.in_a_row(table)])
        best = int(judged.worth[: len(own)].argmax())
        again = self._second_roll(table, judged.worth[len(own) :], judged.won[len(own) :]) if may_roll else None
        is_rolled = again is not None and again.worth > judged.worth[best]
        return Decision(RollAgain() if is_rolled else splits[best], splits, judged, again)

    def _second_roll(self, table: Sequence[Sequence[Sequence[Way]]], worth: Values, won: Values) -> SecondRoll:
        places = strong.places_of_best(table, worth)
        return SecondRoll(second_roll(worth[places]), second_roll(worth[places], won[places]))

    def _all_deployments(self) -> list[list[list[Way]]]:
        return strong.all_deployments(self.view, self.seat, list(self.field.place))

    def carried_out(self, found: Sequence[Way]) -> Decision:
        """Return the way of a card that promises most, among those with the best forecast."""
        finalists = self.finalists(found)
        judged, ways_tried = self.judged(finalists), [CarryOut(tuple(way)) for way in finalists]
        return Decision(ways_tried[int(judged.worth.argmax())], ways_tried, judged)

    def card(self, cards: Sequence[PlayCard]) -> BestCard | None:
        """Return the card that leads furthest ahead, if any may be played; a lower price is asked towards the end."""
        if not cards:
            return None
        found = {tuple(way): card for card in cards for way in self.finalists(list(ways(self.view, card.card)))}
        finalists = self.finalists(list(found))
        table = self._all_deployments()
        values = after_the_next(self.forecast, [*finalists, *strong.in_a_row(table)])
        of_cards = values[: len(finalists)]
        roll = first_roll(strong.best_of(table, values[len(finalists) :]))
        price = strong.FROM_CARD * min(self.forecast.lineup.reserves) / PIECES.soldiers
        best = int(of_cards.argmax())
        return BestCard(found[tuple(finalists[best])], float(of_cards[best]), roll, price)

    def finalists(self, found: Sequence[Way]) -> list[Way]:
        """Return the ways with the best forecast."""
        if len(found) <= FINALISTS:
            return list(found)
        order = np.argsort(-self.forecast.values(found))
        return [found[place] for place in order[:FINALISTS]]

    def judged(self, several: Sequence[Way]) -> Judged:
        """Return how good each of these ways is: how likely the game is won, and what points ahead are expected."""
        won, ahead, played = self._averages(several)
        answered = after_the_next(self.forecast, several)
        return Judged(won, answered, won + PER_POINT * ahead + PER_POINT_EXPECTED * answered, played)

    def _averages(self, several: Sequence[Way]) -> tuple[Values, Values, Values]:
        """Return the share of games won after each way, the points ahead of the best other, and both of each game."""
        won, ahead, played = np.zeros(len(several)), np.zeros(len(several)), []
        guides = self._guides()
        for done in count(1):
            more_won, more_ahead = self._tried(several, Luck(guides, self._generator))
            won, ahead = won + more_won.mean(axis=1), ahead + more_ahead.mean(axis=1)
            played.append(more_won + PER_POINT * more_ahead)
            if self._is_enough(done * len(several) * GAMES):
                return won / done, ahead / done, np.concatenate(played, axis=1)
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
        """Return of each way and game with this luck whether it is won, and the points ahead."""
        lineup = self.forecast.lineup
        strengths, turns = deployed_to_the_end(self.view, lineup, several, luck)
        katana = katana_of(turns, lineup.katana, self.view.turn + 1)
        points = self.field.war(strengths, katana)
        won = winners(points, katana)[self.seat]
        ahead = points[self.seat] - np.delete(points, self.seat, axis=0).max(axis=0)
        return won.reshape(len(several), GAMES), ahead.reshape(len(several), GAMES)

"""Chances of each seat to win from a moment of a game, for reviews.

Games are played out to their end by the master's model of players. A moment before a roll is worth the average of all
216 rolls; a moment of choice between ways, the best way of that seat.
"""

import hashlib
from collections.abc import Sequence
from math import fsum, sqrt

import numpy as np

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.opponents import strong
from shogun.games.rumble_nation.opponents.rollouts import (
    GAMES,
    SENSE,
    Field,
    Luck,
    deployed_to_the_end,
    katana_of,
    winners,
)
from shogun.games.rumble_nation.opponents.war_forecast import (
    SPLITS,
    Forecast,
    Lineup,
    Way,
    best_of_rolls,
    deployed,
    second_roll,
)
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import Choosing, Deploying, Over, Playing, Rolling, State
from shogun.games.rumble_nation.rules.turns import splits, ways
from shogun.players.review.game_review import Chances, shared
from shogun.table.journal import PERSON
from shogun.table.towers import Inside

VERSION = 2
"""Goes up when the same moment is estimated otherwise."""
PLAYOUTS = 2048
"""Playouts from each moment, by default."""
ADAPTING = {PERSON: 0.3, "solid": 0.3, "strong": 1.0, "master": 1.0}
"""How much each kind of player gangs up on the leader; all others don't."""
UNDONE = 0.95
"""The share of a lead that such players undo if all pieces are still in hand.

Without it, of those who were told 74 to 75 %, 38 to 46 % won with three players (80 games among `strong`, 50 among
`master`); of those who were told 54 %, 46 % among `solid` ones (`python -m tests.benchmarks.reviewing`).
"""
FINALISTS = 12
"""Ways of a card that are tried: those with the best forecast."""


def win_chances(
    state: State, _inside: Inside, playouts: int, seed: str, players: Sequence[str] = ()
) -> "Chances | None":
    """Return each seat's share of the victory in each playout, shape (n, seats); None during setup.

    A game that is over has one row. The n-th playouts of all moments have the same luck. `players` are the codes of
    those who play, in seat order.
    """
    readings = outlook(state, playouts, seed, is_usual=True)
    if readings is None:
        return None
    adapting = fsum(ADAPTING.get(player, 0.0) for player in players) / max(1, len(players))
    return tempered(readings[..., SHARE], state, adapting)


def tempered(shares: Chances, state: State, adapting: float) -> Chances:
    """Return chances to win that allow for players who adapt, nearer to even ones the more pieces are still in hand.

    The playouts deploy everyone's pieces as if nobody changed plans, but strong players gang up on the leader.
    `adapting` is how much the players do so, on average: 0 to 1.
    """
    seats = state.setup.seats
    left = min(1.0, sum(Lineup(state).reserves) / (seats * PIECES.soldiers))
    undone = adapting * UNDONE * sqrt(left)
    return (1 - undone) * shares + undone / seats


SHARE, POINTS = range(2)
"""Columns read from the end of a playout: a seat's share of the victory, and its points."""


def outlook(state: State, playouts: int, seed: str, *, is_usual: bool = False) -> "Chances | None":
    """Return what is read from each playout, shape (n, seats, readings); None during setup.

    The seat on turn splits a roll as well as possible, or, if `is_usual`, as it and all others do in the turns to come.
    """
    if isinstance(state.stage, Over):
        ended = rules.result(state)
        assert ended is not None
        return np.array([shared(ended.winners, state.setup.seats), ended.points], dtype=float).T[None]
    if not isinstance(state.stage, Choosing | Rolling | Deploying | Playing):
        return None
    look = _Lookout(state, seed, max(1, -(-playouts // GAMES)), SENSE if is_usual else 1.0)
    match state.stage:
        case Choosing():
            return look.as_it_stands()
        case Rolling(again=again):
            return look.rolled(may_roll=not again)
        case Deploying(dice=dice, again=again):
            return look.split(dice, may_roll=not again)
        case Playing(card=card):
            return look.best(look.finalists(list(ways(state, card))))
    raise AssertionError("all stages of a turn are listed")


class _Lookout:
    """Playouts of one moment of a seat's turn."""

    def __init__(self, state: State, seed: str, rounds: int, sense: float) -> None:
        self.state, self.seat, self.sense = state, state.turn, sense
        self.field, self.lineup, self.forecast = Field(state), Lineup(state), Forecast(state, state.turn)
        guides = np.array([strong.guide(state, seat) for seat in range(state.setup.seats)])
        luck = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))
        self._lucks = [Luck(guides, luck) for _round in range(rounds)]

    def as_it_stands(self) -> Chances:
        """Return the playouts of a game in which the seat on turn moves next."""
        return np.asarray(self.played([()], self.seat)[0])

    def best(self, several: Sequence[Way]) -> Chances:
        """Return the playouts of the way that is best for the seat on turn."""
        results = self.played(several, self.seat + 1)
        return np.asarray(results[int(_wins(results, self.seat).argmax())])

    def rolled(self, *, may_roll: bool) -> Chances:
        """Return the worth of a roll, all that it may bring being as likely as with dice."""
        table, values = self._table()
        parts = _parts(values)
        if self.sense < 1:
            parts = self.sense * parts + (1 - self.sense) * _any_parts(values)
        elif may_roll:
            rolls, again = best_of_rolls(values), second_roll(values)
            parts = _parts(values, rolls >= again) + (rolls < again).mean() * parts
        return np.asarray(np.tensordot(parts.ravel(), table, axes=1))

    def split(self, dice: Sequence[int], *, may_roll: bool) -> Chances:
        """Return the worth of the best split of a roll, or of another roll if that is better and allowed."""
        moves = sorted(splits(self.state, dice))
        results = self.played([deployed(self.seat, move) for move in moves], self.seat + 1)
        wins = _wins(results, self.seat)
        own = np.asarray(results[int(wins.argmax())])
        if self.sense < 1:
            areas = [self.state.area_of(sum(dice) - single) for single in dice]
            by_die = [max(range(len(moves)), key=lambda at: (moves[at].area == area, wins[at])) for area in areas]
            return np.asarray(self.sense * own + (1 - self.sense) * results[by_die].mean(axis=0))
        again = self.rolled(may_roll=False) if may_roll else own
        return own if _wins(own, self.seat) >= _wins(again, self.seat) else again

    def finalists(self, found: Sequence[Way]) -> Sequence[Way]:
        """Return the ways with the best forecast."""
        order = np.argsort(-self.forecast.values(found), kind="stable")
        return [found[place] for place in order[:FINALISTS]]

    def played(self, several: Sequence[Way], first: int) -> Chances:
        """Return what is read from games played on after each way, shape (ways, n, seats, readings).

        `first` is on turn then.
        """
        return np.concatenate([self._played(several, first, luck) for luck in self._lucks], axis=1)

    def _played(self, several: Sequence[Way], first: int, luck: Luck) -> Chances:
        strengths, turns = deployed_to_the_end(self.state, self.lineup, several, luck)
        katana = katana_of(turns, self.lineup.katana, first)
        points = self.field.war(strengths, katana)
        won = winners(points, katana)
        readings = np.array([won / won.sum(axis=0), points])
        return np.moveaxis(readings.reshape(*readings.shape[:2], len(several), GAMES), (0, 1), (-1, -2))

    def _table(self) -> tuple[Chances, Chances]:
        """Return what is read after each deployment, and what it is worth to the seat on turn, (3, 11)."""
        table = strong.all_deployments(self.state, self.seat, list(self.lineup.place))
        results = self.played(strong.in_a_row(table), self.seat + 1)
        places = strong.places_of_best(table, _wins(results, self.seat))
        return results[places.ravel()], _wins(results, self.seat)[places]


def _wins(results: Chances, seat: int) -> Chances:
    """Return the mean share of a seat, over all playouts."""
    return np.asarray(results[..., seat, SHARE].mean(axis=-1))


def _any_parts(values: Chances) -> Chances:
    """Return how often each deployment comes about if any split of a roll is as likely, shape (3, 11)."""
    parts = np.zeros(values.shape)
    np.add.at(parts, (SPLITS[:, :, 0], SPLITS[:, :, 1]), 1 / SPLITS.shape[1])
    return parts / len(SPLITS)


def _parts(values: Chances, counted: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]] | None" = None) -> Chances:
    """Return how often each deployment is the best split of a roll, of those rolls that are counted, shape (3, 11)."""
    best = values[SPLITS[:, :, 0], SPLITS[:, :, 1]].argmax(axis=1)
    pieces, area = SPLITS[np.arange(len(SPLITS)), best].T
    parts = np.zeros(values.shape)
    np.add.at(parts, (pieces, area), 1.0 if counted is None else counted.astype(float))
    return parts / len(SPLITS)

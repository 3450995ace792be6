"""Sums over several games of the chances that people lost by their decisions: by kind, on average, and their trend.

Only kept results are read; games that nobody has judged are just counted.
"""

from collections.abc import Iterable, Sequence
from math import fsum, hypot, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Literal

from msgspec import Struct

from shogun.players.review.decision_verdicts import SURE, JudgedSeat

ALL = ""
"""Key of the sums over all kinds."""
HALVES_FROM = 4
"""Number of games from which the first half is compared with the second: each then has two."""
TREND_FROM = 10
"""Number of games from which a trend is reported: with fewer, standard errors are too uncertain themselves."""


class PlayedGame(Struct, frozen=True):
    """A game that people have played, with the results about their decisions."""

    path: Path
    created: str
    """Time of its beginning, from its journal."""
    players: tuple[str, ...]
    """Names of the people who played seats."""
    seats: tuple[JudgedSeat, ...] = ()
    """Those seats, in the same order; empty until all of their decisions are judged."""

    @property
    def is_judged(self) -> bool:
        """True if all decisions of people are judged."""
        return bool(self.seats)


class Average(Struct, frozen=True):
    """A mean over games, and its standard error; None if there are too few games."""

    mean: float
    error: float | None


class KindSums(Struct, frozen=True):
    """Losses by decisions of a kind, in games in the order in which they were played."""

    kind: str
    """In English; `ALL` stands for all together."""
    lost: Average
    """Chance to win lost by such mistakes per game."""
    mistakes: float
    """Decisions per game that could have been better."""
    by_game: tuple[float, ...]
    """The chance lost in each game."""

    @property
    def halves(self) -> tuple[Average, Average] | None:
        """Losses in the first half of the games and in the second; None if there are too few."""
        if len(self.by_game) < HALVES_FROM:
            return None
        half = len(self.by_game) // 2
        return _average(self.by_game[:half]), _average(self.by_game[half:])

    @property
    def trend(self) -> Literal["less", "more"] | None:
        """The change from the first half to the second; None if it may be chance, or if there are few games."""
        if self.halves is None or len(self.by_game) < TREND_FROM:
            return None
        first, second = self.halves
        change = second.mean - first.mean
        if abs(change) <= SURE * hypot(first.error or 0.0, second.error or 0.0):
            return None
        return "less" if change < 0 else "more"


class DecisionSums(Struct, frozen=True):
    """People's losses by their decisions in several games."""

    games: int
    """Number of games played, ..."""
    judged: int
    """... and of those with all decisions judged."""
    kinds: tuple[KindSums, ...]
    """The most expensive first, then all kinds together; empty if no game is judged."""

    @property
    def most_expensive(self) -> KindSums | None:
        """The kind that costs most; None if nothing was lost."""
        return self.kinds[0] if self.kinds and self.kinds[0].lost.mean > 0 else None


def decision_sums(games: Iterable[PlayedGame], kinds: Sequence[str], player: str = "") -> DecisionSums:
    """Return the losses in these games by each of these kinds, of the person of this name if one is given.

    Seats of several people in one game count like games of their own. Losses are the mistakes in each game's
    list that exceed chance.
    """
    wanted = [game for game in in_order_played(games) if not player or player in game.players]
    seats = [
        seat for game in wanted for name, seat in zip(game.players, game.seats, strict=False) if player in ("", name)
    ]
    judged = sum(game.is_judged for game in wanted)
    if not seats:
        return DecisionSums(len(wanted), judged, ())
    by_kind = sorted((_sums(kind, seats) for kind in kinds), key=lambda one: -one.lost.mean)
    return DecisionSums(len(wanted), judged, (*by_kind, _sums(ALL, seats)))


def in_order_played(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return games in the order in which they began."""
    return sorted(games, key=lambda game: (game.created, game.path.name))


def player_names(games: Iterable[PlayedGame]) -> list[str]:
    """Return people's names in the games, those with the most games first."""
    names = [name for game in games for name in dict.fromkeys(game.players)]
    return sorted(set(names), key=lambda name: (-names.count(name), name))


def _sums(kind: str, seats: Sequence[JudgedSeat]) -> KindSums:
    mistakes = [[mistake for mistake in seat.mistakes() if kind in (ALL, mistake.kind)] for seat in seats]
    by_game = tuple(fsum(one.lost.mean for one in some) for some in mistakes)
    return KindSums(kind, _average(by_game), mean(len(some) for some in mistakes), by_game)


def _average(values: Sequence[float]) -> Average:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    return Average(mean(values), error)

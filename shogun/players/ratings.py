"""How strong people are, by the games that they have finished against opponents of known strength.

A rating is on the scale of the ladder's ratings (`players.ladder`): of two players at a table, one 400 points higher
wins ten times as often. People are rated game after game by the Plackett-Luce model of Weng and Lin (2011), as the
library `openskill` carries it out; the program's opponents stay what the ladder has found them to be.
"""

from collections.abc import Mapping, Sequence
from math import log, sqrt

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from shogun.players.finished_game import RatedGame
from shogun.table.storage.journal import PERSON

SCALE = 400 / log(10)
"""Points by which the odds of a victory grow e times."""
UNKNOWN = 350.0
"""How uncertain a rating is before the first game (standard deviation, points), as Glickman has it for chess ..."""
ANCHORED = 20.0
"""... that of an opponent which a ladder has measured ..."""
UNMEASURED = 200.0
"""... and of one that none has: it is taken to play like the usual opponent."""
DRIFT = 12.0
"""By how much people change from game to game (standard deviation, points)."""
SURE = 1.96
"""Standard deviations to either side, between which a rating lies with 95 %."""


class Rating(Struct, frozen=True):
    """What is known of somebody's strength in a game."""

    points: float
    error: float
    """Standard deviation."""
    games: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what it lies with 95 %."""
        return self.points - SURE * self.error, self.points + SURE * self.error


def ratings(games: Sequence[RatedGame], measured: Mapping[str, float], usual: str) -> dict[str, Rating]:
    """Return people's ratings by their names, after these games of one kind in their order.

    `measured` are the ratings of opponents by code; `usual` is the one that those are taken for that nobody has
    measured, and people before their first game, though with little certainty.
    """
    middle = measured.get(usual, 0.0)
    found: dict[str, Rating] = {}
    for game in games:
        table = [
            _at_table(player, name, found, measured, middle)
            for player, name in zip(game.players, game.names, strict=True)
        ]
        model = PlackettLuce(mu=middle, sigma=UNKNOWN, beta=SCALE / sqrt(len(table)), tau=0.0)
        sides = [[model.rating(mu=one.points, sigma=one.error)] for one in table]
        after = model.rate(sides, ranks=ranks(game))
        for seat, player in enumerate(game.players):
            if player == PERSON:
                found[game.names[seat]] = _rating(after[seat][0], table[seat].games + 1)
    return found


def ranks(game: RatedGame) -> list[float]:
    """Return the place of each seat, 1 for winners; the others by their points."""
    worth = [(seat in game.winners, points) for seat, points in enumerate(game.points)]
    return [1.0 + sum(other > own for other in worth) if not own[0] else 1.0 for own in worth]


def _at_table(
    player: str, name: str, found: Mapping[str, Rating], measured: Mapping[str, float], middle: float
) -> Rating:
    """Return what is known of who sits there, before the game."""
    if player == PERSON:
        known = found.get(name, Rating(middle, UNKNOWN))
        return Rating(known.points, sqrt(known.error**2 + DRIFT**2), known.games)
    is_measured = player in measured
    return Rating(measured[player] if is_measured else middle, ANCHORED if is_measured else UNMEASURED)


def _rating(found: PlackettLuceRating, games: int) -> Rating:
    return Rating(found.mu, found.sigma, games)


def next_opponent(rating: Rating, measured: Mapping[str, float], offered: Sequence[str]) -> str | None:
    """Return who of those offered is closest in strength, the stronger of two; None if nobody was measured."""
    known = [code for code in offered if code in measured]
    return min(known, key=lambda code: (abs(measured[code] - rating.points), -measured[code]), default=None)

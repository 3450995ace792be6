"""Chances to win from each place of a game, measured in whole games among equal opponents, in its `places.toml`.

A place is a seat's distance from the first seat, in seat order: 0 begins. In Shogun's printed setup the places are the
starting positions of the rulebook, which differ a lot; elsewhere they are the turn order.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import fsum, log
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from shogun.base.confidence_intervals import CONFIDENCE, wilson
from shogun.base.language import _, marked
from shogun.base.resources import assets_of
from shogun.table.session import Session

LEAST = 0.01
"""Smallest chance that an advantage is computed from, so that it stays finite."""
IRRELEVANT = ("first_seat", "colours")
"""Fields of a setup that change no place's chances. Any other that is set makes a beginning of its own."""
NO_RATINGS: Mapping[str, float] = MappingProxyType({})


class PlaceChances(Struct, frozen=True):
    """Shares of the victories from each place of one kind of beginning."""

    code: str
    """Name of this beginning in the file of rated games."""
    setup: dict[str, Any]
    """The fields that are set in the setups that begin so, with their values."""
    opponent: str
    """Code of the opponent that played all seats."""
    games: int
    won: tuple[float, ...]
    """Share of the victories by place; a shared one counts in part."""
    worth: tuple[int, ...] = ()
    """Points to give up at each place so that every place wins about as often; empty: nobody can give up points."""

    def __post_init__(self) -> None:
        if (
            len(self.won) != self.setup["seats"]
            or len(self.worth) not in {0, len(self.won)}
            or min(self.won) < 0
            or abs(fsum(self.won) - 1) > 0.01
        ):
            raise ValueError("a share of the victories for each place")

    @property
    def is_even(self) -> bool:
        """True if no place's chance differs from an even one by more than its interval, at 95 % for all together."""
        even, confidence = 1 / len(self.won), 1 - (1 - CONFIDENCE) / len(self.won)
        intervals = [wilson(share, self.games, confidence) for share in self.won]
        return all(interval.low <= even <= interval.high for interval in intervals)

    @property
    def middling(self) -> int:
        """The place with the smallest advantage or disadvantage."""
        return min(range(len(self.won)), key=lambda place: abs(self.advantage(place)))

    def advantage(self, place: int) -> float:
        """Return what a place is worth to a player, in units of log odds; 0 for all if the game is even."""
        return 0.0 if self.is_even else log(max(self.won[place], LEAST) * len(self.won))


@cache
def measured_chances(game: str) -> tuple[PlaceChances, ...]:
    """Return the chances that a game's folder of assets has in `places.toml`. Raises OSError, ValidationError."""
    data = (assets_of(game) / "places.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, tuple[PlaceChances, ...]])["beginning"]


def chances_of(
    measured: Sequence[PlaceChances],
    setup: Mapping[str, Any],
    players: Iterable[str] = (),
    ratings: Mapping[str, float] = NO_RATINGS,
) -> PlaceChances | None:
    """Return the chances of a setup, by its fields; None if they weren't measured, as for positions and house rules.

    Of several measurements it is that among the opponents whose rating is closest to the mean of the players who have
    one, by their codes; the first if nobody has. Points given up for places make them even, as far as anybody knows.
    """
    usual = (UNSET, None, (0,) * setup.get("seats", 0))
    decisive = {name: value for name, value in setup.items() if name not in IRRELEVANT and value not in usual}
    found = [chances for chances in measured if chances.setup == decisive]
    rated = [ratings[player] for player in players if player in ratings]
    if not rated:
        return next(iter(found), None)
    mean = fsum(rated) / len(rated)
    return min(found, key=lambda chances: abs(ratings.get(chances.opponent, 0.0) - mean), default=None)


PLACES = (marked("1st"), marked("2nd"), marked("3rd"), marked("4th"), marked("5th"))
"""Names of the places, as headings."""


def place_names(seats: int) -> list[str]:
    """Return the names of the places of a game with so many seats."""
    return [*map(_, PLACES[:seats]), *(str(place + 1) for place in range(len(PLACES), seats))]


FIRST_SEAT = "first_seat"
"""Last part of the key of the question in which lots decide who is first."""


def first_seat_of(session: Session) -> int | None:
    """Return the first seat of a game, agreed on or drawn by lot; None if neither has happened."""
    agreed: int | None = session.header.setup.first_seat if hasattr(session.header.setup, "first_seat") else None
    if agreed is not None:
        return agreed
    lots = (line for line in session.course.answers if line.key.rpartition("/")[2] == FIRST_SEAT)
    return next((int(line.answer.items[0]) for line in lots), None)


def places_from(first: int, seats: int) -> tuple[int, ...]:
    """Return the place of each seat if this one is first."""
    return tuple((seat - first) % seats for seat in range(seats))

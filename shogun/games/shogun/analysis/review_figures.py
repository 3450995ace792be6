"""What there is to say of a whole game: everybody's figures season by season, and the luck of each throw."""

from collections.abc import Mapping
from math import fsum

from msgspec import Struct

from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.rules.events import BattleSettled, Scored


class Reading(Struct, frozen=True):
    """All players' figures at one moment, in seat order."""

    year: int
    season: Season | None
    """At whose end; None: at the beginning."""
    points: tuple[int, ...]
    """As they would be if the year ended now; in winter as they are."""
    provinces: tuple[int, ...]
    armies: tuple[int, ...]
    """On the board."""
    chests: tuple[int, ...]
    rice: tuple[int, ...]


LEAST_LIKELY = 0.1
"""Chances below this make a battle no more exciting: so small a one is hardly known."""


class ThrowLuck(Struct, frozen=True):
    """One battle or revolt: what was to be expected of its throw, by the tower's quick model, and what came."""

    settled: BattleSettled
    attack: float
    """Chance that the attacker takes the province; 0 in a revolt."""
    defence: float
    """Chance that the defender keeps it; 0 for a neutral one."""
    expected: Mapping[str, float]
    """Cubes of each colour on the tray, on average."""
    came: Mapping[str, int]
    """Cubes of each colour on the tray, as they fell."""

    def chance(self, seat: int) -> float | None:
        """Return the chance that a seat had to hold the province afterwards; None if it did not fight."""
        if seat == self.settled.attacker:
            return self.attack
        return self.defence if seat == self.settled.defender else None

    def luck(self, seat: int) -> float:
        """Return how much more than expected a seat has won: -1 to 1 battles."""
        chance = self.chance(seat)
        return 0.0 if chance is None else (self.settled.winner == seat) - chance

    @property
    def suspense(self) -> float:
        """How exciting it was: the cubes that fought, by one more than the difference of the sides, by its likelihood.

        So many cubes, a close result, and one that was not to be expected each make a battle more exciting.
        """
        settled = self.settled
        first = settled.peasants if settled.kind == "revolt" else settled.attackers
        second = settled.defenders if settled.kind == "revolt" else settled.defenders + settled.peasants
        return (first + second) / (1 + abs(first - second)) / max(LEAST_LIKELY, self.likelihood)

    @property
    def likelihood(self) -> float:
        """The chance that it ended as it did."""
        if self.settled.winner is None:
            return 1.0 - self.attack - self.defence
        return self.attack if self.settled.winner == self.settled.attacker else self.defence


class SeatLuck(Struct, frozen=True):
    """A player's luck over the whole game."""

    battles: int
    won: int
    expected: float
    """Battles that were to be won, on average."""
    cubes: int
    """Own cubes that lay on the tray in these battles ..."""
    cubes_expected: float
    """... and that were to be expected there."""

    @property
    def luck(self) -> float:
        """How many more battles were won than expected."""
        return self.won - self.expected


class Aftermath(Struct, frozen=True):
    """A whole game."""

    colours: tuple[str, ...]
    scored: tuple[Scored, ...]
    readings: tuple[Reading, ...]
    throws: tuple[ThrowLuck, ...]

    def luck(self, seat: int) -> SeatLuck:
        """Return a player's luck."""
        own = [throw for throw in self.throws if throw.chance(seat) is not None]
        colour = self.colours[seat]
        return SeatLuck(
            battles=len(own),
            won=sum(throw.settled.winner == seat for throw in own),
            expected=fsum(throw.chance(seat) or 0.0 for throw in own),
            cubes=sum(throw.came.get(colour, 0) for throw in own),
            cubes_expected=fsum(throw.expected.get(colour, 0.0) for throw in own),
        )

    def by_suspense(self) -> list[int]:
        """Return the numbers of all battles, that with most suspense first; the first battle of the game is 0."""
        return sorted(range(len(self.throws)), key=lambda number: -self.throws[number].suspense)

    def most_exciting(self) -> int | None:
        """Return the number of the battle with most suspense, the first one is 0; None if nobody fought."""
        return next(iter(self.by_suspense()), None)

    def ahead_since(self, seat: int) -> Reading | None:
        """Return since when a seat has had the most points, alone or with others, to the end; None: it hasn't."""
        since = None
        for reading in reversed(self.readings):
            if reading.points[seat] < max(reading.points):
                break
            since = reading
        return since

    def best_winter(self) -> Scored | None:
        """Return the points of the best winter of all, the first one among equals."""
        return max(self.scored, key=lambda scored: scored.total, default=None)

    def most_land(self) -> tuple[int, Reading] | None:
        """Return who held the most provinces at the end of a season, and when, the first one among equals."""
        held = [(seat, reading) for reading in self.readings for seat in range(len(self.colours))]
        return max(held, key=lambda pair: pair[1].provinces[pair[0]], default=None)

    def extremes(self) -> tuple[tuple[int, ThrowLuck], tuple[int, ThrowLuck]] | None:
        """Return who had the luckiest and the unluckiest battle, with these; None if nobody fought."""
        seats = range(len(self.colours))
        own = [(seat, throw) for throw in self.throws for seat in seats if throw.chance(seat) is not None]
        if not own:
            return None
        return max(own, key=lambda pair: pair[1].luck(pair[0])), min(own, key=lambda pair: pair[1].luck(pair[0]))
